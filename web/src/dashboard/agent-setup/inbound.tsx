import { useWords } from "../../words/index.ts";

/** The numbers that ring it. */
export function Inbound({ numbers }: { numbers: readonly string[] }): React.ReactNode {
  const words = useWords();
  return (
    <section className="controls" aria-label={words.say("agents.inbound_numbers")}>
      <h2>{words.say("agents.inbound_numbers")}</h2>
      {numbers.length === 0 ? (
        <p className="hint">{words.say("agents.inbound_none")}</p>
      ) : (
        <ul>
          {numbers.map((number) => (
            <li key={number}>
              <span className="phone-number">{number}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

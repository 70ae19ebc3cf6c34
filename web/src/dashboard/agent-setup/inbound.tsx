import { useWords } from "../../words/index.ts";
import { partLater } from "../../ui/part-later.tsx";

const FreeNumbers = partLater(async () => (await import("./free-numbers.tsx")).FreeNumbers);

interface InboundProps {
  numbers: readonly string[];
  /** To whom a number can be given; undefined: nobody here may do that, or the agent was not saved yet. */
  agentId: string | undefined;
}

/** The numbers that ring it. */
export function Inbound({ numbers, agentId }: InboundProps): React.ReactNode {
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
      {agentId !== undefined && <FreeNumbers agentId={agentId} />}
    </section>
  );
}

/** What the form guard saw in a call: a form as it fills, a tool call that it held, words that it corrected. */
import type { Entry } from "@ongea/contract";
import { useWords } from "../words/index.ts";

interface GuardedProps {
  entry: Extract<Entry, { kind: "form" | "held" | "corrected" }>;
}

export function Guarded({ entry }: GuardedProps): React.ReactNode {
  const words = useWords();
  if (entry.kind === "form") return <Form entry={entry} />;
  if (entry.kind === "held") {
    const { name: tool, slot, asked } = entry;
    const reason = words.say(`calls.held_${entry.reason}`);
    return (
      <p>
        <bdi>
          {slot === undefined ? words.say("calls.held", { tool, reason }) : words.say("calls.held_slot", { tool, slot, reason })}
        </bdi>
        {asked && <span className="unsaid"> {words.say("calls.held_asked")}</span>}
      </p>
    );
  }
  const isNoted = entry.what === "fact" && entry.instead === undefined;
  return (
    <p>
      <span className="note">{words.say(isNoted ? "calls.noted_fact" : `calls.corrected_${entry.what}`)}</span>{" "}
      <bdi className={isNoted ? "" : "unsaid"}>{entry.said}</bdi>
    </p>
  );
}

function Form({ entry: { tool, slots } }: { entry: Extract<Entry, { kind: "form" }> }): React.ReactNode {
  const words = useWords();
  return (
    <div className="form-state">
      <span className="note">{words.say("calls.form_of", { tool })}</span>
      <dl>
        {slots.map(({ name, value, state }) => (
          <div key={name} className={state}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{String(value)}</bdi> <span className="unsaid">{words.say(`calls.slot_${state}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

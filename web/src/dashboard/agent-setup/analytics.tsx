/** What is made of a call's words when it is over: tasks of the document behind the call itself. */

import { useId } from "react";
import { useWords } from "../../words/index.ts";
import type { Bound } from "./fields.tsx";
import { KINDS, type Kind, later, withDetails, withTask } from "./later-tasks.ts";

export function Analytics({ bound }: { bound: Bound }): React.ReactNode {
  const words = useWords();
  return (
    <section className="controls" aria-label={words.say("agents.section_after_call")}>
      <h2>{words.say("agents.section_after_call")}</h2>
      <p className="hint">{words.say("agents.after_call_note")}</p>
      {KINDS.map((kind) => (
        <Task key={kind} kind={kind} bound={bound} />
      ))}
    </section>
  );
}

const MOST = { summarization: 4_000, extraction: 8_000 };

function Task({ kind, bound }: { kind: Kind; bound: Bound }): React.ReactNode {
  const words = useWords();
  const id = useId();
  const document = bound.document;
  const details = later(document, kind);
  const set = (tasks: readonly unknown[]): void => bound.set(["agent_config", "tasks"], tasks);
  const isMissing = kind === "extraction" && details?.trim() === "";
  return (
    <>
      <div className="control">
        <div>
          <label htmlFor={id}>{words.say(`agents.${kind}`)}</label>
          <p className="hint" id={`${id}-hint`}>
            {words.say(`agents.${kind}_note`)}
          </p>
        </div>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={`${id}-hint`}
          disabled={bound.readOnly}
          checked={details !== undefined}
          onChange={({ target }) => set(withTask(document, kind, target.checked))}
        />
      </div>
      {details !== undefined && (
        <div className="control tall">
          <label htmlFor={`${id}-details`}>{words.say(`agents.${kind}_details`)}</label>
          <textarea
            id={`${id}-details`}
            className="input area"
            rows={kind === "extraction" ? 5 : 2}
            maxLength={MOST[kind]}
            disabled={bound.readOnly}
            aria-describedby={`${id}-details-note`}
            value={details}
            onChange={({ target }) => set(withDetails(document, kind, target.value))}
          />
          <p className={isMissing ? "problem" : "hint"} id={`${id}-details-note`}>
            {words.say(isMissing ? "agents.extraction_missing" : `agents.${kind}_details_note`)}
          </p>
        </div>
      )}
    </>
  );
}

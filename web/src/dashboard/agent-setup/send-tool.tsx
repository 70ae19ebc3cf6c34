/** Whether the agent may write to the person while they speak: by which sender, and in which words. */
import { type ApiTools, reachesNumbers } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { AreaField, SelectField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";
import { sendIn, withoutSend, withSend } from "./send-draft.ts";

interface SendToolProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
}

const LONGEST_TEXT = 1_000;
/** Isolated, so that its braces stay where they are between words from right to left. */
const VARIABLE = "\u2066{contact.name}\u2069";

export function SendTool({ tools, change, readOnly }: SendToolProps): React.ReactNode {
  const words = useWords();
  const senders = useQuery(questions.senders).data?.filter(({ provider }) => reachesNumbers(provider));
  const draft = sendIn(tools)?.draft;
  return (
    <section className="controls" aria-label={words.say("agents.send")}>
      <h2>{words.say("agents.send")}</h2>
      <p className="hint">{words.say("agents.send_note")}</p>
      <label className="control">
        <span>{words.say("agents.send_on")}</span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          disabled={readOnly}
          checked={draft !== undefined}
          onChange={({ target }) => change(target.checked ? withSend(tools, { senderId: "", text: "" }) : withoutSend(tools))}
        />
      </label>
      {draft && senders?.length === 0 && (
        <p>
          {words.say("agents.send_no_sender")} <Link to={paths.messages}>{words.say("agents.send_add_sender")}</Link>
        </p>
      )}
      {draft && (
        <SelectField
          label={words.say("agents.send_sender")}
          value={draft.senderId}
          disabled={readOnly}
          onChange={({ target }) => change(withSend(tools, { ...draft, senderId: target.value }))}
        >
          <option value="">{words.say("agents.send_any_sender")}</option>
          {senders?.map(({ id, sender, label }) => (
            <option key={id} value={id}>
              {label || sender}
            </option>
          ))}
        </SelectField>
      )}
      {draft && (
        <AreaField
          label={words.say("agents.send_text")}
          hint={words.say("agents.send_text_note", { variable: VARIABLE })}
          rows={3}
          maxLength={LONGEST_TEXT}
          value={draft.text}
          readOnly={readOnly}
          onChange={({ target }) => change(withSend(tools, { ...draft, text: target.value }))}
        />
      )}
    </section>
  );
}

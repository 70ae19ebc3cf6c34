/** What people are written: by which sender, and the words or the template, with columns of the file in them. */
import {
  listSenders,
  listSenderTemplates,
  LONGEST_BATCH_TEXT,
  reachesNumbers,
  type BatchMessage,
  type MessageSender,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";

export interface MessageDraft {
  senderId: string;
  text: string;
  template: string;
  values: Readonly<Record<string, string>>;
}

export const EMPTY_MESSAGE: MessageDraft = { senderId: "", text: "", template: "", values: {} };
const LONGEST_VALUE = 300;
/** Names the reason why nothing can be previewed. */
export const NO_SENDER = "no-sender";

export type MessageChoices = ReturnType<typeof useMessageChoices>;

/** By whom people could be written to, and the templates that WhatsApp takes of the chosen sender. */
export function useMessageChoices({ senderId, template }: MessageDraft, isWanted: boolean) {
  const { data: all } = useQuery({
    queryKey: ["message-senders"],
    queryFn: () => server.call(listSenders),
    enabled: isWanted,
  });
  const senders: readonly MessageSender[] | undefined = all?.filter(({ provider }) => reachesNumbers(provider));
  const sender = senders?.find(({ id }) => id === senderId) ?? senders?.[0];
  const { data } = useQuery({
    queryKey: ["message-senders", "templates", sender?.id],
    queryFn: () => server.call(listSenderTemplates, { params: { sender_id: sender?.id ?? "" } }),
    enabled: isWanted && sender?.provider === "whatsapp",
  });
  const templates = data?.data.filter((each) => each.can_send);
  const chosen = templates?.find((each) => keyOf(each) === template) ?? templates?.[0];
  return { senders, sender, templates, template: chosen };
}

/** Undefined: something is missing. */
export function messageOf({ text, values }: MessageDraft, { sender, template }: MessageChoices): BatchMessage | undefined {
  if (!sender) return undefined;
  if (sender.provider !== "whatsapp") {
    const words = text.trim();
    return words === "" ? undefined : { sender_id: sender.id, text: words, template: null };
  }
  const given = template?.variables.map((name) => (values[name] ?? "").trim());
  if (!template || !given || given.includes("")) return undefined;
  return { sender_id: sender.id, text: "", template: { name: template.name, language: template.language, values: given } };
}

interface FieldsProps {
  draft: MessageDraft;
  choices: MessageChoices;
  set: (change: Partial<MessageDraft>) => void;
}

export function MessageFields({ draft, choices, set }: FieldsProps): React.ReactNode {
  const words = useWords();
  const { senders, sender } = choices;
  if (senders?.length === 0)
    return (
      <p className="hint" id={NO_SENDER}>
        {words.say("batches.no_sender")}{" "}
        <Link className="underline" to={paths.senders}>
          {words.say("messages.sms_add")}
        </Link>
      </p>
    );
  return (
    <>
      <SelectField
        label={words.say("messages.sms_sender")}
        value={sender?.id ?? ""}
        onChange={({ target }) => set({ senderId: target.value, template: "", values: {} })}
      >
        {senders?.map((each) => (
          <option key={each.id} value={each.id}>
            {each.label || each.sender}
          </option>
        ))}
      </SelectField>
      {sender && sender.provider !== "whatsapp" && (
        <AreaField
          label={words.say("messages.sms_text")}
          hint={words.say("batches.text_hint")}
          rows={4}
          dir="auto"
          maxLength={LONGEST_BATCH_TEXT}
          value={draft.text}
          onChange={({ target }) => set({ text: target.value })}
        />
      )}
      {sender?.provider === "whatsapp" && <TemplateFields draft={draft} choices={choices} set={set} />}
    </>
  );
}

function TemplateFields({ draft, choices: { templates, template }, set }: FieldsProps): React.ReactNode {
  const words = useWords();
  if (!templates) return null;
  if (!template) return <p className="hint">{words.say("messages.template_none")}</p>;
  return (
    <>
      <SelectField
        label={words.say("messages.template_choose")}
        value={keyOf(template)}
        onChange={({ target }) => set({ template: target.value, values: {} })}
      >
        {templates.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {each.name} · {each.language}
          </option>
        ))}
      </SelectField>
      <p className="m-0 whitespace-pre-wrap" dir="auto">
        {template.body}
      </p>
      {template.variables.map((name) => (
        <TextField
          key={name}
          label={words.say("messages.template_value", { name })}
          hint={words.say("batches.text_hint")}
          dir="auto"
          maxLength={LONGEST_VALUE}
          value={draft.values[name] ?? ""}
          onChange={({ target }) => set({ values: { ...draft.values, [name]: target.value } })}
        />
      ))}
    </>
  );
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

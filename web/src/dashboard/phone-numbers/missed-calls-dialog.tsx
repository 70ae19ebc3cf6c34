import {
  listSenders,
  listSenderTemplates,
  MISSED_CALL_PAUSE_MINUTES,
  reachesNumbers,
  setMissedCall,
  type MessageSender,
  type MissedCallSetting,
  type PhoneNumber,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { NUMBERS } from "./keys.ts";

interface Draft {
  answer: MissedCallSetting["answer"] | "off";
  pause: string;
  senderId: string;
  text: string;
  template: string;
  values: Readonly<Record<string, string>>;
}

const ANSWERS = ["off", "call_back", "message"] as const;
const MOST_MINUTES = 1_440;

export function MissedCallsDialog({ one, close }: { one: PhoneNumber; close: () => void }): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState<Draft>(() => draftOf(one.missed_call));
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const { senders, sender, templates } = useWays(draft);
  const template = templates.find((each) => keyOf(each) === draft.template) ?? templates[0];
  const values = template?.variables.map((name) => (draft.values[name] ?? "").trim()) ?? [];
  const save = useAct({
    act: () => server.call(setMissedCall, { params: { phone_number_id: one.id }, body: { missed_call: setting() } }),
    changes: [NUMBERS],
    done: () => {
      toast(words.say("numbers.missed_saved"), one.phone_number);
      close();
    },
  });
  function setting(): MissedCallSetting | null {
    const { answer, pause, text } = draft;
    if (answer === "off") return null;
    const pause_minutes = Number(pause);
    if (answer === "call_back") return { answer, pause_minutes };
    const of = { answer, pause_minutes, sender_id: sender?.id ?? "" };
    if (sender?.provider !== "whatsapp") return { ...of, text, template: null };
    return { ...of, text: "", template: template ? { name: template.name, language: template.language, values } : null };
  }
  const isMessage = draft.answer === "message";
  const lacks = isMessage && (!sender || (sender.provider === "whatsapp" && (!template || values.includes(""))));
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.say("numbers.missed_of", { number: one.phone_number })}
      description={words.say("numbers.missed_note")}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.busy && !lacks) save.do();
        }}
      >
        <SelectField
          label={words.say("numbers.missed_answer")}
          value={draft.answer}
          onChange={({ target }) => change({ answer: ANSWERS.find((each) => each === target.value) ?? "off" })}
        >
          {ANSWERS.map((each) => (
            <option key={each} value={each}>
              {words.say(`numbers.missed_${each}`)}
            </option>
          ))}
        </SelectField>
        {draft.answer !== "off" && (
          <TextField
            label={words.say("numbers.missed_pause")}
            type="number"
            required
            min={1}
            max={MOST_MINUTES}
            value={draft.pause}
            onChange={({ target }) => change({ pause: target.value })}
          />
        )}
        {isMessage && !sender && <p className="hint">{words.say("numbers.missed_no_sender")}</p>}
        {isMessage && sender && (
          <SelectField
            label={words.say("numbers.missed_sender")}
            value={sender.id}
            onChange={({ target }) => change({ senderId: target.value, template: "", values: {} })}
          >
            {senders.map((each) => (
              <option key={each.id} value={each.id}>
                {each.label || each.sender}
              </option>
            ))}
          </SelectField>
        )}
        {isMessage && sender && sender.provider !== "whatsapp" && (
          <AreaField
            label={words.say("numbers.missed_text")}
            rows={3}
            dir="auto"
            required
            maxLength={1_000}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
        {isMessage && sender?.provider === "whatsapp" && !template && (
          <p className="hint">{words.say("numbers.missed_no_template")}</p>
        )}
        {isMessage && sender?.provider === "whatsapp" && template && (
          <>
            <SelectField
              label={words.say("numbers.missed_template")}
              value={keyOf(template)}
              onChange={({ target }) => change({ template: target.value, values: {} })}
            >
              {templates.map((each) => (
                <option key={keyOf(each)} value={keyOf(each)}>
                  {each.name} · {each.language}
                </option>
              ))}
            </SelectField>
            <p className="whitespace-pre-wrap" dir="auto">
              {template.body}
            </p>
            {template.variables.map((name) => (
              <TextField
                key={name}
                label={words.say("numbers.missed_value", { name })}
                dir="auto"
                required
                maxLength={300}
                value={draft.values[name] ?? ""}
                onChange={({ target }) => change({ values: { ...draft.values, [name]: target.value } })}
              />
            ))}
          </>
        )}
        <ProblemLine>{save.problem}</ProblemLine>
        <div className="flex flex-wrap gap-2">
          <Button rank="first" type="submit" disabled={lacks} busy={save.busy && words.say("numbers.missed_saving")}>
            {words.say("numbers.missed_save")}
          </Button>
          <Button onClick={close} disabled={save.busy}>
            {words.say("shell.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

function draftOf(now: MissedCallSetting | null): Draft {
  const of = now?.answer === "message" ? now : undefined;
  return {
    answer: now?.answer ?? "off",
    pause: String(now?.pause_minutes ?? MISSED_CALL_PAUSE_MINUTES),
    senderId: of?.sender_id ?? "",
    text: of?.template ? "" : (of?.text ?? ""),
    template: of?.template ? keyOf(of.template) : "",
    values: {},
  };
}

/** By whom it could be written, and the templates that WhatsApp takes of the chosen sender. */
function useWays({ answer, senderId }: Draft) {
  const { data: all = [] } = useQuery({
    queryKey: ["message-senders"],
    queryFn: () => server.call(listSenders),
    enabled: answer === "message",
  });
  const senders: readonly MessageSender[] = all.filter(({ provider }) => reachesNumbers(provider));
  const sender = senders.find(({ id }) => id === senderId) ?? senders[0];
  const { data } = useQuery({
    queryKey: ["message-senders", "templates", sender?.id],
    queryFn: () => server.call(listSenderTemplates, { params: { sender_id: sender?.id ?? "" } }),
    enabled: answer === "message" && sender?.provider === "whatsapp",
  });
  return { senders, sender, templates: data?.data.filter((each) => each.can_send) ?? [] };
}

/** Outside of WhatsApp's 24 hours: one of the account's approved templates, with what stands for its variables. */
import { listTemplates, type MessageTemplate, sendTemplate } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { newId } from "../../ui/new-id.ts";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { templatesKey, THREADS } from "./keys.ts";

export function TemplateForm({ threadId }: { threadId: string }): React.ReactNode {
  const words = useWords();
  const params = { thread_id: threadId };
  const found = useQuery({
    queryKey: templatesKey(threadId),
    queryFn: () => server.call(listTemplates, { params }),
    staleTime: 60_000,
  }).data;
  if (!found || found.is_window_open) return null;
  const { data, knows_account: isKnown } = found;
  return (
    <section className="grid gap-3 pt-6">
      <p>{words.say("messages.template_closed")}</p>
      {data.length > 0 ? (
        <Choice threadId={threadId} templates={data} />
      ) : (
        <p className="hint">{words.say(isKnown ? "messages.template_none" : "messages.template_no_account")}</p>
      )}
    </section>
  );
}

const keyOf = ({ name, language }: MessageTemplate): string => `${name} ${language}`;

function keyOfFirst(templates: readonly MessageTemplate[]): string {
  const first = templates.find((one) => one.can_send) ?? templates[0];
  return first ? keyOf(first) : "";
}

function Choice({ threadId, templates }: { threadId: string; templates: readonly MessageTemplate[] }): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState(() => keyOfFirst(templates));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  /** The same again after a failure is the same message. */
  const [sendId, setSendId] = useState(newId);
  const template = templates.find((one) => keyOf(one) === chosen);
  const filled = template?.variables.map((name) => (values[name] ?? "").trim()) ?? [];
  const send = useAct({
    act: ({ name, language }: MessageTemplate) =>
      server.call(sendTemplate, { params: { thread_id: threadId }, body: { id: sendId, name, language, values: filled } }),
    changes: [THREADS],
    done: () => {
      setValues({});
      setSendId(newId());
    },
  });
  const set = (change: () => void): void => {
    change();
    setSendId(newId());
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (template && !send.busy) send.do(template);
      }}
    >
      <SelectField
        label={words.say("messages.template_choose")}
        value={chosen}
        onChange={({ target }) => set(() => setChosen(target.value))}
      >
        {templates.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)} disabled={!one.can_send}>
            {one.name} · {one.language}
            {!one.can_send && ` · ${words.say(`messages.template_${one.state}`)}`}
          </option>
        ))}
      </SelectField>
      {template && (
        <p className="whitespace-pre-wrap" dir="auto">
          {template.body}
        </p>
      )}
      {template?.variables.map((name) => (
        <TextField
          key={name}
          label={words.say("messages.template_value", { name })}
          dir="auto"
          maxLength={300}
          value={values[name] ?? ""}
          onChange={({ target }) => set(() => setValues((before) => ({ ...before, [name]: target.value })))}
        />
      ))}
      <ProblemLine>{send.problem}</ProblemLine>
      <div>
        <Button
          rank="first"
          type="submit"
          disabled={!template?.can_send || filled.includes("")}
          busy={send.busy && words.say("messages.sending")}
        >
          {words.say("messages.template_send")}
        </Button>
      </div>
    </form>
  );
}

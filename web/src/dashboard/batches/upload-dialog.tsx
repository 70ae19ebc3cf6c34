/** A batch is made: the file is read before anything is kept, and nobody is called before it is run. */
import {
  CARRIERS,
  createBatch,
  listPhoneNumbers,
  previewBatchMessages,
  previewContacts,
  scheduleBatch,
  type Agent,
  type Answer,
  type BatchFollowUp,
  type BatchGoal,
  type BatchMessage,
  type FollowUpOccasion,
  type FormField,
  type PhoneNumber,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GoalField } from "../../call/goal-field.tsx";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { chosenOf } from "../../ui/chosen.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { useWords } from "../../words/index.ts";
import { BATCHES } from "./keys.ts";
import { FollowUpFields, occasionsOf } from "./follow-up-fields.tsx";
import { EMPTY_MESSAGE, MessageFields, messageOf, NO_SENDER, useMessageChoices, type MessageDraft } from "./message-fields.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { Preview } from "./preview.tsx";

const KINDS = ["calls", "messages"] as const;

interface UploadProps {
  agents: readonly Agent[];
  agentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  made: (agentId: string) => void;
}

interface Draft {
  kind: (typeof KINDS)[number];
  message: MessageDraft;
  agentId: string;
  from: string;
  file: File | undefined;
  when: string;
  retry: boolean;
  anyHour: boolean;
  goal: BatchGoal | undefined;
  /** Who is written to after their call. */
  to: readonly FollowUpOccasion[];
}

export function UploadDialog({ open, onOpenChange, ...rest }: UploadProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.say("batches.new")}>
      <UploadForm {...rest} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = Pick<UploadProps, "agents" | "agentId" | "made"> & { close: () => void };

function UploadForm({ agents, agentId, made, close }: FormProps): React.ReactNode {
  const words = useWords();
  const numbers = useQuery({ queryKey: ["numbers"], queryFn: () => server.call(listPhoneNumbers) });
  const [draft, setDraft] = useState<Draft>({
    kind: "calls",
    message: EMPTY_MESSAGE,
    agentId,
    from: "",
    file: undefined,
    when: "",
    retry: true,
    anyHour: false,
    goal: undefined,
    to: [],
  });
  const isMessages = draft.kind === "messages";
  const to = isMessages ? [] : occasionsOf(draft.to, draft.goal);
  const isWritten = isMessages || to.length > 0;
  const choices = useMessageChoices(draft.message, isWritten);
  const message = isWritten ? messageOf(draft.message, choices) : undefined;
  const hasNoSender = isWritten && choices.senders?.length === 0;
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const [found, setFound] = useState<Answer<typeof previewContacts>>();
  const notice = useNotice();
  const preview = useAct({
    act: async (file: File) => server.call(previewContacts, { file: await bytesOf(file) }),
    done: setFound,
  });
  const [read, setRead] = useState<{ of: string; found: Answer<typeof previewBatchMessages> }>();
  // A preview of other words or of another agent is none.
  const order = JSON.stringify([draft.agentId, message]);
  const shown = read?.of === order ? read.found : undefined;
  const previewMessages = useAct({
    act: async (file: File) => ({
      of: order,
      found: await server.call(previewBatchMessages, { form: await previewForm(draft.agentId, file, message) }),
    }),
    done: setRead,
  });
  const choose = (file: File | undefined): void => {
    set({ file });
    setFound(undefined);
    setRead(undefined);
    previewMessages.forget();
    preview.forget();
    notice.mended();
    if (file) preview.do(file);
  };
  const held = numbers.data?.filter((one) => one.rented);
  const from = draft.from || usualFrom(held ?? [], draft.agentId);
  const create = useAct({
    act: () => send({ ...draft, from, to }, message),
    changes: [BATCHES],
    done: ({ valid_contacts: count }) => {
      close();
      made(draft.agentId);
      toast(words.say("batches.created"), words.say("batches.created_note", { count, file: draft.file?.name ?? "" }));
    },
    failed: (problem) => toast(words.say("batches.creation_failed"), problem, "bad"),
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    notice.mended();
    if (!draft.file || (isWritten && !message) || (!isMessages && from === ""))
      notice.tell(words.say("batches.missing"), words.say("batches.missing_note"));
    else if (isWritten && !shown) previewMessages.do(draft.file);
    else if (isMessages || found) create.do();
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
      <SelectField
        label={words.say("batches.kind")}
        value={draft.kind}
        onChange={({ target }) => set({ kind: chosenOf(KINDS, target.value) || "calls" })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words.say(`batches.kind_${kind}`)}
          </option>
        ))}
      </SelectField>
      <WhoCalls agents={agents} held={held} draft={{ ...draft, from }} set={set} />
      {isMessages && (
        <MessageFields
          draft={draft.message}
          choices={choices}
          set={(change) => set({ message: { ...draft.message, ...change } })}
        />
      )}
      {!isMessages && (
        <>
          <GoalField
            agent={agents.find(({ id }) => id === draft.agentId)}
            goal={draft.goal}
            choose={(goal) => set({ goal })}
            hint={words.say("batches.goal_hint")}
          />
          <FollowUpFields
            chosen={to}
            goal={draft.goal}
            choose={(chosen) => set({ to: chosen })}
            draft={draft.message}
            choices={choices}
            set={(change) => set({ message: { ...draft.message, ...change } })}
          />
        </>
      )}
      <FileField
        label={words.say("batches.file")}
        hint={words.say(isMessages ? "batches.file_hint_messages" : "batches.file_hint")}
        accept=".csv,.txt,.tsv,text/csv"
        problem={preview.problem}
        choose={choose}
      />
      {preview.busy && <p role="status">{words.say("batches.reading")}</p>}
      {found && !isMessages && <Preview found={shown ? calledOf(found, shown) : found} agentId={draft.agentId} />}
      {isWritten && shown && <MessagePreview found={shown} isAfterCalls={!isMessages} />}
      <When draft={draft} set={set} />
      <ProblemLine>{create.problem ?? (isWritten ? previewMessages.problem : undefined)}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button
          rank="first"
          type="submit"
          disabled={hasNoSender}
          aria-describedby={hasNoSender ? NO_SENDER : undefined}
          busy={(create.busy && words.say("batches.creating")) || (previewMessages.busy && words.say("batches.reading"))}
        >
          {words.say(isWritten && !shown ? "messages.after_preview" : "batches.create")}
        </Button>
        <Button onClick={close} disabled={create.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

type WhoProps = PartProps & { agents: readonly Agent[]; held: readonly PhoneNumber[] | undefined };

function WhoCalls({ agents, held, draft, set }: WhoProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <SelectField
        label={words.say("batches.agent")}
        value={draft.agentId}
        onChange={({ target }) => set({ agentId: target.value, goal: undefined })}
      >
        {agents.map(({ id, agent_name: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {draft.kind === "calls" && (
        <SelectField
          label={words.say("batches.from")}
          hint={words.say("batches.from_hint")}
          problem={held?.length === 0 ? words.say("batches.from_none") : undefined}
          value={draft.from}
          onChange={({ target }) => set({ from: target.value })}
        >
          {held?.map(({ id, phone_number: number }) => (
            <option key={id} value={number}>
              {number}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

function When({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("batches.when")}
        hint={words.say(draft.kind === "messages" ? "batches.when_hint_messages" : "batches.when_hint")}
        type="datetime-local"
        value={draft.when}
        onChange={({ target }) => set({ when: target.value })}
      />
      {draft.kind === "calls" && (
        <Check label={words.say("batches.retry")} checked={draft.retry} set={(retry) => set({ retry })} />
      )}
      {draft.kind === "calls" && draft.when !== "" && (
        <Check label={words.say("batches.any_hour")} checked={draft.anyHour} set={(anyHour) => set({ anyHour })} />
      )}
    </>
  );
}

function Check({ label, checked, set }: { label: string; checked: boolean; set: (checked: boolean) => void }): React.ReactNode {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={checked} onChange={({ target }) => set(target.checked)} />
      {label}
    </label>
  );
}

/** Who lacks a value of the message is left out of the calls too. */
function calledOf(
  found: Answer<typeof previewContacts>,
  { valid_contacts, refused, refused_count }: Answer<typeof previewBatchMessages>,
): Answer<typeof previewContacts> {
  const left = new Set(refused.map(({ line }) => line));
  const contacts = found.contacts.filter(({ line }) => !left.has(line));
  return { ...found, contacts, valid_contacts, refused, refused_count };
}

/** What people can call back comes before what only this server knows, and among these the agent's own. */
function usualFrom(held: readonly PhoneNumber[], agentId: string): string {
  const worth = ({
    trunk_id: trunk,
    telephony_provider: company,
    phone_number: number,
    agent_id: answers,
  }: PhoneNumber): number =>
    (trunk !== null || (CARRIERS as readonly string[]).includes(company) ? 4 : 0) +
    (number.startsWith("+") ? 2 : 0) +
    (answers === agentId ? 1 : 0);
  return held.toSorted((one, other) => worth(other) - worth(one))[0]?.phone_number ?? "";
}

const RETRY = { enabled: true, max_retries: 3, retry_on_statuses: ["no-answer", "busy"], retry_intervals_minutes: [30, 60, 120] };

async function send(draft: Draft, message: BatchMessage | undefined): Promise<Answer<typeof createBatch>> {
  const { file, when, kind, anyHour } = draft;
  if (!file) throw new Error("A batch without a file");
  const made = await server.call(createBatch, { form: await orderForm(draft, file, message) });
  if (when !== "") {
    const body = { scheduled_at: new Date(when).toISOString(), bypass_call_guardrails: kind === "calls" && anyHour };
    await server.call(scheduleBatch, { params: { batch_id: made.batch_id }, body });
  }
  return made;
}

async function orderForm(
  { agentId, from, retry, goal, kind, to }: Draft,
  file: File,
  message: BatchMessage | undefined,
): Promise<FormField[]> {
  if (kind === "messages") return previewForm(agentId, file, message);
  const form = await previewForm(agentId, file, undefined);
  form.push({ name: "from_phone_number", value: from });
  if (goal) form.push({ name: "goal", value: JSON.stringify(goal) });
  if (message && to.length > 0) {
    const followUp: BatchFollowUp = { to: [...to], message };
    form.push({ name: "follow_up", value: JSON.stringify(followUp) });
  }
  if (retry) form.push({ name: "retry_config", value: JSON.stringify(RETRY) });
  return form;
}

async function previewForm(agentId: string, file: File, message: BatchMessage | undefined): Promise<FormField[]> {
  const form: FormField[] = [
    { name: "agent_id", value: agentId },
    { name: "file", value: { fileName: file.name, bytes: await bytesOf(file) } },
  ];
  return message ? [...form, { name: "message", value: JSON.stringify(message) }] : form;
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** A batch is made: the file is read before anything is kept, and nobody is called before it is run. */
import {
  CARRIERS,
  createBatch,
  listPhoneNumbers,
  previewContacts,
  scheduleBatch,
  type Agent,
  type Answer,
  type BatchGoal,
  type FormField,
  type PhoneNumber,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GoalField } from "../../call/goal-field.tsx";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { useWords } from "../../words/index.ts";
import { BATCHES } from "./keys.ts";
import { Preview } from "./preview.tsx";

interface UploadProps {
  agents: readonly Agent[];
  agentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  made: (agentId: string) => void;
}

interface Draft {
  agentId: string;
  from: string;
  file: File | undefined;
  when: string;
  retry: boolean;
  anyHour: boolean;
  goal: BatchGoal | undefined;
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
    agentId,
    from: "",
    file: undefined,
    when: "",
    retry: true,
    anyHour: false,
    goal: undefined,
  });
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const [found, setFound] = useState<Answer<typeof previewContacts>>();
  const notice = useNotice();
  const preview = useAct({
    act: async (file: File) => server.call(previewContacts, { file: await bytesOf(file) }),
    done: setFound,
  });
  const choose = (file: File | undefined): void => {
    set({ file });
    setFound(undefined);
    preview.forget();
    notice.mended();
    if (file) preview.do(file);
  };
  const held = numbers.data?.filter((one) => one.rented);
  const from = draft.from || usualFrom(held ?? [], draft.agentId);
  const create = useAct({
    act: () => send({ ...draft, from }),
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
    if (from === "" || !draft.file) notice.tell(words.say("batches.missing"), words.say("batches.missing_note"));
    else if (found) create.do();
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
      <WhoCalls agents={agents} held={held} draft={{ ...draft, from }} set={set} />
      <GoalField
        agent={agents.find(({ id }) => id === draft.agentId)}
        goal={draft.goal}
        choose={(goal) => set({ goal })}
        hint={words.say("batches.goal_hint")}
      />
      <FileField
        label={words.say("batches.file")}
        hint={words.say("batches.file_hint")}
        accept=".csv,.txt,.tsv,text/csv"
        problem={preview.problem}
        choose={choose}
      />
      {preview.busy && <p role="status">{words.say("batches.reading")}</p>}
      {found && <Preview found={found} agentId={draft.agentId} />}
      <When draft={draft} set={set} />
      <ProblemLine>{create.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={create.busy && words.say("batches.creating")}>
          {words.say("batches.create")}
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
    </>
  );
}

function When({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("batches.when")}
        hint={words.say("batches.when_hint")}
        type="datetime-local"
        value={draft.when}
        onChange={({ target }) => set({ when: target.value })}
      />
      <Check label={words.say("batches.retry")} checked={draft.retry} set={(retry) => set({ retry })} />
      {draft.when !== "" && (
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

async function send(draft: Draft): Promise<Answer<typeof createBatch>> {
  const { agentId, from, file, when, retry, anyHour, goal } = draft;
  if (!file) throw new Error("A batch without a file");
  const form: FormField[] = [
    { name: "agent_id", value: agentId },
    { name: "from_phone_number", value: from },
    { name: "file", value: { fileName: file.name, bytes: await bytesOf(file) } },
  ];
  if (goal) form.push({ name: "goal", value: JSON.stringify(goal) });
  if (retry) form.push({ name: "retry_config", value: JSON.stringify(RETRY) });
  const made = await server.call(createBatch, { form });
  if (when !== "") {
    const body = { scheduled_at: new Date(when).toISOString(), bypass_call_guardrails: anyHour };
    await server.call(scheduleBatch, { params: { batch_id: made.batch_id }, body });
  }
  return made;
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** 'Add Knowledge': a text, a document, a page or questions, with how it is divided. */
import { chosenOf } from "../../ui/chosen.ts";
import {
  addKnowledge,
  CHUNK_SIZES,
  DOCUMENT_ENDINGS,
  OVERLAPS,
  PROCESSING_MODES,
  SITE_PAGES,
  uploadKnowledge,
  type KnowledgeItem,
} from "@ongea/contract";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, FileField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { useWords } from "../../words/index.ts";
import { BUILT_IN, EmbeddingFields, wireEmbedding, type Embedding } from "./embedding-fields.tsx";
import { KNOWLEDGE } from "./keys.ts";
import { AgentChoice } from "./used-by.tsx";
import { Questions } from "./questions.tsx";

const TYPES = ["text", "document", "url", "faq"] as const;
type Type = (typeof TYPES)[number];
type Mode = (typeof PROCESSING_MODES)[number];

interface Draft {
  type: Type;
  title: string;
  content: string;
  url: string;
  pages: number;
  file: File | undefined;
  questions: { question: string; answer: string }[];
  size: number;
  overlap: number;
  mode: Mode;
  embedding: Embedding;
  agents: readonly string[];
}

const EMPTY: Draft = {
  type: "text",
  title: "",
  content: "",
  url: "",
  pages: 1,
  file: undefined,
  questions: [{ question: "", answer: "" }],
  size: 1_000,
  overlap: 100,
  mode: "automatic",
  embedding: BUILT_IN,
  agents: [],
};

/** For whom it is added; with a question that this agent is to answer from now on. */
interface Start {
  question?: string;
  agent: string;
}

interface AddDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  start?: Start | undefined;
  added?: (() => void) | undefined;
}

const MOST_TITLE = 200;

function draftOf(start: Start | undefined): Draft {
  if (!start) return EMPTY;
  const { question, agent } = start;
  if (question === undefined) return { ...EMPTY, agents: [agent] };
  return { ...EMPTY, type: "faq", title: question.slice(0, MOST_TITLE), questions: [{ question, answer: "" }], agents: [agent] };
}

export function AddDialog({ open, onOpenChange, start, added }: AddDialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.say("knowledge.add")}>
      <AddForm close={() => onOpenChange(false)} start={start} added={added} />
    </Dialog>
  );
}

function AddForm({ close, start, added }: Pick<AddDialogProps, "start" | "added"> & { close: () => void }): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState(() => draftOf(start));
  const [isChecked, setChecked] = useState(false);
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const notice = useNotice();
  const add = useAct({
    act: () => send(draft),
    changes: [KNOWLEDGE],
    done: ({ source }) => {
      added?.();
      close();
      const isPdf = source?.toLowerCase().endsWith(".pdf") === true && draft.type === "document";
      if (isPdf) toast(words.say("knowledge.pdf_uploaded"), words.say("knowledge.uploaded_note", { file: source }));
      else toast(words.say("knowledge.added"));
    },
  });
  const needsTitle = isChecked && titleOf(draft) === "";
  const submit = (event: React.SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setChecked(true);
    notice.mended();
    // Every field that lacks something says so at once, the title too.
    const isComplete = event.currentTarget.reportValidity() && (draft.type !== "document" || draft.file !== undefined);
    if (titleOf(draft) === "") notice.tell(words.say("knowledge.title_required"), words.say("knowledge.title_required_note"));
    else if (isComplete) add.do();
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <TextField
        label={words.say("knowledge.name")}
        value={draft.title}
        maxLength={MOST_TITLE}
        autoComplete="off"
        problem={needsTitle ? words.say("knowledge.title_required_note") : undefined}
        required={draft.type !== "document"}
        onChange={({ target }) => {
          set({ title: target.value });
          notice.mended();
        }}
      />
      <Tabs.Root value={draft.type} dir={words.direction} onValueChange={(type) => set({ type: chosenOf(TYPES, type) })}>
        <Tabs.List className="tabs" aria-label={words.say("knowledge.kind")}>
          {TYPES.map((type) => (
            <Tabs.Trigger key={type} value={type}>
              {words.say(`knowledge.${type}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={draft.type} className="pt-4">
          <Content draft={draft} set={set} isChecked={isChecked} />
        </Tabs.Content>
      </Tabs.Root>
      <AgentChoice chosen={draft.agents} choose={(agents) => set({ agents })} />
      <Advanced draft={draft} set={set} />
      <ProblemLine>{add.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={add.busy && words.say("knowledge.adding")}>
          {words.say("knowledge.add")}
        </Button>
        <Button onClick={close} disabled={add.busy}>
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

function Content({ draft, set, isChecked }: PartProps & { isChecked: boolean }): React.ReactNode {
  const words = useWords();
  if (draft.type === "text")
    return (
      <AreaField
        label={words.say("knowledge.content")}
        rows={8}
        required
        maxLength={1_000_000}
        value={draft.content}
        onChange={({ target }) => set({ content: target.value })}
      />
    );
  if (draft.type === "url") return <Address draft={draft} set={set} />;
  if (draft.type === "faq") return <Questions questions={draft.questions} set={(questions) => set({ questions })} />;
  return (
    <FileField
      label={words.say("knowledge.file")}
      hint={words.say("knowledge.file_hint")}
      accept={DOCUMENT_ENDINGS.join(",")}
      problem={isChecked && !draft.file ? words.say("knowledge.file_missing") : undefined}
      choose={(file) => set({ file })}
    />
  );
}

function Address({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <div className="grid gap-4">
      <TextField
        label={words.say("knowledge.url")}
        hint={words.say("knowledge.url_hint")}
        type="url"
        required
        value={draft.url}
        onChange={({ target }) => set({ url: target.value })}
      />
      <SelectField
        label={words.say("knowledge.site")}
        value={draft.pages}
        onChange={({ target }) => set({ pages: Number(target.value) })}
      >
        {SITE_PAGES.map((pages) => (
          <option key={pages} value={pages}>
            {pages === 1 ? words.say("knowledge.site_page") : words.say("knowledge.site_pages", { count: words.number(pages) })}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Advanced({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <details>
      <summary>{words.say("knowledge.advanced")}</summary>
      <div className="grid gap-4 pt-3">
        {draft.type !== "faq" && <Division draft={draft} set={set} />}
        <EmbeddingFields value={draft.embedding} set={(embedding) => set({ embedding })} />
      </div>
    </details>
  );
}

/** Questions are divided by themselves. */
function Division({ draft, set }: PartProps): React.ReactNode {
  const words = useWords();
  const tokens = (count: number): string => words.say("knowledge.tokens", { count: words.number(count) });
  return (
    <>
      <SelectField
        label={words.say("knowledge.mode")}
        hint={words.say(`knowledge.mode_${draft.mode}_note`)}
        value={draft.mode}
        onChange={({ target }) => set({ mode: chosenOf(PROCESSING_MODES, target.value) })}
      >
        {PROCESSING_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {words.say(`knowledge.mode_${mode}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("knowledge.chunk_size")}
        value={draft.size}
        disabled={draft.mode === "manual"}
        onChange={({ target }) => set({ size: Number(target.value) })}
      >
        {CHUNK_SIZES.map((size) => (
          <option key={size} value={size}>
            {tokens(size)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("knowledge.overlap")}
        value={draft.overlap}
        disabled={draft.mode === "manual"}
        onChange={({ target }) => set({ overlap: Number(target.value) })}
      >
        {OVERLAPS.map((overlap) => (
          <option key={overlap} value={overlap}>
            {tokens(overlap)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** A document without a title has its file's name. */
function titleOf({ title, type, file }: Draft): string {
  return title.trim() || (type === "document" ? (file?.name ?? "") : "");
}

async function send(draft: Draft): Promise<KnowledgeItem> {
  const { type, content, url, pages, file, size: chunk_size, overlap, mode } = draft;
  const agents = [...draft.agents];
  const shared = { title: titleOf(draft), chunk_size, overlap, mode, ...wireEmbedding(draft.embedding) };
  if (type === "document" && file) {
    const query = { ...shared, file_name: file.name, agents: draft.agents.join(",") };
    return server.call(uploadKnowledge, { query, file: new Uint8Array(await file.arrayBuffer()) });
  }
  if (type === "url") return server.call(addKnowledge, { body: { ...shared, agents, type, url, pages } });
  if (type === "faq") return server.call(addKnowledge, { body: { ...shared, agents, type, questions: draft.questions } });
  return server.call(addKnowledge, { body: { ...shared, agents, type: "text", content } });
}

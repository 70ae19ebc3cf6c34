import { changeDisposition, createDisposition, type Disposition } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { linesOf, optionsIn } from "./disposition-draft.ts";

interface FormProps {
  agentId: string;
  /** Undefined: a new one. */
  first: Disposition | undefined;
  changes: readonly (readonly string[])[];
  close: () => void;
}

export function DispositionForm({ agentId, first, changes, close }: FormProps): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState({
    name: first?.name ?? "",
    question: first?.question ?? "",
    values: first ? linesOf(first) : "",
  });
  const set = (change: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = useAct({
    act: async () => {
      const options = optionsIn(draft.values, first?.objective_options ?? []);
      const hasValues = options.length > 0;
      const body = {
        agent_id: agentId,
        name: draft.name,
        question: draft.question,
        is_objective: hasValues,
        is_subjective: first?.is_subjective === true || !hasValues,
        objective_options: hasValues ? options : null,
      };
      await (first
        ? server.call(changeDisposition, { params: { disposition_id: first.id }, body })
        : server.call(createDisposition, { body }));
    },
    changes,
    done: close,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <ProblemLine>{save.problem}</ProblemLine>
      <TextField
        label={words.say("agents.disposition_name")}
        required
        maxLength={200}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <AreaField
        label={words.say("agents.disposition_question")}
        required
        rows={2}
        maxLength={2_000}
        value={draft.question}
        onChange={({ target }) => set({ question: target.value })}
      />
      <AreaField
        label={words.say("agents.disposition_values")}
        hint={words.say("agents.disposition_values_note")}
        rows={4}
        maxLength={30_000}
        value={draft.values}
        onChange={({ target }) => set({ values: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy ? words.say("agents.disposition_save") : false}>
          {words.say("agents.disposition_save")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

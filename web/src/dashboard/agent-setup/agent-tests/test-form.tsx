import {
  type AgentDocument,
  type AgentTest,
  AgentTestCheck,
  type AgentTestDraft,
  conversationOf,
  createAgentTest,
  replaceAgentTest,
  TestLineQuality,
} from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { AreaField, SelectField, TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { PersonaFields } from "./persona-fields.tsx";
import { type CheckDraft, EMPTY_CHECK, EMPTY_TEST, formOf, type FormField, NEW_PERSONA, testOf } from "./test-draft.ts";

interface TestFormProps {
  agentId: string;
  document: AgentDocument;
  /** Absent: a new one. */
  test: AgentTest | undefined;
  /** What a new one begins with. */
  draft?: AgentTestDraft | undefined;
  /** A language model is connected. */
  mayJudge: boolean;
  close: () => void;
}

const KINDS = AgentTestCheck.options.map(({ shape }) => shape.kind.value);
const LABELS = {
  turns: "tests.most",
  language: "tests.language",
  judged: "tests.criterion",
  said: "tests.text",
  never_said: "tests.text",
} as const;
const MOST_CHECKS = 30;
const NOISES = TestLineQuality.shape.noise.unwrap().options;

export function TestForm({ agentId, document, test, draft, mayJudge, close }: TestFormProps): React.ReactNode {
  const words = useWords();
  const begun = test ?? draft;
  const [form, setForm] = useState(begun ? formOf(begun) : EMPTY_TEST);
  const [isChecked, setChecked] = useState(false);
  const read = testOf(form);
  const fault = isChecked && "fault" in read ? read.fault : undefined;
  const set = (change: Partial<typeof form>): void => setForm((before) => ({ ...before, ...change }));
  const save = useAct({
    act: (typed: Extract<typeof read, { test: unknown }>["test"]) => {
      const body = { ...typed, execution_id: begun?.execution_id ?? null };
      return test
        ? server.call(replaceAgentTest, { params: { agent_id: agentId, test_id: test.id }, body })
        : server.call(createAgentTest, { params: { agent_id: agentId }, body });
    },
    changes: [["agent", agentId, "tests"]],
    done: close,
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if ("test" in read) save.do(read.test);
  };
  const problem = (part: FormField, otherwise: string): string | undefined => (fault?.part === part ? otherwise : undefined);
  const badPair = words.say("tests.bad_pair");
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextField
        label={words.say("tests.name")}
        maxLength={120}
        dir="auto"
        value={form.name}
        problem={problem("name", words.say("tests.bad_name"))}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label={words.say("tests.caller")}
        value={form.persona ? "wants" : "lines"}
        onChange={({ target }) => set({ persona: target.value === "wants" ? NEW_PERSONA : undefined })}
      >
        <option value="lines">{words.say("tests.caller_lines")}</option>
        <option value="wants">{words.say("tests.caller_wants")}</option>
      </SelectField>
      {form.persona && <PersonaFields persona={form.persona} problem={problem} set={(persona) => set({ persona })} />}
      <AreaField
        label={words.say(form.persona ? "tests.further_lines" : "tests.lines")}
        hint={words.say("tests.lines_note", { tomorrow: "{+1}", friday: "{fri}" })}
        rows={4}
        dir="auto"
        value={form.lines}
        problem={problem("lines", words.say("tests.bad_lines"))}
        onChange={({ target }) => set({ lines: target.value })}
      />
      <AreaField
        label={words.say("tests.answers")}
        hint={words.say("tests.answers_note")}
        rows={3}
        dir="auto"
        value={form.answers}
        problem={problem("answers", badPair)}
        onChange={({ target }) => set({ answers: target.value })}
      />
      <fieldset className="entry grid gap-3">
        <legend>{words.say("tests.conditions")}</legend>
        {form.checks.map((check, at) => (
          <CheckFields
            key={at}
            check={check}
            number={at + 1}
            tools={toolNames(document)}
            mayJudge={mayJudge}
            problem={fault?.part === "checks" && fault.at === at ? words.say("tests.bad_condition") : undefined}
            set={(change) => set({ checks: form.checks.with(at, { ...check, ...change }) })}
            remove={() => set({ checks: form.checks.toSpliced(at, 1) })}
          />
        ))}
        {form.checks.length === 0 && <ProblemLine>{problem("checks", words.say("tests.bad_conditions"))}</ProblemLine>}
        <div>
          <Button disabled={form.checks.length >= MOST_CHECKS} onClick={() => set({ checks: [...form.checks, EMPTY_CHECK] })}>
            <Icon name="plus" />
            {words.say("tests.add_condition")}
          </Button>
        </div>
      </fieldset>
      <TextField
        label={words.say("tests.number")}
        type="tel"
        dir="ltr"
        maxLength={40}
        value={form.callerNumber}
        problem={problem("callerNumber", words.say("tests.bad_number"))}
        onChange={({ target }) => set({ callerNumber: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.say("tests.noise")}
          value={form.noise}
          onChange={({ target }) => set({ noise: NOISES.find((one) => one === target.value) ?? form.noise })}
        >
          {NOISES.map((one) => (
            <option key={one} value={one}>
              {words.say(`tests.noise_${one}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.say("tests.loss")}
          hint={words.say("tests.loss_note")}
          inputMode="numeric"
          dir="ltr"
          maxLength={2}
          value={form.loss}
          problem={problem("loss", words.say("tests.bad_loss"))}
          onChange={({ target }) => set({ loss: target.value })}
        />
      </div>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={form.needsVoice} onChange={({ target }) => set({ needsVoice: target.checked })} />
        {words.say("tests.needs_voice")}
      </label>
      <AreaField
        label={words.say("tests.replies")}
        hint={words.say("tests.replies_note")}
        rows={2}
        dir="ltr"
        spellCheck={false}
        value={form.replies}
        problem={problem("replies", words.say("tests.bad_replies"))}
        onChange={({ target }) => set({ replies: target.value })}
      />
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("tests.keep")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

interface CheckFieldsProps {
  check: CheckDraft;
  number: number;
  tools: readonly string[];
  mayJudge: boolean;
  problem: string | undefined;
  set: (change: Partial<CheckDraft>) => void;
  remove: () => void;
}

function CheckFields({ check, number, tools, mayJudge, problem, set, remove }: CheckFieldsProps): React.ReactNode {
  const words = useWords();
  const { kind, what, values } = check;
  const isTool = kind === "tool" || kind === "no_tool";
  return (
    <div className="grid gap-2 border-b border-line pb-3">
      <div className="flex items-end gap-2">
        <div className="grow">
          <SelectField
            label={words.say("tests.condition", { number })}
            value={kind}
            hint={mayJudge ? undefined : words.say("tests.no_judge")}
            onChange={({ target }) => set({ kind: KINDS.find((one) => one === target.value) ?? kind, what: "", values: "" })}
          >
            {KINDS.map((one) => (
              <option key={one} value={one} disabled={one === "judged" && !mayJudge}>
                {words.say(`tests.kind_${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <Button rank="quiet" className="square" onClick={remove} aria-label={words.say("tests.remove_condition", { number })}>
          <Icon name="trash" />
        </Button>
      </div>
      {isTool && (
        <SelectField
          label={words.say("tests.tool")}
          problem={problem}
          value={what}
          onChange={({ target }) => set({ what: target.value })}
        >
          {[...new Set(["", what, ...tools])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {kind === "tool" && (
        <AreaField
          label={words.say("tests.values")}
          hint={words.say("tests.values_note")}
          rows={2}
          dir="auto"
          spellCheck={false}
          value={values}
          onChange={({ target }) => set({ values: target.value })}
        />
      )}
      {!isTool && kind !== "ended" && (
        <TextField
          label={words.say(LABELS[kind])}
          hint={kind === "judged" ? words.say("tests.criterion_note") : undefined}
          inputMode={kind === "turns" ? "numeric" : "text"}
          dir="auto"
          maxLength={500}
          problem={problem}
          value={what}
          onChange={({ target }) => set({ what: target.value })}
        />
      )}
    </div>
  );
}

function toolNames(document: AgentDocument): string[] {
  return conversationOf(document).tools_config.api_tools?.tools.map(({ name }) => name) ?? [];
}

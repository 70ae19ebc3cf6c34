import { chosenOf } from "../../ui/chosen.ts";
import { FUNCTION_METHODS } from "@ongea/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useWords } from "../../words/index.ts";
import { ARGUMENT_TYPES, faultOfFunction, type FunctionDraft, type FunctionFault } from "./function-draft.ts";
import { LateCorrection } from "./late-correction.tsx";
import { TryFunction } from "./try-function.tsx";
import { partLater } from "../../ui/part-later.tsx";

const AnswerTemplate = partLater(async () => (await import("./answer-template.tsx")).AnswerTemplate);

interface FormProps {
  first: FunctionDraft;
  otherNames: readonly string[];
  /** Of the agent. */
  language: string;
  cancel: () => void;
  done: (draft: FunctionDraft) => void;
}

export function FunctionForm({ first, otherNames, language, cancel, done }: FormProps): React.ReactNode {
  const words = useWords();
  const [draft, setDraft] = useState(first);
  const [example, setExample] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fault = faultOfFunction(draft, otherNames);
  const set = (change: Partial<FunctionDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (fault === undefined) done(draft);
  };
  const parts = { draft, set, fault: isChecked ? fault : undefined };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <About {...parts} />
      <Arguments {...parts} />
      <Request {...parts} />
      <Section title={words.say("agents.function_in_call")} isSet={draft.wait !== "" || draft.confirmation !== "usual"}>
        <TextField
          label={words.say("agents.function_wait")}
          hint={words.say("agents.function_wait_note")}
          maxLength={500}
          value={draft.wait}
          onChange={({ target }) => set({ wait: target.value })}
        />
        <SelectField
          label={words.say("agents.function_confirm")}
          hint={words.say("agents.function_confirm_note")}
          value={draft.confirmation}
          onChange={({ target }) => set({ confirmation: chosenOf(["usual", "never"], target.value) })}
        >
          <option value="usual">{words.say("agents.function_confirm_usual")}</option>
          <option value="never">{words.say("agents.function_confirm_never")}</option>
        </SelectField>
        <LateCorrection draft={draft} set={set} otherNames={otherNames} />
      </Section>
      <AnswerTemplate
        answer={draft.answer}
        set={(answer) => set({ answer })}
        example={example}
        setExample={setExample}
        hasEffect={draft.method !== "GET"}
        language={language}
      />
      <TryFunction draft={draft} isReady={fault === undefined} explain={() => setChecked(true)} answered={setExample} />
      <div className="dialog-acts">
        <Button rank="first" type="submit">
          {words.say("agents.function_keep")}
        </Button>
        <Button onClick={cancel}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: FunctionDraft;
  set: (change: Partial<FunctionDraft>) => void;
  /** What is wrong, once somebody wanted to keep it. */
  fault: FunctionFault | undefined;
}

function About({ draft, set, fault }: PartProps): React.ReactNode {
  const words = useWords();
  const named = fault === "taken" ? words.say("agents.function_name_taken") : words.say("agents.function_name_bad");
  return (
    <>
      <TextField
        label={words.say("agents.function_name")}
        hint={words.say("agents.function_name_note")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={draft.name}
        problem={fault === "name" || fault === "taken" ? named : undefined}
        onChange={({ target }) => set({ name: target.value })}
      />
      <AreaField
        label={words.say("agents.function_when")}
        hint={words.say("agents.function_when_note")}
        rows={2}
        maxLength={4_000}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </>
  );
}

const MOST_ARGUMENTS = 20;

function Arguments({ draft, set, fault }: PartProps): React.ReactNode {
  const words = useWords();
  const change = (at: number, part: Partial<FunctionDraft["arguments"][number]>): void =>
    set({ arguments: draft.arguments.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <fieldset className="grid gap-2">
      <legend className="p-0 text-[13px] font-semibold">{words.say("agents.arguments")}</legend>
      <p className="hint">{words.say("agents.arguments_note")}</p>
      {draft.arguments.map((one, at) => (
        // They have no name but their place while one is being written.
        <div key={at} className="grid gap-2 border-b border-line pb-3 sm:grid-cols-[minmax(0,1fr)_130px]">
          <TextField
            label={words.say("agents.argument_name", { number: words.number(at + 1) })}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={one.name}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <SelectField
            label={words.say("agents.argument_kind")}
            value={one.type}
            onChange={({ target }) => change(at, { type: chosenOf(ARGUMENT_TYPES, target.value) })}
          >
            {ARGUMENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {words.say(`agents.argument_${type}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={words.say("agents.argument_meaning")}
            maxLength={1_000}
            value={one.description}
            onChange={({ target }) => change(at, { description: target.value })}
          />
          <div className="flex flex-wrap items-end justify-between gap-2">
            <label className="flex items-center gap-2">
              <input type="checkbox" checked={one.required} onChange={({ target }) => change(at, { required: target.checked })} />
              {words.say("agents.argument_needed")}
            </label>
            <Button
              rank="quiet"
              className="square"
              aria-label={words.say("agents.argument_remove", { number: words.number(at + 1) })}
              onClick={() => set({ arguments: draft.arguments.filter((_, index) => index !== at) })}
            >
              <Icon name="trash" />
            </Button>
          </div>
        </div>
      ))}
      {fault === "arguments" && <p className="problem">{words.say("agents.arguments_bad")}</p>}
      <div>
        <Button
          disabled={draft.arguments.length >= MOST_ARGUMENTS}
          onClick={() => set({ arguments: [...draft.arguments, { name: "", type: "string", description: "", required: true }] })}
        >
          {words.say("agents.argument_add")}
        </Button>
      </div>
    </fieldset>
  );
}

/** What is wrong within the folded part. */
const MORE: ReadonlySet<FunctionFault> = new Set(["authorization", "headers", "param"]);

/** Folded until it is used: most functions need none of it. */
function Section({ title, isSet, children }: { title: string; isSet: boolean; children: React.ReactNode }): React.ReactNode {
  const [isOpen, setOpen] = useState(isSet);
  const [wasSet, setWasSet] = useState(isSet);
  // What is wrong in it must be seen.
  if (isSet !== wasSet) {
    setWasSet(isSet);
    if (isSet) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      <div className="grid gap-4 pt-3">{children}</div>
    </details>
  );
}

function Request({ draft, set, fault }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[110px_minmax(0,1fr)]">
        <SelectField
          label={words.say("agents.function_method")}
          value={draft.method}
          onChange={({ target }) => set({ method: target.value })}
        >
          {FUNCTION_METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <TextField
          label={words.say("agents.function_url")}
          hint={words.say("agents.function_url_note")}
          dir="ltr"
          type="url"
          inputMode="url"
          maxLength={2_000}
          value={draft.url}
          problem={fault === "url" ? words.say("agents.function_url_bad") : undefined}
          onChange={({ target }) => set({ url: target.value })}
        />
      </div>
      <Section
        title={words.say("agents.function_more")}
        isSet={draft.authorization !== "" || draft.headers.length > 0 || draft.param !== "" || MORE.has(fault ?? "url")}
      >
        <TextField
          label={words.say("agents.function_authorization")}
          hint={words.say("agents.function_authorization_note")}
          dir="ltr"
          type="password"
          autoComplete="off"
          maxLength={8_000}
          value={draft.authorization}
          problem={fault === "authorization" ? words.say("agents.function_headers_bad") : undefined}
          onChange={({ target }) => set({ authorization: target.value })}
        />
        <Headers draft={draft} set={set} fault={fault} />
        <AreaField
          label={words.say("agents.function_param")}
          hint={words.say("agents.function_param_note")}
          dir="ltr"
          spellCheck={false}
          rows={3}
          maxLength={20_000}
          value={draft.param}
          problem={fault === "param" ? words.say("agents.function_param_bad") : undefined}
          onChange={({ target }) => set({ param: target.value })}
        />
      </Section>
    </>
  );
}

const MOST_HEADERS = 20;

function Headers({ draft, set, fault }: PartProps): React.ReactNode {
  const words = useWords();
  const { headers } = draft;
  const change = (at: number, part: Partial<FunctionDraft["headers"][number]>): void =>
    set({ headers: headers.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <div className="grid gap-2">
      {headers.map(({ name, value }, at) => {
        const number = words.number(at + 1);
        return (
          <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-2">
            <TextField
              label={words.say("agents.header_name", { number })}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={name}
              onChange={({ target }) => change(at, { name: target.value })}
            />
            <TextField
              label={words.say("agents.header_value", { number })}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={8_000}
              value={value}
              onChange={({ target }) => change(at, { value: target.value })}
            />
            <Button
              rank="quiet"
              className="square"
              aria-label={words.say("agents.header_remove", { number })}
              onClick={() => set({ headers: headers.filter((_, index) => index !== at) })}
            >
              <Icon name="trash" />
            </Button>
          </div>
        );
      })}
      {fault === "headers" && <p className="problem">{words.say("agents.function_headers_bad")}</p>}
      <div>
        <Button disabled={headers.length >= MOST_HEADERS} onClick={() => set({ headers: [...headers, { name: "", value: "" }] })}>
          {words.say("agents.header_add")}
        </Button>
      </div>
    </div>
  );
}

import {
  CHECK_KINDS,
  CHECKED_IN,
  type CheckRule,
  type CheckRuleDraft,
  createCheckRule,
  listAgents,
  replaceCheckRule,
  tryCheckRule,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { messageOf } from "./failed-threads.tsx";
import { RULES } from "./keys.ts";
import {
  draftOf,
  hasChoice,
  hasPhrases,
  hasSeconds,
  LIMITS,
  NEW_RULE,
  type RuleField,
  type RuleTyped,
  typedOf,
} from "./rule-draft.ts";

const DIRECTIONS = ["any", "inbound", "outbound"] as const;
const MOST_FAILURES_SHOWN = 5;

interface RuleFormProps {
  /** Absent: a new one. */
  rule: CheckRule | undefined;
  /** A language model is connected. */
  mayJudge: boolean;
  saved: () => void;
  close: () => void;
}

export function RuleForm({ rule, mayJudge, saved, close }: RuleFormProps): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(rule ? typedOf(rule) : NEW_RULE);
  const [isSent, setSent] = useState(false);
  const read = draftOf(typed);
  const fault = isSent && "fault" in read ? read.fault : undefined;
  const save = useAct({
    act: (body: CheckRuleDraft) =>
      rule ? server.call(replaceCheckRule, { params: { rule_id: rule.id }, body }) : server.call(createCheckRule, { body }),
    changes: [RULES],
    done: saved,
  });
  const tried = useAct({ act: (body: CheckRuleDraft) => server.call(tryCheckRule, { body }) });
  const set = (change: Partial<RuleTyped>): void => {
    setTyped((before) => ({ ...before, ...change }));
    tried.forget();
  };
  const sendTo = (act: { do: (body: CheckRuleDraft) => void }): void => {
    setSent(true);
    if ("draft" in read) act.do(read.draft);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sendTo(save);
      }}
    >
      <What typed={typed} fault={fault} set={set} mayJudge={mayJudge} />
      <Whom typed={typed} fault={fault} set={set} />
      <Alerted typed={typed} fault={fault} set={set} />
      <ProblemLine>{tried.problem}</ProblemLine>
      {tried.answer && <Tried answer={tried.answer} where={"draft" in read ? read.draft.applies_to : "both"} />}
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("compliance.save")}
        </Button>
        <Button busy={tried.busy && words.say("compliance.trying")} onClick={() => sendTo(tried)}>
          {words.say("compliance.try")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

interface PartProps {
  typed: RuleTyped;
  fault: RuleField | undefined;
  set: (change: Partial<RuleTyped>) => void;
}

function What({ typed, fault, set, mayJudge }: PartProps & { mayJudge: boolean }): React.ReactNode {
  const words = useWords();
  const needsPhrases = typed.kind === "says" || typed.kind === "never_says";
  return (
    <>
      <TextField
        label={words.say("compliance.name")}
        maxLength={80}
        dir="auto"
        value={typed.name}
        problem={fault === "name" ? words.say("shell.field_missing") : undefined}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label={words.say("compliance.kind")}
        value={typed.kind}
        hint={mayJudge ? undefined : words.say("compliance.no_judge")}
        onChange={({ target }) => set({ kind: CHECK_KINDS.find((kind) => kind === target.value) ?? typed.kind })}
      >
        {CHECK_KINDS.map((kind) => (
          <option key={kind} value={kind} disabled={kind === "judged" && !mayJudge}>
            {words.say(`compliance.kind_${kind}`)}
          </option>
        ))}
      </SelectField>
      {hasPhrases(typed.kind) && (
        <AreaField
          label={words.say(needsPhrases ? "compliance.phrases" : "compliance.phrases_own")}
          hint={words.say("compliance.phrases_note")}
          rows={3}
          dir="auto"
          value={typed.phrases}
          problem={fault === "phrases" ? words.say("compliance.needs_phrases") : undefined}
          onChange={({ target }) => set({ phrases: target.value })}
        />
      )}
      {typed.kind === "judged" && (
        <>
          <AreaField
            label={words.say("compliance.criterion")}
            hint={words.say("compliance.criterion_note")}
            rows={2}
            dir="auto"
            maxLength={500}
            value={typed.criterion}
            problem={fault === "criterion" ? words.say("compliance.bad_criterion") : undefined}
            onChange={({ target }) => set({ criterion: target.value })}
          />
          <NumberField typed={typed} fault={fault} set={set} field="sample" hint={words.say("compliance.sample_note")} />
        </>
      )}
      {hasSeconds(typed.kind) && (
        <NumberField typed={typed} fault={fault} set={set} field="within" hint={words.say("compliance.within_note")} />
      )}
    </>
  );
}

function Whom({ typed, fault, set }: PartProps): React.ReactNode {
  const words = useWords();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  return (
    <>
      {hasChoice(typed.kind) && (
        <SelectField
          label={words.say("compliance.applies_to")}
          hint={typed.appliesTo === "calls" ? undefined : words.say("compliance.applies_note")}
          value={typed.appliesTo}
          onChange={({ target }) => set({ appliesTo: CHECKED_IN.find((one) => one === target.value) ?? "both" })}
        >
          {CHECKED_IN.map((one) => (
            <option key={one} value={one}>
              {words.say(`compliance.applies_${one}`)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={words.say("compliance.direction")}
        value={typed.direction}
        onChange={({ target }) => set({ direction: DIRECTIONS.find((one) => one === target.value) ?? "any" })}
      >
        {DIRECTIONS.map((one) => (
          <option key={one} value={one}>
            {words.say(`compliance.direction_${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("compliance.countries")}
        hint={words.say("compliance.countries_note")}
        dir="ltr"
        value={typed.countries}
        problem={fault === "countries" ? words.say("compliance.bad_countries") : undefined}
        onChange={({ target }) => set({ countries: target.value })}
      />
      {agents.data && agents.data.length > 0 && (
        <fieldset className="entry">
          <legend>{words.say("compliance.agents")}</legend>
          <p className="hint">{words.say("compliance.agents_note")}</p>
          {agents.data.map(({ id, agent_name: name }) => (
            <label key={id} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={typed.agentIds.includes(id)}
                onChange={({ target }) =>
                  set({ agentIds: target.checked ? [...typed.agentIds, id] : typed.agentIds.filter((one) => one !== id) })
                }
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Alerted({ typed, fault, set }: PartProps): React.ReactNode {
  const words = useWords();
  return (
    <fieldset className="entry grid gap-3">
      <legend className="sr-only">{words.say("compliance.alert")}</legend>
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" checked={typed.active} onChange={({ target }) => set({ active: target.checked })} />
        {words.say("compliance.active")}
      </label>
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" checked={typed.isAlerted} onChange={({ target }) => set({ isAlerted: target.checked })} />
        {words.say("compliance.alert")}
      </label>
      {typed.isAlerted && (
        <div className="grid items-end gap-3 sm:grid-cols-3">
          {(["failures", "minutes", "quietMinutes"] as const).map((field) => (
            <NumberField key={field} typed={typed} fault={fault} set={set} field={field} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

const NUMBER_LABELS = {
  within: "compliance.within",
  sample: "compliance.sample",
  failures: "compliance.alert_failures",
  minutes: "compliance.alert_minutes",
  quietMinutes: "compliance.alert_quiet",
} as const;

interface NumberFieldProps extends PartProps {
  field: keyof typeof LIMITS;
  hint?: string;
}

function NumberField({ typed, fault, set, field, hint }: NumberFieldProps): React.ReactNode {
  const words = useWords();
  const [least, most] = LIMITS[field];
  return (
    <TextField
      label={words.say(NUMBER_LABELS[field])}
      hint={hint}
      inputMode="numeric"
      dir="ltr"
      maxLength={5}
      value={typed[field]}
      problem={fault === field ? words.say("compliance.bad_number", { least, most }) : undefined}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  );
}

type Answer = Awaited<ReturnType<typeof server.call<typeof tryCheckRule>>>;

interface TriedProps {
  answer: Answer;
  where: CheckRuleDraft["applies_to"];
}

function Tried({ answer: { checked, failed, failures, threads }, where }: TriedProps): React.ReactNode {
  const words = useWords();
  return (
    <div role="status">
      {where !== "threads" && (
        <p>{checked === 0 ? words.say("compliance.tried_none") : words.say("compliance.tried", { checked, failed })}</p>
      )}
      <ul className="m-0 list-none p-0">
        {failures.slice(0, MOST_FAILURES_SHOWN).map(({ execution_id: id, agent_name: name, call_at: at, at_ms: atMs }) => (
          <li key={id}>
            <Link className="underline" to={momentOf(id, atMs)}>
              {words.say("compliance.open_call", { moment: words.moment(at) })}
            </Link>{" "}
            <span className="hint">
              <bdi>{name}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {where !== "calls" && (
        <p>
          {threads.checked === 0
            ? words.say("compliance.tried_no_thread")
            : words.say("compliance.tried_threads", { checked: threads.checked, failed: threads.failed })}
        </p>
      )}
      <ul className="m-0 list-none p-0">
        {threads.failures.slice(0, MOST_FAILURES_SHOWN).map(({ thread_id: id, message_id: messageId, last_at: at }) => (
          <li key={id}>
            <Link className="underline" to={messageOf(id, messageId)}>
              {words.say("compliance.open_thread", { moment: words.moment(at) })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The call's page, at this moment of it. */
export function momentOf(callId: string, atMs: number | null): string {
  return `${paths.call(callId)}${atMs === null ? "" : `?t=${Math.floor(atMs / 1_000)}`}`;
}

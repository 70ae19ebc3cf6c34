/** Rules that calls and threads are checked against, how many failed each, and which ones. */
import {
  type CheckRule,
  CheckRuleDraft,
  createCheckRule,
  deleteCheckRule,
  listCheckRules,
  listFailedRules,
  mayActAs,
  MOST_CHECK_RULES,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Older } from "../../ui/older.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { FailedThreads } from "./failed-threads.tsx";
import { FAILURES, RULES, THREAD_FAILURES } from "./keys.ts";
import { USUAL } from "./rule-draft.ts";
import { RuleTrend } from "./rule-trend.tsx";
import { momentOf, RuleForm } from "./rule-form.tsx";
import { useFailures } from "./use-failures.ts";

export function Compliance(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "admin");
  const [adding, setAdding] = useOpened("new");
  const [edited, setEdited] = useState<CheckRule>();
  const rules = useQuery({ queryKey: RULES, queryFn: () => server.call(listCheckRules) });
  const isOpen = mayChange && (adding || edited !== undefined);
  const close = (): void => {
    setAdding(false);
    setEdited(undefined);
  };
  return (
    <>
      <PageHead title={words.say("compliance.title")} subtitle={words.say("compliance.subtitle")}>
        <Link className="button" to={paths.consents}>
          {words.say("compliance.consents")}
        </Link>
        {mayChange && (
          <Button rank="first" disabled={(rules.data?.data.length ?? 0) >= MOST_CHECK_RULES} onClick={() => setAdding(true)}>
            {words.say("compliance.add")}
          </Button>
        )}
      </PageHead>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        title={words.say(edited ? "compliance.edit" : "compliance.add")}
      >
        <RuleForm
          key={edited?.id}
          rule={edited}
          mayJudge={typeof rules.data?.judge === "string"}
          close={close}
          saved={() => {
            close();
            toast(words.say("compliance.saved"));
          }}
        />
      </Dialog>
      <Loaded query={rules} rows={4}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.say("compliance.none")} act={mayChange && <AddUsual />}>
              {words.say("compliance.none_note")}
            </Empty>
          ) : (
            <>
              <RuleRows rules={data} mayChange={mayChange} edit={setEdited} />
              <Failures rules={data} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function AddUsual(): React.ReactNode {
  const words = useWords();
  const add = useAct({
    act: async () => {
      for (const kind of USUAL) {
        const body = CheckRuleDraft.parse({ kind, name: words.say(`compliance.kind_${kind}`).slice(0, 80) });
        await server.call(createCheckRule, { body });
      }
    },
    changes: [RULES],
  });
  return (
    <>
      <Button rank="first" busy={add.busy && words.say("compliance.adding")} onClick={() => add.do()}>
        {words.say("compliance.add_usual")}
      </Button>
      <ProblemLine>{add.problem}</ProblemLine>
    </>
  );
}

interface RuleRowsProps {
  rules: readonly CheckRule[];
  mayChange: boolean;
  edit: (rule: CheckRule) => void;
}

function RuleRows({ rules, mayChange, edit }: RuleRowsProps): React.ReactNode {
  const words = useWords();
  const [removed, setRemoved] = useState<CheckRule>();
  const remove = useAct({
    act: ({ id: rule_id }: CheckRule) => server.call(deleteCheckRule, { params: { rule_id } }),
    changes: [RULES, FAILURES, THREAD_FAILURES],
    done: () => {
      setRemoved(undefined);
      toast(words.say("compliance.deleted"));
    },
  });
  return (
    <>
      <ul className="m-0 list-none p-0">
        {rules.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
            <div className="min-w-60 grow basis-0">
              <b className="[overflow-wrap:anywhere]">
                <bdi>{rule.name}</bdi>
              </b>{" "}
              {!rule.active && <span className="status still">{words.say("compliance.off")}</span>}
              {rule.name !== words.say(`compliance.kind_${rule.kind}`) && (
                <p className="hint">{words.say(`compliance.kind_${rule.kind}`)}</p>
              )}
              {rule.applies_to !== "both" && <p className="hint">{words.say(`compliance.applies_${rule.applies_to}`)}</p>}
            </div>
            <Figures rule={rule} />
            {mayChange && (
              <div className="flex gap-2">
                <Button onClick={() => edit(rule)} aria-label={words.say("compliance.edit_of", { name: rule.name })}>
                  {words.say("compliance.edit_row")}
                </Button>
                <Button
                  rank="quiet"
                  icon="trash"
                  onClick={() => setRemoved(rule)}
                  aria-label={words.say("compliance.delete_of", { name: rule.name })}
                />
              </div>
            )}
            <RuleTrend rule={rule} />
          </li>
        ))}
      </ul>
      <Confirm
        open={removed !== undefined}
        onOpenChange={(open) => !open && setRemoved(undefined)}
        title={words.say("compliance.delete_question", { name: removed?.name ?? "" })}
        description={words.say("compliance.delete_note")}
        act={words.say("compliance.delete")}
        busy={remove.busy && words.say("compliance.delete")}
        problem={remove.problem}
        onConfirm={() => removed && remove.do(removed)}
      />
    </>
  );
}

function Figures({ rule: { checked, failed, threads, last_failed_at: lastAt } }: { rule: CheckRule }): React.ReactNode {
  const words = useWords();
  if (checked === 0 && threads.checked === 0)
    return <p className="hint min-w-60 grow basis-0">{words.say("compliance.not_checked")}</p>;
  return (
    <div className="min-w-60 grow basis-0">
      {checked > 0 && (
        <span className={`status whitespace-normal! ${failed === 0 ? "good" : "bad"}`}>
          {words.say("compliance.figures", { failed, checked })}
        </span>
      )}
      {threads.checked > 0 && (
        <span className={`status whitespace-normal! ${threads.failed === 0 ? "good" : "bad"}`}>
          {words.say("compliance.thread_figures", threads)}
        </span>
      )}
      {lastAt !== null && <p className="hint">{words.say("compliance.last_failed", { moment: words.moment(lastAt) })}</p>}
    </div>
  );
}

function Failures({ rules }: { rules: readonly CheckRule[] }): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const rule = rules.some(({ id }) => id === search.get("rule")) ? (search.get("rule") ?? "") : "";
  const failures = useFailures(FAILURES, rule, (query) => server.call(listFailedRules, { query }));
  return (
    <section aria-labelledby="failed-calls" aria-busy={failures.isPlaceholderData}>
      <h2 id="failed-calls" className="pt-6 pb-2">
        {words.say("compliance.failures")}
      </h2>
      <div className="max-w-90 pb-3">
        <SelectField
          label={words.say("compliance.kind")}
          value={rule}
          onChange={({ target }) => setSearch(target.value === "" ? {} : { rule: target.value }, { replace: true })}
        >
          <option value="">{words.say("compliance.all_rules")}</option>
          {rules.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Older query={failures}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-2">{words.say("compliance.no_failures")}</p>
          ) : (
            <ul className="m-0 list-none p-0">
              {rows.map((one) => (
                <li key={`${one.execution_id} ${one.rule_id}`} className="border-b border-line">
                  <Link
                    to={momentOf(one.execution_id, one.at_ms)}
                    className="grid min-h-12 content-center gap-x-4 py-2 sm:grid-cols-[1fr_1fr_auto] sm:items-center"
                  >
                    <b className="[overflow-wrap:anywhere]">
                      <bdi>{one.name}</bdi>
                    </b>
                    <span className="text-ink-2">
                      <bdi>{one.agent_name}</bdi>
                    </span>
                    <time className="hint" dateTime={one.call_at}>
                      {words.say("compliance.open_call", { moment: words.moment(one.call_at) })}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Older>
      {rules.some(({ applies_to: where }) => where !== "calls") && <FailedThreads rule={rule} />}
    </section>
  );
}

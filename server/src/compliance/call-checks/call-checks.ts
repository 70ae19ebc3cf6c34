/** Calls that are over are checked against the rules of their workspace, by whichever server comes first; people are told of failures. */
import { type CheckRuleDraft, type Entry, MOST_CALLS_JUDGED } from "@ongea/contract";
import type { Activity } from "../../accounts/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { countryOf, isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { closedAt } from "../country-packs/calling-hours.ts";
import type { CountryPacks } from "../country-packs/country-packs.ts";
import { createAlerts, type AlertsParts } from "./alerts.ts";
import { checkCall, type Checked } from "./check-call.ts";
import { readCall, type ReadCall } from "./read-call.ts";
import { type CallJudge, isSampled, judgeCall, mayPass, TRIED } from "./judged.ts";
import { checkQueue } from "./queue.ts";
import type { CheckRuleRow, CheckStore } from "./store.ts";
import type { RuleResult } from "./results/store.ts";
import { createThreadChecks, type ThreadChecks, type ThreadChecksParts } from "./written/thread-checks.ts";

/** A call that is over, as far as rules ask of it. */
export interface EndedCall {
  id: string;
  workspaceId: string;
  agentId: string | null;
  agentName: string;
  direction: "inbound" | "outbound";
  fromNumber: string | null;
  toNumber: string | null;
  recording: string | null;
  createdAt: Date;
  initiatedAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
}

/** What calls join with, once they are opened. */
export interface CallsToCheck {
  whenEnded(listener: (db: Db, workspaceId: string, calls: readonly EndedCall[]) => Promise<void>): void;
  store: {
    read(call: { id: string; workspaceId: string }): Promise<EndedCall | undefined>;
    entries(call: { id: string; workspaceId: string }): Promise<Entry[]>;
    /** Newest first. */
    page(workspaceId: string, kind: object, place: { offset: number; limit: number }): Promise<{ data: EndedCall[] }>;
    those(workspaceId: string, ids: readonly string[], kind: object): Promise<EndedCall[]>;
  };
}

export interface CallChecksParts {
  store: CheckStore;
  jobs: Pick<Jobs, "send" | "work">;
  packs: Pick<CountryPacks, "hoursOf">;
  activity: Pick<Activity, "tell">;
  deliver: AlertsParts["deliver"];
  doNotCall: ThreadChecksParts["doNotCall"];
  threads: ThreadChecksParts["store"];
}

export interface CallChecks {
  /** The same rules for what is written. */
  threads: ThreadChecks;
  /** Checks every call that ends from now on. */
  follow(calls: CallsToCheck): void;
  /** What is judged is judged by this, once agents are opened. `name`: of a model that a workspace has; null: there is none. */
  judgeBy(judge: CallJudge, name: (workspaceId: string) => Promise<string | null>): void;
  judgeName(workspaceId: string): Promise<string | null>;
  /** The last calls that are over, each as the rule finds it; those that it does not concern are not among them. */
  tried(workspaceId: string, draft: CheckRuleDraft, most: number): Promise<{ call: EndedCall; checked: Checked }[]>;
  /** Of these ids, the calls that there are. */
  those(workspaceId: string, ids: readonly string[]): Promise<EndedCall[]>;
  exists(workspaceId: string, id: string): Promise<boolean>;
  /** After the transaction: the next call goes by what stands there now. */
  changed(workspaceId: string): void;
}

const JUDGED_ATTEMPTS = 3;
const TRIED_MS = 25_000;
/** Another server may have added one. */
const FRESH_MS = 2_000;

export function createCallChecks({ store, jobs, packs, activity, deliver, doNotCall, threads }: CallChecksParts): CallChecks {
  const rulesOf = memoizeFor(FRESH_MS, async (workspaceId: string) =>
    (await store.rules(workspaceId)).filter(({ draft }) => draft.active),
  );
  let calls: CallsToCheck | undefined;
  let judging: { judge: CallJudge; name: (workspaceId: string) => Promise<string | null> } | undefined;
  const alert = createAlerts({ store, activity, deliver });
  const joined = (): CallsToCheck["store"] => {
    if (!calls) throw new Error("No calls have joined the checks");
    return calls.store;
  };

  async function readEnded(call: EndedCall): Promise<ReadCall> {
    const other = call.direction === "inbound" ? call.fromNumber : call.toNumber;
    const number = other !== null && isPhoneNumber(other) ? other : undefined;
    const rang = call.initiatedAt ?? call.createdAt;
    const isPlaced = call.direction === "outbound" && number !== undefined;
    return readCall({
      direction: call.direction,
      agentId: call.agentId,
      number,
      country: number && countryOf(number),
      isRecorded: call.recording !== null,
      isOutsideHours: isPlaced ? closedAt((await packs.hoursOf(call.workspaceId, number)).rules, rang) !== undefined : undefined,
      entries: await joined().entries(call),
    });
  }

  async function check(
    key: { id: string; workspaceId: string },
    { attempts, signal }: { attempts: number; signal: AbortSignal },
  ): Promise<void> {
    const [call, rules] = await Promise.all([joined().read(key), rulesOf(key.workspaceId)]);
    if (!call || rules.length === 0) return;
    const read = await readEnded(call);
    // The rules have decided at the first attempt.
    if (attempts === 1) {
      const found = rules.flatMap(({ id, draft }) => {
        const checked = checkCall(draft, read);
        return checked ? [{ ruleId: id, ...checked }] : [];
      });
      await keep(call, rules, found);
    }
    const sampled = rules.filter((rule) => rule.draft.kind === "judged" && isSampled(call.id, rule));
    if (!judging || sampled.length === 0) return;
    const judged = await judgeCall(sampled, { ...key, read }, judging.judge, signal);
    signal.throwIfAborted();
    if (judged.some(mayPass) && attempts < JUDGED_ATTEMPTS) throw new Error("The judge did not answer");
    await keep(call, rules, judged);
  }

  async function keep(call: EndedCall, rules: readonly CheckRuleRow[], found: readonly RuleResult[]): Promise<void> {
    if (found.length === 0) return;
    const { workspaceId, agentId } = call;
    await store.keep(call, found);
    const subject = { kind: "call" as const, id: call.id };
    await alert({ workspaceId, agentId, subject, data: { execution_id: call.id } }, rules, found);
  }

  /** Calls of which nothing was decided are not among them. */
  async function triedByJudge(draft: CheckRuleDraft, over: readonly EndedCall[]): ReturnType<CallChecks["tried"]> {
    const { judge } = judging ?? {};
    if (!judge) return [];
    const signal = AbortSignal.timeout(TRIED_MS);
    const found = await Promise.all(
      over.map(async (call) => {
        const of = { ...call, read: await readEnded(call) };
        const [checked] = await judgeCall([{ id: TRIED, draft }], of, judge, signal);
        return checked && !checked.notJudged ? [{ call, checked }] : [];
      }),
    );
    return found.flat();
  }

  return {
    threads: createThreadChecks({ store: threads, rulesOf, judge: () => judging?.judge, alert, packs, doNotCall }),
    follow(joining) {
      calls = joining;
      joining.whenEnded(async (_db, workspaceId, ended) => {
        const answered = ended.filter(({ answeredAt }) => answeredAt !== null);
        if (answered.length === 0 || (await rulesOf(workspaceId)).length === 0) return;
        for (const { id } of answered) await jobs.send(checkQueue, { id, workspaceId });
      });
      jobs.work(checkQueue, check);
    },
    judgeBy: (judge, name) => void (judging = { judge, name }),
    judgeName: async (workspaceId) => (await judging?.name(workspaceId)) ?? null,
    async tried(workspaceId, draft, most) {
      if (draft.applies_to === "threads") return [];
      const { data } = await joined().page(workspaceId, {}, { offset: 0, limit: most });
      const over = data.filter(({ endedAt, answeredAt }) => endedAt !== null && answeredAt !== null);
      if (draft.kind === "judged") return triedByJudge(draft, over.slice(0, MOST_CALLS_JUDGED));
      const found: { call: EndedCall; checked: Checked }[] = [];
      for (const call of over) {
        const checked = checkCall(draft, await readEnded(call));
        if (checked) found.push({ call, checked });
      }
      return found;
    },
    those: (workspaceId, ids) => joined().those(workspaceId, ids, {}),
    exists: async (workspaceId, id) => (await joined().read({ workspaceId, id })) !== undefined,
    changed: (workspaceId) => rulesOf.forget(workspaceId),
  };
}

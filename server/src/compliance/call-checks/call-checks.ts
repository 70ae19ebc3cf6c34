/** Calls that are over are checked against the rules of their workspace, by whichever server comes first; people are told of failures. */
import type { CheckRuleDraft, Entry } from "@ongea/contract";
import type { Activity } from "../../accounts/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { countryOf, isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { closedAt } from "../country-packs/calling-hours.ts";
import type { CountryPacks } from "../country-packs/country-packs.ts";
import { checkCall, readCall, type Checked, type ReadCall } from "./check-call.ts";
import { checkQueue } from "./queue.ts";
import type { CheckStore } from "./store.ts";

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
  /** Delivers it to the agent's webhook, where the agent wants it. */
  happened(happened: { workspaceId: string; agentId: string; event: "rule.failed"; data: object }): Promise<void>;
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
}

export interface CallChecks {
  /** Checks every call that ends from now on. */
  follow(calls: CallsToCheck): void;
  /** The last calls that are over, each as the rule finds it; those that it does not concern are not among them. */
  tried(workspaceId: string, draft: CheckRuleDraft, most: number): Promise<{ call: EndedCall; checked: Checked }[]>;
  /** Of these ids, the calls that there are. */
  those(workspaceId: string, ids: readonly string[]): Promise<EndedCall[]>;
  exists(workspaceId: string, id: string): Promise<boolean>;
  /** After the transaction: the next call goes by what stands there now. */
  changed(workspaceId: string): void;
}

/** Another server may have added one. */
const FRESH_MS = 2_000;

export function createCallChecks({ store, jobs, packs, activity }: CallChecksParts): CallChecks {
  const rulesOf = memoizeFor(FRESH_MS, async (workspaceId: string) =>
    (await store.rules(workspaceId)).filter(({ draft }) => draft.active),
  );
  let calls: CallsToCheck | undefined;
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

  async function check(key: { id: string; workspaceId: string }): Promise<void> {
    const [call, rules] = await Promise.all([joined().read(key), rulesOf(key.workspaceId)]);
    if (!call || rules.length === 0) return;
    const read = await readEnded(call);
    const found = rules.flatMap(({ id, draft }) => {
      const checked = checkCall(draft, read);
      return checked ? [{ ruleId: id, ...checked }] : [];
    });
    if (found.length === 0) return;
    await store.keep(call, found);
    const failed = new Set(found.filter(({ passed }) => !passed).map(({ ruleId }) => ruleId));
    for (const rule of rules) {
      if (!failed.has(rule.id)) continue;
      const count = await store.alarm(key.workspaceId, rule);
      if (count === undefined) continue;
      await activity.tell(key.workspaceId, {
        kind: "rule.failed",
        tone: "error",
        details: { name: rule.draft.name, calls: count },
        subject: { kind: "call", id: call.id },
        notify: true,
      });
      const { agentId } = call;
      const data = { rule_id: rule.id, rule: rule.draft.name, failed_calls: count, agent_id: agentId, execution_id: call.id };
      if (agentId !== null) await calls?.happened({ workspaceId: key.workspaceId, agentId, event: "rule.failed", data });
    }
  }

  return {
    follow(joining) {
      calls = joining;
      joining.whenEnded(async (_db, workspaceId, ended) => {
        const answered = ended.filter(({ answeredAt }) => answeredAt !== null);
        if (answered.length === 0 || (await rulesOf(workspaceId)).length === 0) return;
        for (const { id } of answered) await jobs.send(checkQueue, { id, workspaceId });
      });
      jobs.work(checkQueue, check);
    },
    async tried(workspaceId, draft, most) {
      const { data } = await joined().page(workspaceId, {}, { offset: 0, limit: most });
      const over = data.filter(({ endedAt, answeredAt }) => endedAt !== null && answeredAt !== null);
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

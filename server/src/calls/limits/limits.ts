/** The part of the dial gate that looks at what the workspace has done already: calls a minute, calls at once, money a day, the balance. */
import type { DialLimits, DialUse } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { LimitStore } from "./store.ts";

export interface DialLimitParts {
  store: LimitStore;
  /** In hundredths of the workspace's currency. */
  money(workspaceId: string): Promise<Pick<DialUse, "spent_today" | "balance">>;
}

export interface Limits {
  read(workspaceId: string): Promise<DialLimits & { used: DialUse }>;
  keep(workspaceId: string, limits: DialLimits): Promise<void>;
  /** Refuses with "call.too_fast", "call.too_many_at_once", "call.spent_today" or "call.no_credit". */
  check(workspaceId: string): Promise<void>;
  /** Only what concerns money: for calls that others begin. Refuses with "call.spent_today" or "call.no_credit". */
  checkMoney(workspaceId: string): Promise<void>;
  /** As `check`; where calls are counted, no other one of the workspace is placed here between the question and the act: each sees those before it. */
  within<T>(workspaceId: string, act: () => Promise<T>): Promise<T>;
}

/** Who waits behind more is told at once that it is too fast. */
const MOST_IN_LINE = 1_000;

export function createLimits({ store, money }: DialLimitParts): Limits {
  /** Of each workspace, the end of the last one in line. */
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();

  async function check(workspaceId: string): Promise<void> {
    const limits = await store.read(workspaceId);
    if (isCounted(limits)) {
      const { calls_per_minute: pace, calls_at_once: atOnce } = limits;
      const use = await store.use(workspaceId);
      if (pace !== null && use.calls_last_minute >= pace) throw refuse("call.too_fast");
      if (atOnce !== null && use.calls_now >= atOnce) throw refuse("call.too_many_at_once");
    }
    await afford(workspaceId, limits);
  }

  async function afford(workspaceId: string, { spend_per_day: spend, needs_balance }: DialLimits): Promise<void> {
    if (spend === null && !needs_balance) return;
    const { spent_today, balance } = await money(workspaceId);
    if (spend !== null && spent_today >= spend) throw refuse("call.spent_today");
    if (needs_balance && balance < 0) throw refuse("call.no_credit");
  }

  return {
    check,
    checkMoney: async (workspaceId) => afford(workspaceId, await store.read(workspaceId)),
    keep: (workspaceId, limits) => store.keep(workspaceId, limits),
    async read(workspaceId) {
      const [limits, use, spent] = await Promise.all([store.read(workspaceId), store.use(workspaceId), money(workspaceId)]);
      return { ...limits, used: { ...use, ...spent } };
    },
    async within(workspaceId, act) {
      // What a call costs is known at its end: limits of money let two calls of one moment pass anyway.
      const limits = await store.read(workspaceId);
      if (!isCounted(limits)) {
        await afford(workspaceId, limits);
        return act();
      }
      const line = lines.get(workspaceId) ?? { last: Promise.resolve(), length: 0 };
      if (line.length >= MOST_IN_LINE) throw refuse("call.too_fast");
      lines.set(workspaceId, line);
      line.length++;
      const mine = line.last.then(async () => {
        await check(workspaceId);
        return act();
      });
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.length--;
        if (line.length === 0) lines.delete(workspaceId);
      }
    },
  };
}

function isCounted({ calls_per_minute: pace, calls_at_once: atOnce }: DialLimits): boolean {
  return pace !== null || atOnce !== null;
}

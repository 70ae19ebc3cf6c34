/**
 * The part of the dial gate that looks at what the workspace does already: calls a minute, calls at once, money a day, the balance. What is
 * counted stands in the database, so that all servers count together; the calls of a server that is gone hold nothing.
 */
import { randomUUID } from "node:crypto";
import type { DialLimits, DialUse } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { isWithoutLimits, type LimitStore } from "./store.ts";

export interface DialLimitParts {
  store: LimitStore;
  /** In hundredths of the workspace's currency; `minute`: what one of a call costs. */
  money(workspaceId: string): Promise<Money>;
  /** The server that carries its calls. */
  ownerId: string;
}

type Money = Pick<DialUse, "spent_today" | "balance"> & { minute: number };

/** One call of what the workspace may place. */
export interface Slot {
  /** It rings from now on: of calls a minute it is one. */
  rang(): void;
  /** It is over, or will not be placed. May be called more than once. */
  release(): void;
  /** What the workspace had on its way before it; absent: it has no limits. */
  readonly counted?: Use | undefined;
}

export interface Limits {
  read(workspaceId: string): Promise<DialLimits & { used: DialUse }>;
  keep(workspaceId: string, limits: DialLimits): Promise<void>;
  /** Refuses with "call.too_fast", "call.too_many_at_once", "call.spent_today" or "call.no_credit". */
  check(workspaceId: string): Promise<void>;
  /** Only what concerns money: for calls that others begin. Refuses with "call.spent_today" or "call.no_credit". */
  checkMoney(workspaceId: string): Promise<void>;
  /** As `check`, and the call counts from this moment on, with the cost of a minute. Nothing is written where there are no limits. */
  take(workspaceId: string): Promise<Slot>;
  /** How many calls could be placed now; money has no say in it. */
  free(workspaceId: string): Promise<number>;
}

/** Who waits behind more is told at once that it is too fast. */
const MOST_IN_LINE = 1_000;
/** The database was away when a slot was given back. */
const GIVE_AGAIN_MS = 2_000;

const FREE_SLOT: Slot = { rang: () => undefined, release: () => undefined };

type Use = Pick<DialUse, "calls_last_minute" | "calls_now">;

export function createLimits({ store, money, ownerId }: DialLimitParts): Limits {
  const inLine = createLines();

  async function judge(workspaceId: string, limits: DialLimits, use: Use): Promise<void> {
    const { calls_per_minute: pace, calls_at_once: atOnce } = limits;
    if (pace !== null && use.calls_last_minute >= pace) throw refuse("call.too_fast");
    if (atOnce !== null && use.calls_now >= atOnce) throw refuse("call.too_many_at_once");
    await afford(workspaceId, limits, use.calls_now);
  }

  /** Calls that run have not been charged for: each may cost a minute at least. */
  async function afford(
    workspaceId: string,
    { spend_per_day: spend, needs_balance }: DialLimits,
    running: number,
  ): Promise<void> {
    if (spend === null && !needs_balance) return;
    const { spent_today, balance, minute } = await money(workspaceId);
    if (spend !== null && spent_today + running * minute >= spend) throw refuse("call.spent_today");
    if (needs_balance && balance - running * minute < 0) throw refuse("call.no_credit");
  }

  async function reserve(workspaceId: string): Promise<Slot> {
    const id = randomUUID();
    const slot = createSlot((hasRung) => store.give({ workspaceId, id, hasRung }));
    try {
      let counted: Use | undefined;
      const isTaken = await store.reserve({ workspaceId, id, ownerId }, (limits, use) => {
        counted = use;
        return judge(workspaceId, limits, use);
      });
      return isTaken ? { ...slot, counted } : FREE_SLOT;
    } catch (error) {
      // It may stand there all the same: the answer may have been lost.
      slot.release();
      throw error;
    }
  }

  return {
    async check(workspaceId) {
      const limits = await store.read(workspaceId);
      if (!isWithoutLimits(limits)) await judge(workspaceId, limits, await store.use(workspaceId));
    },
    checkMoney: async (workspaceId) => afford(workspaceId, await store.recent(workspaceId), 0),
    keep: (workspaceId, limits) => store.keep(workspaceId, limits),
    async read(workspaceId) {
      const [limits, use, spent] = await Promise.all([store.read(workspaceId), store.use(workspaceId), money(workspaceId)]);
      const { spent_today, balance } = spent;
      return { ...limits, used: { ...use, spent_today, balance } };
    },
    async take(workspaceId) {
      // Without a limit nobody waits for another call.
      if (isWithoutLimits(await store.read(workspaceId))) return FREE_SLOT;
      return inLine(workspaceId, () => reserve(workspaceId));
    },
    async free(workspaceId) {
      const { calls_per_minute: pace, calls_at_once: atOnce } = await store.read(workspaceId);
      if (pace === null && atOnce === null) return Number.POSITIVE_INFINITY;
      const use = await store.use(workspaceId);
      const left = (most: number | null, used: number): number => (most === null ? Number.POSITIVE_INFINITY : most - used);
      return Math.max(0, Math.min(left(pace, use.calls_last_minute), left(atOnce, use.calls_now)));
    },
  };
}

function createSlot(give: (hasRung: boolean) => Promise<void>): Slot {
  let [hasRung, isHeld] = [false, true];
  const giveBack = (): void => void give(hasRung).catch(() => setTimeout(giveBack, GIVE_AGAIN_MS).unref());
  return {
    rang: () => void (hasRung = true),
    release() {
      if (isHeld) giveBack();
      isHeld = false;
    },
  };
}

/** One at a time for a workspace: of the database's connections no more wait for its row. */
function createLines(): <T>(workspaceId: string, act: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (workspaceId, act) => {
    const line = lines.get(workspaceId) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MOST_IN_LINE) throw refuse("call.too_fast");
    lines.set(workspaceId, line);
    line.length++;
    const mine = line.last.then(act);
    line.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      line.length--;
      if (line.length === 0) lines.delete(workspaceId);
    }
  };
}

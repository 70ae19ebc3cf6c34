/**
 * Missed calls that are answered: whom a number has rejected is called back or written to. A job does so, which is stored with the end of the
 * call: a server that is killed in between leaves it to the next one. Later domains join with what they do.
 */
import { MOST_MISSED_CALLS_AN_HOUR, type MissedCallSetting } from "@ongea/contract";
import { z } from "zod";
import type { CallKey, CallRow, MissedCallStore, MissedCallTrait } from "../../calls/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { Refusal, statusOf } from "../../platform/http/refuse.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import type { Queue } from "../../platform/jobs/queue.ts";
import { isPhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { uuidOf } from "../../platform/uuid-of.ts";

/** `id`: the same for the same missed call. */
export interface MissedAnswer {
  id: string;
  workspaceId: string;
  agentId: string;
  callId: string;
  to: PhoneNumber;
  /** The number that was called. */
  from: string;
}

export type MissedMessage = Extract<MissedCallSetting, { answer: "message" }>;

/** What domains that come later do. Each refuses what its gate refuses. */
export interface MissedCallAnswers {
  /** Returns the call. */
  callBack(answer: MissedAnswer): Promise<string>;
  /** Returns the thread. */
  write(answer: MissedAnswer, message: MissedMessage): Promise<string>;
  /** Refuses a message that could not be sent; returns it as it is kept. */
  check(workspaceId: string, message: MissedMessage): Promise<MissedMessage>;
}

export interface MissedCallsParts {
  store: MissedCallStore;
  read(call: CallKey): Promise<CallRow | undefined>;
  /** Tells those who watch. */
  tell(call: CallRow): void;
  isOurs(number: string): Promise<boolean>;
  tenancy: Pick<Tenancy, "of">;
  jobs: Pick<Jobs, "send" | "work">;
}

export interface MissedCalls {
  join(answers: Partial<MissedCallAnswers>): void;
  check(workspaceId: string, setting: MissedCallSetting): Promise<MissedCallSetting>;
  /** In the transaction that ends these calls. */
  ended(db: Db, workspaceId: string, calls: readonly CallRow[]): Promise<void>;
  /** From now on this server answers. */
  start(): void;
}

const AGAIN_AFTER_SECONDS = [5, 30, 120, 600];
const MOST_ATTEMPTS = AGAIN_AFTER_SECONDS.length + 1;
const AT_ONCE = 4;
/** Refusals that may not hold in a moment. */
const PASSING: ReadonlySet<string> = new Set(["sender.not_connected", "call.too_many_planned"]);

export const missedCallQueue: Queue<CallKey> = {
  name: "missed-call",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 30,
  againAfterSeconds: (attempts) => AGAIN_AFTER_SECONDS[attempts - 1],
};

export function createMissedCalls(parts: MissedCallsParts): MissedCalls {
  const { store, tenancy, jobs } = parts;
  const joined: Partial<MissedCallAnswers> = {};
  const given = <Name extends keyof MissedCallAnswers>(name: Name): MissedCallAnswers[Name] => {
    const part = joined[name];
    if (part === undefined) throw new Error(`Nothing has joined missed calls as ${name}`);
    return part;
  };

  async function settle(key: CallKey, outcome: Partial<MissedCallTrait>): Promise<void> {
    const row = await store.settle(tenancy.of(key.workspaceId), key, outcome);
    if (row) parts.tell(row);
  }

  async function answer(key: CallKey, job: Job): Promise<void> {
    const call = await parts.read(key);
    const missed = call?.traits.missed;
    if (!call || missed?.state !== "waiting") return;
    try {
      await settle(key, await answered(call, missed.setting));
    } catch (error) {
      const code = error instanceof Refusal && statusOf(error.code) < 500 ? error.code : undefined;
      if ((code === undefined || PASSING.has(code)) && job.attempts < MOST_ATTEMPTS) throw error;
      await settle(key, { state: "nothing", reason: code ?? "failed" });
    }
  }

  async function answered(
    { id: callId, workspaceId, agentId, person, toNumber }: CallRow,
    setting: MissedCallSetting,
  ): Promise<Partial<MissedCallTrait>> {
    // Taken out since: nobody is there to be answered.
    if (agentId === null || toNumber === null || !isPhoneNumber(person)) return { state: "nothing", reason: "withheld" };
    if (await parts.isOurs(person)) return { state: "nothing", reason: "own_number" };
    const order = { id: idOf(callId), workspaceId, agentId, callId, to: person, from: toNumber };
    if (setting.answer === "call_back") return { state: "answered", executionId: await given("callBack")(order) };
    return { state: "answered", threadId: await given("write")(order, setting) };
  }

  async function judge(db: Db, call: CallRow, { setting }: MissedCallTrait): Promise<string | undefined> {
    if (!isPhoneNumber(call.person)) return "withheld";
    const { ofPerson, ofNumber } = await store.answered(db, call, setting.pause_minutes);
    if (ofPerson > 0) return "too_soon";
    return ofNumber >= MOST_MISSED_CALLS_AN_HOUR ? "too_many" : undefined;
  }

  return {
    join: (answers) => void Object.assign(joined, answers),
    async check(workspaceId, setting) {
      return setting.answer === "call_back" ? setting : given("check")(workspaceId, setting);
    },
    async ended(db, workspaceId, calls) {
      // In one order everywhere: two transactions never wait for each other.
      const missed = calls.filter(({ traits }) => traits.missed?.state === "new").toSorted(byNumber);
      for (const call of missed) {
        if (!call.traits.missed) continue;
        await store.hold(db, workspaceId, call.toNumber ?? "");
        const reason = await judge(db, call, call.traits.missed);
        await store.settle(db, call, reason === undefined ? { state: "waiting" } : { state: "nothing", reason });
        if (reason === undefined) await jobs.send(missedCallQueue, { id: call.id, workspaceId });
      }
    },
    start: () => jobs.work(missedCallQueue, answer, { atOnce: AT_ONCE }),
  };
}

function byNumber(a: CallRow, b: CallRow): number {
  return (a.toNumber ?? "") < (b.toNumber ?? "") ? -1 : 1;
}

function idOf(callId: string): string {
  return uuidOf(`missed call ${callId}`);
}

/**
 * A request that is sent twice is done once. A client that does not know whether its POST arrived sends it again with the same
 * `Idempotency-Key` and gets the first answer (the Idempotency-Key header field, an Internet draft of the IETF).
 */
import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Db } from "../database/db.ts";
import type { Migration } from "../database/migrate.ts";
import type { Seal } from "../secrets/seal.ts";
import { refuse } from "./refuse.ts";

export interface Answered {
  status: number;
  /** JSON. */
  body: string;
  /** False: an answer that must not be given to anyone again (it carries a cookie, or nobody knows who asked). */
  isRepeatable: boolean;
}

export interface IdempotentRequest {
  /** Whose key it is: two askers may choose the same. */
  askerId: string;
  key: string;
  /** What was asked: method, address and body. */
  request: string;
}

/** Does what is asked; `id` is the same at every attempt with this key. What it returns writes the answer, when the work is done. */
export type OnceWork = (id: string) => Promise<() => Answered>;

export interface Idempotency {
  /**
   * Does the work, or gives the answer of the first time. Work that was done is never done again, whatever becomes of its answer. Refuses with
   * "request.key_reused", "request.in_progress" or "request.answer_lost".
   */
  once(asked: IdempotentRequest, work: OnceWork): Promise<Answered & { isReplayed: boolean }>;
}

const repeats = pgTable(
  "repeats",
  {
    askerId: text("asker_id").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    status: integer("status"),
    /** Sealed: an answer may hold what is told only once. */
    answer: text("answer"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.askerId, table.key] })],
);

export const idempotencyMigrations: readonly Migration[] = [
  {
    id: "0011-repeats",
    sql: `create table repeats (
      asker_id text not null,
      key text not null,
      request_hash text not null,
      status integer,
      answer text,
      started_at timestamptz not null default now(),
      primary key (asker_id, key)
    );
    create index repeats_started on repeats (started_at)`,
  },
];

/** Longer than any request lasts: one that has no answer by then was cut off, and nobody knows how far it came. */
const CUT_OFF_S = 60;
const KEPT_HOURS = 24;
const FORGET_EVERY = 200;
/** In place of a status: it was done, and its answer is not told again. */
const LOST = 0;
/** Answers that the database has not taken yet. */
const MOST_UNSTORED = 200;

/** What becomes of a key: it has this answer, none that may be given again, or it was never used. */
type Outcome = Answered | "answer-lost" | "unused";

export function createIdempotency(db: Db, seal: Seal): Idempotency {
  const running = new Map<string, Promise<Answered>>();
  const { answered, store, storeLate } = createAnswers(db, seal);
  let count = 0;

  return {
    async once(asked, work) {
      const about = aboutOf(asked);
      const requestHash = hashOf(asked.request);
      const first = running.get(about);
      // The same key in this process at this moment: wait for what the first one gets.
      if (first) {
        await first.catch(() => undefined);
        return { ...(await answered(asked, requestHash)), isReplayed: true };
      }
      const here = begin(asked, requestHash, work);
      running.set(about, here);
      try {
        return { ...(await here), isReplayed: false };
      } catch (error) {
        if (error instanceof Known) return { ...(await answered(asked, requestHash)), isReplayed: true };
        throw error;
      } finally {
        running.delete(about);
      }
    },
  };

  async function begin(asked: IdempotentRequest, requestHash: string, work: OnceWork): Promise<Answered> {
    if (++count % FORGET_EVERY === 0)
      await db.delete(repeats).where(lt(repeats.startedAt, sql`now() - ${KEPT_HOURS} * interval '1 hour'`));
    await storeLate();
    const { askerId, key } = asked;
    const taken = await db
      .insert(repeats)
      .values({ askerId, key, requestHash })
      .onConflictDoNothing()
      .returning({ key: repeats.key });
    if (taken.length === 0) throw new Known();
    let outcome: Outcome = "unused";
    try {
      const write = await work(idOf(asked));
      // From here on it is done, whatever fails.
      outcome = "answer-lost";
      const answer = write();
      if (answer.isRepeatable) outcome = answer;
      return answer;
    } finally {
      await store(asked, outcome);
    }
  }
}

interface Answers {
  /** Never rejects: an answer that cannot be stored is given all the same, and the key is not free for that. */
  store(asked: IdempotentRequest, outcome: Outcome): Promise<boolean>;
  /** Tries again what could not be stored. */
  storeLate(): Promise<void>;
  /** Refuses with "request.key_reused", "request.in_progress" or "request.answer_lost". */
  answered(asked: IdempotentRequest, requestHash: string): Promise<Answered>;
}

function createAnswers(db: Db, seal: Seal): Answers {
  const unstored = new Map<string, { asked: IdempotentRequest; outcome: Outcome }>();
  return { store, storeLate, answered };

  async function store(asked: IdempotentRequest, outcome: Outcome): Promise<boolean> {
    const about = aboutOf(asked);
    try {
      if (outcome === "unused") await db.delete(repeats).where(the(asked));
      else await db.update(repeats).set(columnsOf(outcome, about)).where(the(asked));
      unstored.delete(about);
      return true;
    } catch {
      unstored.set(about, { asked, outcome });
      if (unstored.size > MOST_UNSTORED) unstored.delete(unstored.keys().next().value ?? "");
      return false;
    }
  }

  async function storeLate(): Promise<void> {
    for (const { asked, outcome } of unstored.values()) if (!(await store(asked, outcome))) return;
  }

  function columnsOf(outcome: Answered | "answer-lost", about: string): { status: number; answer: string | null } {
    return outcome === "answer-lost"
      ? { status: LOST, answer: null }
      : { status: outcome.status, answer: seal.close(outcome.body, about) };
  }

  async function answered(asked: IdempotentRequest, requestHash: string): Promise<Answered> {
    const [row] = await db
      .select({ repeat: repeats, isCutOff: sql<boolean>`${repeats.startedAt} < now() - ${CUT_OFF_S} * interval '1 second'` })
      .from(repeats)
      .where(the(asked));
    if (!row) throw refuse("request.in_progress");
    const { status, answer, requestHash: before } = row.repeat;
    if (before !== requestHash) throw refuse("request.key_reused");
    const late = unstored.get(aboutOf(asked))?.outcome;
    if (typeof late === "object") return late;
    if (late === "answer-lost" || status === LOST || (status === null && row.isCutOff)) throw refuse("request.answer_lost");
    if (status === null || answer === null) throw refuse("request.in_progress");
    return { status, body: seal.open(answer, aboutOf(asked)), isRepeatable: true };
  }
}

function aboutOf({ askerId, key }: IdempotentRequest): string {
  return `${askerId}/${key}`;
}

/** Somebody was here before with this key. */
class Known extends Error {}

function the({ askerId, key }: IdempotentRequest) {
  return and(eq(repeats.askerId, askerId), eq(repeats.key, key));
}

function hashOf(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}

/** A UUID (version 8 of RFC 9562: of our own making) that everyone who knows the asker and the key would compute. */
function idOf({ askerId, key }: IdempotentRequest): string {
  const hex = hashOf(JSON.stringify([askerId, key])).slice(0, 32);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join("-");
}

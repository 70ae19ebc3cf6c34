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
  /** False: an answer that must not be given to anyone again (it carries a cookie). */
  isRepeatable: boolean;
}

export interface AskedOnce {
  /** Whose key it is: two askers may choose the same. */
  askerId: string;
  key: string;
  /** What was asked: method, address and body. */
  request: string;
}

export interface Idempotency {
  /**
   * Does the work, or gives the answer of the first time. `id` is the same at every attempt with this key. Refuses with
   * "request.key_reused" or "request.in_progress".
   */
  once(asked: AskedOnce, work: (id: string) => Promise<Answered>): Promise<Answered & { isReplayed: boolean }>;
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

/** Longer than any request lasts: one that has no answer by then was cut off, and may be tried again. */
const CUT_OFF_S = 60;
const KEPT_HOURS = 24;
const FORGET_EVERY = 200;

export function createIdempotency(db: Db, seal: Seal): Idempotency {
  const running = new Map<string, Promise<Answered>>();
  let count = 0;

  return {
    async once(asked, work) {
      const about = `${asked.askerId}/${asked.key}`;
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

  async function begin(asked: AskedOnce, requestHash: string, work: (id: string) => Promise<Answered>): Promise<Answered> {
    if (++count % FORGET_EVERY === 0)
      await db.delete(repeats).where(lt(repeats.startedAt, sql`now() - ${KEPT_HOURS} * interval '1 hour'`));
    const { askerId, key } = asked;
    const taken = await db
      .insert(repeats)
      .values({ askerId, key, requestHash })
      .onConflictDoUpdate({
        target: [repeats.askerId, repeats.key],
        set: { startedAt: sql`now()` },
        setWhere: sql`${repeats.requestHash} = ${requestHash} and ${repeats.status} is null
          and ${repeats.startedAt} < now() - ${CUT_OFF_S} * interval '1 second'`,
      })
      .returning({ key: repeats.key });
    if (taken.length === 0) throw new Known();
    try {
      const { status, body, isRepeatable } = await work(idOf(asked));
      if (isRepeatable) {
        const answer = seal.close(body, `${askerId}/${key}`);
        await db.update(repeats).set({ status, answer }).where(the(asked));
      } else await db.delete(repeats).where(the(asked));
      return { status, body, isRepeatable };
    } catch (error) {
      await db.delete(repeats).where(the(asked));
      throw error;
    }
  }

  async function answered(asked: AskedOnce, requestHash: string): Promise<Answered> {
    const [row] = await db.select().from(repeats).where(the(asked));
    if (row && row.requestHash !== requestHash) throw refuse("request.key_reused");
    if (!row || row.status === null || row.answer === null) throw refuse("request.in_progress");
    return { status: row.status, body: seal.open(row.answer, `${asked.askerId}/${asked.key}`), isRepeatable: true };
  }
}

/** Somebody was here before with this key. */
class Known extends Error {}

function the({ askerId, key }: AskedOnce) {
  return and(eq(repeats.askerId, askerId), eq(repeats.key, key));
}

function hashOf(request: string): string {
  return createHash("sha256").update(request).digest("hex");
}

/** A UUID (version 8 of RFC 9562: of our own making) that everyone who knows the asker and the key would compute. */
function idOf({ askerId, key }: AskedOnce): string {
  const hex = hashOf(JSON.stringify([askerId, key])).slice(0, 32);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join("-");
}

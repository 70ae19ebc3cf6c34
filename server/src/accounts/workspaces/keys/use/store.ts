/** How often keys are used, by day (UTC): counted in memory, written every few seconds. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../../platform/database/db.ts";
import type { Tenancy } from "../../../../platform/database/tenancy.ts";
import type { Log } from "../../../../platform/log/log.ts";
import { apiKeyCalls, apiKeys } from "../../tables.ts";

export interface KeyUse {
  /** One more request with this key. */
  count(keyId: string): void;
  /** Writes what has been counted until now. Rejects when the database takes nothing; what was counted is kept. */
  flush(): Promise<void>;
  /** Of one workspace, revoked keys' requests too. */
  figures(workspaceId: string): Promise<{ keys: number; today: number; month: number }>;
  stop(): Promise<void>;
}

interface Counted {
  key_id: string;
  day: string;
  calls: number;
  used_at: string;
}

const FLUSH_EVERY_MS = 3_000;
/** Keys that are counted between two writes; of any further one nothing is counted until then. */
const MOST_KEYS = 20_000;
const KEPT_DAYS = 400;

export function createKeyUse({ tenancy, log, now }: { tenancy: Tenancy; log: Log; now: () => Date }): KeyUse {
  let counted = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();
  let tidiedDay = "";
  let failing = false;

  const timer = setInterval(() => {
    flush().then(
      () => (failing = false),
      (error: unknown) => {
        if (!failing) log.warn({ err: error }, "The use of keys could not be written; it is kept until it can");
        failing = true;
      },
    );
  }, FLUSH_EVERY_MS).unref();

  return {
    count: (keyId) => {
      const at = now();
      add({ key_id: keyId, day: dayOf(at), calls: 1, used_at: at.toISOString() });
    },
    flush,
    figures: (workspaceId) => figuresOf(tenancy.of(workspaceId), workspaceId, dayOf(now())),
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };

  function add(one: Counted): void {
    const name = `${one.key_id}/${one.day}`;
    const known = counted.get(name);
    if (!known && counted.size >= MOST_KEYS) return;
    const usedAt = known && known.used_at > one.used_at ? known.used_at : one.used_at;
    counted.set(name, { ...one, calls: one.calls + (known?.calls ?? 0), used_at: usedAt });
  }

  /** One write after the other: whoever waits for one has what was counted before it. */
  function flush(): Promise<void> {
    writing = writing.then(write, write);
    return writing;
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const taken = counted;
    counted = new Map();
    try {
      await store(tenancy.everywhere, [...taken.values()]);
      const today = dayOf(now());
      if (today !== tidiedDay) await tidy(tenancy.everywhere, today);
      tidiedDay = today;
    } catch (error) {
      for (const one of taken.values()) add(one);
      throw error;
    }
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Keys that are gone meanwhile with their workspace or member are left out. In one order, so that two servers never wait for each other. */
async function store(db: Db, rows: Counted[]): Promise<void> {
  await db.execute(sql`
    with counted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as one(key_id uuid, day date, calls bigint, used_at timestamptz)
    ), here as (
      select id, workspace_id from api_keys where id in (select key_id from counted) order by id for no key update
    ), used as (
      update api_keys set last_used_at = greatest(last_used_at, latest.at)
      from (select key_id, max(used_at) as at from counted group by key_id) latest
      where api_keys.id = latest.key_id and api_keys.id in (select id from here)
    )
    insert into api_key_calls (workspace_id, key_id, day, calls)
    select here.workspace_id, here.id, counted.day, counted.calls from counted join here on here.id = counted.key_id
    order by here.id, counted.day
    on conflict (key_id, day) do update set calls = api_key_calls.calls + excluded.calls`);
}

async function tidy(db: Db, today: string): Promise<void> {
  await db.delete(apiKeyCalls).where(sql`${apiKeyCalls.day} < ${today}::date - ${KEPT_DAYS}::int`);
}

async function figuresOf(db: Db, workspaceId: string, today: string): ReturnType<KeyUse["figures"]> {
  const inForce = sql`(${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`;
  const [keys] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt), inForce));
  const [calls] = await db
    .select({
      today: sql<number>`coalesce(sum(${apiKeyCalls.calls}) filter (where ${apiKeyCalls.day} = ${today}), 0)::float8`,
      month: sql<number>`coalesce(sum(${apiKeyCalls.calls}), 0)::float8`,
    })
    .from(apiKeyCalls)
    .where(and(eq(apiKeyCalls.workspaceId, workspaceId), sql`${apiKeyCalls.day} > ${today}::date - 30`));
  return { keys: keys?.count ?? 0, today: calls?.today ?? 0, month: calls?.month ?? 0 };
}

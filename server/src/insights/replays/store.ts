/** All the SQL of replays. */
import { MOST_REPLAYS } from "@ongea/contract";
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey, CallWords } from "../../calls/index.ts";
import { callReplays } from "./tables.ts";

export type ReplayRow = typeof callReplays.$inferSelect;
export type NewReplay = Pick<ReplayRow, "agentId" | "version" | "model" | "stt" | "turns" | "turnsOfCall">;

export interface ReplayStore {
  /** Older ones of the call are forgotten. */
  add(call: CallKey, replay: NewReplay): Promise<ReplayRow>;
  /** Of one that is gone, with its call or what was redacted of it, nothing changes. */
  change(call: CallKey, id: string, change: Partial<Pick<ReplayRow, "played" | "state" | "endedAt">>): Promise<void>;
  /** The newest first. */
  list(call: CallKey): Promise<ReplayRow[]>;
  read(call: CallKey, id: string): Promise<ReplayRow | undefined>;
}

/** What callers and agents said in replays of calls. */
export const replayWords: CallWords = {
  remove: (calls) => sql`delete from call_replays where call_id in (${calls})`,
  exported: {
    name: "replays",
    of: (call) => sql`(select coalesce(jsonb_agg(played order by started_at), '[]') from call_replays where call_id = ${call})`,
  },
};

export function createReplayStore(tenancy: Tenancy): ReplayStore {
  const ofCall = ({ workspaceId, id }: CallKey) => and(eq(callReplays.workspaceId, workspaceId), eq(callReplays.callId, id));
  const one = (call: CallKey, id: string) => and(ofCall(call), eq(callReplays.id, id));
  return {
    add: (call, replay) =>
      tenancy.together(call.workspaceId, async () => {
        const db = tenancy.of(call.workspaceId);
        const [row] = await db
          .insert(callReplays)
          .values({ ...replay, workspaceId: call.workspaceId, callId: call.id, state: "running" })
          .returning();
        if (!row) throw new Error("A replay was added and is not there");
        const kept = db
          .select({ id: callReplays.id })
          .from(callReplays)
          .where(ofCall(call))
          .orderBy(desc(callReplays.startedAt))
          .limit(MOST_REPLAYS);
        await db.delete(callReplays).where(and(ofCall(call), notInArray(callReplays.id, kept)));
        return row;
      }),
    async change(call, id, change) {
      const set = { ...change, beatAt: sql`now()` };
      await tenancy.of(call.workspaceId).update(callReplays).set(set).where(one(call, id));
    },
    list: (call) =>
      tenancy.of(call.workspaceId).select().from(callReplays).where(ofCall(call)).orderBy(desc(callReplays.startedAt)),
    async read(call, id) {
      const [row] = await tenancy.of(call.workspaceId).select().from(callReplays).where(one(call, id));
      return row;
    },
  };
}

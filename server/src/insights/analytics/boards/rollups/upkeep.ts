/**
 * Boards without filters are added up before somebody looks: in the time zones in which people look at the boards of a workspace, over the
 * dashboard's periods. The first look at a time zone begins it, and every hour what has become old or was changed is added up again.
 */
import { BOARD_PERIODS, CALL_GROUPS } from "@ongea/contract";
import { z } from "zod";
import { agentsInReach } from "../../../../platform/database/reach.ts";
import type { Jobs } from "../../../../platform/jobs/jobs.ts";
import type { Queue } from "../../../../platform/jobs/queue.ts";
import type { Log } from "../../../../platform/log/log.ts";
import { localDay, momentOf } from "../../../../platform/time/local-time.ts";
import type { Rollups } from "./rollups.ts";
import type { Span } from "./spans.ts";
import type { RollupStore } from "./store.ts";

const Wanted = z.object({ workspaceId: z.uuid(), timeZone: z.string() }).partial();
type Wanted = z.output<typeof Wanted>;

/** The next hour's round goes on where one has ended. */
export const boardUpkeepQueue: Queue<Wanted> = {
  name: "board-upkeep",
  data: Wanted,
  takesSeconds: 3_000,
  againAfterSeconds: () => undefined,
};

const EVERY_SECONDS = 3_600;
/** The board that the dashboard opens with is the first. Those by a disposition have a filter. */
const GROUPS = CALL_GROUPS.filter((group) => group !== "disposition");
const MOST_SEEN = 10_000;
const DAY_MS = 86_400_000;

export interface BoardUpkeep {
  /** Somebody looks at a board. */
  see(workspaceId: string, timeZone: string): Promise<void>;
  /** From now on this server does such work. */
  start(): void;
}

export interface BoardUpkeepParts {
  rollups: Pick<Rollups, "prepare">;
  store: Pick<RollupStore, "addTimeZone" | "timeZones">;
  jobs: Pick<Jobs, "send" | "work" | "every">;
  log: Pick<Log, "warn">;
  fewestCalls: number;
  now(): Date;
}

export function createBoardUpkeep({ rollups, store, jobs, log, fewestCalls, now }: BoardUpkeepParts): BoardUpkeep {
  /** Today. */
  const seen = new Set<string>();
  let today = "";

  async function prepare(workspaceId: string, timeZone: string, signal: AbortSignal): Promise<void> {
    const periods = BOARD_PERIODS.map((days) => periodOf(days, timeZone, now()));
    for (const group of GROUPS)
      if (!signal.aborted) await rollups.prepare(workspaceId, { by: { group, timeZone }, periods, signal });
  }

  return {
    async see(workspaceId, timeZone) {
      // Who is held to some agents is answered from the calls.
      if (agentsInReach() !== undefined) return;
      const day = now().toISOString().slice(0, 10);
      if (day !== today || seen.size >= MOST_SEEN) seen.clear();
      today = day;
      const name = `${workspaceId} ${timeZone}`;
      if (seen.has(name)) return;
      seen.add(name);
      try {
        if (await store.addTimeZone(workspaceId, timeZone)) await jobs.send(boardUpkeepQueue, { workspaceId, timeZone });
      } catch (error) {
        seen.delete(name);
        log.warn({ err: error }, "The time zone of a board could not be stored");
      }
    },
    start() {
      jobs.work(boardUpkeepQueue, async ({ workspaceId, timeZone }, { signal }) => {
        if (workspaceId !== undefined && timeZone !== undefined) return prepare(workspaceId, timeZone, signal);
        for (const zone of await store.timeZones(fewestCalls)) {
          if (signal.aborted) return;
          await prepare(zone.workspaceId, zone.timeZone, signal).catch((error: unknown) =>
            log.warn({ err: error }, "Boards of a workspace could not be added up; they are read from its calls"),
          );
        }
      });
      jobs.every(boardUpkeepQueue, {}, EVERY_SECONDS);
    },
  };
}

/** As the dashboard asks: so many days there, today the last. */
function periodOf(days: number, timeZone: string, now: Date): Span {
  const today = localDay(now, timeZone).getTime();
  const midnight = (later: number): Date => momentOf(new Date(today + later * DAY_MS), 0, timeZone);
  return { from: midnight(1 - days), to: midnight(1) };
}

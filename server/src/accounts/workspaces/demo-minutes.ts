/** How much a demo workspace may talk: what is said stays, words and recordings, so its size has a limit that is told before it is reached. */
import type { RefusalCode } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";

export interface DemoRoomParts {
  /** Of all calls that the workspace has really made. */
  secondsOf(workspaceId: string): Promise<number>;
  mostMinutes: number;
  /** Most of it is used. */
  nearlyFull(workspaceId: string, left: { minutes: number }): Promise<void>;
}

export interface DemoRoom {
  /** Before each call. Refuses with "demo.used_up". */
  check(workspaceId: string): Promise<void>;
}

const NEARLY_FULL = 0.8;
/** More workspaces than this: some are told again. */
const MOST_REMEMBERED = 1_000;
const USED_UP: RefusalCode = "demo.used_up";

export function createDemoRoom({ secondsOf, mostMinutes, nearlyFull }: DemoRoomParts): DemoRoom {
  const told = new Set<string>();
  return {
    async check(workspaceId) {
      const usedMinutes = (await secondsOf(workspaceId)) / 60;
      if (usedMinutes >= mostMinutes) throw refuse(USED_UP);
      if (usedMinutes < NEARLY_FULL * mostMinutes || told.has(workspaceId)) return;
      if (told.size >= MOST_REMEMBERED) told.clear();
      told.add(workspaceId);
      await nearlyFull(workspaceId, { minutes: Math.floor(mostMinutes - usedMinutes) }).catch(() => told.delete(workspaceId));
    },
  };
}

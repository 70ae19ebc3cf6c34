/** What is pushed to pages, at every server of the installation. */
import { LiveEvent } from "@ongea/contract";
import type { Closing } from "../closing.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../log/log.ts";
import { createLive, type Live } from "./live.ts";
import { SharedLive } from "./shared.ts";

export interface LiveParts {
  database: Pick<Database, "connectAlone">;
  log: Log;
  closing: Closing;
}

export type FindCall = (workspaceId: string, id: string) => Promise<LiveEvent | undefined>;

export interface OpenedLive {
  live: Live<LiveEvent>;
  findCallsBy(find: FindCall): void;
}

/** The built-in database is one server's alone: events need not travel. */
export function openLive({ database: { connectAlone: connect }, log, closing }: LiveParts): OpenedLive {
  if (!connect) return { live: createLive<LiveEvent>(), findCallsBy: () => undefined };
  let find: FindCall = async () => undefined;
  const live = new SharedLive<LiveEvent>({
    connect,
    log,
    parse: (told) => LiveEvent.safeParse(told).data,
    referenceTo: callIn,
    find: (workspaceId, id) => find(workspaceId, id),
  });
  closing.add("live events", () => live.stop());
  return { live, findCallsBy: (by) => void (find = by) };
}

/** Of a long entry, too: who hears that its call has changed reads its journal again. */
function callIn(event: LiveEvent): string | undefined {
  if (event.event === "call") return event.call.id;
  return event.event === "entry" ? event.execution_id : undefined;
}

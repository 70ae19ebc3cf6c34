/** What is pushed to pages, at every server of the installation. Part of the composition. */
import { LiveEvent } from "@ongea/contract";
import { createCallStore, wireExecution } from "./calls/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Database } from "./platform/database/database.ts";
import { createLive, type Live } from "./platform/live/live.ts";
import { SharedLive } from "./platform/live/shared.ts";
import type { Log } from "./platform/log/log.ts";

export interface WatchingParts {
  database: Database;
  log: Log;
  closing: Closing;
  /** Of the installation. */
  publicUrl: string;
}

/** The built-in database is one server's alone: nobody else needs to be told. */
export function openWatching({ database, log, closing, publicUrl }: WatchingParts): Live<LiveEvent> {
  const { connectAlone: connect } = database;
  if (!connect) return createLive<LiveEvent>();
  const calls = createCallStore(database);
  const live = new SharedLive<LiveEvent>({
    connect,
    log,
    parse: (told) => LiveEvent.safeParse(told).data,
    referenceTo: callIn,
    async find(workspaceId, id) {
      const row = await calls.read({ id, workspaceId });
      return row && { event: "call", call: wireExecution(row, publicUrl) };
    },
  });
  closing.add("live events", () => live.stop());
  return live;
}

/** Of a long entry, too: who hears that its call has changed reads its journal again. */
function callIn(event: LiveEvent): string | undefined {
  if (event.event === "call") return event.call.id;
  return event.event === "entry" ? event.execution_id : undefined;
}

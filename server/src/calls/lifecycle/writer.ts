/** Stores what happens in calls, of each call in order; what the database does not take at once waits on disk for it. */
import { join } from "node:path";
import { Entry } from "@ongea/contract";
import { z } from "zod";
import { beyondReach } from "../../platform/database/reach.ts";
import { createWriteBehind, type WriteBehind } from "../../platform/database/write-behind.ts";
import type { Log } from "../../platform/log/log.ts";
import type { CallKey, CallStore, CallWrite, CallWriter, Ended, WriteOfCall } from "../records/store.ts";
import { createGroupCommit } from "./group-commit.ts";

export interface WriterParts {
  store: Pick<CallStore, "applyAll">;
  /** Written down together with a call's end. */
  ended: Ended;
  log: Log;
  dataDir: string;
}

export interface CallWriting extends CallWriter, Pick<WriteBehind<never>, "replay" | "waiting" | "stop"> {}

/** What happens in a call within this time is stored together. Its beginning and its end do not wait. */
const GATHER_MS = 20;

const KINDS: ReadonlySet<string> = new Set(Entry.options.map(({ shape }) => shape.kind.value));
/** What stood in a file, of this server or of another version: nothing of a kind that is unknown here goes into the database. */
const ReadWrite = z.object({
  call: z.strictObject({ id: z.uuid(), workspaceId: z.uuid() }),
  write: z.strictObject({
    begin: z.looseObject({}).optional(),
    change: z.looseObject({}).optional(),
    entries: z
      .array(
        z.object({ position: z.number().int(), entry: z.looseObject({ kind: z.string().refine((kind) => KINDS.has(kind)) }) }),
      )
      .optional(),
    whole: z.array(z.object({ position: z.number().int(), sealed: z.string() })).optional(),
    finish: z.looseObject({}).optional(),
  }),
});

interface Gathered {
  write: CallWrite;
  timer: NodeJS.Timeout | undefined;
  stored: Promise<boolean>;
  store(): void;
}

export function createCallWriter({ store, ended, log, dataDir }: WriterParts): CallWriting {
  const waiting = createWriteBehind<WriteOfCall>({
    file: join(dataDir, "calls-waiting"),
    // One transaction of a workspace at a time: the ends of calls meet at its balance, and would hold a connection each.
    apply: createGroupCommit({ applyAll: (workspaceId, writes) => store.applyAll(workspaceId, writes, ended) }),
    isWrite: (read): read is WriteOfCall => ReadWrite.safeParse(read).success,
    log,
  });
  const gathering = new Map<string, Gathered>();

  return {
    // Calls of others are stored along with it.
    write: ({ id, workspaceId }, write) =>
      beyondReach(() => {
        const gathered = gathering.get(id) ?? begin({ id, workspaceId });
        gathered.write = together(gathered.write, write);
        if (write.begin ?? write.finish) gathered.store();
        else gathered.timer ??= setTimeout(gathered.store, GATHER_MS);
        return gathered.stored;
      }),
    replay: () => waiting.replay(),
    async stop() {
      for (const { store: storeNow } of gathering.values()) storeNow();
      await waiting.stop();
    },
    get waiting() {
      return waiting.waiting;
    },
  };

  function begin(call: CallKey): Gathered {
    let resolve!: (stored: Promise<boolean>) => void;
    const stored = new Promise<boolean>((done) => (resolve = done));
    const gathered: Gathered = {
      write: {},
      timer: undefined,
      stored,
      store() {
        clearTimeout(gathered.timer);
        if (!gathering.delete(call.id)) return;
        const { write } = gathered;
        resolve(waiting.write(call.id, { call, write }, { last: write.finish !== undefined }));
      },
    };
    gathering.set(call.id, gathered);
    return gathered;
  }
}

/** Of two writes of one call, the later one after the earlier. */
function together(first: CallWrite, then: CallWrite): CallWrite {
  const entries = [...(first.entries ?? []), ...(then.entries ?? [])];
  return {
    begin: then.begin ?? first.begin,
    change: first.change || then.change ? { ...first.change, ...then.change } : undefined,
    entries,
    ...(first.whole || then.whole ? { whole: [...(first.whole ?? []), ...(then.whole ?? [])] } : {}),
    finish: then.finish,
  };
}

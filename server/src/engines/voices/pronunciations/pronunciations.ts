/** What a call and the Voice Lab know of how a workspace's words are said. */
import { createSayAs, type Pronunciation, type SayAs } from "@ongea/conversation";
import type { Log } from "../../../platform/log/log.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../../platform/async/with-timeout.ts";
import { memoizeFor } from "../../../platform/async/memoize.ts";
import type { PronunciationRow, PronunciationStore } from "./store.ts";

export interface Pronunciations {
  /** A call is about to come: what it will need is asked for already. */
  expect(workspaceId: string): void;
  /** Never rejects, and keeps no caller waiting for a database that is away: then words are said as they are written. */
  of(workspaceId: string): Promise<readonly Pronunciation[]>;
  sayAs(workspaceId: string): Promise<SayAs>;
  /** The next call says what stands there now. */
  changed(workspaceId: string): void;
}

export interface PronunciationsParts {
  store: Pick<PronunciationStore, "all">;
  log: Pick<Log, "warn">;
  /** How long a caller who has answered waits for it. */
  patienceMs?: number;
}

/** Another server may have changed something. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;

export function createPronunciations({ store, log, patienceMs = PATIENCE_MS }: PronunciationsParts): Pronunciations {
  const rowsOf = memoizeFor(FRESH_MS, (workspaceId) => store.all(workspaceId));
  async function of(workspaceId: string): Promise<readonly Pronunciation[]> {
    try {
      return (await withTimeout(rowsOf(workspaceId), patienceMs, DATABASE_IS_LATE)).map(spoken);
    } catch (error) {
      log.warn({ err: error }, "A call does not know how its workspace's words are said");
      return [];
    }
  }
  return {
    expect: (workspaceId) => void rowsOf(workspaceId).catch(() => undefined),
    of,
    sayAs: async (workspaceId) => createSayAs(await of(workspaceId)),
    changed: (workspaceId) => rowsOf.forget(workspaceId),
  };
}

function spoken({ word, said, language }: PronunciationRow): Pronunciation {
  return language === "" ? { word, said } : { word, said, language };
}

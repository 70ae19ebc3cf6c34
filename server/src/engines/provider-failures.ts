/** How STT, LLM and TTS fail in calls: this installation's own for health, those of a workspace's connections for its screen of providers. */
import type { JournalEntry } from "@ongea/conversation";
import { sanitizeForPostgres } from "../platform/text.ts";
import type { Log } from "../platform/log/log.ts";
import type { ConnectionStore } from "./connections/store.ts";
import { providerIn, type ConnectedProviders } from "./costs/provider-usage.ts";
import type { ServiceTrouble } from "./speech-hosts/reach.ts";

export interface ProviderFailures {
  /** What a call or a conversation in writing has just written into its journal. */
  note(entry: JournalEntry, of: { workspaceId: string; lent: ConnectedProviders }): void;
  /** Of this installation's own. */
  troubles(): ServiceTrouble[];
}

export interface ProviderFailuresParts {
  store: Pick<ConnectionStore, "failed">;
  log: Pick<Log, "warn">;
  nowMs(): number;
}

const WINDOW_MS = 5 * 60_000;
/** A single one may be chance. */
const LEAST_FAILURES = 2;
/** More are not counted. */
const MOST_TIMES = 100;
const MOST_NAMES = 200;
/** A connection whose provider is down fails in every call: its row is written this often. */
const WRITTEN_EVERY_MS = 30_000;
const MOST_MESSAGE = 300;
const PARTS = { hear: "ears", think: "mind", speak: "voice" } as const;

interface Counted {
  part: ServiceTrouble["part"];
  name: string;
  failuresMs: number[];
  answersMs: number[];
}

export function createProviderFailures({ store, log, nowMs }: ProviderFailuresParts): ProviderFailures {
  const counted = new Map<string, Counted>();
  const writtenMs = new Map<string, number>();

  function count({ stage, by }: { stage: keyof typeof PARTS; by: string }, what: "failuresMs" | "answersMs"): void {
    const key = `${stage} ${by}`;
    const known = counted.get(key);
    // Who has never failed is not watched.
    if (!known && what === "answersMs") return;
    const one: Counted = known ?? { part: PARTS[stage], name: by, failuresMs: [], answersMs: [] };
    one[what] = [...recent(one[what]), nowMs()].slice(-MOST_TIMES);
    bounded(counted, key, one);
  }

  function recent(times: readonly number[]): number[] {
    return times.filter((ms) => nowMs() - ms < WINDOW_MS);
  }

  function ofConnection({ workspaceId, id }: { workspaceId: string; id: string }, by: string, message: string): void {
    if (nowMs() - (writtenMs.get(id) ?? Number.NEGATIVE_INFINITY) < WRITTEN_EVERY_MS) return;
    bounded(writtenMs, id, nowMs());
    const failure = sanitizeForPostgres({ by, message: message.slice(0, MOST_MESSAGE), at: new Date().toISOString() });
    store
      .failed({ workspaceId, id }, failure)
      .catch((error: unknown) => log.warn({ err: error, connection: id }, "A failure of a connection was not stored"));
  }

  return {
    note(entry, { workspaceId, lent }) {
      if (entry.kind === "usage" && !lent[entry.stage].has(providerIn(entry.by))) return count(entry, "answersMs");
      if (entry.kind !== "failure" || !entry.by || entry.problem.code === "cancelled") return;
      const { stage, by, problem } = entry;
      const own = lent[stage];
      if (!own.has(providerIn(by))) return count({ stage, by }, "failuresMs");
      const id = own.get(providerIn(by));
      if (id !== undefined) ofConnection({ workspaceId, id }, by, problem.message);
    },
    troubles: () =>
      [...counted.values()].flatMap(({ part, name, failuresMs, answersMs }): ServiceTrouble[] => {
        const failures = recent(failuresMs).length;
        if (failures < LEAST_FAILURES || failures <= recent(answersMs).length) return [];
        const note = `${name} failed ${failures} times in calls within 5 minutes, and others stood in; the calls' transcripts say why`;
        return [{ part, name, note }];
      }),
  };
}

/** The one that has not been written for longest gives way. */
function bounded<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > MOST_NAMES && oldest !== undefined) all.delete(oldest);
}

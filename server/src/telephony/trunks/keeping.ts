/**
 * Keeps the trunks of all workspaces, each by one server at a time: it registers there, asks whether the trunk is there, and writes down how it
 * stands. A server that is gone is followed by another when its time is over.
 */
import { randomUUID } from "node:crypto";
import type { TrunkProblem } from "@ongea/contract";
import type { Registration, SipEndpoint, Standing } from "@ongea/channels";
import type { Log } from "../../platform/log/log.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import type { TrunkDirectory } from "./directory.ts";
import { outward } from "./outward.ts";
import type { StoredTrunk, TrunkStore } from "./store.ts";

export interface TrunkKeepingParts {
  store: Pick<TrunkStore, "active" | "keep" | "letGo" | "tell">;
  directory: Pick<TrunkDirectory, "look">;
  endpoint: Pick<SipEndpoint, "keep">;
  ring: KeyRing;
  mayReach(address: string): boolean;
  log: Log;
  now(): Date;
}

export interface TrunkKeeping {
  /** Somebody has changed something: looks again. Returns when it has. */
  changed(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_MS = 5_000;
const KEPT_SECONDS = 20;
const MOST_KEPT = 2_000;

/** As the SIP side tells it, and what only the store knows. */
interface StandingHere extends Omit<Standing, "problem"> {
  problem: TrunkProblem | undefined;
}

interface Keeping {
  revision: number;
  kept: Registration | undefined;
}

export function createTrunkKeeping(parts: TrunkKeepingParts): TrunkKeeping {
  const { store, directory, endpoint, ring, log } = parts;
  const server = randomUUID();
  const mine = new Map<string, Keeping>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function told(row: StoredTrunk, { kind, problem, sipStatus }: StandingHere): void {
    const at = parts.now().toISOString();
    store
      .tell(server, row, { kind, problem: problem ?? null, sip_status: sipStatus ?? null, at })
      .catch((error: unknown) =>
        log.warn({ err: error, trunkId: row.id }, "How it stands with a trunk could not be written down"),
      );
  }

  function begin(row: StoredTrunk): Keeping {
    const out = outward(row, ring, parts.mayReach);
    if (!out) {
      told(row, { kind: "failing", problem: "unreadable", sipStatus: undefined });
      return { revision: row.revision, kept: undefined };
    }
    const kept = endpoint.keep(out.trunk, {
      ...(row.authType === "userpass" && { register: { contactUser: row.contact } }),
      qualifySeconds: row.settings.qualify_frequency,
      told: (standing) => told(row, standing),
    });
    return { revision: row.revision, kept };
  }

  async function look(): Promise<void> {
    if (isStopped) return;
    await directory.look();
    const rows = new Map((await store.keep(server, KEPT_SECONDS, MOST_KEPT)).map((row) => [row.id, row]));
    if (isStopped) return;
    const old = [...mine].filter(([id, { revision }]) => rows.get(id)?.revision !== revision);
    for (const [id] of old) mine.delete(id);
    // Old registrations go before new ones come: both have the same name.
    await Promise.all(old.map(async ([, { kept }]) => kept?.stop()));
    for (const [id, row] of rows) if (!mine.has(id) && !isStopped) mine.set(id, begin(row));
  }

  /** One after the other: two at a time would keep a trunk twice. */
  function again(): Promise<void> {
    running = running.then(look).catch((error: unknown) => log.warn({ err: error }, "Trunks could not be kept"));
    return running;
  }

  function plan(): void {
    timer = setTimeout(() => void again().then(() => !isStopped && plan()), LOOK_MS);
  }

  void again().then(() => !isStopped && plan());
  return {
    changed: again,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await Promise.all([...mine.values()].map(async ({ kept }) => kept?.stop()));
      await store.letGo(server).catch(() => undefined);
    },
  };
}

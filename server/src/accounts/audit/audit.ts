/** Who did what, in a chain that shows when it was changed afterwards. */
import type { AuditAct, AuditEntry } from "@ongea/contract";
import { z } from "zod";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Anchor, ChainEnd } from "./anchor.ts";
import { BEGINNING, hashOf } from "./chain.ts";
import { createAuditStore, type AuditStore } from "./store.ts";

export interface AuditAction {
  act: AuditAct;
  /** What it was done to, as people know it. */
  subject?: string;
  /** Facts, and the names that go with ids: `agent_name` with `agent`. Never secrets, nor what callers said. */
  details?: Record<string, string | number | boolean | null>;
}

export type Actor = Pick<Principal, "workspaceId" | "kind" | "id" | "name">;

export interface Broken {
  workspaceId: string;
  /** The first entry that is not as it was written, or that is missing. */
  position: number;
  problem: string;
}

/**
 * What is done, and the entry that tells of it: written after what it tells of. From then on nobody else writes into this workspace's log until
 * the transaction ends, and who had locked the log before the rows would wait for one who did it the other way round (and he for him).
 */
type Work<T> = (write: (action: AuditAction) => Promise<void>) => Promise<T>;
type Together = <T>(work: () => Promise<T>) => Promise<T>;

export interface Audit {
  write(actor: Actor, action: AuditAction): Promise<void>;
  /** The act and its entry in one transaction: what the work does to the actor's workspace is undone when it cannot be written down. */
  act<T>(actor: Actor, work: Work<T>): Promise<T>;
  /** The same for acts on what is no workspace's: people, their sessions, codes, and workspaces that are being made. */
  actEverywhere<T>(actor: Actor, work: Work<T>): Promise<T>;
  list(workspaceId: string, page: { cursor?: string | undefined; limit: number }): Promise<PageOf<AuditEntry>>;
  /** Checks every chain; the first broken entry of each that is broken. */
  verify(): Promise<{ chains: number; entries: number; broken: Broken[] }>;
}

export interface AuditParts {
  tenancy: Tenancy;
  secret: string;
  anchor: Anchor;
}

const BATCH = 1_000;
/** In the place of a workspace there is none. */
const ANCHOR_CHANGED = "the file that says how far the log goes was changed";

export function createAudit({ tenancy, secret, anchor }: AuditParts): Audit {
  const store = createAuditStore(tenancy);
  const append = (actor: Actor, action: AuditAction): Promise<ChainEnd> => appendTo(store, secret, { actor, action });
  async function act<T>(together: Together, actor: Actor, work: Work<T>): Promise<T> {
    const written: ChainEnd[] = [];
    const result = await together(() => work(async (action) => void written.push(await append(actor, action))));
    // Only now do they stand: what is undone must not be missed later.
    written.forEach((end) => anchor.note(end));
    return result;
  }
  return {
    act: (actor, work) => act((all) => tenancy.together(actor.workspaceId, all), actor, work),
    actEverywhere: (actor, work) => act((all) => tenancy.togetherEverywhere(all), actor, work),
    async write(actor, action) {
      anchor.note(await append(actor, action));
    },
    async list(workspaceId, { cursor, limit }) {
      const before = cursor === undefined ? undefined : z.coerce.number().int().positive().safeParse(cursor);
      if (before && !before.success) throw refuse("request.bad_cursor");
      const rows = await store.before(workspaceId, before?.data, limit + 1);
      const data = rows.slice(0, limit).map(({ position, at, actor, act, subject, details }) => {
        return { position, at: at.toISOString(), actor, act, subject, details };
      });
      return { data, next: rows.length > limit ? String(data.at(-1)?.position) : null };
    },
    async verify() {
      const [heads, headless] = await Promise.all([store.heads(), store.headless()]);
      const broken: Broken[] = headless.map((workspaceId) => ({ workspaceId, position: 1, problem: "its end is not known" }));
      let entries = 0;
      for (const head of heads) {
        const checked = await verifyChain(store, secret, head);
        entries += checked.entries;
        if (checked.broken) broken.push(checked.broken);
      }
      broken.push(...(await missedBy(anchor, store, broken)));
      if (broken.length === 0) {
        heads.filter(({ position }) => position > 0).forEach((head) => anchor.note(head));
        await anchor.flush();
      }
      return { chains: heads.length + headless.length, entries, broken };
    },
  };
}

function appendTo(
  store: AuditStore,
  secret: string,
  { actor, action }: { actor: Actor; action: AuditAction },
): Promise<ChainEnd> {
  const { workspaceId, kind: actorKind, id: actorId, name } = actor;
  const { act, subject = null, details = {} } = action;
  return store.append(workspaceId, (end) => {
    const who = { actorKind, actorId, actor: name };
    const place = { workspaceId, position: end.position + 1, at: new Date() };
    const link = { ...place, ...who, act, subject, details, previousHash: end.hash };
    return { ...link, hash: hashOf(link, secret) };
  });
}

/** What was seen to stand in the log, and does not stand there any more. */
async function missedBy(anchor: Anchor, store: AuditStore, known: readonly Broken[]): Promise<Broken[]> {
  const ends = anchor.ends();
  if (!ends) return [{ workspaceId: "", position: 0, problem: ANCHOR_CHANGED }];
  const missed: Broken[] = [];
  for (const { workspaceId, position, hash } of ends) {
    if (known.some((one) => one.workspaceId === workspaceId)) continue;
    if ((await store.hashAt(workspaceId, position)) !== hash)
      missed.push({ workspaceId, position, problem: "was written, and is gone" });
  }
  return missed;
}

async function verifyChain(store: AuditStore, secret: string, head: ChainEnd): Promise<{ entries: number; broken?: Broken }> {
  const { workspaceId } = head;
  const problemAt = (position: number, problem: string) => ({
    entries: position - 1,
    broken: { workspaceId, position, problem },
  });
  let last = { position: 0, hash: BEGINNING };
  for (;;) {
    const rows = await store.after(workspaceId, last.position, BATCH);
    for (const row of rows) {
      const expected = last.position + 1;
      if (row.position !== expected) return problemAt(expected, "is missing");
      if (row.previousHash !== last.hash) return problemAt(expected, "does not follow the entry before it");
      if (row.hash !== hashOf(row, secret)) return problemAt(expected, "was changed");
      last = row;
    }
    if (rows.length < BATCH) break;
  }
  if (last.position < head.position) return problemAt(last.position + 1, "is missing at the end");
  if (last.position > head.position || last.hash !== head.hash) return problemAt(head.position + 1, "was added from outside");
  return { entries: last.position };
}

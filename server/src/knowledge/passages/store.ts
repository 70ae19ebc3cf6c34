/** All the SQL of what assistants know. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNull,
  lt,
  max,
  ne,
  notExists,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { knowledgeChunks, knowledgeItems, knowledgeOriginals, knowledgeVectors } from "./tables.ts";

export type StoredItem = typeof knowledgeItems.$inferSelect;
export type NewItem = Pick<
  typeof knowledgeItems.$inferInsert,
  | "id"
  | "workspaceId"
  | "title"
  | "type"
  | "source"
  | "chunkSize"
  | "overlap"
  | "mode"
  | "pages"
  | "embedding"
  | "embeddingService"
  | "embeddingModel"
  | "usedBy"
  | "topK"
  | "languageSupport"
>;
export type StoredChunk = Pick<
  typeof knowledgeChunks.$inferSelect,
  "itemId" | "position" | "heading" | "text" | "page" | "lastPage"
>;
/** With its vector, where it has one. */
export type StoredPassage = StoredChunk & { space: string | null; vector: Buffer | null };
export type ItemFacts = Pick<StoredItem, "title" | "embedding" | "embeddingService" | "embeddingModel" | "usedBy" | "topK">;
export type NewChunk = Pick<typeof knowledgeChunks.$inferSelect, "heading" | "text" | "page" | "lastPage" | "whole">;

/** Which item, and whose. */
export interface ItemKey {
  id: string;
  workspaceId: string;
}

export interface KnowledgeCounts {
  items: number;
  ready: number;
  processing: number;
  failed: number;
  characters: number;
  chunks: number;
}

/** What people do with items. */
export interface ItemStore {
  /** With what it is made of. It waits to be worked on. */
  add(item: NewItem, content: Buffer): Promise<StoredItem>;
  read(key: ItemKey): Promise<StoredItem | undefined>;
  /** Newest first. */
  list(
    workspaceId: string,
    asked: { cursor?: string | undefined; limit: number; search?: string | undefined },
  ): Promise<PageOf<StoredItem>>;
  counts(workspaceId: string): Promise<KnowledgeCounts>;
  remove(key: ItemKey): Promise<StoredItem | undefined>;
  /** Waits to be worked on once more; undefined when it is not one that failed. */
  again(key: ItemKey): Promise<StoredItem | undefined>;
  setAgents(key: ItemKey, agentIds: readonly string[]): Promise<StoredItem | undefined>;
  /** In the order of the text; one more than the limit, where there are so many. */
  passages(key: ItemKey, query: PassageQuery): Promise<{ found: Omit<StoredChunk, "itemId">[]; total: number }>;
}

/** Items whose addresses answer late, or never, keep no file or text waiting. */
export const LANES = ["documents", "pages", "sites"] as const;
export type Lane = (typeof LANES)[number];

/** What waits to be worked on. */
export interface WorkStore {
  /**
   * The next item of a lane, held for so long that no other server takes it. Workspaces take turns: one that has an item in work waits, and
   * of the others the one whose last item ended longest ago comes first. Items of mode "batch" come last.
   */
  takeNext(holdMs: number, lane: Lane): Promise<StoredItem | undefined>;
  original(key: ItemKey): Promise<Buffer | undefined>;
  /** How far the work is; holds it for longer. False when the item is gone. */
  progress(key: ItemKey, progress: number, holdMs: number, pagesRead?: number): Promise<boolean>;
  /** In one transaction: its passages take the place of those that it had. False when the item is gone. */
  ready(key: ItemKey, size: number, chunks: readonly NewChunk[]): Promise<boolean>;
  failed(key: ItemKey, problem: string): Promise<void>;
  /** The work on it was broken off: the next who looks begins it again. */
  release(key: ItemKey): Promise<void>;
}

/** What can be found. */
export interface PassageStore {
  /** Changes whenever what can be found in the workspace has changed; undefined: there is nothing. */
  stamp(workspaceId: string): Promise<string | undefined>;
  /** The passages of a workspace's items that are ready, some at a time, in no particular order. */
  chunks(
    workspaceId: string,
    after: Pick<StoredChunk, "itemId" | "position"> | undefined,
    most: number,
  ): Promise<StoredPassage[]>;
  facts(workspaceId: string): Promise<Map<string, ItemFacts>>;
  /** All passages of these items that are ready, in the order of their text. */
  passagesOf(workspaceId: string, items: readonly string[]): Promise<(StoredChunk & { title: string })[]>;
}

/** Of one item: those after a position that contain some words, and how many do. */
export interface PassageQuery {
  search: string;
  after: number;
  limit: number;
}

export type KnowledgeStore = ItemStore & WorkStore & PassageStore;

const MOST_AT_ONCE = 500;

export function createKnowledgeStore(tenancy: Tenancy): KnowledgeStore {
  return { ...items(tenancy), ...work(tenancy), ...passages(tenancy) };
}

const the = ({ id, workspaceId }: ItemKey) => and(eq(knowledgeItems.workspaceId, workspaceId), eq(knowledgeItems.id, id));

type Change = Partial<Omit<typeof knowledgeItems.$inferInsert, "heldUntil" | "updatedAt">> & {
  heldUntil?: SQL | null;
  updatedAt?: SQL;
};

async function change(tenancy: Tenancy, key: ItemKey, set: Change, where = the(key)): Promise<StoredItem | undefined> {
  const [row] = await tenancy.of(key.workspaceId).update(knowledgeItems).set(set).where(where).returning();
  return row;
}

function items(tenancy: Tenancy): ItemStore {
  return {
    add: (item, content) =>
      tenancy.of(item.workspaceId).transaction(async (db) => {
        const [row] = await db.insert(knowledgeItems).values(item).returning();
        if (!row) throw new Error("A knowledge item was not stored");
        await db.insert(knowledgeOriginals).values({ itemId: item.id, workspaceId: item.workspaceId, content });
        return row;
      }),
    async read(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(knowledgeItems).where(the(key));
      return row;
    },
    async list(workspaceId, { cursor, limit, search = "" }) {
      const like = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
      const rows = await tenancy
        .of(workspaceId)
        .select({ item: knowledgeItems, place: cursorOf(knowledgeItems.createdAt, knowledgeItems.id) })
        .from(knowledgeItems)
        .where(
          and(
            eq(knowledgeItems.workspaceId, workspaceId),
            search === "" ? undefined : or(ilike(knowledgeItems.title, like), ilike(knowledgeItems.source, like)),
            afterCursor(cursor, knowledgeItems.createdAt, knowledgeItems.id),
          ),
        )
        .orderBy(desc(knowledgeItems.createdAt), desc(knowledgeItems.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ item }) => item), next };
    },
    async counts(workspaceId) {
      const of = (status: StoredItem["status"]) => sql<number>`count(*) filter (where ${knowledgeItems.status} = ${status})::int`;
      const [row] = await tenancy
        .of(workspaceId)
        .select({
          items: count(),
          ready: of("ready"),
          processing: of("processing"),
          failed: of("error"),
          characters: sql<number>`coalesce(sum(${knowledgeItems.size}), 0)::float8`,
          chunks: sql<number>`coalesce(sum(${knowledgeItems.chunks}), 0)::int`,
        })
        .from(knowledgeItems)
        .where(eq(knowledgeItems.workspaceId, workspaceId));
      return row ?? { items: 0, ready: 0, processing: 0, failed: 0, characters: 0, chunks: 0 };
    },
    async remove(key) {
      const [row] = await tenancy.of(key.workspaceId).delete(knowledgeItems).where(the(key)).returning();
      return row;
    },
    again: (key) =>
      change(
        tenancy,
        key,
        { status: "processing", progress: 0, problem: null, attempts: 0, heldUntil: null, updatedAt: sql`now()` },
        and(the(key), eq(knowledgeItems.status, "error")),
      ),
    setAgents: (key, agentIds) => change(tenancy, key, { usedBy: [...agentIds], updatedAt: sql`now()` }),
    async passages({ id, workspaceId }, { search, after, limit }) {
      const { itemId, position, heading, text, page, lastPage } = knowledgeChunks;
      const words = search.split(/\s+/).filter((word) => word !== "");
      // Words of a document are divided by line ends, too.
      const like = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)).join(String.raw`\s+`);
      const has = words.length === 0 ? undefined : or(sql`${text} ~* ${like}`, sql`${heading} ~* ${like}`);
      const where = and(eq(knowledgeChunks.workspaceId, workspaceId), eq(itemId, id), has);
      const db = tenancy.of(workspaceId);
      const [[counted], found] = await Promise.all([
        db.select({ total: count() }).from(knowledgeChunks).where(where),
        db
          .select({ position, heading, text, page, lastPage })
          .from(knowledgeChunks)
          .where(and(where, gt(position, after)))
          .orderBy(asc(position))
          .limit(limit + 1),
      ]);
      return { found, total: counted?.total ?? 0 };
    },
  };
}

function inLane({ type, pages }: Record<"type" | "pages", Column>, lane: Lane): SQL | undefined {
  if (lane === "documents") return ne(type, "url");
  return and(eq(type, "url"), lane === "sites" ? gt(pages, 1) : eq(pages, 1));
}

const heldFor = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;

function takeNext(tenancy: Tenancy, holdMs: number, lane: Lane): Promise<StoredItem | undefined> {
  return tenancy.everywhere.transaction(async (db) => {
    // Two servers that look at the same moment would take two items of one workspace.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('knowledge/' || ${lane}))`);
    const waiting = and(
      eq(knowledgeItems.status, "processing"),
      inLane(knowledgeItems, lane),
      or(isNull(knowledgeItems.heldUntil), lt(knowledgeItems.heldUntil, sql`now()`)),
    );
    const other = alias(knowledgeItems, "other");
    const ofTheSame = eq(other.workspaceId, knowledgeItems.workspaceId);
    const inWork = db
      .select({ id: other.id })
      .from(other)
      .where(and(ofTheSame, eq(other.status, "processing"), inLane(other, lane), gt(other.heldUntil, sql`now()`)));
    const lastEnd = db
      .select({ at: max(other.updatedAt) })
      .from(other)
      .where(and(ofTheSame, ne(other.status, "processing")));
    const [next] = await db
      .select({ id: knowledgeItems.id })
      .from(knowledgeItems)
      .where(and(waiting, notExists(inWork)))
      .orderBy(sql`${knowledgeItems.mode} = 'batch'`, sql`(${lastEnd}) nulls first`, asc(knowledgeItems.createdAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!next) return undefined;
    const [taken] = await db
      .update(knowledgeItems)
      .set({ heldUntil: heldFor(holdMs), attempts: sql`${knowledgeItems.attempts} + 1` })
      .where(eq(knowledgeItems.id, next.id))
      .returning();
    return taken;
  });
}

function work(tenancy: Tenancy): WorkStore {
  return {
    takeNext: (holdMs, lane) => takeNext(tenancy, holdMs, lane),
    async original({ id, workspaceId }) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ content: knowledgeOriginals.content })
        .from(knowledgeOriginals)
        .where(and(eq(knowledgeOriginals.workspaceId, workspaceId), eq(knowledgeOriginals.itemId, id)));
      return row?.content;
    },
    progress: async (key, progress, holdMs, pagesRead) => {
      const read = pagesRead === undefined ? {} : { pagesRead };
      return (await change(tenancy, key, { progress, ...read, heldUntil: heldFor(holdMs) })) !== undefined;
    },
    ready: (key, size, chunks) =>
      tenancy.of(key.workspaceId).transaction(async (db) => {
        const ready = {
          status: "ready" as const,
          progress: 1,
          problem: null,
          size,
          chunks: chunks.length,
          embedded: 0,
          heldUntil: null,
        };
        const [row] = await db
          .update(knowledgeItems)
          .set({ ...ready, updatedAt: sql`now()` })
          .where(the(key))
          .returning({ id: knowledgeItems.id });
        if (!row) return false;
        await db.delete(knowledgeChunks).where(eq(knowledgeChunks.itemId, key.id));
        await db.delete(knowledgeVectors).where(eq(knowledgeVectors.itemId, key.id));
        // Its text stands in its passages now.
        await db.delete(knowledgeOriginals).where(eq(knowledgeOriginals.itemId, key.id));
        const rows = chunks.map((chunk, position) => ({ ...chunk, position, itemId: key.id, workspaceId: key.workspaceId }));
        for (let first = 0; first < rows.length; first += MOST_AT_ONCE)
          await db.insert(knowledgeChunks).values(rows.slice(first, first + MOST_AT_ONCE));
        return true;
      }),
    release: async (key) => void (await change(tenancy, key, { heldUntil: null, progress: 0 })),
    failed: async (key, problem) =>
      void (await change(tenancy, key, { status: "error", problem, heldUntil: null, updatedAt: sql`now()` })),
  };
}

function passages(tenancy: Tenancy): PassageStore {
  return {
    async stamp(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ items: count(), last: max(knowledgeItems.updatedAt), chunks: sql<string>`sum(${knowledgeItems.chunks})` })
        .from(knowledgeItems)
        .where(and(eq(knowledgeItems.workspaceId, workspaceId), eq(knowledgeItems.status, "ready")));
      return row && row.items > 0 ? `${row.items}/${row.chunks}/${row.last?.toISOString()}` : undefined;
    },
    async chunks(workspaceId, after, most) {
      const ready = tenancy
        .of(workspaceId)
        .select({ id: knowledgeItems.id })
        .from(knowledgeItems)
        .where(and(eq(knowledgeItems.workspaceId, workspaceId), eq(knowledgeItems.status, "ready")));
      const { itemId, position } = knowledgeChunks;
      const next = after && sql`(${itemId}, ${position}) > (${after.itemId}::uuid, ${after.position})`;
      return tenancy
        .of(workspaceId)
        .select({
          itemId,
          position,
          heading: knowledgeChunks.heading,
          text: knowledgeChunks.text,
          page: knowledgeChunks.page,
          lastPage: knowledgeChunks.lastPage,
          space: knowledgeVectors.space,
          vector: knowledgeVectors.vector,
        })
        .from(knowledgeChunks)
        .leftJoin(knowledgeVectors, and(eq(knowledgeVectors.itemId, itemId), eq(knowledgeVectors.position, position)))
        .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(itemId, ready), next))
        .orderBy(asc(itemId), asc(position))
        .limit(most);
    },
    async passagesOf(workspaceId, items) {
      if (items.length === 0) return [];
      const { itemId, position, heading, text, page, lastPage } = knowledgeChunks;
      return tenancy
        .of(workspaceId)
        .select({ itemId, position, heading, text, page, lastPage, title: knowledgeItems.title })
        .from(knowledgeChunks)
        .innerJoin(knowledgeItems, eq(knowledgeItems.id, itemId))
        .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(itemId, [...items]), eq(knowledgeItems.status, "ready")))
        .orderBy(asc(itemId), asc(position));
    },
    async facts(workspaceId) {
      const { id, title, embedding, embeddingService, embeddingModel, usedBy, topK } = knowledgeItems;
      const rows = await tenancy
        .of(workspaceId)
        .select({ id, title, embedding, embeddingService, embeddingModel, usedBy, topK })
        .from(knowledgeItems)
        .where(eq(knowledgeItems.workspaceId, workspaceId));
      return new Map(rows.map(({ id: item, ...facts }) => [item, facts]));
    },
  };
}

/** Of what can be found by its name: the newest first. */
export async function knowledgeNames(
  tenancy: Tenancy,
  workspaceId: string,
  most: number,
): Promise<{ id: string; name: string; note: string }[]> {
  const rows = await tenancy
    .of(workspaceId)
    .select({ id: knowledgeItems.id, name: knowledgeItems.title, note: knowledgeItems.source })
    .from(knowledgeItems)
    .where(eq(knowledgeItems.workspaceId, workspaceId))
    .orderBy(desc(knowledgeItems.createdAt))
    .limit(most);
  return rows.map((row) => ({ ...row, note: row.note ?? "" }));
}

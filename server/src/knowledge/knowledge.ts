/** What assistants know besides their instructions. */
import { randomUUID } from "node:crypto";
import { DOCUMENT_ENDINGS, type Checked, type KnowledgeItem, type addKnowledge } from "@ongea/contract";
import type { PageOf } from "../platform/database/keyset.ts";
import { refuse } from "../platform/http/refuse.ts";
import { endingOf } from "./contents.ts";
import type { FoundPassage } from "./retrieval/passage-index.ts";
import type { Retrieval } from "./retrieval/retrieval.ts";
import type { ItemKey, ItemStore, KnowledgeCounts, NewItem, StoredItem } from "./store.ts";

type Given = Checked<typeof addKnowledge>["body"];
type Options = Pick<Given, "chunk_size" | "overlap" | "mode">;

export interface GivenDocument extends Options {
  title: string;
  fileName: string;
  bytes: Buffer;
}

export interface Knowledge {
  /** It waits to be worked on. Refuses with "knowledge.full". */
  add(workspaceId: string, given: Given): Promise<KnowledgeItem>;
  /** Refuses with "knowledge.not_a_document" or "knowledge.full". */
  addDocument(workspaceId: string, document: GivenDocument): Promise<KnowledgeItem>;
  list(workspaceId: string, asked: Parameters<ItemStore["list"]>[1]): Promise<PageOf<KnowledgeItem>>;
  /** Refuses with "knowledge.not_found". */
  read(key: ItemKey): Promise<KnowledgeItem>;
  figures(workspaceId: string): Promise<KnowledgeCounts & { most_chunks: number }>;
  /** Refuses with "knowledge.not_found". */
  remove(key: ItemKey): Promise<KnowledgeItem>;
  /** Works once more on one that failed. Refuses with "knowledge.not_found". */
  retry(key: ItemKey): Promise<KnowledgeItem>;
  search(workspaceId: string, question: string, most: number): Promise<readonly FoundPassage[]>;
}

export interface KnowledgeParts {
  store: ItemStore;
  retrieval: Retrieval;
  roomFor: RoomFor;
}

export interface Room {
  /** Passages, and items of any size. */
  chunks: number;
  items: number;
}

/** What a workspace's knowledge base may hold. */
export type RoomFor = (workspaceId: string) => Promise<Room>;

export function createKnowledge({ store, retrieval, roomFor }: KnowledgeParts): Knowledge {
  const add = async (item: Omit<NewItem, "id">, content: Buffer): Promise<KnowledgeItem> => {
    const [used, room] = await Promise.all([store.counts(item.workspaceId), roomFor(item.workspaceId)]);
    if (used.chunks >= room.chunks || used.items >= room.items) throw refuse("knowledge.full");
    return wireItem(await store.add({ id: randomUUID(), ...item }, content));
  };
  return {
    add(workspaceId, given) {
      const { type, title, ...options } = given;
      const item = { workspaceId, type, title, source: given.type === "url" ? given.url : null, ...columnsOf(options) };
      return add(item, contentOf(given));
    },
    addDocument(workspaceId, { title, fileName, bytes, ...options }) {
      if (!DOCUMENT_ENDINGS.some((ending) => ending === endingOf(fileName))) throw refuse("knowledge.not_a_document");
      return add({ workspaceId, type: "document", title, source: fileName, ...columnsOf(options) }, bytes);
    },
    async list(workspaceId, asked) {
      const { data, next } = await store.list(workspaceId, asked);
      return { data: data.map(wireItem), next };
    },
    read: async (key) => found(await store.read(key)),
    async figures(workspaceId) {
      const [used, { chunks }] = await Promise.all([store.counts(workspaceId), roomFor(workspaceId)]);
      return { ...used, most_chunks: chunks };
    },
    async remove(key) {
      const removed = found(await store.remove(key));
      retrieval.changed(key.workspaceId);
      return removed;
    },
    retry: async (key) => found(await store.again(key)),
    search: (workspaceId, question, most) => retrieval.find({ workspaceId, question, most }),
  };
}

function columnsOf({ chunk_size, overlap, mode }: Options): Pick<NewItem, "chunkSize" | "overlap" | "mode"> {
  return { chunkSize: chunk_size, overlap, mode };
}

function contentOf(given: Given): Buffer {
  if (given.type === "text") return Buffer.from(given.content);
  return Buffer.from(given.type === "url" ? given.url : JSON.stringify(given.questions));
}

function found(item: StoredItem | undefined): KnowledgeItem {
  if (!item) throw refuse("knowledge.not_found");
  return wireItem(item);
}

function wireItem({ id, title, type, source, size, status, progress, problem, chunks, ...more }: StoredItem): KnowledgeItem {
  const { chunkSize: chunk_size, overlap, mode, createdAt, updatedAt } = more;
  const times = { created_at: createdAt.toISOString(), last_modified: updatedAt.toISOString() };
  return { id, title, type, source, size, status, progress, problem, chunks, chunk_size, overlap, mode, ...times };
}

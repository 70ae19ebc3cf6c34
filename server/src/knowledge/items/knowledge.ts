/** What assistants know besides their instructions. */
import { randomUUID } from "node:crypto";
import {
  DOCUMENT_ENDINGS,
  type addKnowledge,
  type Answer,
  type Checked,
  type KnowledgeItem,
  type listEmbeddings,
  type listKnowledgePassages,
} from "@ongea/contract";
import type { Prices } from "@ongea/providers";
import type { PageOf } from "../../platform/database/keyset.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { endingOf } from "./contents.ts";
import type { Choice, Embedders } from "../embedding/embedders.ts";
import type { VectorStore } from "../embedding/store.ts";
import type { PassageMatch } from "../retrieval/passage-index.ts";
import type { AgentKnowledge, Retrieval } from "../retrieval/retrieval.ts";
import type { ItemKey, ItemStore, KnowledgeCounts, NewItem, StoredItem } from "../passages/store.ts";
import { wireItem } from "../passages/wire-item.ts";

type Given = Checked<typeof addKnowledge>["body"];
type GivenChoice = Pick<Given, "embedding" | "embedding_service" | "embedding_model">;
/** What a client of the wire says of an item besides. */
interface WireChoice {
  similarity_top_k?: number | undefined;
  language_support?: string | undefined;
}
type Options = Pick<Given, "chunk_size" | "overlap" | "mode" | "agents"> & GivenChoice & WireChoice;

export interface NewDocument extends Options {
  title: string;
  fileName: string;
  bytes: Buffer;
}

export interface Knowledge {
  /** It waits to be worked on. Refuses with "knowledge.full". */
  add(workspaceId: string, given: Given & WireChoice): Promise<KnowledgeItem>;
  /** Refuses with "knowledge.not_a_document" or "knowledge.full". */
  addDocument(workspaceId: string, document: NewDocument): Promise<KnowledgeItem>;
  list(workspaceId: string, asked: Parameters<ItemStore["list"]>[1]): Promise<PageOf<KnowledgeItem>>;
  /** Refuses with "knowledge.not_found". */
  read(key: ItemKey): Promise<KnowledgeItem>;
  /** Refuses with "knowledge.not_found" and "request.bad_cursor". */
  passages(
    key: ItemKey,
    asked: { search?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Answer<typeof listKnowledgePassages>>;
  figures(workspaceId: string): Promise<KnowledgeCounts & { most_chunks: number }>;
  /** Refuses with "knowledge.not_found". */
  remove(key: ItemKey): Promise<KnowledgeItem>;
  /** Works once more on one that failed. Refuses with "knowledge.not_found". */
  retry(key: ItemKey): Promise<KnowledgeItem>;
  /** Its passages wait for their vectors. Refuses with "knowledge.not_found" or "knowledge.no_embedding". */
  embed(key: ItemKey, given: GivenChoice): Promise<KnowledgeItem>;
  /** What there is to choose from. */
  embeddings(workspaceId: string): Promise<Answer<typeof listEmbeddings>>;
  /** Refuses with "knowledge.not_found" or "agent.not_found". */
  setAgents(key: ItemKey, agentIds: readonly string[]): Promise<KnowledgeItem>;
  /** Refuses with "agent.not_found". */
  search(
    workspaceId: string,
    question: string,
    asked: { most: number; agentId?: string | undefined },
  ): Promise<readonly PassageMatch[]>;
}

export interface KnowledgeParts {
  store: ItemStore & Pick<VectorStore, "choose">;
  retrieval: Retrieval;
  embedders: Embedders;
  roomFor: RoomFor;
  /** An item's passages need vectors. In the transaction around it, if there is one. */
  wanting(key: ItemKey): Promise<void>;
  prices: Pick<Prices, "priceFor">;
  /** What an agent's document names; undefined: the workspace has no such agent. */
  knowledgeOf(workspaceId: string, agentId: string): Promise<AgentKnowledge | undefined>;
}

export interface Room {
  /** Passages, and items of any size. */
  chunks: number;
  items: number;
}

/** What a workspace's knowledge base may hold. */
export type RoomFor = (workspaceId: string) => Promise<Room>;

/** Somebody looks at a screen and waits. */
const SEARCH_PATIENCE_MS = 3_000;

export function createKnowledge({
  store,
  retrieval,
  embedders,
  roomFor,
  wanting,
  prices,
  knowledgeOf,
}: KnowledgeParts): Knowledge {
  const wired = (item: StoredItem): KnowledgeItem => wireItem(item, prices);
  const chosen = (workspaceId: string, given: GivenChoice): Promise<Choice> => checkedChoice(embedders, workspaceId, given);
  const add = async (item: Omit<NewItem, "id">, content: Buffer): Promise<KnowledgeItem> => {
    const [used, room] = await Promise.all([store.counts(item.workspaceId), roomFor(item.workspaceId)]);
    if (used.chunks >= room.chunks || used.items >= room.items) throw refuse("knowledge.full");
    return wired(await store.add({ id: randomUUID(), ...item }, content));
  };
  return {
    async add(workspaceId, given) {
      const { type, title, ...options } = given;
      const source = given.type === "url" ? given.url : null;
      const pages = given.type === "url" ? given.pages : 1;
      const choice = await chosen(workspaceId, options);
      const usedBy = await checkedAgents(knowledgeOf, workspaceId, given.agents);
      return add({ workspaceId, type, title, source, pages, usedBy, ...columnsOf(options), ...choice }, contentOf(given));
    },
    async addDocument(workspaceId, { title, fileName, bytes, ...options }) {
      if (!DOCUMENT_ENDINGS.some((ending) => ending === endingOf(fileName))) throw refuse("knowledge.not_a_document");
      const choice = await chosen(workspaceId, options);
      const usedBy = await checkedAgents(knowledgeOf, workspaceId, options.agents);
      return add({ workspaceId, type: "document", title, source: fileName, usedBy, ...columnsOf(options), ...choice }, bytes);
    },
    async list(workspaceId, asked) {
      const { data, next } = await store.list(workspaceId, asked);
      return { data: data.map(wired), next };
    },
    read: async (key) => wired(found(await store.read(key))),
    async passages(key, { search = "", cursor, limit }) {
      found(await store.read(key));
      const { found: rows, total } = await store.passages(key, { search, after: positionIn(cursor), limit });
      const data = rows
        .slice(0, limit)
        .map(({ position, lastPage, ...row }) => ({ ...row, number: position + 1, last_page: lastPage }));
      return { data, total, next: rows.length > limit ? String(rows[limit - 1]?.position) : null };
    },
    async figures(workspaceId) {
      const [used, { chunks }] = await Promise.all([store.counts(workspaceId), roomFor(workspaceId)]);
      return { ...used, most_chunks: chunks };
    },
    async remove(key) {
      const removed = found(await store.remove(key));
      retrieval.changed(key.workspaceId);
      return wired(removed);
    },
    retry: async (key) => wired(found(await store.again(key))),
    async embed(key, given) {
      const item = found(await store.choose(key, await chosen(key.workspaceId, given)));
      if (item.embedding !== "builtin") await wanting(key);
      retrieval.changed(key.workspaceId);
      return wired(item);
    },
    async embeddings(workspaceId) {
      const [model, services] = await Promise.all([embedders.local(), embedders.services(workspaceId)]);
      return { local: model === undefined ? null : { model }, services };
    },
    async setAgents(key, agentIds) {
      const item = found(await store.setAgents(key, await checkedAgents(knowledgeOf, key.workspaceId, agentIds)));
      retrieval.changed(key.workspaceId);
      return wired(item);
    },
    async search(workspaceId, question, { most, agentId }) {
      const agent = agentId === undefined ? undefined : await knownAgent(knowledgeOf, workspaceId, agentId);
      return retrieval.find({ workspaceId, question, most, agent, patienceMs: SEARCH_PATIENCE_MS, byPerson: true });
    },
  };
}

/** Of the last passage that a client has; -1: it has none. Refuses with "request.bad_cursor". */
function positionIn(cursor: string | undefined): number {
  if (cursor === undefined) return -1;
  if (!/^\d{1,9}$/.test(cursor)) throw refuse("request.bad_cursor");
  return Number(cursor);
}

/** Refuses with "knowledge.no_embedding". */
async function checkedChoice(embedders: Embedders, workspaceId: string, given: GivenChoice): Promise<Choice> {
  const choice = choiceOf(given);
  if (choice.embedding === "local" && (await embedders.local()) === undefined) throw refuse("knowledge.no_embedding");
  if (choice.embedding !== "connected") return choice;
  const services = await embedders.services(workspaceId);
  const isThere = services.some(({ service }) => service === choice.embeddingService);
  if (!isThere || choice.embeddingModel === null) throw refuse("knowledge.no_embedding");
  return choice;
}

type KnowledgeOf = KnowledgeParts["knowledgeOf"];

/** Refuses with "agent.not_found". */
async function knownAgent(knowledgeOf: KnowledgeOf, workspaceId: string, id: string): Promise<AgentKnowledge> {
  const agent = await knowledgeOf(workspaceId, id);
  if (!agent) throw refuse("agent.not_found");
  return agent;
}

/** Each id once. Refuses with "agent.not_found". */
async function checkedAgents(knowledgeOf: KnowledgeOf, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const agents = await Promise.all([...new Set(ids)].map(async (id) => knownAgent(knowledgeOf, workspaceId, id)));
  return agents.map(({ id }) => id);
}

function columnsOf({
  chunk_size: chunkSize,
  overlap,
  mode,
  similarity_top_k: topK,
  language_support: languageSupport,
}: Pick<Options, "chunk_size" | "overlap" | "mode"> & WireChoice) {
  return { chunkSize, overlap, mode, topK, languageSupport };
}

function choiceOf({ embedding, embedding_service: service, embedding_model: model }: GivenChoice): Choice {
  const isConnected = embedding === "connected";
  return {
    embedding,
    embeddingService: isConnected ? (service ?? null) : null,
    embeddingModel: isConnected ? (model ?? null) : null,
  };
}

function contentOf(given: Given): Buffer {
  if (given.type === "text") return Buffer.from(given.content);
  return Buffer.from(given.type === "url" ? given.url : JSON.stringify(given.questions));
}

function found(item: StoredItem | undefined): StoredItem {
  if (!item) throw refuse("knowledge.not_found");
  return item;
}

import { bigint, boolean, doublePrecision, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { KnowledgeItem } from "@ongea/contract";
import { bytes } from "../../platform/database/bytes.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const knowledgeItems = pgTable("knowledge_items", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  title: text("title").notNull(),
  type: text("type").$type<KnowledgeItem["type"]>().notNull(),
  source: text("source"),
  /** Characters. */
  size: integer("size").notNull().default(0),
  status: text("status").$type<KnowledgeItem["status"]>().notNull().default("processing"),
  /** 0…1. */
  progress: doublePrecision("progress").notNull().default(0),
  problem: text("problem"),
  chunks: integer("chunks").notNull().default(0),
  /** Tokens. */
  chunkSize: integer("chunk_size").notNull(),
  /** Tokens. */
  overlap: integer("overlap").notNull(),
  mode: text("mode").$type<KnowledgeItem["mode"]>().notNull(),
  embedding: text("embedding").$type<KnowledgeItem["embedding"]>().notNull().default("builtin"),
  embeddingService: text("embedding_service"),
  embeddingModel: text("embedding_model"),
  /** Passages that have a vector of what was chosen. */
  embedded: integer("embedded").notNull().default(0),
  embeddingProblem: text("embedding_problem"),
  /** What its service counted for the vectors of this choice. */
  embeddingTokens: bigint("embedding_tokens", { mode: "number" }).notNull().default(0),
  /** Of the site that an address stands in: 1 is that page alone. */
  pages: integer("pages").notNull().default(1),
  pagesRead: integer("pages_read").notNull().default(0),
  /** How many passages an agent that does not say so itself is given of what it answers from; null: as many as usual. */
  topK: integer("similarity_top_k"),
  /** As a client of the wire wrote it. */
  languageSupport: text("language_support"),
  /** Ids of the agents that answer from it. */
  usedBy: uuid("used_by").array().notNull().default([]),
  attempts: integer("attempts").notNull().default(0),
  /** Whoever works on it has it until then. */
  heldUntil: moment("held_until"),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** What an item is made of, as it was given (the file, the text), until it has been read. */
export const knowledgeOriginals = pgTable("knowledge_originals", {
  itemId: uuid("item_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  content: bytes("content").notNull(),
});

export const knowledgeChunks = pgTable(
  "knowledge_chunks",
  {
    itemId: uuid("item_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    position: integer("position").notNull(),
    heading: text("heading").notNull(),
    text: text("text").notNull(),
    /** Of a PDF, where it begins and ends; null: there are no pages, or it was read before they were kept. */
    page: integer("page"),
    lastPage: integer("last_page"),
    /** It stands by itself: a question with its answer, a part that its author divided off. */
    whole: boolean("whole").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.position] })],
);

/** What a passage means to a model: its direction, as whole numbers from -127 to 127, one byte each. */
export const knowledgeVectors = pgTable(
  "knowledge_vectors",
  {
    itemId: uuid("item_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    position: integer("position").notNull(),
    /** Whose it is: only vectors of one model can be compared. */
    space: text("space").notNull(),
    vector: bytes("vector").notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.position] })],
);

/** What assistants know besides their instructions: texts, documents, pages and questions with answers (specification 2.12). */
import { z } from "zod";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const KNOWLEDGE_TYPES = ["text", "document", "url", "faq"] as const;
export const CHUNK_SIZES = [500, 1_000, 1_500, 2_000] as const;
export const OVERLAPS = [50, 100, 150, 200] as const;
/**
 * How an item is divided into passages: by its headings and paragraphs; only where a line of three dashes stands; or as the first, after
 * everything else that waits.
 */
export const PROCESSING_MODES = ["automatic", "manual", "batch"] as const;
export const DOCUMENT_ENDINGS = [".pdf", ".doc", ".docx", ".txt"] as const;
export const MOST_DOCUMENT_BYTES = 20 * 1_048_576;
/** How much of a site an address may take: that page alone, or so many pages as links lead to, the nearest first. */
export const SITE_PAGES = [1, 10, 25, 50, 100] as const;
export const MOST_TEXT = 1_000_000;
/**
 * What passages are compared with questions by: their words alone; or, beside them, vectors of a model on this machine, or of a service
 * that the workspace has connected.
 */
export const EMBEDDINGS = ["builtin", "local", "connected"] as const;

const Embedding = z.object({
  embedding: z.enum(EMBEDDINGS).default("builtin"),
  /** Of "connected": the connection's provider, and the model that it is asked for. */
  embedding_service: z.string().trim().min(1).max(200).optional(),
  embedding_model: z.string().trim().min(1).max(200).optional(),
});

const MOST_AGENTS = 500;
/** Ids of agents. */
const AgentIds = z.array(z.uuid()).max(MOST_AGENTS);

const Options = z
  .object({
    /** Tokens. */
    chunk_size: z.coerce.number().int().min(50).max(4_000).default(1_000),
    /** Tokens that a passage repeats of the one before it. */
    overlap: z.coerce.number().int().min(0).max(1_000).default(100),
    mode: z.enum(PROCESSING_MODES).default("automatic"),
  })
  .extend(Embedding.shape);
/** The agents that answer from an item; none unless given. */
const UsedBy = { agents: AgentIds.default([]) };

export const KnowledgeItem = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(KNOWLEDGE_TYPES),
  /** The file's name or the page's address; null for what was typed. */
  source: z.string().nullable(),
  /** Characters of text; 0 until it has been read. */
  size: z.number(),
  status: z.enum(["processing", "ready", "error"]),
  /** Of the work that is left to do, 0…1. */
  progress: z.number(),
  /** Why it could not be read: a stable code. */
  problem: z.string().nullable(),
  chunks: z.number(),
  chunk_size: z.number(),
  overlap: z.number(),
  mode: z.enum(PROCESSING_MODES),
  embedding: z.enum(EMBEDDINGS),
  embedding_service: z.string().nullable(),
  embedding_model: z.string().nullable(),
  /** Of an address: how many pages of its site were asked for, and read. */
  pages: z.number(),
  pages_read: z.number(),
  /** Passages that have a vector; the others are found by their words. */
  embedded: z.number(),
  /** Why some have none: a stable code. They are tried again. */
  embedding_problem: z.string().nullable(),
  /** What the connected service counted for its vectors, and what that costs by the list of prices: null where that has none. */
  embedding_tokens: z.number(),
  embedding_usd: z.number().nullable(),
  /** Ids of the agents that answer from it. */
  used_by: z.array(z.string()),
  /** Passages that an agent is given which answers from it and names no number itself; null: as many as usual. */
  similarity_top_k: z.number().nullable(),
  /** As existing clients write it; what is found does not depend on it. */
  language_support: z.string().nullable(),
  created_at: Moment,
  last_modified: Moment,
});
export type KnowledgeItem = z.output<typeof KnowledgeItem>;

export const listKnowledge = route({
  method: "GET",
  path: "/api/knowledge",
  who: "viewer",
  does: "What the agents of this workspace know, the newest first.",
  query: Cursor.extend({ search: z.string().trim().max(200).optional() }),
  answer: pageOf(KnowledgeItem),
});

export const readKnowledgeFigures = route({
  method: "GET",
  path: "/api/knowledge/figures",
  who: "viewer",
  does: "How much the agents of this workspace know, and how much there is room for.",
  answer: z.object({
    items: z.number(),
    ready: z.number(),
    processing: z.number(),
    failed: z.number(),
    characters: z.number(),
    chunks: z.number(),
    /** Passages that the workspace has room for. */
    most_chunks: z.number(),
  }),
});

const OneItem = z.object({ item_id: z.uuid() });

export const readKnowledge = route({
  method: "GET",
  path: "/api/knowledge/:item_id",
  who: "viewer",
  does: "Reads one item of the knowledge base.",
  params: OneItem,
  answer: KnowledgeItem,
});

/**
 * `number` counts from 1. `heading` is what the passage stands under; empty where nothing is known. `page`, `last_page`: of a PDF, where it
 * begins and ends; null of what has no pages, and of what was added before they were read.
 */
export const KnowledgePassage = z.object({
  number: z.number().int(),
  heading: z.string(),
  text: z.string(),
  page: z.number().int().nullable(),
  last_page: z.number().int().nullable(),
});
export type KnowledgePassage = z.output<typeof KnowledgePassage>;

export const listKnowledgePassages = route({
  method: "GET",
  path: "/api/knowledge/:item_id/passages",
  who: "viewer",
  does: "Lists the passages of an item in the order of its text: all, or those that contain some words. Empty until it has been read.",
  params: OneItem,
  query: Cursor.extend({ search: z.string().trim().max(200).optional() }),
  /** `total`: on all pages. */
  answer: pageOf(KnowledgePassage).extend({ total: z.number().int() }),
});

const Question = z.object({ question: z.string().trim().min(1).max(2_000), answer: z.string().trim().min(1).max(20_000) });

export const addKnowledge = route({
  method: "POST",
  path: "/api/knowledge",
  who: "agent_manager",
  does: "Adds a text, a page of the web or questions with their answers, for the agents that are named. It is read afterwards: see its status.",
  body: z.discriminatedUnion("type", [
    Options.extend({
      ...UsedBy,
      type: z.literal("text"),
      title: z.string().trim().min(1).max(200),
      content: z.string().trim().min(1).max(MOST_TEXT),
    }),
    Options.extend({
      ...UsedBy,
      type: z.literal("url"),
      title: z.string().trim().min(1).max(200),
      url: z.url().max(2_000),
      /** 1: that page alone; else as many of the same site as links lead to from it. */
      pages: z.number().int().min(1).max(100).default(1),
    }),
    Options.extend({
      ...UsedBy,
      type: z.literal("faq"),
      title: z.string().trim().min(1).max(200),
      questions: z.array(Question).min(1).max(500),
    }),
  ]),
  answer: KnowledgeItem,
});

/** The body is the file itself. */
export const uploadKnowledge = route({
  method: "POST",
  path: "/api/knowledge/documents",
  who: "agent_manager",
  does: "Adds a document (.pdf, .doc, .docx, .txt): its bytes are the body, of type application/octet-stream.",
  query: Options.extend({
    title: z.string().trim().min(1).max(200),
    file_name: z.string().trim().min(1).max(255),
    /** Ids of the agents that answer from it, separated by commas. */
    agents: z
      .string()
      .max(MOST_AGENTS * 40)
      .default("")
      .transform((ids) => ids.split(",").filter((id) => id !== ""))
      .pipe(AgentIds),
  }),
  upload: { types: ["application/octet-stream"], mostBytes: MOST_DOCUMENT_BYTES },
  answer: KnowledgeItem,
});

export const deleteKnowledge = route({
  method: "DELETE",
  path: "/api/knowledge/:item_id",
  who: "agent_manager",
  does: "Removes an item; calls that run now no longer find it.",
  params: OneItem,
  answer: z.object({ success: z.literal(true) }),
});

export const retryKnowledge = route({
  method: "POST",
  path: "/api/knowledge/:item_id/retry",
  who: "agent_manager",
  does: "Works once more on an item that could not be read.",
  params: OneItem,
  answer: KnowledgeItem,
});

export const changeEmbedding = route({
  method: "PUT",
  path: "/api/knowledge/:item_id/embedding",
  who: "agent_manager",
  does: "Has the passages of an item compared by something else. Meanwhile they are found as before, or by their words.",
  params: OneItem,
  body: Embedding,
  answer: KnowledgeItem,
});

export const setKnowledgeAgents = route({
  method: "PUT",
  path: "/api/knowledge/:item_id/agents",
  who: "agent_manager",
  does: "Sets which agents answer from an item; calls that run now follow within seconds.",
  params: OneItem,
  body: z.object({ agents: AgentIds }),
  answer: KnowledgeItem,
});

export const listEmbeddings = route({
  method: "GET",
  path: "/api/knowledge/embeddings",
  who: "viewer",
  does: "What the passages of this workspace can be compared by, besides their words.",
  answer: z.object({
    /** The model on this machine; null: none has been pulled. */
    local: z.object({ model: z.string() }).nullable(),
    /** Connected services that speak OpenAI's protocol, with models that are worth suggesting. */
    services: z.array(z.object({ service: z.string(), name: z.string(), models: z.array(z.string()) })),
  }),
});

export const searchKnowledge = route({
  method: "POST",
  path: "/api/knowledge/search",
  who: "viewer",
  does: "The passages that an agent would be given for this question, the best first.",
  body: z.object({
    question: z.string().trim().min(1).max(1_000),
    most: z.number().int().min(1).max(15).default(5),
    /** Only what this agent answers from; absent: everything in the workspace. */
    agent_id: z.uuid().optional(),
  }),
  answer: z.object({
    data: z.array(
      KnowledgePassage.extend({
        item_id: z.string(),
        title: z.string(),
        score: z.number(),
      }),
    ),
  }),
});

export const answerQuestion = route({
  method: "POST",
  path: "/api/agents/:agent_id/answer",
  who: "viewer",
  ofAgents: true,
  does: "What an agent says in a call to this question, by the built-in rules. Nothing outside is asked and nothing is changed. A language model is not asked: its name is returned instead of an answer.",
  params: z.object({ agent_id: z.uuid() }),
  body: z.strictObject({ question: z.string().trim().min(1).max(1_000) }),
  answer: z.object({
    /** As it is spoken; null: a language model words it. */
    text: z.string().nullable(),
    /** The language model that words it in a call; null: the built-in rules. */
    model: z.string().nullable(),
    /** Titles of the knowledge items and names of what else it comes from, as the call's page shows them. */
    sources: z.array(z.string()),
    /** Of the answer. */
    language: z.string(),
  }),
});

/** As the wire names a knowledge base. */
const Knowledgebase = z.object({
  rag_id: z.string(),
  file_name: z.string(),
  source_type: z.string(),
  vector_id: z.string(),
  status: z.enum(["processing", "processed", "error"]),
  chunk_size: z.number(),
  similarity_top_k: z.number(),
  overlapping: z.number(),
  language_support: z.string().nullable(),
  humanized_created_at: z.string(),
  created_at: Moment,
  updated_at: Moment,
});
export type Knowledgebase = z.output<typeof Knowledgebase>;

export const createKnowledgebase = route({
  method: "POST",
  path: "/knowledgebase",
  who: "agent_manager",
  does:
    "Adds a document (`file`) or a page (`url`) from a form (multipart/form-data). `similarity_top_k` (1 to 15): passages that an agent is given " +
    "which names no number itself. `language_support`: multilingual, or left out; passages are found in every language.",
  upload: { types: ["multipart/form-data"], mostBytes: MOST_DOCUMENT_BYTES + 65_536 },
  answer: z.object({
    rag_id: z.string(),
    file_name: z.string(),
    source_type: z.string(),
    status: z.string(),
    language_support: z.string().nullable(),
  }),
});

export const listKnowledgebases = route({
  method: "GET",
  path: "/knowledgebase/all",
  who: "viewer",
  does: "Every knowledge base.",
  answer: z.array(Knowledgebase),
});

export const readKnowledgebase = route({
  method: "GET",
  path: "/knowledgebase/:rag_id",
  who: "viewer",
  does: "One knowledge base.",
  params: z.object({ rag_id: z.uuid() }),
  answer: Knowledgebase,
});

export const deleteKnowledgebase = route({
  method: "DELETE",
  path: "/knowledgebase/:rag_id",
  who: "agent_manager",
  does: "Removes a knowledge base.",
  params: z.object({ rag_id: z.uuid() }),
  answer: z.object({ message: z.string(), state: z.string() }),
});

/** What assistants know besides their instructions, and how it is found in a call. */
export { createKnowledgeActs } from "./acts.ts";
export type { Embedders, EmbeddingService } from "./embedding/embedders.ts";
export { embeddingQueue, startEmbedding } from "./embedding/embed-items.ts";
export { createQuestions } from "./embedding/questions.ts";
export { createVectorStore } from "./embedding/store.ts";
export { createIngest, type Ingest } from "./ingest.ts";
export { createKnowledge, type Knowledge, type KnowledgeParts, type RoomFor } from "./knowledge.ts";
export { readInProcess } from "./reading/document.ts";
export { readPage } from "./reading/page.ts";
export { readSite } from "./reading/site.ts";
export { createRetrieval, type AgentKnowledge, type Asked, type Retrieval } from "./retrieval/retrieval.ts";
export { knowledgeRoutes } from "./routes.ts";
export { createKnowledgeStore, knowledgeNames, type ItemKey } from "./store.ts";
export { knowledgeAgentsMigrations, knowledgeMigrations, knowledgeWireMigrations } from "./tables.ts";
export { knowledgeWireRoutes } from "./wire-routes.ts";

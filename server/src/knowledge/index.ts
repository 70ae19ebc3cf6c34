/** What assistants know besides their instructions, and how it is found in a call. */
export { createKnowledgeActs } from "./acts.ts";
export { createIngest, type Ingest } from "./ingest.ts";
export { createKnowledge, type Knowledge, type RoomFor } from "./knowledge.ts";
export { readInProcess } from "./reading/document.ts";
export { readPage } from "./reading/page.ts";
export { createRetrieval, type Retrieval } from "./retrieval/retrieval.ts";
export { knowledgeRoutes } from "./routes.ts";
export { createKnowledgeStore } from "./store.ts";
export { knowledgeMigrations } from "./tables.ts";
export { knowledgeWireRoutes } from "./wire-routes.ts";

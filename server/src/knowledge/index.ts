/** What agents know: documents, pages and questions, and how passages of them are found. */
export { openKnowledge, type KnowledgeDomain } from "./open.ts";
export { addSeededDocuments } from "./passages/seeded/store.ts";
export type { IndexedPassage } from "./retrieval/passage-index.ts";
export type { Retrieval, RetrievalQuery } from "./retrieval/retrieval.ts";

/** What agents know: documents, pages and questions, and how passages of them are found. */
export { openKnowledge, type KnowledgeDomain } from "./open.ts";
export { addSeededDocuments, type SeededDocument } from "./passages/seeded/store.ts";
export { knowledgeNames } from "./passages/store.ts";
export type { IndexedPassage } from "./retrieval/passage-index.ts";
export type { Retrieval, RetrievalQuery } from "./retrieval/retrieval.ts";
export { termsOf, trigramsOf } from "./retrieval/terms.ts";

/** What a document is, and why it has no text: known without the libraries that read one. */
export interface DocumentForm {
  ending: ".pdf" | ".doc" | ".docx" | ".txt" | ".html";
  /** As a web server names it; empty where nobody does. */
  charset: string;
}

/** Stable codes. */
export const DOCUMENT_PROBLEMS = ["encrypted", "empty", "broken", "too-long", "no-text", "too-slow", "too-much-memory"] as const;
export type DocumentProblem = (typeof DOCUMENT_PROBLEMS)[number];

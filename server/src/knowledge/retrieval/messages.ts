/** What the main thread and the retrieval thread tell each other. */
import type { FoundPassage, IndexedPassage } from "./passage-index.ts";

export type ToRetrieval =
  /** A workspace's passages follow; those that it had are forgotten when `done` comes. */
  | { kind: "begin"; workspaceId: string }
  | { kind: "passages"; workspaceId: string; passages: readonly IndexedPassage[] }
  | { kind: "done"; workspaceId: string }
  | { kind: "forget"; workspaceId: string }
  | { kind: "find"; id: number; workspaceId: string; question: string; most: number; only: readonly string[] | undefined };

export interface FromRetrieval {
  id: number;
  found: readonly FoundPassage[];
}

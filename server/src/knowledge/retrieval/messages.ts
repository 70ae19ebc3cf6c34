/** What the main thread and the retrieval thread tell each other. */
import type { IndexQuery, PassageWithVector } from "./hybrid-index.ts";
import type { PassageMatch } from "./passage-index.ts";

export type ToRetrieval =
  /** A workspace's passages follow; those that it had are forgotten when `done` comes. */
  | { kind: "begin"; workspaceId: string }
  | { kind: "passages"; workspaceId: string; passages: readonly PassageWithVector[] }
  | { kind: "done"; workspaceId: string }
  | { kind: "forget"; workspaceId: string }
  | { kind: "find"; id: number; workspaceId: string; asked: IndexQuery };

export interface FromRetrieval {
  id: number;
  found: readonly PassageMatch[];
}

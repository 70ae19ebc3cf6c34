/** What is looked into for words. */
import type { Db } from "../../platform/database/db.ts";

/** Something with a name; the note says what it belongs to. */
export interface NamedItem {
  id: string;
  name: string;
  note: string;
}

/** What is looked into, of one workspace. */
export interface Searched {
  agents(workspaceId: string): Promise<readonly NamedItem[]>;
  numbers(workspaceId: string): Promise<readonly NamedItem[]>;
  documents(workspaceId: string): Promise<readonly NamedItem[]>;
  batches(workspaceId: string): Promise<readonly NamedItem[]>;
  /** Newest first. */
  calls(workspaceId: string, ids: readonly string[]): Promise<ShownCall[]>;
  /** What people have written about a call; in a transaction, where there is one. */
  notes(call: Pick<EndedCall, "id" | "workspaceId">, db?: Db): Promise<readonly string[]>;
}

export interface EndedCall {
  id: string;
  workspaceId: string;
  createdAt: Date;
  agentName: string;
  direction: "inbound" | "outbound";
  fromNumber: string | null;
  toNumber: string | null;
  transcript: string | null;
  /** How many notes people have written about it. */
  notes: number;
}

/** As it is shown to whoever looks for it. */
export interface ShownCall extends EndedCall {
  durationSeconds: number;
}

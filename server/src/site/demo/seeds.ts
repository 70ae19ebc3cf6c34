/** What a demo workspace is made of. The domains that keep it write it; whoever opens the site says how. */
import type { AgentTestDraft, BatchStatus, CheckRuleDraft, Currency, Entry, RowProblem, SavedFilter } from "@ongea/contract";
import type { SeededCredit, SeededEvent, SeededKey } from "../../accounts/index.ts";
import type { NewCall } from "../../calls/index.ts";
import type { SeededSample, SeededVoice } from "../../engines/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { SeededThread } from "../../threads/index.ts";
import type { FreshAgent } from "./agents.ts";

/** Within the transaction that fills the workspace. */
type Write<Things extends readonly unknown[]> = (db: Db, workspaceId: string, ...things: Things) => Promise<void>;

export interface Seeds {
  agents: Write<[readonly FreshAgent[]]>;
  /** By which they are called. */
  numbers: Write<[readonly FreshAgent[]]>;
  tests: Write<[readonly { agentId: string; draft: AgentTestDraft; createdAt: Date }[]]>;
  calls: Write<[readonly NewCall[]]>;
  /** Makes all its calls findable by their words. */
  words: Write<[]>;
  voices: Write<[readonly SeededVoice[], readonly SeededSample[]]>;
  credits: Write<[Currency, readonly SeededCredit[]]>;
  /** Notifications are read until then. */
  events: Write<[readonly SeededEvent[], readUntil: string]>;
  keys: Write<[readonly SeededKey[]]>;
  batches: Write<[readonly DemoBatch[]]>;
  /** What is known of people who have called. */
  contacts: Write<[readonly DemoContact[]]>;
  /** People who write by a web chat. */
  visitors: Write<[readonly DemoVisitor[]]>;
  threads: Write<[readonly SeededThread[]]>;
  documents: Write<[readonly DemoDocument[]]>;
  /** Rules, and calls that are held against them. */
  checks: Write<[readonly DemoRule[], readonly CheckedDemoCall[]]>;
  filters: Write<[readonly Pick<SavedFilter, "id" | "name" | "filter">[]]>;
}

export interface DemoBatch {
  id: string;
  agentId: string;
  status: BatchStatus;
  fileName: string;
  fromNumber: string;
  createdAt: string;
  updatedAt: string;
  contacts: readonly DemoBatchContact[];
}

export interface DemoBatchContact {
  line: number;
  number: string;
  variables: Readonly<Record<string, string>>;
  state: "refused" | "waiting" | "finished";
  problem: RowProblem | null;
  outcome: string | null;
  attempts: number;
  executionId: string | null;
}

export interface DemoContact {
  number: string;
  name: string;
  language: string;
  tags: readonly string[];
  fields: Readonly<Record<string, string>>;
  notes: readonly { text: string; author: string; at: string }[];
}

export interface DemoVisitor {
  id: string;
  visitor: string;
  name: string;
  language: string;
  at: string;
}

export interface DemoDocument {
  id: string;
  title: string;
  agentId: string;
  createdAt: string;
  passages: readonly { heading: string; text: string }[];
}

export interface DemoRule {
  id: string;
  at: string;
  draft: CheckRuleDraft;
}

export interface CheckedDemoCall {
  id: string;
  agentId: string;
  /** When it ended. */
  at: string;
  direction: "inbound" | "outbound";
  /** E.164, of the person. */
  number: string | undefined;
  country: string | undefined;
  isRecorded: boolean;
  isOutsideHours: undefined;
  entries: readonly Entry[];
}

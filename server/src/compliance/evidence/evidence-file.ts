/**
 * Why calls and messages were lawful when they rang or left, as a file: a line of JSON for each, each tied to the line before it by the installation's secret.
 * It is checked without the database. Pure.
 */
import { GateDecision, isRecord } from "@ongea/contract";
import { z } from "zod";
import { hmac, sealOf } from "./seal.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

const FORMAT = "ongea-evidence/1";

export interface EvidenceSubject {
  kind: "call" | "batch";
  id: string;
}

export interface EvidenceHead {
  workspace_id: string;
  subject: EvidenceSubject;
  made_at: string;
  made_by: string;
}

export interface EvidenceCall {
  call_id: string;
  agent_id: string | null;
  to: string | null;
  direction: "inbound" | "outbound";
  created_at: string;
  rang_at: string | null;
  answered_at: string | null;
  /** Each with the hour there, the holiday, the do-not-call list and the consent by which it was given. */
  decisions: readonly GateDecision[];
  /** The entries of the ledger that the decisions name, as they stand now. */
  consents: readonly Record<string, unknown>[];
}

export interface EvidenceMessage {
  message_id: string;
  to: string;
  thread_id: string | null;
  outcome: string | null;
  changed_at: string | null;
  decisions: readonly GateDecision[];
  consents: readonly Record<string, unknown>[];
}

interface EvidenceContent {
  calls: AsyncIterable<readonly EvidenceCall[]>;
  /** Of a batch. */
  messages?: AsyncIterable<readonly EvidenceMessage[]> | undefined;
}

const Line = z.looseObject({ kind: z.enum(["evidence", "call", "message", "end"]), previous: z.string(), hash: z.string() });
const Judged = z.looseObject({
  call_id: z.string().optional(),
  message_id: z.string().optional(),
  decisions: z.array(GateDecision),
});

/** The lines, each with its end. */
export async function* evidenceLines(
  secret: string,
  head: EvidenceHead,
  { calls, messages }: EvidenceContent,
): AsyncGenerator<string> {
  let previous = "";
  const line = (content: Record<string, unknown>): string => {
    const linked = { ...content, previous };
    previous = hmac(secret, linked);
    return `${JSON.stringify({ ...linked, hash: previous })}\n`;
  };
  yield line({ kind: "evidence", format: FORMAT, ...head });
  let count = 0;
  for await (const page of calls)
    for (const call of page) {
      count++;
      yield line({ kind: "call", ...call });
    }
  let written = 0;
  for await (const page of messages ?? [])
    for (const message of page) {
      written++;
      yield line({ kind: "message", ...message });
    }
  yield line({ kind: "end", calls: count, ...(messages && { messages: written }) });
}

export interface VerifiedEvidence {
  calls: number;
  messages: number;
  /** Decisions whose seal is from the second in which they were given. */
  sealed: number;
  /** Decisions from before there were seals. */
  unsealed: number;
  /** The first line that is not as it was written; absent: the file is whole. */
  broken?: { line: number; problem: string };
}

export async function verifyEvidence(secret: string, lines: AsyncIterable<string>): Promise<VerifiedEvidence> {
  const found = { calls: 0, messages: 0, sealed: 0, unsealed: 0 };
  let [number, previous, isOver] = [0, "", false];
  const brokenAt = (problem: string): VerifiedEvidence => ({ ...found, broken: { line: number, problem } });
  for await (const text of lines) {
    if (text.trim() === "") continue;
    number++;
    if (isOver) return brokenAt("stands after the end");
    const content = jsonIn(text);
    const read = Line.safeParse(content);
    if (!isRecord(content) || !read.success) return brokenAt("is no line of evidence");
    const { hash: _hash, ...linked } = content;
    if (read.data.previous !== previous) return brokenAt("does not follow the line before it");
    if (!isSame(read.data.hash, hmac(secret, linked))) return brokenAt("was changed");
    if ((number === 1) !== (read.data.kind === "evidence")) return brokenAt("stands in the wrong place");
    const { kind } = read.data;
    if (kind === "call" || kind === "message") {
      const judged = Judged.safeParse(linked);
      const id = kind === "call" ? judged.data?.call_id : judged.data?.message_id;
      if (!judged.success || id === undefined) return brokenAt(`is no ${kind}`);
      const { decisions } = judged.data;
      const seal = sealOf(secret, id, decisions);
      if (seal === "changed") return brokenAt("holds a decision that was changed before the file was made");
      found[kind === "call" ? "calls" : "messages"]++;
      found[seal === "whole" ? "sealed" : "unsealed"] += decisions.length;
    }
    if (read.data.kind === "end") {
      if (linked["calls"] !== found.calls) return brokenAt("counts other calls");
      if ((linked["messages"] ?? 0) !== found.messages) return brokenAt("counts other messages");
      isOver = true;
    }
    previous = read.data.hash;
  }
  if (!isOver) return { ...found, broken: { line: number + 1, problem: "is missing" } };
  return found;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

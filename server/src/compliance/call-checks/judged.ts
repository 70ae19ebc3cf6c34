/** Rules whose criterion a language model judges: which calls are in a rule's sample, what the judge reads, and what its verdict says. */
import { createHash } from "node:crypto";
import type { CheckRuleDraft, Verdict } from "@ongea/contract";
import { concerns, type ReadCall } from "./check-call.ts";
import type { RuleResult } from "./store.ts";

export interface JudgedTurn {
  by: "caller" | "agent" | "tool";
  text: string;
}

/** One verdict for each criterion, in their order. Never rejects. */
export type CallJudge = (
  agent: { workspaceId: string; agentId: string | null },
  judged: { turns: readonly JudgedTurn[]; criteria: readonly string[] },
  signal: AbortSignal,
) => Promise<readonly Verdict[]>;

export interface JudgedRule {
  id: string;
  draft: CheckRuleDraft;
}

const MOST_TOOL_LETTERS = 500;

/** The same call is in it or not, whoever asks. */
export function isSampled(callId: string, { id, draft: { sample_percent: percent = 100 } }: JudgedRule): boolean {
  const draw = createHash("sha256").update(`${callId} ${id}`).digest().readUInt32BE(0);
  return draw % 100 < percent;
}

/** The call by these rules, as far as they are judged and concern it. */
export async function judgeCall(
  rules: readonly JudgedRule[],
  call: { id: string; workspaceId: string; read: ReadCall },
  judge: CallJudge,
  signal: AbortSignal,
): Promise<RuleResult[]> {
  const asked = rules.flatMap((rule) => {
    const { kind, criterion } = rule.draft;
    return kind === "judged" && criterion !== undefined && concerns(rule.draft, call.read) ? [{ id: rule.id, criterion }] : [];
  });
  if (asked.length === 0) return [];
  const turns = turnsOf(call.read);
  const criteria = asked.map(({ criterion }) => criterion);
  const verdicts = await judge({ workspaceId: call.workspaceId, agentId: call.read.agentId }, { turns, criteria }, signal);
  return verdicts.flatMap(({ verdict, turn, not_judged: notJudged }, at): RuleResult[] => {
    const ruleId = asked[at]?.id;
    const atMs = turns[turn ?? -1]?.startMs ?? null;
    return ruleId === undefined
      ? []
      : [{ ruleId, passed: verdict === "met", atMs: atMs === null ? null : Math.round(atMs), notJudged }];
  });
}

function turnsOf({ entries }: ReadCall): (JudgedTurn & { startMs: number })[] {
  return entries.flatMap((entry): (JudgedTurn & { startMs: number })[] => {
    if (entry.kind === "turn")
      return [{ by: entry.by === "assistant" ? "agent" : "caller", text: entry.text, startMs: entry.startMs }];
    if (entry.kind !== "tool") return [];
    const text = `${entry.name} ${entry.arguments} → ${entry.result}`.slice(0, MOST_TOOL_LETTERS);
    return [{ by: "tool", text, startMs: entry.startMs }];
  });
}

/** Rules whose criterion a language model judges: which calls are in a rule's sample, what the judge reads, and what its verdict says. */
import { createHash } from "node:crypto";
import type { CheckRuleDraft, NotJudged, Verdict } from "@ongea/contract";
import { concerns } from "./check-call.ts";
import type { ReadCall } from "./read-call.ts";
import type { RuleResult } from "./results/store.ts";

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
/** A rule that is tried has no id yet. */
export const TRIED = "tried";
const MAY_PASS: ReadonlySet<NotJudged> = new Set(["too_slow", "failed", "unreadable"]);

/** The same judge may answer later. */
export function mayPass({ notJudged }: { notJudged?: NotJudged | null }): boolean {
  return notJudged !== null && notJudged !== undefined && MAY_PASS.has(notJudged);
}

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
  const of = { workspaceId: call.workspaceId, agentId: call.read.agentId };
  const judged = await judgeTurns(asked, { of, turns: turnsOf(call.read) }, judge, signal);
  return judged.map(({ turn, ...result }) => ({ ...result, atMs: turn ? Math.round(turn.startMs) : null }));
}

/** A verdict for each rule, with the turn of its quote. */
export async function judgeTurns<Turn extends JudgedTurn>(
  rules: readonly { id: string; criterion: string }[],
  { of, turns }: { of: { workspaceId: string; agentId: string | null }; turns: readonly Turn[] },
  judge: CallJudge,
  signal: AbortSignal,
): Promise<{ ruleId: string; passed: boolean; notJudged: NotJudged | null; turn: Turn | undefined }[]> {
  const criteria = rules.map(({ criterion }) => criterion);
  const verdicts = await judge(of, { turns, criteria }, signal);
  return verdicts.flatMap(({ verdict, turn, not_judged: notJudged }, at) => {
    const rule = rules[at];
    return rule ? [{ ruleId: rule.id, passed: verdict === "met", notJudged, turn: turns[turn ?? -1] }] : [];
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

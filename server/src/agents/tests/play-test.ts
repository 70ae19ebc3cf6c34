/** Plays one test: its caller writes to the agent until one of them has nothing more to say. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { AgentTestDraft, AgentTestResult, TestLine } from "@ongea/contract";
import {
  hasSucceeded,
  type JournalEntry,
  type LanguageModel,
  openWrittenConversation,
  type Plan,
  type ToolRunner,
} from "@ongea/conversation";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { judge, JUDGING_MS, type JudgedTurn } from "../judging/judge.ts";
import { createCaller } from "./caller.ts";
import { createPersonaCaller } from "./persona-caller.ts";
import { holds, type Played } from "./checks.ts";
import { withDates } from "./dates.ts";

export interface TestPlay {
  test: AgentTestDraft & { id: string };
  plan: Plan;
  languageModels: readonly LanguageModel[];
  tools: ToolRunner;
  /** Undefined: none is connected. */
  judgeModel?: LanguageModel | undefined;
}

const MOST_TURNS = 40;
export const LONGEST_TEST_MS = 120_000;
/** Of the thirty criteria that a test may have. */
export const MOST_JUDGING_MS = 4 * JUDGING_MS;
const MOST_SHOWN = 500;

export async function playTest(
  { test, plan, languageModels, tools, judgeModel }: TestPlay,
  signal: AbortSignal,
): Promise<AgentTestResult> {
  const startedMs = performance.now();
  const today = plan.startedAtLocal.slice(0, 10);
  const lines: TestLine[] = [];
  const said: string[] = [];
  const done: Played["done"][number][] = [];
  const conversation = openWrittenConversation({
    plan,
    clock: systemClock,
    languageModels,
    tools,
    checkArguments,
    journal: { write: (entry) => note(entry) },
  });
  const caller = test.persona ? createPersonaCaller(test.persona, test) : createCaller(test);
  let turns = 0;
  let isEnded = false;
  let problem: string | null = null;
  const within = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_TEST_MS)]);
  try {
    let line = caller.next(conversation.welcome);
    for (; line !== undefined && !isEnded && turns < MOST_TURNS && !within.aborted; turns++) {
      const { text, isLast } = await conversation.answer(withDates(line, today), within);
      isEnded = isLast;
      line = caller.next(text);
      // Calls run beside it.
      await yieldToOthers();
    }
    if (within.aborted) problem = signal.aborted ? "stopped" : "too_slow";
    else if (caller.lostPatience) problem = "lost_patience";
    else if (turns >= MOST_TURNS && line !== undefined && !isEnded) problem = "too_many_turns";
  } catch {
    problem = "broke";
  }
  conversation.close("stopped");
  const played: Played = { said, done, language: conversation.language, isEnded, turns, today };
  const durationMs = Math.round(performance.now() - startedMs);
  const verdicts = problem === null ? await judged() : [];
  const isMet = (at: number): boolean => verdicts.some(({ check, verdict }) => check === at && verdict === "met");
  const failedChecks = test.checks.flatMap((check, at) =>
    (check.kind === "judged" ? isMet(at) : holds(check, played)) ? [] : [at],
  );
  return {
    test_id: test.id,
    name: test.name,
    passed: problem === null && failedChecks.length === 0,
    failed_checks: failedChecks,
    problem,
    ...(verdicts.length > 0 && { verdicts }),
    lines,
    turns,
    duration_ms: durationMs,
  };

  async function judged(): Promise<NonNullable<AgentTestResult["verdicts"]>> {
    const asked = test.checks.flatMap((check, at) => (check.kind === "judged" ? [{ at, criterion: check.criterion }] : []));
    if (asked.length === 0) return [];
    const turns = lines.flatMap(({ by, text }, line): (JudgedTurn & { line: number })[] =>
      by === "note" ? [] : [{ by, text, line }],
    );
    const { language } = conversation;
    const made = await judge({ turns, criteria: asked.map(({ criterion }) => criterion), language }, judgeModel, { signal });
    return made.flatMap((verdict, place) => {
      const of = asked[place];
      return of ? [{ ...verdict, turn: turns[verdict.turn ?? -1]?.line ?? null, check: of.at }] : [];
    });
  }

  function note(entry: JournalEntry): void {
    if (entry.kind === "turn") {
      if (entry.by === "assistant") said.push(entry.text);
      lines.push({ by: entry.by === "assistant" ? "agent" : "caller", text: entry.text });
    }
    if (entry.kind === "tool") {
      lines.push({ by: "tool", text: `${entry.name} ${entry.arguments} → ${entry.result.slice(0, MOST_SHOWN)}` });
      if (hasSucceeded(entry)) done.push({ tool: entry.name, values: valuesOf(entry.arguments) });
    }
    if (entry.kind === "held") lines.push({ by: "note", text: `${entry.name}: ${entry.reason} ${entry.slot ?? ""}`.trim() });
    if (entry.kind === "failure") lines.push({ by: "note", text: entry.problem.message.slice(0, MOST_SHOWN) });
  }
}

function valuesOf(given: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

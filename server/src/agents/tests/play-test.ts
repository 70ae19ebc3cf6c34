/** Plays one test: its caller writes or speaks to the agent until one of them has nothing more to say. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { AgentTestDraft, AgentTestResult, TestLine } from "@ongea/contract";
import {
  hasSucceeded,
  type JournalEntry,
  type LanguageModel,
  openWrittenConversation,
  ProviderFailure,
  type Plan,
  type ToolRunner,
  type WrittenConversation,
} from "@ongea/conversation";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { judge, JUDGING_MS } from "../judging/judge.ts";
import type { JudgedTurn } from "../judging/verdicts.ts";
import { createCaller } from "./caller.ts";
import { createPersonaCaller } from "./persona-caller.ts";
import { holds, type Played } from "./checks.ts";
import { withDates } from "./dates.ts";
import { MOST_SHOWN, testLineOf } from "./test-lines.ts";
import { timeLimit } from "@ongea/providers";

export interface TestPlay {
  test: AgentTestDraft & { id: string };
  plan: Plan;
  languageModels: readonly LanguageModel[];
  tools: ToolRunner;
  /** What the agent hears of what is said to it; undefined: it reads. */
  hear?: ((said: string, conversation: Hearing, attempt: number) => Promise<string>) | undefined;
  /** Undefined: none is connected. */
  judgeModel?: LanguageModel | undefined;
}

type Hearing = Pick<WrittenConversation, "expected" | "language">;

const MOST_TURNS = 40;
/** In a row, that nothing of what the caller said was understood. */
const MOST_UNHEARD = 3;
const LONGEST_TEST_MS = 120_000;
export const LONGEST_SPOKEN_MS = 240_000;
/** Of the thirty criteria that a test may have. */
export const MOST_JUDGING_MS = 4 * JUDGING_MS;

export async function playTest(
  { test, plan, languageModels, tools, hear, judgeModel }: TestPlay,
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
  let spoken: string | undefined;
  let unheard = 0;
  const within = timeLimit(hear ? LONGEST_SPOKEN_MS : LONGEST_TEST_MS, signal);
  try {
    let line = caller.next(conversation.welcome);
    for (; line !== undefined && !isEnded && turns < MOST_TURNS && !within.aborted; turns++) {
      const said = withDates(line, today);
      const heard = hear ? await heardOf(hear(said, conversation, turns)) : said;
      spoken = hear && said;
      if (heard === "") {
        lines.push({ by: "caller", text: "", said });
        if (++unheard >= MOST_UNHEARD) break;
        continue;
      }
      unheard = 0;
      const { text, isLast } = await conversation.answer(heard, within);
      isEnded = isLast;
      line = caller.next(text);
      // Calls run beside it.
      await yieldToOthers();
    }
    if (within.aborted) problem = whyEnded();
    else if (unheard >= MOST_UNHEARD) problem = "not_heard";
    else if (caller.lostPatience) problem = "lost_patience";
    else if (turns >= MOST_TURNS && line !== undefined && !isEnded) problem = "too_many_turns";
  } catch {
    problem = within.aborted ? whyEnded() : "broke";
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
    ...(hear && { by_voice: true }),
  };

  /** STT that fails has heard nothing: the caller says it again. */
  function heardOf(words: Promise<string>): Promise<string> {
    return words.catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error;
      lines.push({ by: "note", text: error.message.slice(0, MOST_SHOWN) });
      return "";
    });
  }

  function whyEnded(): string {
    if (signal.aborted) return "stopped";
    return hear ? "too_long" : "too_slow";
  }

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
    if (entry.kind === "turn" && entry.by === "assistant") said.push(entry.text);
    if (entry.kind === "tool" && hasSucceeded(entry)) done.push({ tool: entry.name, values: valuesOf(entry.arguments) });
    const line = testLineOf(entry);
    if (!line) return;
    const differs = line.by === "caller" && spoken !== undefined && spoken !== line.text;
    lines.push({ ...line, ...(differs && { said: spoken }) });
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

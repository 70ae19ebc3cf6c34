/** Scripted callers take their turns: were they cut in on, and how long after their true end was an answer heard? */
import { CALLER_VOICES } from "@ongea/providers/testing";
import { ScriptedCall, type CallSettings } from "./call.ts";
import type { Sentence } from "./callers.ts";
import { chanceOf } from "./chance.ts";
import { spokenTurn } from "./spoken.ts";

export interface TurnOutcome {
  sentence: Sentence;
  pauseMs: number;
  /** Our voice was heard before the true end of the turn. */
  cutIn: boolean;
  /** From the true end to the first sound of an answer, ms; absent: none came. */
  delayMs?: number;
}

export interface TurnScript {
  sentences: readonly Sentence[];
  pausesMs: readonly number[];
}

const TURNS_A_CALL = 6;
const ANSWER_LIMIT_MS = 4_000;
const LONGEST_ANSWER_MS = 8_000;
const QUIET_MS = 300;

/** Each sentence with each pause, once, in an order and by voices that the seed decides. */
export async function takeTurns(settings: CallSettings, { sentences, pausesMs }: TurnScript): Promise<TurnOutcome[]> {
  const chance = chanceOf(settings.seed);
  const turns = sentences
    .flatMap((sentence) => pausesMs.map((pauseMs) => ({ sentence, pauseMs, order: chance() })))
    .toSorted((a, b) => a.order - b.order);
  const outcomes: TurnOutcome[] = [];
  for (let from = 0; from < turns.length; from += TURNS_A_CALL) {
    const voice = CALLER_VOICES[(from / TURNS_A_CALL) % CALLER_VOICES.length] ?? "slt";
    const call = new ScriptedCall({ ...settings, seed: settings.seed + from });
    // Our first answer is that to a hello: from then on each turn may be one that we asked for.
    const hello = { kind: "words hang", text: "hello good morning" } as const;
    const mine = [{ sentence: hello, pauseMs: 0 }, ...turns.slice(from, from + TURNS_A_CALL)];
    await call.pass(600);
    for (const [i, { sentence, pauseMs }] of mine.entries()) {
      const next = mine[i + 1]?.sentence;
      const outcome = await takeTurn(call, { sentence, next, pauseMs, voice });
      if (i > 0) outcomes.push({ sentence, pauseMs, ...outcome });
      await call.pass(250 + Math.round(500 * chance()));
    }
    call.hangUp();
  }
  return outcomes;
}

async function takeTurn(
  call: ScriptedCall,
  { sentence, next, pauseMs, voice }: { sentence: Sentence; next: Sentence | undefined; pauseMs: number; voice: string },
): Promise<Pick<TurnOutcome, "cutIn" | "delayMs">> {
  const { startMs, endMs } = call.say(await spokenTurn(sentence.text, voice, pauseMs));
  // Who cuts in asks the same again.
  call.asks = sentence.asked;
  await call.until(() => call.nowMs >= endMs - 40);
  call.asks = next?.asked;
  await call.until(() => call.nowMs >= endMs);
  const { soundingMs } = call.line;
  const cutIn = soundingMs.some((atMs) => atMs >= startMs && atMs < endMs);
  const answer = (): number | undefined =>
    soundingMs.find((atMs, i) => atMs >= endMs && atMs - (soundingMs[i - 1] ?? Number.NEGATIVE_INFINITY) > 200);
  const answered = await call.until(() => answer() !== undefined, endMs + ANSWER_LIMIT_MS);
  await call.until(() => call.isQuiet(QUIET_MS), call.nowMs + LONGEST_ANSWER_MS);
  return { cutIn, ...(answered ? { delayMs: (answer() ?? 0) - endMs } : {}) };
}

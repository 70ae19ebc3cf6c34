import { setTimeout as sleep } from "node:timers/promises";
import type { Expected, Listening, Problem, Recogniser, Words } from "@ongea/conversation";

export interface RecognisedUtterance {
  words: Words;
  partials: readonly string[];
  /** From the pause to its words. */
  tookMs: number;
}

export interface TestListening {
  listening: Listening;
  /** Speaks one utterance into them. `realTime` paces the frames as a call does. */
  hear(samples: Int16Array, expected?: readonly Expected[], realTime?: boolean): Promise<RecognisedUtterance>;
}

/** A call's ears, for tests: what is heard comes back as a promise. */
export function listenWith(recogniser: Recogniser, language = "en", keywords: readonly string[] = []): TestListening {
  const partials: string[] = [];
  let settle: ((words: Words) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  const failed = (problem: Problem): void => fail?.(Object.assign(new Error(problem.message), { code: problem.code }));
  const listening = recogniser.listen(
    { language, keywords },
    { partial: (_, words) => partials.push(words.text), settled: (_id, _pause, words) => settle?.(words), failed },
  );
  let id = 0;
  const hear = async (
    samples: Int16Array,
    expected: readonly Expected[] = [],
    realTime = false,
  ): Promise<RecognisedUtterance> => {
    partials.length = 0;
    const answer = new Promise<Words>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    answer.catch(() => {});
    listening.expect(expected);
    listening.begin(++id);
    await sendFrames(listening, samples, realTime);
    const pausedMs = performance.now();
    listening.pause(id, 0);
    try {
      return { words: await answer, partials: [...partials], tookMs: performance.now() - pausedMs };
    } finally {
      listening.end(id);
    }
  };
  return { listening, hear };
}

export async function sendFrames(listening: Listening, samples: Int16Array, realTime = false): Promise<void> {
  const began = performance.now();
  for (let at = 0; at < samples.length; at += 320) {
    listening.hear(samples.subarray(at, at + 320));
    const aheadMs = at / 16 - (performance.now() - began);
    if (realTime && aheadMs > 5) await sleep(aheadMs);
  }
}

/** Word errors over words said: 0 is perfect. */
export function wordErrors(said: string, heard: string): { errors: number; words: number } {
  const [want, got] = [wordsOf(said), wordsOf(heard)];
  let row = got.map((_, i) => i + 1);
  row.unshift(0);
  for (const [i, word] of want.entries()) {
    const next = [i + 1];
    for (let j = 0; j < got.length; j++) {
      const change = (row[j] ?? 0) + (got[j] === word ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row[got.length] ?? 0, words: want.length };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9' ]+/g, " ")
    .split(/\s+/)
    .filter(Boolean);
}

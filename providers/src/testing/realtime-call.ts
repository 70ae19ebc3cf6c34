/** What tests of realtime models share: one call, its caller's sound, and questions about it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModel, Message, Problem, Recogniser, ThinkRequest, Thought, Usage, Words } from "@ongea/conversation";
import {
  recogniserConformance,
  streamConformance,
  type Behaviour,
  type ConformanceCase,
  type Subject,
} from "@ongea/conversation/conformance";
import type { RealtimeModel } from "../realtime/realtime-model.ts";

export const LOCAL_TIME = "2026-11-21T09:41:00+03:00";
/** What the peers answer. */
export const WHOLE = "We are open until five.";
/** One second. */
export const SOUND = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const HEARD_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 10;

export const OPENING = {
  instructions: "You are the front desk of Imani Clinic.",
  knowledge: [],
  tools: [
    { name: "book", description: "Books a visit.", parameters: { type: "object", properties: { day: { type: "string" } } } },
  ],
  language: "en",
  localTime: LOCAL_TIME,
  settings: { maxTokens: 100, temperature: 0 },
} satisfies Omit<ThinkRequest, "messages">;

export const pass = async (ms: number): Promise<void> => void (await sleep(ms));

export function textOf(thoughts: readonly Thought[]): string {
  return thoughts.map((one) => (one.kind === "text" ? one.text : "")).join("");
}

/** What its session tells, an utterance in it, and what its model answers. */
export function callOn({ recogniser, languageModel, voice }: RealtimeModel, opening: Omit<ThinkRequest, "messages"> = OPENING) {
  const settled: { id: number; pause: number; words: Words }[] = [];
  const failures: Problem[] = [];
  const used: Usage[] = [];
  const listening = recogniser.listen(
    { language: "en-KE", keywords: [] },
    {
      partial() {},
      settled: (id, pause, words) => void settled.push({ id, pause, words }),
      failed: (problem) => void failures.push(problem),
      used: (usage) => void used.push(usage),
    },
  );
  const say = async (id: number, ms = 1_000): Promise<string> => {
    listening.begin(id);
    listening.hear(SOUND.subarray(0, ms * 16));
    listening.pause(id, 1);
    for (let waitedMs = 0; settled.at(-1)?.id !== id; waitedMs += LOOK_EVERY_MS) {
      if (waitedMs >= HEARD_WITHIN_MS) throw new Error(`Utterance ${id} was not heard within ${HEARD_WITHIN_MS} ms`);
      await sleep(LOOK_EVERY_MS);
    }
    return settled.at(-1)?.words.text ?? "";
  };
  const think = async (messages: readonly Message[], signal = new AbortController().signal): Promise<Thought[]> => {
    const thoughts: Thought[] = [];
    for await (const thought of languageModel.think({ ...opening, messages }, signal)) thoughts.push(thought);
    return thoughts;
  };
  return { listening, languageModel, voice, settled, failures, used, say, think };
}

/** Conformance as STT; `on`: a session at a peer of its own with these faults. */
export function sttCases<Faults>(
  on: (faults: Faults | undefined) => Promise<Subject<Recogniser>>,
  silent: Faults,
): readonly ConformanceCase[] {
  const [open, openFailing] = [() => on(undefined), () => on(silent)];
  return recogniserConformance({ speech: SOUND, expected: [], language: "en", limitMs: 8_000, open, openFailing });
}

/** Conformance as LLM; `modelOf`: in a call whose peer behaves so. */
export function llmCases(
  behaviours: readonly Behaviour[],
  modelOf: (behaviour: Behaviour) => LanguageModel,
  opening: Omit<ThinkRequest, "messages"> = OPENING,
): readonly ConformanceCase[] {
  const request = { ...opening, messages: [{ role: "caller" as const, text: "Hello" }] };
  return streamConformance({
    async open(behaviour) {
      const model = modelOf(behaviour);
      return { adapter: (signal) => model.think(request, signal), pass, close: async () => {} };
    },
    behaviours,
    whole: textOf,
    consumerMs: 300,
    limitMs: 15_000,
  });
}

/** How fast a language model answers a caller on this machine, and how many calls it carries at once. */
import type { LanguageModel, ThinkRequest } from "@ongea/conversation";

export interface Probed {
  /** Until words can be spoken, once the model is loaded and has read its prompt, s. */
  answersInS: number;
  tokensPerS: number;
  callsAtOnce: number;
}

export interface ProbeOptions {
  /** For all of it, ms. */
  limitMs?: number;
  now?: () => number;
}

const LIMIT_MS = 20_000;
/** Many words that can be spoken. */
const SPEAKABLE_CHARACTERS = 20;
/** What is faster than anybody speaks is fast enough, for each of the calls. */
const SPOKEN_TOKENS_PER_S = 5;
/** Several calls wait no longer than this, or half as long again as one. */
const WAITS = { leastS: 2.5, share: 1.5 };
const STEPS = [2, 4, 8];
const CHARACTERS_PER_TOKEN = 4;

/** As long as the prompts of agents are. */
const PROMPT =
  "You are the receptionist of Imani Clinic in Nairobi. You are kind and brief. The clinic is open from Monday to Friday from eight to five, and on " +
  "Saturday until one. A visit costs 1,500 shillings, a blood test 900, and insurance is accepted. ".repeat(6);
const QUESTIONS = ["When are you open?", "What does a visit cost?", "Can I come on Saturday?", "Do you take insurance?"];

/** Rejects where the model does not answer in time, or not at all. */
export async function probe(
  model: LanguageModel,
  { limitMs = LIMIT_MS, now = () => performance.now() }: ProbeOptions = {},
): Promise<Probed> {
  const limit = AbortSignal.timeout(limitMs);
  const ends = now() + limitMs;
  const ask = (turn: number): Promise<Answer> => answerOf(model, QUESTIONS[turn % QUESTIONS.length] ?? "", limit, now);
  // It is loaded, and reads the prompt.
  await ask(0);
  const alone = await ask(1);
  let callsAtOnce = 1;
  for (const calls of STEPS) {
    // Twice as many may take twice as long.
    if (now() + 2 * (calls / callsAtOnce) * alone.wholeS * 1_000 > ends) break;
    const all = await Promise.all(Array.from({ length: calls }, (_, turn) => ask(turn))).catch(() => []);
    const isGood = all.length > 0 && all.every((one) => isFastEnough(one, alone));
    if (!isGood) break;
    callsAtOnce = calls;
  }
  return { answersInS: alone.speakableS, tokensPerS: alone.tokensPerS, callsAtOnce };
}

interface Answer {
  speakableS: number;
  wholeS: number;
  tokensPerS: number;
}

function isFastEnough(one: Answer, alone: Answer): boolean {
  const isSoon = one.speakableS <= Math.max(WAITS.leastS, alone.speakableS * WAITS.share);
  return isSoon && one.tokensPerS >= Math.min(SPOKEN_TOKENS_PER_S, alone.tokensPerS / WAITS.share);
}

async function answerOf(model: LanguageModel, question: string, limit: AbortSignal, now: () => number): Promise<Answer> {
  const startMs = now();
  let [firstMs, speakableMs, characters, tokens] = [0, 0, 0, 0];
  for await (const thought of model.think(requestOf(question), limit)) {
    if (thought.kind === "usage") tokens += thought.usage.tokensOut ?? 0;
    if (thought.kind !== "text") continue;
    firstMs ||= now();
    characters += thought.text.length;
    if (characters >= SPEAKABLE_CHARACTERS) speakableMs ||= now();
  }
  const endMs = now();
  if (limit.aborted) throw new Error("It did not answer within the time of the probe.");
  if (characters === 0) throw new Error("It said nothing.");
  tokens ||= characters / CHARACTERS_PER_TOKEN;
  return {
    speakableS: ((speakableMs || endMs) - startMs) / 1_000,
    wholeS: (endMs - startMs) / 1_000,
    tokensPerS: tokens / Math.max(0.001, (endMs - firstMs) / 1_000),
  };
}

function requestOf(text: string): ThinkRequest {
  return {
    instructions: PROMPT,
    knowledge: [],
    messages: [{ role: "caller", text }],
    tools: [],
    language: "en",
    localTime: "2026-11-21T09:41:00+03:00",
    settings: { maxTokens: 40, temperature: 0 },
  };
}

/** TTS: clauses become sound, in order, in the utterance that is being said. When a voice fails, the next one takes over. */
import type { FailedProvider } from "../journal.ts";
import type { Clock, Problem, Speech, SpokenWords, Synthesiser, Usage } from "../ports.ts";
import { ProviderFailure } from "../ports.ts";
import { Resampler } from "../audio/resampler.ts";
import { asFailure, withDeadline } from "../deadline.ts";
import type { SayAs } from "./pronunciation.ts";
import type { SpokenUtterance } from "./spoken-utterance.ts";

export interface VoiceParts {
  voices: readonly Synthesiser[];
  clock: Clock;
  language: () => string;
  sayAs: SayAs;
  firstAudio(): void;
  failed(problem: Problem, recovery: "fallback" | "none", who: FailedProvider): void;
  used(by: string, usage: Usage): void;
  /** How the first voice does, in this call. */
  first: { failuresInRow: number };
}

/** After this many failures in a row a voice is not asked again in this call. */
const GIVES_UP_AFTER = 2;
/** Nobody waits longer for sound where another voice can speak; the last one has more time. */
const LIMITS = { firstMs: 3_000, nextMs: 3_000, lastMs: 5_000 };
/** No clause is synthesised while this much waits to be said. */
const AHEAD_SECONDS = 12;
/** Silence at the start of an answer is delay: samples below this (16 bit) are left out, but for a little before the first loud one. */
const QUIET_SAMPLE = 160;
const LEAD_MS = 10;

/** Words until the answer comes. */
export interface Filler {
  filler: string;
}

export async function speakInto(
  utterance: SpokenUtterance,
  clauses: AsyncIterable<string | Filler>,
  parts: VoiceParts,
  signal: AbortSignal,
): Promise<void> {
  for await (const clause of clauses) {
    if (signal.aborted) return;
    const isFiller = typeof clause !== "string";
    const text = isFiller ? clause.filler : clause;
    utterance.beginClause(text, isFiller);
    await speakClause(utterance, text, parts, signal);
    utterance.endClause();
    await roomAhead(utterance, parts.clock, signal);
  }
}

async function speakClause(utterance: SpokenUtterance, text: string, parts: VoiceParts, signal: AbortSignal): Promise<void> {
  const { voices, first } = parts;
  const skip = first.failuresInRow >= GIVES_UP_AFTER && voices.length > 1 ? 1 : 0;
  for (const [index, voice] of voices.entries()) {
    if (index < skip || voice.speaks?.(text) === false) continue;
    const before = utterance.samplesAhead + utterance.position;
    try {
      await append(utterance, { voice, text, isLast: index === voices.length - 1 }, parts, signal);
      if (index === 0) first.failuresInRow = 0;
      return;
    } catch (cause) {
      const problem = asFailure(cause, voice.name);
      const spoken = utterance.samplesAhead + utterance.position > before;
      const next = spoken ? undefined : voices[index + 1];
      const isLast = index === voices.length - 1;
      // A caller has waited long for what comes too late: not again.
      if (index === 0) first.failuresInRow += problem.code === "timeout" ? GIVES_UP_AFTER : 1;
      const who = { by: voice.name, ...(next ? { next: next.name } : {}) };
      parts.failed({ code: problem.code, message: problem.message }, next ? "fallback" : "none", who);
      // Half a clause has been heard: saying it again would be worse than going on.
      if (spoken) return;
      if (isLast) throw problem;
    }
  }
}

async function append(
  utterance: SpokenUtterance,
  what: { voice: Synthesiser; text: string; isLast: boolean },
  parts: VoiceParts,
  signal: AbortSignal,
): Promise<void> {
  const language = parts.language();
  const text = parts.sayAs(what.text, language);
  const words = { text, written: what.text, language, sampleRateHz: utterance.sampleRateHz };
  const { firstMs, nextMs, lastMs } = LIMITS;
  const limits = { what: "The voice", ...(what.isLast ? { firstMs: lastMs, nextMs: lastMs } : { firstMs, nextMs }) };
  let resampler: Resampler | undefined;
  let leading = utterance.samplesAhead + utterance.position === 0;
  let any = false;
  for await (const { samples, sampleRateHz } of withDeadline(parts.clock, limits, signal, (inner) =>
    metered(what.voice, words, inner, parts),
  )) {
    let sound = samples;
    if (sampleRateHz !== utterance.sampleRateHz) {
      resampler ??= new Resampler(sampleRateHz, utterance.sampleRateHz);
      const converted = new Int16Array(resampler.outputBound(samples.length));
      sound = converted.subarray(0, resampler.process(samples, converted));
    }
    if (leading) {
      sound = withoutLead(sound, utterance.sampleRateHz);
      leading = sound.length === 0;
    }
    if (sound.length === 0) continue;
    if (!any) parts.firstAudio();
    any = true;
    utterance.append(sound);
  }
  if (!any && !signal.aborted && /[\p{L}\p{N}]/u.test(what.text))
    throw new ProviderFailure("bad-answer", `${what.voice.name} gave no sound`);
}

/** A voice's sound, counted. A text counts whole as soon as any of it sounds: that is how it is paid. */
async function* metered(voice: Synthesiser, words: SpokenWords, signal: AbortSignal, parts: VoiceParts): AsyncGenerator<Speech> {
  let characters = words.text.length;
  for await (const speech of voice.speak(words, signal)) {
    if (speech.samples.length > 0) {
      parts.used(voice.name, { characters, soundMs: (speech.samples.length / speech.sampleRateHz) * 1_000 });
      characters = 0;
    }
    yield speech;
  }
}

function withoutLead(sound: Int16Array, sampleRateHz: number): Int16Array {
  const first = sound.findIndex((sample) => Math.abs(sample) >= QUIET_SAMPLE);
  if (first < 0) return sound.subarray(0, 0);
  return sound.subarray(Math.max(0, first - Math.round((LEAD_MS * sampleRateHz) / 1_000)));
}

async function roomAhead(utterance: SpokenUtterance, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && utterance.samplesAhead > AHEAD_SECONDS * utterance.sampleRateHz) {
    await new Promise<void>((resolve) => clock.at(clock.now() + 250, resolve));
  }
}

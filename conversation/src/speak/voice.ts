/** TTS: clauses become sound, in order, in the utterance that is being said. When a voice fails, the next one takes over. */
import type { Clock, Problem, Synthesiser } from "../ports.ts";
import { ProviderFailure } from "../ports.ts";
import { Resampler } from "../audio/resampler.ts";
import { asFailure, withDeadline } from "../deadline.ts";
import type { SpokenUtterance } from "./spoken-utterance.ts";

export interface VoiceParts {
  voices: readonly Synthesiser[];
  clock: Clock;
  language: () => string;
  firstAudio(): void;
  failed(problem: Problem, recovery: "fallback" | "none"): void;
}

const LIMITS = { firstMs: 5_000, nextMs: 5_000, what: "The voice" };
/** No clause is synthesised while this much waits to be said. */
const AHEAD_SECONDS = 12;
/** Silence at the start of an answer is delay: samples below this (16 bit) are left out, but for a little before the first loud one. */
const QUIET_SAMPLE = 160;
const LEAD_MS = 10;

export async function speakInto(
  utterance: SpokenUtterance,
  clauses: AsyncIterable<string>,
  parts: VoiceParts,
  signal: AbortSignal,
): Promise<void> {
  for await (const text of clauses) {
    if (signal.aborted) return;
    utterance.beginClause(text);
    await speakClause(utterance, text, parts, signal);
    utterance.endClause();
    await roomAhead(utterance, parts.clock, signal);
  }
}

async function speakClause(utterance: SpokenUtterance, text: string, parts: VoiceParts, signal: AbortSignal): Promise<void> {
  for (const [index, voice] of parts.voices.entries()) {
    const before = utterance.samplesAhead + utterance.position;
    try {
      await append(utterance, { voice, text }, parts, signal);
      return;
    } catch (cause) {
      const problem = asFailure(cause, voice.name);
      const spoken = utterance.samplesAhead + utterance.position > before;
      const isLast = index === parts.voices.length - 1;
      parts.failed({ code: problem.code, message: problem.message }, isLast || spoken ? "none" : "fallback");
      // Half a clause has been heard: saying it again would be worse than going on.
      if (spoken) return;
      if (isLast) throw problem;
    }
  }
}

async function append(
  utterance: SpokenUtterance,
  what: { voice: Synthesiser; text: string },
  parts: VoiceParts,
  signal: AbortSignal,
): Promise<void> {
  const words = { text: what.text, language: parts.language() };
  let resampler: Resampler | undefined;
  let leading = utterance.samplesAhead + utterance.position === 0;
  let any = false;
  for await (const { samples, sampleRateHz } of withDeadline(parts.clock, LIMITS, signal, (inner) =>
    what.voice.speak(words, inner),
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

function withoutLead(sound: Int16Array, sampleRateHz: number): Int16Array {
  let first = 0;
  while (first < sound.length && Math.abs(sound[first]!) < QUIET_SAMPLE) first++;
  if (first === sound.length) return sound.subarray(0, 0);
  return sound.subarray(Math.max(0, first - Math.round((LEAD_MS * sampleRateHz) / 1_000)));
}

async function roomAhead(utterance: SpokenUtterance, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && utterance.samplesAhead > AHEAD_SECONDS * utterance.sampleRateHz) {
    await new Promise<void>((resolve) => clock.at(clock.now() + 250, resolve));
  }
}

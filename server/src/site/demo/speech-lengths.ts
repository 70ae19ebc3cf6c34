/** How long people and agents speak and wait in a generated call. Pure. */
import type { Turn } from "@ongea/contract";
import type { Random } from "./random.ts";
import type { ScriptLine } from "./script.ts";

/** What a word takes in calm telephone speech. */
const PACE = { assistantWordMs: 490, callerWordMs: 520 };

const SHORTEST_TURN_MS = 650;

export function waitBefore(line: ScriptLine, before: ScriptLine | undefined, random: Random): number {
  if (!before) return 350 + random.next() * 400;
  if (line.kind === "tool") return 260 + random.next() * 200;
  if (line.kind === "turn" && line.by === "assistant")
    return before.kind === "tool" ? 120 + random.next() * 180 : 420 + random.next() * 480;
  /** People think. */
  return 600 + random.next() ** 3 * 9_500;
}

export function lengthOf(line: ScriptLine, random: Random): number {
  if (line.kind === "tool") return 150 + random.next() ** 2 * 1_400;
  if (line.kind === "pause") return 0;
  const words = spacesIn(line.text) + 1;
  const wordMs = line.by === "assistant" ? PACE.assistantWordMs : PACE.callerWordMs * (0.88 + random.next() * 0.3);
  return Math.max(SHORTEST_TURN_MS, words * wordMs + digitsIn(line.text) * 380);
}

function spacesIn(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", at + 1)) spaces++;
  return spaces;
}

/** Digits are read one by one. */
function digitsIn(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits++;
  }
  return digits;
}

/** A value each 400 ms: syllables rise and fall, a sentence sinks towards its end. */
export function loudnessOf(lengthMs: number, by: "caller" | "assistant", random: Random): number[] {
  const count = Math.max(1, Math.round(lengthMs / 400));
  const level = by === "assistant" ? 0.62 : 0.4 + random.next() * 0.35;
  const values: number[] = [];
  for (let at = 0; at < count; at++) {
    const sinking = 1 - 0.35 * (at / count);
    const syllable = 0.55 + 0.45 * random.next();
    values.push(Math.round(level * sinking * syllable * 100) / 100);
  }
  return values;
}

export function delaysOf(speechEndMs: number, firstSoundMs: number, random: Random): NonNullable<Turn["delays"]> {
  const tookMs = Math.max(120, firstSoundMs - speechEndMs);
  const overheadMs = Math.round((2 + random.next() * 5) * 10) / 10;
  const at = (share: number): number => Math.round((speechEndMs + tookMs * share) * 10) / 10;
  return {
    speechEndMs,
    endpointMs: 250,
    wordsFinalMs: at(0.24),
    decisionMs: at(0.34),
    thinkStartMs: at(0.35),
    firstTokenMs: at(0.72),
    firstClauseMs: at(0.86),
    firstAudioMs: at(0.98),
    firstSoundMs,
    overheadMs,
    idealMs: Math.round((tookMs - overheadMs) * 10) / 10,
  };
}

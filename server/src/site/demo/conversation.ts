/** A story becomes a call's journal: who said what when, how loud, which tools ran, how long answers took. Pure. */
import type { Entry, Turn } from "@ongea/contract";
import type { Random } from "./random.ts";
import type { ScriptLine } from "./script.ts";

/** What a word takes in calm telephone speech. */
const PACE = { assistantWordMs: 490, callerWordMs: 520 };

/** One thing that happens after the one before it. */
interface Step {
  line: ScriptLine;
  /** Quiet before it, ms. */
  waitMs: number;
  lengthMs: number;
  /** The caller begins before the assistant has ended. */
  cutsIn: boolean;
}

export interface CallOutline {
  steps: readonly Step[];
  language: string;
  /** When everything takes what it naturally takes. */
  naturalMs: number;
}

const CUT_IN_MS = 420;
const HANG_UP_MS = 900;
const SHORTEST_TURN_MS = 650;
/** People's pauses are drawn out or pressed together so that a call has its length, but never below this share. */
const LEAST_STRETCH = 0.3;

export function planConversation(lines: readonly ScriptLine[], language: string, random: Random): CallOutline {
  const steps: Step[] = [];
  let looked = 0;
  lines.forEach((line, index) => {
    if (line.kind === "pause") {
      looked = line.seconds * 1_000 * (0.7 + random.next() * 0.6);
      return;
    }
    const before = lines[index - 1];
    const cutsIn =
      line.kind === "turn" &&
      line.by === "caller" &&
      before?.kind === "turn" &&
      before.by === "assistant" &&
      random.chance(0.025);
    steps.push({
      line,
      cutsIn,
      waitMs: cutsIn ? 0 : waitBefore(line, before, random) + looked,
      lengthMs: lengthOf(line, random),
    });
    looked = 0;
  });
  const naturalMs = steps.reduce((sum, { waitMs, lengthMs, cutsIn }) => sum + waitMs + lengthMs - (cutsIn ? CUT_IN_MS : 0), 0);
  return { steps, language, naturalMs: naturalMs + HANG_UP_MS };
}

/** The journal of a call of this length; `epochMs` is when it was answered. */
export function journalOf(plan: CallOutline, durationMs: number, epochMs: number, random: Random): Entry[] {
  const quietMs = plan.steps.filter(isPersons).reduce((sum, { waitMs }) => sum + waitMs, 0);
  const stretch = Math.max(LEAST_STRETCH, (quietMs + durationMs - plan.naturalMs) / quietMs);
  const entries: Entry[] = [{ kind: "opened", atMs: 0, epochMs }];
  let atMs = 0;
  let index = 0;
  let heard: Turn | undefined;
  for (const step of plan.steps) {
    const { line, waitMs, lengthMs, cutsIn } = step;
    const startMs = Math.round(atMs + waitMs * (isPersons(step) ? stretch : 1) - (cutsIn ? CUT_IN_MS : 0));
    const endMs = Math.round(startMs + lengthMs);
    atMs = endMs;
    if (line.kind === "tool") {
      entries.push({ kind: "tool", name: line.name, arguments: line.given, result: line.result, ok: true, startMs, endMs });
      continue;
    }
    if (line.kind === "pause") continue;
    const turn: Turn = {
      kind: "turn",
      by: line.by,
      index: index++,
      text: line.text,
      startMs,
      endMs,
      loudness: [],
      language: plan.language,
    };
    if (line.source !== undefined) turn.sources = [line.source];
    turn.loudness = loudnessOf(endMs - startMs, line.by, random);
    if (line.by === "caller") {
      turn.confidence = Math.round((0.86 + random.next() * 0.13) * 100) / 100;
      if (cutsIn && heard?.by === "assistant") heard.cut = true;
    } else if (heard?.by === "caller") turn.delays = delaysOf(heard.endMs, startMs, random);
    entries.push(turn);
    heard = turn;
  }
  entries.push({ kind: "closed", atMs: durationMs, reason: random.chance(0.6) ? "caller-hung-up" : "mind-hung-up" });
  return entries;
}

/** The assistant answers as fast as it can, however long a person thinks. */
function isPersons({ line }: Step): boolean {
  return line.kind === "turn" && line.by === "caller";
}

function waitBefore(line: ScriptLine, before: ScriptLine | undefined, random: Random): number {
  if (!before) return 350 + random.next() * 400;
  if (line.kind === "tool") return 260 + random.next() * 200;
  if (line.kind === "turn" && line.by === "assistant")
    return before.kind === "tool" ? 120 + random.next() * 180 : 420 + random.next() * 480;
  /** People think. */
  return 600 + random.next() ** 3 * 9_500;
}

function lengthOf(line: ScriptLine, random: Random): number {
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
function loudnessOf(lengthMs: number, by: "caller" | "assistant", random: Random): number[] {
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

function delaysOf(speechEndMs: number, firstSoundMs: number, random: Random): NonNullable<Turn["delays"]> {
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

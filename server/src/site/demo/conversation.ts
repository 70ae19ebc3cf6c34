/** A story becomes a call's journal: who said what when, how loud, which tools ran, how long answers took. Pure. */
import type { Entry, Turn } from "@ongea/contract";
import type { Random } from "./random.ts";
import type { ScriptLine } from "./script.ts";
import { delaysOf, lengthOf, loudnessOf, waitBefore } from "./speech-lengths.ts";

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

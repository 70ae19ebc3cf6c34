/**
 * `npm run bench -- turn`: false cut-ins, missed turns and dead air of the rules and of the end-of-turn model over scripted callers, and what
 * becomes of our voice when a caller makes a sound over it.
 */
import { figures, round } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";
import { CALLERS, PAUSES_MS, type Callers } from "./callers.ts";
import type { LineCondition } from "./caller-line.ts";
import { speakOver, type OverVoice } from "./interrupt.ts";
import { findJudge, type JudgeOfTurns } from "./judge.ts";
import { takeTurns, type TurnOutcome } from "./take-turns.ts";

export const QUIET_LINE: LineCondition = { signalToNoiseDb: 50, loss: 0 };
const LINES: Readonly<Record<string, LineCondition>> = {
  "8 kHz": QUIET_LINE,
  "noise 10 dB": { signalToNoiseDb: 10, loss: 0 },
  "loss 5 %": { signalToNoiseDb: 50, loss: 0.05 },
  "noise 15 dB, loss 5 %": { signalToNoiseDb: 15, loss: 0.05 },
};
/** What an agent has whose operator sets nothing, and one that waits longest where words hang. */
export const DEFAULTS = { endpointingMs: 250, incrementalDelayMs: 400, wordsForInterruption: 2 };
const SETTINGS = { defaults: DEFAULTS, "incremental_delay 1500": { ...DEFAULTS, incrementalDelayMs: 1_500 } } as const;
/** Not on every line: the model takes its time. */
const PATIENT_LINES = ["8 kHz", "noise 15 dB, loss 5 %"];
const INTERRUPTED_LINES = ["8 kHz", "noise 10 dB", "noise 15 dB, loss 5 %"];
const SEED = 20_261_122;
const CLAUSE_PAUSES_MS = [300, 500, 800];
const DEAD_AIR_MS = 1_000;

type Measured = { endpointing: string; outcomes: TurnOutcome[] };

export async function turn(results: Results, quick: boolean): Promise<void> {
  results.note(
    "turn: spoken by flite and espeak-ng, heard by Silero and the real conversation on a virtual clock. The recogniser knows the labelled words (a word 100 ms after its end, final 100 ms after a noticed pause), model and voice answer at once: turn-taking alone is judged, not recognition.",
  );
  const judge = await findJudge();
  if (judge) {
    const { leastMs, p50Ms } = judge.took;
    results.note(
      `turn: ${judge.name} took ${leastMs} ms a judgement here at least, which is put on the virtual clock (p50 beside other work: ${p50Ms} ms).`,
    );
  } else results.note("turn: no weights of Smart Turn beside the repository: its half is left out.");
  try {
    const measured = await endpointing(results, { judge, quick });
    byPause(results, measured);
    await insideClauses(results, { judge, quick });
    if (judge)
      results.note(
        `turn: ${judge.asked.count} pauses were judged by the model, ${judge.asked.failed} of them without an answer.`,
      );
  } finally {
    await judge?.stop();
  }
  await interruptions(results, quick);
}

async function endpointing(
  results: Results,
  { judge, quick }: { judge: JudgeOfTurns | undefined; quick: boolean },
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { name, setting, by, line, callers, pausesMs } of rows(judge)) {
    const sentences = callers.sentences.filter((_, i) => !quick || i % 3 === 0);
    const outcomes = await takeTurns({ line, turnTaking: SETTINGS[setting], judge: by, seed: SEED }, { sentences, pausesMs });
    const endpointing = `${by ? "Smart Turn" : "rules"}, ${setting}${callers === CALLERS.tuned ? "" : ", held out"}`;
    if (pausesMs === PAUSES_MS) measured.push({ endpointing, outcomes });
    results.add("turn", `${endpointing}: ${name}`, turnFigures(outcomes));
  }
  return measured;
}

interface Row {
  name: string;
  setting: keyof typeof SETTINGS;
  by: JudgeOfTurns | undefined;
  line: LineCondition;
  callers: Callers;
  pausesMs: readonly number[];
}

function rows(judge: JudgeOfTurns | undefined): Row[] {
  return Object.values(CALLERS).flatMap((callers) =>
    (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).flatMap((setting) =>
      Object.entries(LINES).flatMap(([name, line]) => {
        if (setting !== "defaults" && !PATIENT_LINES.includes(name)) return [];
        return (judge ? [undefined, judge] : [undefined]).flatMap((by) => {
          const row = { name, setting, by, line, callers, pausesMs: PAUSES_MS };
          // Who never pauses is answered at once, and calls beside those who do tell nothing of it.
          const fluent = { ...row, name: `${name}, nobody pauses`, pausesMs: [0] };
          return line === QUIET_LINE && setting === "defaults" ? [row, fluent] : [row];
        });
      }),
    ),
  );
}

/** Pauses where what was said cannot be all of it, one length at a time: callers who pause so are not yet known to pause. */
async function insideClauses(
  results: Results,
  { judge, quick }: { judge: JudgeOfTurns | undefined; quick: boolean },
): Promise<void> {
  const sentences = Object.values(CALLERS)
    .flatMap((callers) => callers.sentences)
    .filter(({ kind }, i) => kind !== "could be all" && (!quick || i % 3 === 0));
  for (const by of judge ? [undefined, judge] : [undefined])
    for (const pauseMs of CLAUSE_PAUSES_MS) {
      const settings = { line: QUIET_LINE, turnTaking: DEFAULTS, judge: by, seed: SEED };
      const outcomes = await takeTurns(settings, { sentences, pausesMs: [pauseMs] });
      results.add("turn inside a clause", `${by ? "Smart Turn" : "rules"}: ${pauseMs} ms`, turnFigures(outcomes));
    }
}

/** All lines together: where in a turn the pause is and how long decides more than the line. */
function byPause(results: Results, measured: readonly Measured[]): void {
  for (const endpointing of new Set(measured.map((one) => one.endpointing))) {
    const all = measured.filter((one) => one.endpointing === endpointing).flatMap(({ outcomes }) => outcomes);
    for (const pause of PAUSES_MS) {
      const paused = all.filter(({ pauseMs }) => pauseMs === pause);
      const kinds = [...new Set(paused.map(({ sentence }) => sentence.kind))];
      results.add("turn by pause", `${endpointing}: ${pause === 0 ? "no pause" : `${pause} ms`}`, {
        turns: paused.length,
        "false cut-ins %": share(paused, ({ cutIn }) => cutIn),
        ...Object.fromEntries(
          kinds.map((kind) => [
            `${kind} %`,
            share(
              paused.filter(({ sentence }) => sentence.kind === kind),
              ({ cutIn }) => cutIn,
            ),
          ]),
        ),
      });
    }
  }
}

async function interruptions(results: Results, quick: boolean): Promise<void> {
  for (const [which, callers] of Object.entries(CALLERS)) {
    for (const [line, condition] of Object.entries(LINES)) {
      if (!INTERRUPTED_LINES.includes(line) || (quick && condition !== QUIET_LINE)) continue;
      const name = which === "tuned" ? line : `${which}: ${line}`;
      const settings = { line: condition, turnTaking: DEFAULTS, seed: SEED };
      const meant = await speakOver(settings, callers.interruptions);
      const heard = await speakOver(settings, callers.backchannels);
      results.add("interruption", name, overVoiceFigures(meant, heard));
      const wrong = [...meant.filter(({ yielded }) => !yielded), ...heard.filter(({ yielded }) => yielded)];
      if (wrong.length > 0)
        results.note(`interruption, ${name}: taken wrongly: ${counted(wrong.map(({ text }) => `"${text}"`))}.`);
    }
  }
}

export function turnFigures(outcomes: readonly TurnOutcome[]): Record<string, number> {
  const delays = figures(outcomes.flatMap(({ delayMs }) => (delayMs === undefined ? [] : [delayMs])));
  return {
    turns: outcomes.length,
    "false cut-ins": outcomes.filter(({ cutIn }) => cutIn).length,
    "%": share(outcomes, ({ cutIn }) => cutIn),
    missed: outcomes.filter(({ delayMs }) => delayMs === undefined).length,
    "delay p50 ms": delays.p50,
    "p95 ms": delays.p95,
    "dead air over 1 s": outcomes.filter(({ delayMs = Number.POSITIVE_INFINITY }) => delayMs > DEAD_AIR_MS).length,
  };
}

function overVoiceFigures(meant: readonly OverVoice[], heard: readonly OverVoice[]): Record<string, number> {
  const stop = figures(meant.flatMap(({ yielded, stopMs }) => (yielded && stopMs !== undefined ? [stopMs] : [])));
  const held = figures(heard.flatMap(({ yielded, heldMs }) => (yielded ? [] : [heldMs])));
  return {
    interruptions: meant.length,
    yield: part(meant, ({ yielded }) => yielded),
    "stop p50 ms": stop.p50,
    "p95 ms": stop.p95,
    backchannels: heard.length,
    selectivity: part(heard, ({ yielded }) => !yielded),
    "held p50 ms": held.p50,
    "held p95 ms": held.p95,
  };
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length === 0 ? 0 : round((100 * all.filter(is).length) / all.length);
}

function part<T>(all: readonly T[], is: (one: T) => boolean): number {
  return Math.round((1_000 * all.filter(is).length) / all.length) / 1_000;
}

function counted(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `${text} ${texts.filter((one) => one === text).length}×`).join(", ");
}

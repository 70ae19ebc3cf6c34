/** The benches: which subject does what under which settings, and which figures are kept. */
import { round } from "./driver/figures.ts";
import type { Settings } from "./driver/protocol.ts";
import { Subject } from "./driver/subject.ts";
import type { Results } from "./driver/table.ts";
import type { Contender } from "./peers/peers.ts";
import { bargeIn } from "./scenarios/barge-in.ts";
import { density } from "./scenarios/density.ts";
import type { TurnsResult } from "./scenarios/turns.ts";
import { idealMs, turns } from "./scenarios/turns.ts";

export interface BenchRun {
  contenders: readonly Contender[];
  results: Results;
  quick: boolean;
}

const WHOLE = "I would like an appointment on Thursday";
const HANGING = "I would like to come on";
const SHORT: Settings = { reply: "We have two free hours on Thursday morning.", tokenMs: 0, greeting: "" };
const COMMA = "Yes of course we, have two free hours on Thursday morning and one in the afternoon.";
/** The driver itself was this late: the run says nothing about its subject. */
const STARVED_MS = 10;
const ATTEMPTS = 3;

/** Overhead over ideal with the end of a turn set to 200 ms of silence, alone and among 40. */
export async function v2vZero(run: BenchRun): Promise<void> {
  for (const contender of run.contenders) {
    for (const sessions of [1, 40]) {
      const result = await calm(run, contender, (subject) =>
        turns(subject, { sessions, turns: turnCount(run, sessions), settings: { ...SHORT, endpointMs: 200 }, text: WHOLE }),
      );
      if (!result) continue;
      const { v2v, missed, cutIns, driverLateP99Ms } = result;
      run.results.add("v2v-zero", contender.name, {
        sessions,
        "overhead p50 ms": round(v2v.p50 - idealMs(200)),
        "p95 ms": round(v2v.p95 - idealMs(200)),
        "p99 ms": round(v2v.p99 - idealMs(200)),
        turns: v2v.n,
        missed,
        "false cut-ins": cutIns,
        "% of a core a session": result.cpuShareASession,
        "driver late p99 ms": driverLateP99Ms,
      });
    }
  }
}

/** What callers get at the defaults, when the words are complete and when they are not. */
export async function defaults(run: BenchRun): Promise<void> {
  for (const contender of run.contenders) {
    for (const turnEnds of [true, false]) {
      const result = await calm(run, contender, (subject) =>
        turns(subject, {
          sessions: 1,
          turns: Math.ceil(turnCount(run, 1) / (turnEnds ? 1 : 3)),
          settings: { ...SHORT, turnEnds },
          text: turnEnds ? WHOLE : HANGING,
        }),
      );
      if (!result) continue;
      run.results.add("v2v at defaults", contender.name, {
        "the caller's words": turnEnds ? "complete" : "not complete",
        "end of speech to sound p50 ms": result.v2v.p50,
        "p95 ms": result.v2v.p95,
        missed: result.missed,
        "false cut-ins": result.cutIns,
      });
    }
  }
}

/** A model at 50 tokens a second, its first token 300 ms after the question, its first comma after four words. */
export async function firstClause(run: BenchRun): Promise<void> {
  for (const contender of run.contenders) {
    const settings = { ...SHORT, endpointMs: 200, reply: COMMA, firstTokenMs: 300, tokenMs: 20 };
    const result = await calm(run, contender, (subject) =>
      turns(subject, { sessions: 1, turns: turnCount(run, 1), settings, text: WHOLE }),
    );
    if (!result) continue;
    run.results.add("first-clause", contender.name, {
      "first token to first sound p50 ms": result.fromToken.p50,
      "p95 ms": result.fromToken.p95,
      "end of speech to sound p50 ms": result.v2v.p50,
      missed: result.missed,
    });
  }
}

export async function bargeIns(run: BenchRun): Promise<void> {
  for (const contender of run.contenders) {
    const result = await calm(run, contender, (subject) => bargeIn(subject, { tries: run.quick ? 8 : 25, settings: {} }));
    if (!result) continue;
    const { stop, ignored } = result;
    run.results.add("barge-in", contender.name, {
      "stop p50 ms": stop.p50,
      "p95 ms": stop.p95,
      tries: stop.n + ignored,
      ignored,
    });
  }
}

/** With a real voice-activity model: the share of a core that a session takes while it talks, and what each further one adds in memory. */
export async function densities(run: BenchRun): Promise<void> {
  for (const contender of run.contenders) {
    const result = await calm(
      run,
      contender,
      (subject) => density(subject, { quick: run.quick, settings: SHORT, text: WHOLE }),
      "silero",
    );
    if (!result) continue;
    run.results.add("density", contender.name, {
      sessions: result.sessions,
      "% of a core a session": result.cpuShareASession,
      "sessions a core": Math.floor(100 / result.cpuShareASession),
      "first session MB": result.firstMb,
      "each further MB": result.furtherMb,
      "turns answered": `${result.v2v.n} of ${result.v2v.n + result.missed}`,
    });
  }
}

/** Runs again when the driver starved; says so when it always did, and drops the figures then. */
async function calm<Result extends Pick<TurnsResult, "driverLateP99Ms">>(
  { results }: BenchRun,
  contender: Contender,
  work: (subject: Subject) => Promise<Result>,
  voiceActivity: "loudness" | "silero" = "loudness",
): Promise<Result | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const subject = new Subject(contender.program(voiceActivity));
    try {
      const result = await work(subject);
      if (result.driverLateP99Ms <= STARVED_MS) return result;
      results.note(`A run of ${contender.name} was dropped: the driver itself was ${result.driverLateP99Ms} ms late (p99).`);
    } catch (error) {
      results.note(`${contender.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    } finally {
      await subject.stop();
    }
  }
  return undefined;
}

function turnCount({ quick }: BenchRun, sessions: number): number {
  return quick ? 5 : sessions === 1 ? 30 : 8;
}

/** What every model of the end of a turn and every voice-activity model (VAD) must do. */
import { ANALYSIS_RATE_HZ, ProviderFailure, type EndOfTurn, type VoiceActivity } from "../../ports.ts";
import { babble } from "../sounds.ts";
import { caseOf, must, outcomeOf, type ConformanceCase, type Subject } from "./case.ts";

export interface EndOfTurnFactory {
  open(): Promise<Subject<EndOfTurn>>;
  /** One that fails, and one that never answers. */
  openFailing(): Promise<Subject<EndOfTurn>>;
  openSilent(): Promise<Subject<EndOfTurn>>;
  limitMs: number;
}

export function endOfTurnConformance({ open, openFailing, openSilent, limitMs }: EndOfTurnFactory): ConformanceCase[] {
  const never = new AbortController().signal;
  return [
    caseOf("judges sound of any length, from nothing to more than eight seconds", open, async (subject) => {
      for (const samples of [0, 1, 319, 16_001, 8 * ANALYSIS_RATE_HZ, 11 * ANALYSIS_RATE_HZ]) {
        const finished = await outcomeOf(subject, subject.adapter.judge(babbled(samples), never), limitMs);
        must(finished >= 0 && finished <= 1, `${samples} samples are judged ${finished}`);
      }
    }),
    caseOf("judges several pauses at once", open, async (subject) => {
      const judged = Promise.all([1, 2, 3].map((seconds) => subject.adapter.judge(babbled(seconds * ANALYSIS_RATE_HZ), never)));
      must((await outcomeOf(subject, judged, limitMs)).length === 3, "not all were judged");
    }),
    caseOf("an abort settles it at once, before it begins or while it waits", openSilent, async (subject) => {
      const aborted = new AbortController();
      const waits = subject.adapter.judge(babbled(16_000), aborted.signal).catch((cause: unknown) => cause);
      await subject.pass(20);
      aborted.abort();
      await outcomeOf(subject, waits, 500);
      await outcomeOf(
        subject,
        subject.adapter.judge(babbled(16_000), aborted.signal).catch((cause: unknown) => cause),
        500,
      );
    }),
    caseOf("a failure is a provider's failure", openFailing, async (subject) => {
      const failure = await outcomeOf(
        subject,
        subject.adapter.judge(babbled(16_000), never).then(
          () => undefined,
          (cause: unknown) => cause,
        ),
        limitMs,
      );
      must(failure instanceof ProviderFailure, `it ended with ${String(failure)}`);
    }),
  ];
}

export function voiceActivityConformance(open: () => VoiceActivity): ConformanceCase[] {
  const one = (name: string, prove: (activity: VoiceActivity) => void): ConformanceCase =>
    caseOf(
      name,
      async () => ({ adapter: open(), pass: async () => {}, close: () => {} }),
      async ({ adapter }) => prove(adapter),
    );
  const windows = (activity: VoiceActivity, value: (at: number) => number): Float32Array[] =>
    Array.from({ length: 20 }, (_, window) =>
      Float32Array.from({ length: activity.windowSamples }, (_sample, at) => value(window * activity.windowSamples + at)),
    );
  return [
    one("gives a probability for silence, full scale and the loudest noise", (activity) => {
      let seed = 1;
      const noise = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
      for (const value of [() => 0, () => 1, () => -1, (at: number) => (at % 2 ? 1 : -1), noise])
        for (const window of windows(activity, value)) {
          const probability = activity.judge(window);
          must(probability >= 0 && probability <= 1, `it gave ${probability}`);
        }
    }),
    one("calls silence no speech", (activity) => {
      for (const window of windows(activity, () => 0)) must(activity.judge(window) < 0.5, "silence was called speech");
    }),
    one("leaves the borrowed window as it was, and forgets what it heard when told to", (activity) => {
      const heard = windows(activity, (at) => 0.3 * Math.sin(at / 9));
      const copy = heard.map((window) => window.slice());
      const first = heard.map((window) => activity.judge(window));
      must(
        heard.every((window, at) => window.every((sample, i) => sample === copy[at]?.[i])),
        "it wrote into the window",
      );
      activity.reset();
      const again = heard.map((window) => activity.judge(window));
      must(
        again.every((probability, at) => Math.abs(probability - (first[at] ?? 0)) < 1e-6),
        "it remembered after a reset",
      );
    }),
  ];
}

function babbled(samples: number): Int16Array {
  return babble(Math.ceil((samples * 1_000) / ANALYSIS_RATE_HZ), ANALYSIS_RATE_HZ).subarray(0, samples);
}

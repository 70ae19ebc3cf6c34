/** Callers who say a sentence and listen, again and again: what lies between the end of their speech and our first sound. */
import { Caller, Pacer, WORDS_FINAL_MS } from "../driver/caller.ts";
import type { Figures } from "../driver/figures.ts";
import { figures } from "../driver/figures.ts";
import type { Settings } from "../driver/protocol.ts";
import type { Subject } from "../driver/subject.ts";

export interface TurnsOptions {
  sessions: number;
  turns: number;
  settings: Settings;
  text: string;
  /** How the text sounds, 16 kHz PCM16; babble when absent. */
  speech?: Uint8Array;
  /** When every session has had its turns and all are still open. */
  beforeClosing?: () => Promise<void>;
}

export interface TurnsResult {
  /** End of speech → first sound, ms. */
  v2v: Figures;
  /** The model's first token → first sound, ms. */
  fromToken: Figures;
  /** Of turns that got no answer in time. */
  missed: number;
  /** Answers that began while the caller still spoke. */
  cutIns: number;
  driverLateP99Ms: number;
  cpuShareASession: number;
}

const ANSWER_LIMIT_MS = 4_000;
/** A prime number: no period hides a quantum of 10, 20 or 32 ms. */
const GAP_MS = 613;

export async function turns(subject: Subject, options: TurnsOptions): Promise<TurnsResult> {
  const { sessions, turns: count, settings, text } = options;
  const pacer = new Pacer();
  const waits: number[] = [];
  const tokenWaits: number[] = [];
  const tally = { missed: 0, cutIns: 0 };
  // When it answers, it has started: what that took is not counted.
  await subject.settle();
  const cpuBefore = subject.cpuMs;
  const startedMs = performance.now();
  const leave = await Promise.all(Array.from({ length: sessions }, (_, index) => oneSession(index)));
  const seconds = (performance.now() - startedMs) / 1_000;
  const cpuShareASession = (subject.cpuMs - cpuBefore) / 10 / seconds / sessions;
  await options.beforeClosing?.();
  for (const close of leave) close();
  pacer.stop();
  return {
    v2v: figures(waits),
    fromToken: figures(tokenWaits),
    ...tally,
    driverLateP99Ms: figures(pacer.lateMs).p99,
    cpuShareASession: Math.round(cpuShareASession * 100) / 100,
  };

  async function oneSession(index: number): Promise<() => void> {
    let sounded: ((atMs: number) => void) | undefined;
    let speaking = false;
    let tokenMs = Number.NaN;
    const session = await subject.open(settings, {
      sounded: (atMs) => {
        if (speaking) tally.cutIns++;
        sounded?.(atMs);
      },
      cleared: () => {},
      thought: (atMs) => (tokenMs = atMs),
    });
    const caller = new Caller(pacer, subject, session);
    await sleep(500 + index * 37);
    for (let turn = 0; turn < count; turn++) {
      speaking = true;
      const { endMs } = await caller.say(text, options.speech);
      speaking = false;
      const atMs = await firstSound((take) => (sounded = take));
      if (atMs === undefined) tally.missed++;
      else {
        waits.push(atMs - endMs);
        tokenWaits.push(atMs - tokenMs);
      }
      await quiet((take) => (sounded = take));
      await sleep(GAP_MS + (turn % 7) * 11);
    }
    return () => {
      caller.leave();
      subject.close(session);
    };
  }
}

/** Ideal: the silence that ends a turn, or the words, whichever takes longer; stubs take no time. */
export function idealMs(endpointMs: number): number {
  return Math.max(endpointMs, WORDS_FINAL_MS);
}

function firstSound(listen: (take: ((atMs: number) => void) | undefined) => void): Promise<number | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(() => (listen(undefined), resolve(undefined)), ANSWER_LIMIT_MS);
    listen((atMs) => {
      clearTimeout(late);
      listen(undefined);
      resolve(atMs);
    });
  });
}

/** Until nothing has sounded for 300 ms. */
function quiet(listen: (take: ((atMs: number) => void) | undefined) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => (listen(undefined), resolve());
    let timer = setTimeout(done, 300);
    listen(() => {
      clearTimeout(timer);
      timer = setTimeout(done, 300);
    });
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

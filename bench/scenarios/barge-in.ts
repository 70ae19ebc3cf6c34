/** A caller who speaks over a long answer: how long ours goes on. */
import { Caller, Pacer } from "../driver/caller.ts";
import type { Figures } from "../driver/figures.ts";
import { figures } from "../driver/figures.ts";
import type { Settings } from "../driver/protocol.ts";
import type { Subject } from "../driver/subject.ts";

export interface BargeInResult {
  /** First sample of the caller → last sample of ours that was sent (and, where the far end is told to drop what it has, that order), ms. */
  stop: Figures;
  /** Interruptions that did not stop ours within 2 s. */
  ignored: number;
  driverLateP99Ms: number;
}

const LONG =
  "this is a long answer that goes on and on because nobody has said yet that it should stop and so it goes on and on and on until somebody does";
/** Silence this long after our last frame means that we have stopped. */
const STOPPED_MS = 250;

export async function bargeIn(
  subject: Subject,
  { tries, settings }: { tries: number; settings: Omit<Settings, "reply" | "greeting" | "tokenMs"> },
): Promise<BargeInResult> {
  const pacer = new Pacer();
  const waits: number[] = [];
  let ignored = 0;
  for (let attempt = 0; attempt < tries; attempt++) {
    let lastMs = 0;
    let clearedMs: number | undefined;
    const session = await subject.open(
      { ...settings, reply: LONG, greeting: LONG, tokenMs: 0 },
      { sounded: (atMs, soundsMs) => (lastMs = atMs + soundsMs), cleared: (atMs) => (clearedMs ??= atMs) },
    );
    const caller = new Caller(pacer, subject, session);
    await sleep(1_200 + attempt * 7);
    clearedMs = undefined;
    const speech = caller.say("please wait I would like to ask something else");
    const startMs = performance.now();
    let stoppedMs: number | undefined;
    while (performance.now() - startMs < 2_000 && stoppedMs === undefined) {
      await sleep(20);
      if (clearedMs !== undefined) stoppedMs = Math.min(clearedMs, lastMs);
      else if (performance.now() - lastMs > STOPPED_MS) stoppedMs = lastMs;
    }
    const { startMs: spokeMs } = await speech;
    if (stoppedMs === undefined) ignored++;
    else waits.push(Math.max(0, stoppedMs - spokeMs));
    caller.leave();
    subject.close(session);
    await sleep(200);
  }
  pacer.stop();
  return { stop: figures(waits), ignored, driverLateP99Ms: figures(pacer.lateMs).p99 };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

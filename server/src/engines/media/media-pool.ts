/** The threads that carry sound: which of them takes a call, and when none does. */
import type { MessagePort } from "node:worker_threads";
import type { Log } from "../../platform/log/log.ts";
import type { startThread } from "../../platform/thread.ts";
import { createSttCapacity } from "./stt-capacity.ts";
import type { LineOrder } from "./messages.ts";
import { MediaThread, type CallListener, type MediaSlot } from "./media-thread.ts";
import type { MediaSetup } from "./media-worker.ts";
import type { SpeechSetup } from "../speech-hosts/speech-hosts.ts";

export interface MediaPool {
  /** Slots that are taken: of calls whose line is being opened, is open, or is being closed. */
  readonly calls: number;
  /**
   * Takes a slot on the thread with most room, at once, or on that of another call; undefined when there is none. The call stays on that
   * thread.
   */
  take(callId: string, line: LineOrder, listener: CallListener, besides?: string): MediaSlot | undefined;
  /** Other ears and voices are there: calls that begin from now on have them, on threads that begin from now on, too. */
  speakWith(speech: SpeechSetup): void;
  stop(): Promise<void>;
}

export interface MediaPoolOptions {
  threads: number;
  maxCalls: number;
  setup: MediaSetup;
  /** A way to the recordings' thread, one for each media thread. */
  recordingPort(): MessagePort;
  /** How a thread is started; absent: as one of Node's. */
  start?: typeof startThread;
  log: Log;
  /** A thread that says nothing for so long is ended; absent: 20 s. */
  silentMs?: number;
}

/** The log says why callers are turned away, but not for each of them. */
const EXPLAIN_EVERY_MS = 5_000;

export function createMediaPool(options: MediaPoolOptions): MediaPool {
  const threads = Array.from({ length: options.threads }, () => new MediaThread(options));
  const count = (): number => threads.reduce((sum, thread) => sum + thread.calls, 0);
  let { choices } = options.setup.speech;
  const ears = createSttCapacity(() => choices, options.log);
  let explainedMs = Number.NEGATIVE_INFINITY;

  return {
    get calls() {
      return count();
    },
    take(callId, line, listener, besides) {
      if (count() >= options.maxCalls) return explain("MAX_CALLS is reached");
      const [thread] = threads
        .filter((one) => one.refusal === undefined && (besides === undefined || one.carries(besides)))
        .toSorted((a, b) => a.calls - b.calls);
      if (!thread) return explain("no media thread has room");
      const slot = thread.take(callId, line, releasing(callId, listener));
      return { ...slot, start: (plan, preferences) => slot.start(plan, ears.taken(callId, plan, preferences)) };
    },
    speakWith(speech) {
      choices = speech.choices;
      for (const thread of threads) thread.speakWith(speech);
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };

  function releasing(callId: string, listener: CallListener): CallListener {
    return {
      entry: (entry) => listener.entry(entry),
      tool: (call, signal) => listener.tool(call, signal),
      packet: (data) => listener.packet?.(data),
      closeSocket: () => listener.closeSocket?.(),
      connected: () => listener.connected?.(),
      sound: (packet) => listener.sound?.(packet),
      closed(reason) {
        ears.released(callId);
        listener.closed(reason);
      },
    };
  }

  function explain(why: string): undefined {
    const nowMs = performance.now();
    if (nowMs - explainedMs < EXPLAIN_EVERY_MS) return;
    explainedMs = nowMs;
    const load = threads.map(({ calls, refusal, load: { busy, behind, share } }) => ({
      calls,
      refusal,
      busyPercent: Math.round(busy * 100),
      behindPercent: Math.round(behind * 100),
      callsPercent: Math.round(share * 100),
    }));
    options.log.warn({ why, load }, "A caller was turned away");
  }
}

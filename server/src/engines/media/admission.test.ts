/** Who is let in, by the whole pool: threads that report what they are told to, calls that open at once. */
import { EventEmitter } from "node:events";
import { MessageChannel, type Worker } from "node:worker_threads";
import { pino } from "pino";
import { expect, test } from "vitest";
import { mostBusy } from "./admission.ts";
import type { FromMedia, ThreadLoad, ToMedia } from "./messages.ts";
import { createMediaPool, type MediaPool } from "./media-pool.ts";
import type { MediaSlot } from "./media-thread.ts";

const QUIET: ThreadLoad = { busy: 0.01, behind: 0 };
const LATE: ThreadLoad = { busy: 1, behind: 0.6 };
const REPORTS_A_SECOND = 2;

class FakeThread extends EventEmitter {
  postMessage(messages: readonly ToMedia[]): void {
    for (const message of messages) {
      if (message.kind === "speech") continue;
      const { kind, callId } = message;
      if (kind === "prepare") this.tell({ kind: "prepared", callId, answer: { kind: "rtp", port: 40_000 }, sampleRateHz: 8_000 });
      if (kind === "end") this.tell({ kind: "closed", callId, reason: "stopped" });
    }
  }

  tell(message: FromMedia): void {
    this.emit("message", [message]);
  }

  async terminate(): Promise<number> {
    return 0;
  }
}

interface World {
  pool: MediaPool;
  logged: string[];
  reports(load: (calls: number) => ThreadLoad, seconds: number): void;
  ring(): MediaSlot | undefined;
  /** How many of so many are let in. */
  ringAtOnce(calls: number): number;
}

function world(): World {
  const thread = new FakeThread();
  const logged: string[] = [];
  let count = 0;
  const pool = createMediaPool({
    threads: 1,
    maxCalls: 2_000,
    setup: {
      speech: { sockets: { builtin: "" }, choices: { recognisers: [], languageModels: [], voices: [] } },
      rtpPorts: { from: 20_000, to: 32_767 },
      browser: { bindHost: "127.0.0.1" },
    },
    recordingPort: () => new MessageChannel().port1,
    log: pino({ level: "warn" }, { write: (line) => void logged.push(line) }),
    start: () => thread as unknown as Worker,
  });
  const listener = { entry: () => undefined, tool: () => Promise.reject(new Error("none")), closed: () => undefined };
  const ring = (): MediaSlot | undefined => pool.take(`call ${count++}`, { kind: "rtp", host: "127.0.0.1" }, listener);
  return {
    pool,
    logged,
    ring,
    reports(load, seconds) {
      for (let n = 0; n < seconds * REPORTS_A_SECOND; n++) thread.tell({ kind: "load", load: load(pool.calls) });
    },
    ringAtOnce: (calls) => Array.from({ length: calls }, ring).filter((slot) => slot !== undefined).length,
  };
}

test("the fourteenth caller within one second is answered, and the fortieth", () => {
  const { ringAtOnce, reports } = world();
  reports(() => QUIET, 5);
  expect(ringAtOnce(40)).toBe(40);
});

test("callers who come every second are answered while lines are being opened, which keeps a thread busy", () => {
  const { ringAtOnce, reports } = world();
  let answered = 0;
  for (let second = 0; second < 4; second++) {
    answered += ringAtOnce(20);
    reports(() => ({ busy: 0.95, behind: 0.02 }), 1);
  }
  expect(answered).toBe(80);
});

test("after a busy minute an idle server takes many calls at once", async () => {
  const { pool, ring, ringAtOnce, reports } = world();
  const slots = Array.from({ length: 30 }, ring);
  reports(() => LATE, 60);
  expect(ringAtOnce(1)).toBe(0);
  for (const slot of slots) slot?.end("stopped");
  await new Promise((resolve) => setImmediate(resolve));
  expect(pool.calls).toBe(0);
  reports(() => QUIET, 5);
  expect(ringAtOnce(60)).toBe(60);
});

test("while sound is late nobody is let in, the log says why, and five seconds later all is well again", () => {
  const { ring, ringAtOnce, reports, logged } = world();
  for (let n = 0; n < 20; n++) ring();
  reports(() => LATE, 3);
  expect(ringAtOnce(5)).toBe(0);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("its sound is late");
  reports((calls) => ({ busy: calls * 0.005, behind: 0 }), 5);
  expect(ringAtOnce(5)).toBe(5);
});

test("a server that others keep from its work still answers the first ten callers", () => {
  const { ringAtOnce, reports } = world();
  reports(() => LATE, 10);
  expect(ringAtOnce(15)).toBe(10);
});

test("one hiccup turns nobody away", () => {
  const { ring, ringAtOnce, reports } = world();
  for (let n = 0; n < 20; n++) ring();
  reports((calls) => ({ busy: calls * 0.005, behind: 0 }), 3);
  reports(() => LATE, 0.5);
  expect(ringAtOnce(10)).toBe(10);
});

test.each([
  [0.0045, 170],
  [0.01, 79],
])("a thread of which a call takes %d carries about %i calls, however they come", (share, most) => {
  const { pool, ringAtOnce, reports, logged } = world();
  reports(() => QUIET, 2);
  for (let second = 0; second < 60; second++) {
    ringAtOnce(5);
    reports((calls) => ({ busy: Math.min(1, calls * share), behind: 0 }), 2);
  }
  expect(Math.abs(pool.calls - most)).toBeLessThanOrEqual(8);
  expect(logged.at(-1)).toContain("it carries as many calls as it can");
});

test("threads that share cores leave one of them to the database and everything else", () => {
  expect(mostBusy(1, 2)).toBe(0.8);
  expect(mostBusy(2, 2)).toBeCloseTo(0.475);
  expect(mostBusy(4, 4)).toBeCloseTo(0.7125);
  expect(mostBusy(1, 1)).toBe(0.8);
});

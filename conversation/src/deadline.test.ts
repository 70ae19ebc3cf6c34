import { expect, it } from "vitest";
import { withDeadline } from "./deadline.ts";
import { VirtualClock } from "./testing/index.ts";

const LIMITS = { firstMs: 1_000, nextMs: 500, what: "The voice" };

interface Outcome {
  pieces: number[];
  error?: string;
  aborted: boolean;
  returned: boolean;
}

/** Takes every piece of a provider and thinks `consumerMs` about each. */
async function consume(waitsMs: readonly number[], consumerMs: number, forMs = 60_000): Promise<Outcome> {
  const clock = new VirtualClock();
  const outcome: Outcome = { pieces: [], aborted: false, returned: false };
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => clock.at(clock.now() + ms, resolve));
  async function* provider(signal: AbortSignal): AsyncGenerator<number> {
    signal.addEventListener("abort", () => (outcome.aborted = true), { once: true });
    try {
      for (const [piece, ms] of waitsMs.entries()) {
        await sleep(ms);
        yield piece;
      }
    } finally {
      outcome.returned = true;
    }
  }
  const controller = new AbortController();
  const run = async (): Promise<void> => {
    for await (const piece of withDeadline(clock, LIMITS, controller.signal, provider)) {
      outcome.pieces.push(piece);
      await sleep(consumerMs);
    }
  };
  run().catch((cause: Error) => (outcome.error = cause.message));
  await clock.pass(forMs);
  return outcome;
}

it("whoever takes the pieces may take his time: a voice that answers at once is never called dead for it", async () => {
  const outcome = await consume([0, 0, 0], 20_000, 70_000);
  expect(outcome).toMatchObject({ pieces: [0, 1, 2] });
  expect(outcome.error).toBeUndefined();
});

it("a provider that began a long time ago is still given its whole limit for each piece", async () => {
  expect(await consume([900, 450, 450, 450, 450], 0)).toMatchObject({ pieces: [0, 1, 2, 3, 4], returned: true });
});

it("a provider that takes longer than its limit is ended, with what it said kept", async () => {
  expect(await consume([100, 600], 0)).toMatchObject({ pieces: [0], error: "The voice took longer than 500 ms", aborted: true });
  expect(await consume([1_100], 0)).toMatchObject({ pieces: [], error: "The voice took longer than 1000 ms", aborted: true });
});

import type { ProviderFailure } from "../ports.ts";

/** What callers meet and polite fakes hide. Counted in pieces of one answer. */
export interface Misbehaviour {
  /** Says so many pieces and then nothing, until it is aborted. */
  stallsAfter?: number;
  /** Says so many pieces and then fails with `failure`. */
  failsAfter?: number;
  failure?: ProviderFailure;
  /** Leaves out every so manieth piece. */
  dropsEvery?: number;
  /** Says every so manieth piece twice. */
  repeatsEvery?: number;
  /** Says every so manieth piece before the one that it follows. */
  swapsEvery?: number;
}

export async function* misbehaving<Piece>(
  pieces: AsyncIterable<Piece>,
  how: Misbehaviour,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const { stallsAfter, failsAfter = Number.POSITIVE_INFINITY, failure } = how;
  let said = 0;
  if (failsAfter === 0 && failure) throw failure;
  for await (const piece of outOfStep(pieces, how)) {
    if (signal.aborted) return;
    yield piece;
    said++;
    if (said === failsAfter && failure) throw failure;
    if (said === stallsAfter) {
      await aborted(signal);
      return;
    }
  }
}

async function* outOfStep<Piece>(pieces: AsyncIterable<Piece>, how: Misbehaviour): AsyncGenerator<Piece, void, undefined> {
  const isEvery = (count: number, every: number | undefined): boolean => every !== undefined && count % every === 0;
  let count = 0;
  let held: Piece[] = [];
  for await (const piece of pieces) {
    count++;
    if (isEvery(count, how.dropsEvery)) continue;
    if (isEvery(count + 1, how.swapsEvery) && held.length === 0) {
      held.push(piece);
      continue;
    }
    yield piece;
    if (isEvery(count, how.repeatsEvery)) yield piece;
    yield* held;
    held = [];
  }
  yield* held;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

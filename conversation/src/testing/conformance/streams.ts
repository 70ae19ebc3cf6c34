/** What every provider that answers in pieces must do: language models and voices. */
import { ProviderFailure } from "../../ports.ts";
import { caseOf, must, outcomeOf, type ConformanceCase, type Subject } from "./case.ts";

export type Stream<Piece> = (signal: AbortSignal) => AsyncIterable<Piece>;

/**
 * How a provider behaves for a case. `answers`: at least three pieces; `slowly`: the same, with as much time between them as it may take;
 * `stalls`: one piece and then nothing; the failures: at once, or after the first piece.
 */
export type Behaviour = "answers" | "slowly" | "stalls" | "fails-at-once" | "fails-after-first";

export interface StreamFactory<Piece> {
  open(behaviour: Behaviour): Promise<Subject<Stream<Piece>>>;
  /** What this one can be made to do, `answers` always among it. */
  behaviours: readonly Behaviour[];
  /** What all pieces of an answer say together; how they are cut does not matter. */
  whole(pieces: readonly Piece[]): string;
  /** A consumer takes so long for each piece: longer than the adapter waits for its provider. */
  consumerMs: number;
  /** Everything is over after so long. */
  limitMs: number;
}

export function streamConformance<Piece>(factory: StreamFactory<Piece>): ConformanceCase[] {
  const { open, whole, limitMs, consumerMs } = factory;
  const able = (behaviour: Behaviour): boolean => factory.behaviours.includes(behaviour);
  const one = (
    name: string,
    behaviour: Behaviour,
    prove: (subject: Subject<Stream<Piece>>) => Promise<void>,
  ): ConformanceCase[] => (able(behaviour) ? [caseOf(name, () => open(behaviour), prove)] : []);
  const take = (subject: Subject<Stream<Piece>>, how: Taking = {}): Promise<Taken<Piece>> =>
    outcomeOf(subject, takeAll(subject, how), limitMs);
  return [
    ...one("answers twice in the same words, also when asked for both at once", "answers", async (subject) => {
      const answers = await Promise.all([take(subject), take(subject)]);
      must(
        answers.every(({ failure }) => failure === undefined),
        `it failed: ${String(answers[0].failure)}`,
      );
      must(whole(answers[0].pieces) !== "", "it said nothing");
      must(whole(answers[0].pieces) === whole(answers[1].pieces), "two answers were mixed");
    }),
    ...one("whoever takes the pieces may take his time", "answers", async (subject) => {
      const quick = await take(subject);
      const slow = await take(subject, { consumerMs });
      must(slow.failure === undefined, `it was called dead: ${String(slow.failure)}`);
      must(whole(slow.pieces) === whole(quick.pieces), "a slow consumer got another answer");
    }),
    ...one("a provider that takes its time is waited for", "slowly", async (subject) => {
      const { pieces, failure } = await take(subject);
      must(failure === undefined && whole(pieces) !== "", `it was not waited for: ${String(failure)}`);
    }),
    ...one("an abort before it begins means no piece and no failure", "answers", async (subject) => {
      const { pieces, failure } = await take(subject, { abortAfter: 0 });
      must(pieces.length === 0 && failure === undefined, `${pieces.length} pieces, ${String(failure)}`);
    }),
    ...one("an abort after any piece ends it there, without a failure", "answers", async (subject) => {
      const { pieces } = await take(subject);
      for (let abortAfter = 1; abortAfter <= Math.min(pieces.length, 5); abortAfter++) {
        const cut = await take(subject, { abortAfter });
        must(cut.failure === undefined, `after ${abortAfter}: ${String(cut.failure)}`);
        must(cut.pieces.length <= abortAfter + 1, `after ${abortAfter} came ${cut.pieces.length - abortAfter} more`);
      }
    }),
    ...one("an abort while it says nothing ends it", "stalls", async (subject) => {
      const { failure } = await take(subject, { abortAfterMs: 60 });
      must(failure === undefined, `an abort is no failure: ${String(failure)}`);
    }),
    ...one("whoever stops taking pieces leaves it ready for the next", "answers", async (subject) => {
      await take(subject, { leaveAfter: 1 });
      must(whole((await take(subject)).pieces) !== "", "it says nothing any more");
    }),
    ...one("a failure before the first piece is a provider's failure", "fails-at-once", async (subject) => {
      const { pieces, failure } = await take(subject);
      must(pieces.length === 0, "it said something");
      must(failure instanceof ProviderFailure, `it ended with ${String(failure)}`);
    }),
    ...one("a failure after the first piece keeps that piece", "fails-after-first", async (subject) => {
      const { pieces, failure } = await take(subject);
      must(pieces.length > 0, "what had been said is gone");
      must(failure instanceof ProviderFailure, `it ended with ${String(failure)}`);
    }),
  ];
}

interface Taking {
  consumerMs?: number;
  abortAfter?: number;
  abortAfterMs?: number;
  leaveAfter?: number;
}

interface Taken<Piece> {
  pieces: Piece[];
  failure: unknown;
}

async function takeAll<Piece>(subject: Subject<Stream<Piece>>, how: Taking): Promise<Taken<Piece>> {
  const taken: Taken<Piece> = { pieces: [], failure: undefined };
  const stop = new AbortController();
  if (how.abortAfter === 0) stop.abort();
  if (how.abortAfterMs !== undefined) void subject.pass(how.abortAfterMs).then(() => stop.abort());
  try {
    for await (const piece of subject.adapter(stop.signal)) {
      taken.pieces.push(piece);
      if (taken.pieces.length === how.abortAfter) stop.abort();
      if (taken.pieces.length === how.leaveAfter) break;
      if (how.consumerMs !== undefined) await subject.pass(how.consumerMs);
    }
  } catch (failure) {
    taken.failure = failure;
  }
  return taken;
}

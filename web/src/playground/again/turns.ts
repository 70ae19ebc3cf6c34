/** A turn with what led to its answer, as two of them are compared. Pure. */
import type { Entry, Turn } from "@ongea/contract";
import { type AnswerDelays, delaysOf } from "../events.ts";

export interface SpokenTurn {
  /** Of the caller's first turn: the place in the call. */
  index: number;
  startMs: number;
  endMs: number;
  /** What was understood in the end. */
  words: string;
  /** What was understood on the way there. */
  partials: string[];
  /** Turns that it fell into: more than one when the assistant took it for finished in the middle. */
  pieces: number;
  /** Of the answer to it; undefined: there is none yet. */
  answer: { text: string; wasCut: boolean; delays: AnswerDelays | undefined } | undefined;
}

const isTurn = (entry: Entry): entry is Turn => entry.kind === "turn";

/** Each time that the caller spoke, with the answer to it. */
export function spokenTurns(entries: readonly Entry[]): SpokenTurn[] {
  const turns = entries.filter(isTurn);
  return turns.flatMap((turn, at) => (turn.by === "caller" ? [whole([turn], turns[at + 1], entries)] : []));
}

/** All that the caller has said since a moment as one, and the last answer to it. */
export function spokenSince(entries: readonly Entry[], fromMs: number): SpokenTurn | undefined {
  const turns = entries.filter(isTurn).filter(({ startMs }) => startMs >= fromMs);
  const [first, ...more] = turns.filter(({ by }) => by === "caller");
  if (!first) return undefined;
  return whole([first, ...more], turns[turns.indexOf(more.at(-1) ?? first) + 1], entries);
}

function whole(said: readonly [Turn, ...Turn[]], next: Turn | undefined, entries: readonly Entry[]): SpokenTurn {
  const [first] = said;
  const last = said.at(-1) ?? first;
  const answer = next?.by === "assistant" ? next : undefined;
  const delays = answer && delaysOf([answer])[0];
  return {
    index: first.index,
    startMs: first.startMs,
    endMs: last.endMs,
    words: said.map(({ text }) => text).join(" "),
    partials: entries.flatMap((entry) =>
      entry.kind === "partial" && entry.atMs >= first.startMs && entry.atMs <= (answer?.startMs ?? Infinity) ? [entry.text] : [],
    ),
    pieces: said.length,
    answer: answer && { text: answer.text, wasCut: answer.cut === true, delays },
  };
}

/** The assistant listens, having greeted or having nothing to greet with. Undefined: not yet. */
export function listensSince(entries: readonly Entry[]): number | undefined {
  // What is said of the recording comes before the greeting.
  const noticed = entries.findLastIndex(({ kind }) => kind === "recording");
  const states = entries.slice(noticed + 1).flatMap((entry) => (entry.kind === "state" ? [entry] : []));
  const spoke = states.findIndex(({ state }) => state === "speaking");
  return states.find(({ state }, at) => state === "listening" && spoke >= 0 && at > spoke)?.atMs;
}

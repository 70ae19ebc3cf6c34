/** Where a recording is silent because of what its call masks: of each side only sound is left whose words are known and not masked. Pure. */
import type { Entry, Turn } from "@ongea/contract";
import type { TurnHearing, WordTime } from "@ongea/conversation";

/** Milliseconds since the call was answered. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** In order, apart, the last without an end. */
export type SilentRanges = Readonly<Record<"caller" | "assistant", readonly TimeRange[]>>;

/** Words begin before voice activity is detected, and end a little after it. */
const [BEFORE_MS, AFTER_MS] = [300, 400];
/** Around a value inside its turn. */
const MARGIN_MS = 500;
/** Around words whose times STT says. */
const WORD_MARGIN_MS = 250;
/** A part of a turn may be spoken so much faster or slower than the rest of it: what is dictated is. */
const RATE = 1.6;
/** A digit is a word of about five letters, a sign of an address one of three. */
const [DIGIT_LETTERS, SIGN_LETTERS] = [5, 3];
const LOUDNESS_MS = 100;
/** Of the loudest moment of a turn: below it there is a pause. */
const VOICED_SHARE = 0.4;
/** STT that fails so long after a turn may have lost words of it. */
const FAILS_LATE_MS = 5_000;
/** A key is reported after its tone has begun. */
const [KEY_BEFORE_MS, KEY_AFTER_MS] = [500, 500];

type Place = Pick<Turn, "text" | "startMs" | "endMs" | "loudness">;

/** A turn as it was said, and where its masked values stand in its text (UTF-16 units). Where the moment is not sure: the whole turn. */
export function placeValues(
  turn: Place,
  values: readonly { from: number; to: number }[],
  { isWhole = true, times = [] }: Partial<TurnHearing> = {},
): TimeRange[] {
  const { text, startMs, endMs } = turn;
  if (!isWhole) return [wholeTurn(turn)];
  if (times.map((word) => word.text).join(" ") === text) return values.map((value) => byWords(value, times));
  const voiced = voicedMoments(turn);
  if (voiced === undefined) return [wholeTurn(turn)];
  return values.map(({ from, to }) => {
    const [before, value] = [lettersSpoken(text.slice(0, from)), lettersSpoken(text.slice(from, to))];
    const after = lettersSpoken(text.slice(to));
    const first = shareOf(before, value + after);
    const last = 1 - shareOf(after, before + value);
    const wholeMs = endMs - startMs;
    return {
      fromMs: Math.round(Math.max(0, Math.min(startMs + first * wholeMs, voiced(first)) - MARGIN_MS)),
      toMs: Math.round(Math.max(startMs + last * wholeMs, voiced(last)) + MARGIN_MS),
    };
  });
}

/** From the first to the last word that holds some of it. */
function byWords({ from, to }: { from: number; to: number }, times: readonly WordTime[]): TimeRange {
  let at = 0;
  const held = times.filter(({ text }) => {
    const start = at;
    at += text.length + 1;
    return start < to && start + text.length > from;
  });
  const fromMs = Math.min(...held.map(({ startMs }) => startMs)) - WORD_MARGIN_MS;
  const toMs = Math.max(...held.map(({ endMs }) => endMs)) + WORD_MARGIN_MS;
  return { fromMs: Math.max(0, Math.round(fromMs)), toMs: Math.round(toMs) };
}

export function wholeTurn({ startMs, endMs }: Pick<Turn, "startMs" | "endMs">): TimeRange {
  return { fromMs: Math.max(0, startMs - MARGIN_MS), toMs: endMs + MARGIN_MS };
}

export function silentRanges(journal: readonly Entry[]): SilentRanges {
  const turns = journal.flatMap((entry) => (entry.kind === "turn" ? entry : []));
  const lostMs = journal.flatMap((entry) => (entry.kind === "failure" && entry.stage === "hear" ? entry.atMs : []));
  const isKnown = ({ by, text, startMs, endMs }: Turn): boolean =>
    endMs > startMs &&
    text.trim() !== "" &&
    !(by === "caller" && lostMs.some((atMs) => atMs >= startMs && atMs <= endMs + FAILS_LATE_MS));
  const known = (side: Turn["by"]): TimeRange[] =>
    turns.flatMap((turn) =>
      turn.by === side && isKnown(turn) ? { fromMs: Math.max(0, turn.startMs - BEFORE_MS), toMs: turn.endMs + AFTER_MS } : [],
    );
  const values = (side: Turn["by"]): TimeRange[] => turns.flatMap(({ by, silenced = [] }) => (by === side ? silenced : []));
  const keys = journal.flatMap((entry) =>
    entry.kind === "key" && entry.digit === "*"
      ? { fromMs: Math.max(0, entry.atMs - KEY_BEFORE_MS), toMs: entry.atMs + KEY_AFTER_MS }
      : [],
  );
  const said = values("assistant");
  return {
    // What the agent says may be heard in the caller's telephone.
    caller: together([...between(known("caller")), ...values("caller"), ...said, ...keys]),
    assistant: together([...between(known("assistant")), ...said]),
  };
}

/** The least share of the time that these letters take beside the others. */
function shareOf(letters: number, others: number): number {
  return letters === 0 ? 0 : letters / (letters + RATE * RATE * others);
}

function lettersSpoken(text: string): number {
  let letters = 0;
  for (const sign of text) letters += /\p{N}/u.test(sign) ? DIGIT_LETTERS : /[@._+#*/-]/.test(sign) ? SIGN_LETTERS : 1;
  return letters;
}

/** The moment at which this share of a turn's voice has been heard; undefined: its loudness is not known. */
function voicedMoments({ startMs, endMs, loudness }: Place): ((share: number) => number) | undefined {
  const loudest = Math.max(0, ...loudness);
  if (endMs <= startMs || loudest === 0) return undefined;
  const firstMs = Math.floor(startMs / LOUDNESS_MS) * LOUDNESS_MS;
  const voiced = loudness.flatMap((level, at) => (level >= loudest * VOICED_SHARE ? firstMs + at * LOUDNESS_MS : []));
  return (share) => {
    const place = share * voiced.length;
    const at = Math.min(voiced.length - 1, Math.floor(place));
    return (voiced[at] ?? startMs) + (place - at) * LOUDNESS_MS;
  };
}

/** All that these leave, from the beginning on without an end. */
function between(parts: readonly TimeRange[]): TimeRange[] {
  const left: TimeRange[] = [];
  let fromMs = 0;
  for (const part of together(parts)) {
    if (part.fromMs > fromMs) left.push({ fromMs, toMs: part.fromMs });
    fromMs = part.toMs;
  }
  return [...left, { fromMs, toMs: Number.POSITIVE_INFINITY }];
}

function together(parts: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const part of parts.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (last && part.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, part.toMs);
    else joined.push({ ...part });
  }
  return joined;
}

/** The times that the caller of a call spoke, with what came of each. Pure. */
import type { Entry, Turn } from "@ongea/contract";

export interface RecordedTurn {
  /** Undefined: before the caller said anything. */
  sound?: { startMs: number; endMs: number };
  /** What was heard, said and done. */
  entries: Entry[];
}

/** Two turns of the caller so close together are one that was taken for finished in the middle. */
const ONE_BREATH_MS = 3_000;

export function recordedTurns(journal: readonly Entry[]): RecordedTurn[] {
  const all: RecordedTurn[] = [{ entries: [] }];
  for (const entry of journal) {
    const last = all.at(-1);
    if (entry.kind === "turn" && entry.by === "caller" && !(last && goesOn(last, entry)))
      all.push({ sound: { startMs: entry.startMs, endMs: entry.endMs }, entries: [entry] });
    else last?.entries.push(entry);
    if (entry.kind === "turn" && entry.by === "caller" && last?.sound && all.at(-1) === last) last.sound.endMs = entry.endMs;
  }
  return all;
}

function goesOn({ sound, entries }: RecordedTurn, { startMs }: Turn): boolean {
  const isAnswered = entries.some((entry) => entry.kind === "tool" || (entry.kind === "turn" && entry.by === "assistant"));
  return sound !== undefined && !isAnswered && startMs - sound.endMs < ONE_BREATH_MS;
}

/** What functions answered then, by their names: the last time that they did their work. */
export function repliesIn(journal: readonly Entry[]): Record<string, string> {
  return Object.fromEntries(journal.flatMap((entry) => (entry.kind === "tool" && entry.ok ? [[entry.name, entry.result]] : [])));
}

export interface MostReplayed {
  turns: number;
  /** Of all turns, and of one. */
  soundMs: number;
  turnMs: number;
}

/** As many as are replayed: the first. */
export function withinLimits(turns: readonly RecordedTurn[], most: MostReplayed): RecordedTurn[] {
  let sumMs = 0;
  return turns
    .filter(({ sound }) => sound !== undefined)
    .slice(0, most.turns)
    .filter(({ sound }) => {
      sumMs += sound ? Math.min(sound.endMs - sound.startMs, most.turnMs) : 0;
      return sumMs <= most.soundMs;
    });
}

/**
 * Seconds of the telephone lines that a call takes: its own, and that of somebody whom the caller is put through to. Each is told when it begins,
 * with none, and when it is over, so that a call which its server did not live to end has its lines counted, too.
 */
import type { Entry } from "@ongea/contract";

type LineUsage = Extract<Entry, { kind: "usage" }>;

export interface CarriedLine {
  /** Who carries it, which way, to or from which country: "twilio-outbound-KE". */
  by: string;
  /** It is an account or a trunk of the workspace's own. */
  isOwn: boolean;
}

interface Open {
  line: CarriedLine;
  sinceMs: number;
}

/** Nothing is told of a line that nobody takes anything for, such as that of a registered phone. */
export class LineMeter {
  readonly #note: (entry: LineUsage) => void;
  #carried: CarriedLine | undefined;
  #own: Open | undefined;
  #leg: Open | undefined;

  constructor(note: (entry: LineUsage) => void) {
    this.#note = note;
  }

  /** Who carries the person from now on. `atMs`: the conversation is open, and began so long ago. */
  carriedBy(line: CarriedLine | undefined, atMs: number | undefined): void {
    this.#carried = line;
    if (atMs === undefined) return;
    this.#own = this.#close(this.#own, atMs);
    this.#own = this.#begin(line, atMs);
  }

  opened(): void {
    this.#own = this.#begin(this.#carried, 0);
  }

  /** Somebody else has answered beside the person. */
  connected(line: CarriedLine | undefined, atMs: number): void {
    this.#leg ??= this.#begin(line, atMs);
  }

  legOver(atMs: number): void {
    this.#leg = this.#close(this.#leg, atMs);
  }

  over(atMs: number): void {
    this.legOver(atMs);
    this.#own = this.#close(this.#own, atMs);
  }

  #begin(line: CarriedLine | undefined, sinceMs: number): Open | undefined {
    if (!line) return undefined;
    this.#note(usageOf(line, sinceMs, 0));
    return { line, sinceMs };
  }

  #close(open: Open | undefined, atMs: number): undefined {
    if (open) this.#note(usageOf(open.line, atMs, Math.max(1, atMs - open.sinceMs)));
  }
}

/** The last words of the lines that a killed server left open; `atMs`: when the call was last heard of. */
export function linesLeftOpen(entries: readonly Entry[], atMs: number): LineUsage[] {
  const open: LineUsage[] = [];
  for (const entry of entries) {
    if (entry.kind !== "usage" || entry.stage !== "line") continue;
    const { soundMs = 0 } = entry.usage;
    if (soundMs === 0) open.push(entry);
    else remove(open, entry.by, entry.atMs - soundMs);
  }
  return open.map(({ by, own, atMs: sinceMs }) => usageOf({ by, isOwn: own === true }, atMs, Math.max(1, atMs - sinceMs)));
}

/** Of those of this name the one that began then, give or take a millisecond. */
function remove(open: LineUsage[], name: string, beganMs: number): void {
  const away = ({ by, atMs }: LineUsage): number => (by === name ? Math.abs(atMs - beganMs) : Infinity);
  const [first] = open.toSorted((a, b) => away(a) - away(b));
  if (first && away(first) < Infinity) open.splice(open.indexOf(first), 1);
}

function usageOf({ by, isOwn }: CarriedLine, atMs: number, soundMs: number): LineUsage {
  const own = isOwn ? { own: true as const } : {};
  return { kind: "usage", atMs: Math.round(atMs), stage: "line", by, ...own, usage: { soundMs: Math.round(soundMs) } };
}

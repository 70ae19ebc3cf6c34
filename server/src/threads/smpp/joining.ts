/** Joins the parts of long messages, in whatever order they come. What stays incomplete is handed out as it is after a while. */
import type { Piece } from "./text.ts";
import { decodeText } from "./text.ts";

export interface Sides {
  from: string;
  to: string;
}

export interface Joiner {
  /** `whole`: this was the last one; `forget` makes it missing again. */
  add(
    sides: Sides,
    piece: Piece,
    dataCoding: number,
  ): { kind: "whole"; text: string; forget(): void; done(): void } | { kind: "more" | "known" };
  /** What waits for too long, or is one too many; with `all`, whatever waits. */
  takeOverdue(options?: { all?: boolean }): (Sides & { text: string })[];
}

/** Of messages that wait for parts; the oldest gives way. */
const MOST_OPEN = 500;
const MOST_DONE = 200;
const WAITS_MS = 600_000;
const GAP = " […] ";

type Part = { bytes: Buffer; dataCoding: number } | undefined;

interface Open {
  sides: Sides;
  parts: Part[];
  sinceMs: number;
}

export interface JoinerParts {
  nowMs: () => number;
  waitsMs?: number;
  mostOpen?: number;
}

export function createJoiner({ nowMs, waitsMs = WAITS_MS, mostOpen = MOST_OPEN }: JoinerParts): Joiner {
  const open = new Map<string, Open>();
  /** Those that were whole lately: an SMSC may deliver a part twice. */
  const done = new Map<string, Open>();
  /** Their sender has used the reference again. */
  const displaced: Open[] = [];

  function openAt(key: string, sides: Sides, { index, total, bytes }: Piece): Open {
    const known = open.get(key);
    if (known && isAt(known, index, bytes) !== false) return known;
    if (known) displaced.push(known);
    const fresh = { sides, parts: Array.from<Part>({ length: total }), sinceMs: nowMs() };
    open.delete(key);
    open.set(key, fresh);
    return fresh;
  }

  return {
    add(sides, piece, dataCoding) {
      const { reference, total, index, bytes } = piece;
      const key = JSON.stringify([sides.from, sides.to, reference, total]);
      const before = done.get(key);
      if (before && nowMs() - before.sinceMs < waitsMs && isAt(before, index, bytes)) return { kind: "known" };
      const one = openAt(key, sides, piece);
      one.parts[index - 1] = { bytes, dataCoding };
      if (one.parts.includes(undefined)) return { kind: "more" };
      return {
        kind: "whole",
        text: textOf(one),
        forget: () => void (one.parts[index - 1] = undefined),
        done() {
          open.delete(key);
          done.delete(key);
          done.set(key, { ...one, sinceMs: nowMs() });
          for (const oldest of done.keys()) if (done.size > MOST_DONE) done.delete(oldest);
        },
      };
    },
    takeOverdue({ all = false } = {}) {
      const taken = displaced.splice(0);
      for (const [key, one] of open) {
        if (!all && open.size <= mostOpen && nowMs() - one.sinceMs < waitsMs) continue;
        open.delete(key);
        taken.push(one);
      }
      return taken.map((one) => ({ ...one.sides, text: textOf(one) }));
    },
  };
}

/** Undefined: no part is there yet; false: it is another one. */
function isAt({ parts }: Open, index: number, bytes: Buffer): boolean | undefined {
  return parts[index - 1]?.bytes.equals(bytes);
}

/** Parts of one coding are decoded together: a character may lie across two of them. */
function textOf({ parts }: Open): string {
  let text = "";
  for (let from = 0; from < parts.length;) {
    const first = parts[from];
    let to = from + 1;
    while (to < parts.length && parts[to]?.dataCoding === first?.dataCoding) to++;
    const bytes = Buffer.concat(parts.slice(from, to).flatMap((part) => part?.bytes ?? []));
    text += first ? (decodeText(bytes, first.dataCoding) ?? GAP) : GAP;
    from = to;
  }
  return text.trim();
}

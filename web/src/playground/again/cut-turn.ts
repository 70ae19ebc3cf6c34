/** The caller's sound of one turn, out of the recording: the left channel, from a moment before it to a moment after. */
import { addressOf, readRecording, Refused, REFUSALS, isKeyOf, isRefusal } from "@ongea/contract";

export interface CutSound {
  samples: Float32Array<ArrayBuffer>;
  rateHz: number;
}

/** Why nothing can be said again; the rest is told by the server's refusal. */
export class NothingToSay extends Error {
  readonly why: "short" | "silent" | "unreadable";
  constructor(why: NothingToSay["why"]) {
    super(why);
    this.why = why;
  }
}

/** Before and after the words: recognisers hear a beginning better that is not cut. */
const AROUND_MS = 200;
const SHORTEST_MS = 150;
/** Of a caller who speaks on and on, the beginning. */
const LONGEST_MS = 30_000;
const HEAD_BYTES = 4_096;
/** Two channels of two bytes. */
const BLOCK_BYTES = 4;
/** Redacted sound is silence; the faintest voice is louder. */
const SILENT = 0.004;
const LOUDEST = 32_768;

export async function cutTurn(callId: string, { startMs, endMs }: { startMs: number; endMs: number }): Promise<CutSound> {
  if (endMs - startMs < SHORTEST_MS) throw new NothingToSay("short");
  const { dataAt, rateHz } = headIn(await bytesOf(callId, 0, HEAD_BYTES - 1));
  const at = (ms: number): number => dataAt + BLOCK_BYTES * Math.round((Math.max(0, ms) * rateHz) / 1_000);
  const from = startMs - AROUND_MS;
  const until = Math.min(endMs, startMs + LONGEST_MS) + AROUND_MS;
  const samples = leftOf(await bytesOf(callId, at(from), at(until) - 1));
  if (samples.every((sample) => Math.abs(sample) < SILENT)) throw new NothingToSay("silent");
  return { samples, rateHz };
}

async function bytesOf(callId: string, first: number, last: number): Promise<DataView> {
  const answer = await fetch(addressOf(readRecording.path, { execution_id: callId }), {
    headers: { range: `bytes=${first}-${last}` },
  });
  // It ends before this turn: nothing of it was kept.
  if (answer.status === 416) throw new NothingToSay("silent");
  if (answer.status !== 206) throw await refusalIn(answer);
  return new DataView(await answer.arrayBuffer());
}

async function refusalIn(answer: Response): Promise<Error> {
  const body: unknown = await answer.json().catch(() => undefined);
  return isRefusal(body) && isKeyOf(REFUSALS, body.code) ? new Refused(body) : new NothingToSay("unreadable");
}

/** Where a WAV file's sound begins (RIFF: chunks of an id, a length and so many bytes). */
export function headIn(view: DataView): { dataAt: number; rateHz: number } {
  const idAt = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
  let rateHz = 0;
  for (let at = 12; at + 8 <= view.byteLength;) {
    const [id, length] = [idAt(at), view.getUint32(at + 4, true)];
    if (id === "data" && rateHz > 0) return { dataAt: at + 8, rateHz };
    if (id === "fmt " && at + 24 <= view.byteLength) {
      const [channels, bits] = [view.getUint16(at + 10, true), view.getUint16(at + 22, true)];
      if (channels !== 2 || bits !== 16) break;
      rateHz = view.getUint32(at + 12, true);
    }
    at += 8 + length + (length % 2);
  }
  throw new NothingToSay("unreadable");
}

function leftOf(view: DataView): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(view.byteLength / BLOCK_BYTES));
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * BLOCK_BYTES, true) / LOUDEST;
  return samples;
}

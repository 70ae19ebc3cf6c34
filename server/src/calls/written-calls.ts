/**
 * Calls as the lists of the API write them. A call that is over changes seldom: its text is kept, and only its row's version is asked for again,
 * so that a list does not hold the main thread from those who talk.
 */
import { Execution } from "@ongea/contract";
import type { CallHistory, WantedCalls } from "./history.ts";
import type { CallRow, CallStore, RowVersion } from "./store.ts";

export interface WrittenListsParts {
  store: Pick<CallStore, "versions" | "those">;
  history: CallHistory;
  isRunning(id: string): boolean;
  wire(row: CallRow): Execution;
}

/** Some ten thousand calls of a few turns. */
const MOST_BYTES = 32 * 1_024 * 1_024;

/** A page of calls, newest first, as JSON: `data` and `next`. */
export function writtenLists(parts: WrittenListsParts): (workspaceId: string, wanted: WantedCalls) => Promise<Buffer> {
  const { store, history, isRunning, wire } = parts;
  const texts = createTexts(MOST_BYTES);
  return async (workspaceId, { q = "", ...wanted }) => {
    if (q !== "") {
      const { data, next } = await history(workspaceId, { q, ...wanted });
      return pageOf(
        data.map((row) => textOf(wire(row))),
        next,
      );
    }
    const { data, next } = await store.versions(workspaceId, wanted);
    const kept = data.map((one) => (isRunning(one.id) ? undefined : texts.read(one)));
    const others = data.filter((_one, n) => kept[n] === undefined).map(({ id }) => id);
    const rows = new Map((await store.those(workspaceId, others, {})).map((row) => [row.id, row]));
    const all = data.flatMap((one, n) => {
      const row = rows.get(one.id);
      // One that is gone by now is left out.
      if (!row) return kept[n] ?? [];
      const text = textOf(wire(row));
      if (row.endedAt !== null && !isRunning(one.id)) texts.keep(one, text);
      return text;
    });
    return pageOf(all, next);
  };
}

interface Texts {
  read(call: RowVersion): Buffer | undefined;
  keep(call: RowVersion, text: Buffer): void;
}

/** No more than so many bytes; those that were not asked for longest go first. */
export function createTexts(mostBytes: number): Texts {
  /** Those that were asked for last stand last. */
  const texts = new Map<string, { version: string; text: Buffer }>();
  let bytes = 0;
  const drop = (id: string): void => {
    bytes -= texts.get(id)?.text.length ?? 0;
    texts.delete(id);
  };
  return {
    read({ id, version }) {
      const one = texts.get(id);
      if (one?.version !== version) return undefined;
      texts.delete(id);
      texts.set(id, one);
      return one.text;
    },
    keep({ id, version }, text) {
      drop(id);
      texts.set(id, { version, text });
      bytes += text.length;
      for (const [oldest] of texts) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}

function textOf(call: Execution): Buffer {
  return Buffer.from(JSON.stringify(Execution.encode(call)));
}

const COMMA = Buffer.from(",");

function pageOf(rows: readonly Buffer[], next: string | null): Buffer {
  const parts = rows.flatMap((row, n) => (n === 0 ? [row] : [COMMA, row]));
  return Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(`],"next":${JSON.stringify(next)}}`)]);
}

/**
 * Calls as the lists of the API write them. A call that is over changes seldom: its text is kept, and only its row's version is asked for again,
 * so that a list does not hold the main thread from those who talk.
 */
import { Execution } from "@ongea/contract";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { CallQuery } from "./search.ts";
import { agentsInReach } from "../../platform/database/reach.ts";
import type { CallRow, CallStore, PageState, RowVersion } from "../records/store.ts";

export interface WrittenListsParts {
  store: Pick<CallStore, "state" | "those">;
  history(workspaceId: string, wanted: CallQuery): Promise<PageOf<CallRow>>;
  /** Of each call whose notes hold some of the words, the note that holds most of them. */
  matchingNotes(workspaceId: string, text: string, rows: readonly CallRow[]): Promise<Record<string, string>>;
  isRunning(id: string): boolean;
  wire(row: CallRow): Execution;
}

/** Some ten thousand calls of a few turns. */
const MOST_BYTES = 32 * 1_024 * 1_024;
/** Some hundred and fifty pages: those that are asked for over and over. */
const MOST_PAGE_BYTES = 16 * 1_024 * 1_024;

/** A page of calls, newest first, as JSON: `data` and `next`; where words were looked for, `matching_notes` too. */
export function writtenLists(parts: WrittenListsParts): (workspaceId: string, wanted: CallQuery) => Promise<Buffer> {
  const { store, history, matchingNotes, isRunning, wire } = parts;
  const texts = createTexts(MOST_BYTES);
  const pages = createTexts(MOST_PAGE_BYTES);
  return async (workspaceId, { q = "", ...wanted }) => {
    if (q !== "") {
      const { data, next } = await history(workspaceId, { q, ...wanted });
      const texts = data.map((row) => textOf(wire(row)));
      return pageOf(texts, { next, matching_notes: await matchingNotes(workspaceId, q, data) });
    }
    const state = await store.state(workspaceId, wanted);
    const page = { id: JSON.stringify([workspaceId, agentsInReach(), wanted]), version: state.text };
    const kept = pages.read(page);
    if (kept) return kept;
    const { text, isOver } = await written(workspaceId, state);
    if (isOver) pages.keep(page, text);
    return text;
  };

  /** `isOver`: all of its calls, and each as `state` says. */
  async function written(workspaceId: string, state: PageState): Promise<{ text: Buffer; isOver: boolean }> {
    const { data, next } = state.read();
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
    return { text: pageOf(all, { next }), isOver: others.length === 0 };
  }
}

interface Texts {
  read(text: RowVersion): Buffer | undefined;
  keep(text: RowVersion, bytes: Buffer): void;
}

/** No more than so many bytes; those that were not asked for longest go first. */
export function createTexts(mostBytes: number): Texts {
  /** Those that were asked for last stand last. */
  const texts = new Map<string, { version: string; text: Buffer }>();
  let bytes = 0;
  const drop = (id: string): void => {
    const one = texts.get(id);
    if (one) bytes -= sizeOf(id, one.version, one.text);
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
      bytes += sizeOf(id, version, text);
      for (const [oldest] of texts) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}

/** The text, and the words that it is found by. */
function sizeOf(id: string, version: string, text: Buffer): number {
  return id.length + version.length + text.length;
}

function textOf(call: Execution): Buffer {
  return Buffer.from(JSON.stringify(Execution.encode(call)));
}

const COMMA = Buffer.from(",");

function pageOf(rows: readonly Buffer[], further: { next: string | null; matching_notes?: Record<string, string> }): Buffer {
  const parts = rows.flatMap((row, n) => (n === 0 ? [row] : [COMMA, row]));
  return Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(`],${JSON.stringify(further).slice(1)}`)]);
}

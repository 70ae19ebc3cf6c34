/** Finding assistants, calls, numbers, documents and batches by words. */
import { fold, type SearchHit } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { SearchWords, IndexedPlace, SearchStore, Stretch } from "./store.ts";
import { parseNumberQuery, numberWords, wordsOf } from "./words.ts";

/** Something with a name; the note says what it belongs to. */
export interface NamedItem {
  id: string;
  name: string;
  note: string;
}

/** What is looked into, of one workspace. */
export interface Searched {
  agents(workspaceId: string): Promise<readonly NamedItem[]>;
  numbers(workspaceId: string): Promise<readonly NamedItem[]>;
  documents(workspaceId: string): Promise<readonly NamedItem[]>;
  batches(workspaceId: string): Promise<readonly NamedItem[]>;
  /** Newest first. */
  calls(workspaceId: string, ids: readonly string[]): Promise<ShownCall[]>;
  /** What people have written about a call; in a transaction, where there is one. */
  notes(call: Pick<EndedCall, "id" | "workspaceId">, db?: Db): Promise<readonly string[]>;
}

export interface EndedCall {
  id: string;
  workspaceId: string;
  createdAt: Date;
  agentName: string;
  direction: "inbound" | "outbound";
  fromNumber: string | null;
  toNumber: string | null;
  transcript: string | null;
  /** How many notes people have written about it. */
  notes: number;
}

/** As it is shown to whoever looks for it. */
export interface ShownCall extends EndedCall {
  durationSeconds: number;
}

export interface Search {
  find(workspaceId: string, text: string): Promise<SearchHit[]>;
  /** All calls that have ended and are found by it, newest first, a page at a time. */
  page(workspaceId: string, text: string, stretch: Stretch): Promise<PageOf<IndexedPlace>>;
  /** Of these calls, those that are found by it. */
  found<Call extends EndedCall>(text: string, calls: readonly Call[]): Promise<Call[]>;
  /** Of notes on a call, the one that holds most of the words; undefined: none holds any. */
  matchingNote(text: string, notes: readonly string[]): string | undefined;
  /** As part of the transaction in which the calls end. */
  remember(db: Db, calls: readonly EndedCall[]): Promise<void>;
  /** Its words are others now. */
  rememberAnew(db: Db, calls: readonly EndedCall[]): Promise<void>;
}

const MOST_OF_A_KIND = 6;
const MOST_ASKED = 8;
const SNIPPET_CHARACTERS = 90;

export function createSearch(store: SearchStore, searched: Searched): Search {
  const withNotes = async <Call extends EndedCall>(calls: readonly Call[], db?: Db): Promise<(Call & { words: string[] })[]> => {
    const indexed: (Call & { words: string[] })[] = [];
    for (const call of calls)
      indexed.push({ ...call, words: wordsOfCall(call, call.notes > 0 ? await searched.notes(call, db) : []) });
    return indexed;
  };
  const remember: Search["remember"] = async (db, calls) => store.remember(db, await withNotes(calls, db));
  return {
    async find(workspaceId, text) {
      const asked = askedOf(text);
      const foundCalls = store.calls(workspaceId, asked, MOST_OF_A_KIND).then((ids) => searched.calls(workspaceId, ids));
      const [agents, numbers, documents, batches, calls] = await Promise.all([
        searched.agents(workspaceId),
        searched.numbers(workspaceId),
        searched.documents(workspaceId),
        searched.batches(workspaceId),
        foundCalls,
      ]);
      const byName = (things: readonly NamedItem[], kind: "agent" | "document" | "batch"): SearchHit[] =>
        things
          .filter(({ name, note }) => hasWords(`${name} ${note}`, asked.words))
          .slice(0, MOST_OF_A_KIND)
          .map(named(kind));
      return [
        ...byName(agents, "agent"),
        ...numbers
          .filter((number) => isNumber(number, asked))
          .slice(0, MOST_OF_A_KIND)
          .map(named("number")),
        ...byName(documents, "document"),
        ...byName(batches, "batch"),
        ...(await Promise.all(
          calls.map(async (call) => {
            const notes = call.notes > 0 ? await searched.notes(call) : [];
            return foundCall(call, asked.words, matching(notes, asked.words));
          }),
        )),
      ];
    },
    page: (workspaceId, text, stretch) => store.page(workspaceId, askedOf(text), stretch),
    async found(text, calls) {
      const asked = askedOf(text);
      const indexed = await withNotes(calls);
      return calls.filter((_call, at) => isFoundBy(indexed[at]?.words ?? [], asked));
    },
    matchingNote: (text, notes) => matching(notes, wordsOf(text).slice(0, MOST_ASKED)),
    remember,
    async rememberAnew(db, calls) {
      await store.forget(db, calls);
      await remember(db, calls);
    },
  };
}

function askedOf(text: string): SearchWords {
  return { words: wordsOf(text).slice(0, MOST_ASKED), number: parseNumberQuery(text) };
}

/** As the database decides it. */
function isFoundBy(own: readonly string[], { words, number }: SearchWords): boolean {
  if (number !== undefined && own.some((word) => word.startsWith(`#${number}`))) return true;
  const last = words.at(-1);
  if (last === undefined) return false;
  return words.slice(0, -1).every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
}

/** What a call is found by: the person's number, the agent's name, what was said, what was written about it. */
export function wordsOfCall(
  {
    agentName,
    direction,
    fromNumber,
    toNumber,
    transcript,
  }: Pick<EndedCall, "agentName" | "direction" | "fromNumber" | "toNumber" | "transcript">,
  notes: readonly string[] = [],
): string[] {
  const person = personOf({ direction, fromNumber, toNumber });
  const said = transcript?.replace(/^(assistant|user): /gm, "") ?? "";
  const spoken = [...numberWords(person), ...wordsOf(`${agentName}\n${said}`)];
  return notes.length === 0 ? spoken : [...new Set([...spoken, ...wordsOf(notes.join("\n"))])];
}

/** The note that holds most of the words, the newest of several; undefined: none holds any. */
function matching(notes: readonly string[], asked: readonly string[]): string | undefined {
  const last = asked.at(-1);
  if (last === undefined) return undefined;
  let best: { note: string; hits: number } | undefined;
  for (const note of notes) {
    const own = wordsOf(note);
    const whole = asked.slice(0, -1).filter((word) => own.includes(word)).length;
    const hits = whole + (own.some((word) => word.startsWith(last)) ? 1 : 0);
    if (hits > (best?.hits ?? 0)) best = { note, hits };
  }
  return best?.note;
}

/** Each asked word begins one of the name's. */
function hasWords(name: string, asked: readonly string[]): boolean {
  const own = wordsOf(name);
  return asked.length > 0 && asked.every((word) => own.some((one) => one.startsWith(word)));
}

function isNumber(
  { name, note }: NamedItem,
  { words, number }: { words: readonly string[]; number: string | undefined },
): boolean {
  if (number !== undefined) return numberWords(name).some((word) => word.startsWith(`#${number}`));
  return hasWords(note, words);
}

function named(kind: Exclude<SearchHit["kind"], "call">): (thing: NamedItem) => SearchHit {
  return ({ id, name, note }) => ({ kind, id, title: name, note });
}

function foundCall(call: ShownCall, asked: readonly string[], noted: string | undefined): SearchHit {
  const { id, agentName, transcript, createdAt, durationSeconds } = call;
  const number = personOf(call);
  const snippet = snippetOf(transcript ?? "", asked, noted);
  return {
    kind: "call",
    id,
    title: number ?? agentName,
    note: [number === null ? "" : agentName, snippet].filter(Boolean).join(": "),
    at: createdAt.toISOString(),
    seconds: durationSeconds,
  };
}

function personOf({ direction, fromNumber, toNumber }: Pick<EndedCall, "direction" | "fromNumber" | "toNumber">): string | null {
  return direction === "inbound" ? fromNumber : toNumber;
}

/**
 * The line in which the last asked word stands, around it: the caller's rather than the assistant's. A greeting is alike in every call, so the
 * caller's first words stand for it; a note comes before these.
 */
function snippetOf(transcript: string, asked: readonly string[], noted: string | undefined): string {
  const wanted = asked.at(-1);
  const lines = transcript.split("\n").filter((line) => line !== "");
  const callers = lines.filter((line) => line.startsWith("user: "));
  const holds = (line: string): boolean => wanted !== undefined && wordsOf(spoken(line)).some((word) => word.startsWith(wanted));
  const line = callers.find(holds) ?? lines.slice(1).find(holds) ?? noted ?? callers[0] ?? lines[0] ?? "";
  const text = line === noted ? noted.replace(/\s+/g, " ") : line.startsWith("user: ") ? begunLarge(spoken(line)) : spoken(line);
  if (text.length <= SNIPPET_CHARACTERS) return text;
  const from = Math.max(0, fold(text).indexOf(wanted ?? "") - SNIPPET_CHARACTERS / 3);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + SNIPPET_CHARACTERS).trim()}…`;
}

function spoken(line: string): string {
  return line.replace(/^(assistant|user): /, "");
}

/** Some recognisers know no capitals. */
function begunLarge(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

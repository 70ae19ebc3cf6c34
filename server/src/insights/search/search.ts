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
  agents(workspaceId: string): Promise<NamedItem[]>;
  numbers(workspaceId: string): Promise<NamedItem[]>;
  documents(workspaceId: string): Promise<NamedItem[]>;
  batches(workspaceId: string): Promise<NamedItem[]>;
  /** Newest first. */
  calls(workspaceId: string, ids: readonly string[]): Promise<ShownCall[]>;
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
}

/** As it is shown to whoever looks for it. */
export interface ShownCall extends EndedCall {
  durationSeconds: number;
}

export interface Search {
  find(workspaceId: string, text: string): Promise<SearchHit[]>;
  /** All calls that have ended and are found by it, newest first, a page at a time. */
  page(workspaceId: string, text: string, stretch: Stretch): Promise<PageOf<IndexedPlace>>;
  /** Whether a call is found by it. */
  isFound(text: string, call: Omit<EndedCall, "id" | "workspaceId" | "createdAt">): boolean;
  /** As part of the transaction in which the calls end. */
  remember(db: Db, calls: readonly EndedCall[]): Promise<void>;
  /** Its words are others now. */
  rememberAnew(db: Db, calls: readonly EndedCall[]): Promise<void>;
}

const MOST_OF_A_KIND = 6;
const MOST_ASKED = 8;
const SNIPPET_CHARACTERS = 90;

export function createSearch(store: SearchStore, searched: Searched): Search {
  const remember: Search["remember"] = (db, calls) =>
    store.remember(
      db,
      calls.map((call) => ({ ...call, words: wordsOfCall(call) })),
    );
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
        ...calls.map((call) => foundCall(call, asked.words)),
      ];
    },
    page: (workspaceId, text, stretch) => store.page(workspaceId, askedOf(text), stretch),
    isFound: (text, call) => isFoundBy(wordsOfCall(call), askedOf(text)),
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

/** What a call is found by: the person's number, the assistant's name, what was said. */
export function wordsOfCall({
  agentName,
  direction,
  fromNumber,
  toNumber,
  transcript,
}: Omit<EndedCall, "id" | "workspaceId" | "createdAt">): string[] {
  const person = personOf({ direction, fromNumber, toNumber });
  const said = transcript?.replace(/^(assistant|user): /gm, "") ?? "";
  return [...numberWords(person), ...wordsOf(`${agentName}\n${said}`)];
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

function foundCall(call: ShownCall, asked: readonly string[]): SearchHit {
  const { id, agentName, transcript, createdAt, durationSeconds } = call;
  const number = personOf(call);
  const snippet = snippetOf(transcript ?? "", asked);
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
 * caller's first words stand for it.
 */
function snippetOf(transcript: string, asked: readonly string[]): string {
  const wanted = asked.at(-1);
  const lines = transcript.split("\n").filter((line) => line !== "");
  const callers = lines.filter((line) => line.startsWith("user: "));
  const holds = (line: string): boolean => wanted !== undefined && wordsOf(spoken(line)).some((word) => word.startsWith(wanted));
  const line = callers.find(holds) ?? lines.slice(1).find(holds) ?? callers[0] ?? lines[0] ?? "";
  const text = line.startsWith("user: ") ? begunLarge(spoken(line)) : spoken(line);
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

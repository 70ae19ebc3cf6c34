/** What has the words that are looked for, and the line in which they stand. Pure. */
import { fold, type SearchHit } from "@ongea/contract";
import type { SearchWords } from "./store.ts";
import { numberWords, wordsOf } from "./words.ts";
import type { EndedCall, NamedItem, ShownCall } from "./searched.ts";

const SNIPPET_CHARACTERS = 90;

/** As the database decides it. */
export function isFoundBy(own: readonly string[], { words, number }: SearchWords): boolean {
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
export function matching(notes: readonly string[], asked: readonly string[]): string | undefined {
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
export function hasWords(name: string, asked: readonly string[]): boolean {
  const own = wordsOf(name);
  return asked.length > 0 && asked.every((word) => own.some((one) => one.startsWith(word)));
}

export function isNumber(
  { name, note }: NamedItem,
  { words, number }: { words: readonly string[]; number: string | undefined },
): boolean {
  if (number !== undefined) return numberWords(name).some((word) => word.startsWith(`#${number}`));
  return hasWords(note, words);
}

export function named(kind: Exclude<SearchHit["kind"], "call">): (thing: NamedItem) => SearchHit {
  return ({ id, name, note }) => ({ kind, id, title: name, note });
}

export function foundCall(call: ShownCall, asked: readonly string[], noted: string | undefined): SearchHit {
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

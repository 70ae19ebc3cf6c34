/** What is said, as it is said: a line a turn, with the moment it began and how soon it was answered. */
import type { Entry } from "@ongea/contract";
import { asSentence, sentencesIn } from "../../call/as-sentence.ts";
import { clock } from "../../call/clock.ts";
import { toolActionOf } from "../tool-actions.ts";
import { say } from "../islands/words.ts";

export interface Captions {
  /** That is spoken from now on, for example "fr-FR". */
  spokenIn(language: string): void;
  add(entry: Entry): void;
  clear(): void;
}

const NEAR_END_PX = 160;

export function createCaptions(list: HTMLElement): Captions {
  let unsaid: HTMLElement | undefined;
  let spoken = "en";
  const lineOf: LineOf = (by, atMs, words) => lineIn(spoken, by, atMs, words);
  let turns: { by: string; text: string; words: Element | null }[] = [];
  /** A name is known once the assistant has read it back. */
  const readAgain = (): void => {
    const read = sentencesIn(turns);
    for (const { by, text, words } of turns) if (by === "caller" && words) words.textContent = read(text);
  };
  /** The latest words stay in sight of whoever has not scrolled back; the page around stays where it is. */
  const keepAtEnd = (): void => {
    const box = list.parentElement;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX) box.scrollTop = box.scrollHeight;
  };
  const put = (line: HTMLElement, atMs: number): void => {
    line.dataset["at"] = String(atMs);
    const later = [...list.children].find((one) => one !== unsaid && Number(one.getAttribute("data-at") ?? NaN) > atMs);
    list.insertBefore(line, later ?? unsaid ?? null);
    keepAtEnd();
  };
  const forget = (): void => {
    unsaid?.remove();
    unsaid = undefined;
  };
  return {
    add(entry) {
      if (entry.kind === "partial") {
        unsaid ??= list.appendChild(lineOf("caller", undefined, ""));
        unsaid.ariaHidden = "true";
        const words = unsaid.querySelector("[lang]");
        if (words) words.textContent = entry.text === "" ? "" : `${asSentence(entry.text)} …`;
        if (entry.text === "") forget();
        keepAtEnd();
      } else if (entry.kind === "turn") {
        if (entry.by === "caller") forget();
        const line = turnOf(entry, lineOf);
        turns.push({ by: entry.by, text: entry.text, words: line.querySelector("[lang]") });
        put(line, entry.startMs);
        readAgain();
      } else if (entry.kind === "recording" && entry.text) {
        put(lineOf("assistant", entry.atMs, entry.text), entry.atMs);
      } else if (entry.kind === "tool") put(toolOf(entry, lineOf), entry.startMs);
    },
    spokenIn: (language) => void (spoken = language),
    clear() {
      forget();
      turns = [];
      list.replaceChildren();
    },
  };
}

type LineOf = (by: "caller" | "assistant" | "tool", atMs: number | undefined, words: string) => HTMLElement;

function turnOf(turn: Extract<Entry, { kind: "turn" }>, lineOf: LineOf): HTMLElement {
  const line = lineOf(turn.by, turn.startMs, turn.text);
  const { speechEndMs: from, firstSoundMs: to } = turn.delays ?? {};
  if (turn.cut) note(line, say("caller_spoke"));
  if (from !== undefined && to !== undefined)
    note(line, say("answered_in").replace("{seconds}", ((to - from) / 1_000).toFixed(to - from < 950 ? 2 : 1)));
  return line;
}

function lineIn(language: string, ...[by, atMs, words]: Parameters<LineOf>): HTMLElement {
  const line = emptyLine(by, atMs);
  const text = textOf(line);
  const who = text.appendChild(document.createElement("span"));
  who.className = "visually-hidden";
  who.textContent = `${by === "caller" ? say("talk_you") : by === "tool" ? say("looked_up") : say("assistant")}: `;
  // Not always the page's.
  const spoken = text.appendChild(document.createElement("span"));
  spoken.lang = language;
  spoken.dir = "ltr";
  spoken.textContent = words;
  return line;
}

/** What was done, in the language of the page; by its name where it is a tool of somebody's own. */
function toolOf({ name, startMs }: Extract<Entry, { kind: "tool" }>, lineOf: LineOf): HTMLElement {
  const deed = toolActionOf(name);
  if (!deed) return lineOf("tool", startMs, name.replaceAll("_", " "));
  const line = emptyLine("tool", startMs);
  textOf(line).textContent = say(deed);
  return line;
}

function emptyLine(by: string, atMs: number | undefined): HTMLElement {
  const line = document.createElement("li");
  const time = line.appendChild(document.createElement("time"));
  if (atMs !== undefined) time.textContent = clock(atMs);
  line.appendChild(document.createElement("span")).className = by;
  return line;
}

function note(line: HTMLElement, words: string): void {
  const small = document.createElement("small");
  small.textContent = ` · ${words}`;
  line.lastElementChild?.append(small);
}

/** Where the words of a line stand. */
function textOf(line: HTMLElement): Element {
  return line.lastElementChild ?? line;
}

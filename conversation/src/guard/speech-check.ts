/**
 * Reads what a model is about to say, clause by clause: a claim of an effect that no tool had becomes an honest sentence, the agent's instructions and
 * the names of its tools are left out, and figures that stand nowhere are noted, or held back.
 */
import { agreesIn } from "../turn/phrases/agreement.ts";
import { acknowledges, claimsIn } from "./claims.ts";
import { effectKindsOf, hasSucceeded, type EffectKind } from "./effect-kinds.ts";
import type { Exchange } from "./exchanges.ts";
import { digitsOf, writtenNumbers } from "./find-value.ts";
import { folded, wordsIn } from "./folded.ts";
import { sentencesFor } from "./sentences.ts";
import type { ToolDefinition, ToolOutcome } from "../ports.ts";

export interface Correction {
  what: "claim" | "instructions" | "markup" | "fact";
  said: string;
  /** Absent: it was said all the same, and is only noted. */
  instead?: string;
}

export interface SpeechCheckParts {
  instructions: string;
  tools: readonly ToolDefinition[];
  /** Passages, the caller's words, known facts: what figures may come from. */
  facts: readonly string[];
  /** Figures that stand nowhere are not said. */
  holdsFacts: boolean;
  noted(correction: Correction): void;
}

export interface CheckedAnswer {
  /** What is said instead; empty: nothing. */
  clause(clause: string): string;
  /** Said at the end where nothing else was. */
  rest(): string;
}

const ENDS_A_SENTENCE = /[.!?…。؟።]["'”’)\]]*$/u;
/** Words in a row that the instructions have as well: no coincidence. */
const SAME_WORDS = 7;
/** Sentences of instructions that speak to the agent, and not to its callers. */
const TO_THE_AGENT =
  /^(?:you are|you're|you answer|you help|you must|you should|your (?:job|task|role|goal)|never|do not|don't|always|respond|speak|act as|keep (?:it|your|answers|replies|responses))\b|\b(?:tell|ask|inform|remind|greet|thank|transfer) (?:the caller|callers|the customer|the user|them)\b/gu;
const ASKS_FOR =
  /[?؟]|\b(?:please|i (?:only |just |still )?need|give me|tell me|naomba|nipe|niambie|tafadhali|il me faut|donnez|dites|preciso|diga)\b/u;
/** Whatever is said to it may be a wish of its own. */
const ASKS_ANYTHING =
  /\b(?:anything else|something else|help you|kingine|nikusaidie|autre chose|vous aider|mais alguma coisa|ajudar)\b/u;
/** "We never tell anyone …": what an agent says of itself is its rule, applied. */
const SAYS_OF_ITSELF = /^(?:i|i'll|i'd|we|we'll|we'd)$/u;
const LEAKS =
  /\b(?:my|the|your) (?:own |initial |original )?(?:system )?(?:instructions|prompt|guidelines) (?:are|is|say|says|read|reads|state)\b|\bsystem prompt\b|\b(?:maagizo yangu|mes (?:instructions|consignes) (?:sont|disent))\b/iu;
const MARKERS = [
  // A call of a tool, whatever it is called: "book_table(name=Mary)".
  /(?<![\p{L}\p{N}_])[a-z]+(?:_[a-z]+)+\s*\([^)]*\)?/gu,
  /\bknown so far for [^.:]*:[^.]*\.?/giu,
  /\{\s*"held"\s*:.*/gu,
];
/** Notes of ours, which a model reads out: until they are closed, over several clauses. */
const NOTE = /\[(?=for the assistant\b|note\b|system\b)|\((?=the call begins\b|the caller (?:spoke|hung)\b)/iu;
/** Smaller ones are said in any sentence; days of a month are among them. */
const SMALL = 31;
const TIMES = /(?<!\d)\d{1,2}[:.h]\d\d(?!\d)/gu;
const ADDRESSES = /[\w.+-]+@[\w-]+\.[\w.]+|\b(?:https?:\/\/|www\.)\S+/giu;
/** So many words in a row that the caller said of themselves are theirs, in a message that is read back: "I paid the fees". */
const QUOTED_WORDS = 4;
const OF_ONESELF =
  /^(?:i|i'm|i've|my|me|we|we've|our|us|nime\p{L}+|nili\p{L}+|mimi|sisi|yangu|wangu|langu|changu|je|j'ai|mon|ma|mes|moi|nous)$/u;
const MOST_FACTS_LETTERS = 400_000;
const MOST_RESULTS = 200;
const MOST_GIVEN = 100;
const MOST_RESULT_LETTERS = 20_000;

export class SpeechCheck {
  readonly #parts: SpeechCheckParts;
  /** What was done and not undone, with the words of its results. */
  #ran: { name: string; kinds: readonly EffectKind[]; hasDone: boolean; hasEffect: boolean; text: string }[] = [];
  readonly #toolNames: RegExp | undefined;
  /** What tools say while they run, in their operator's own words, and the guard's own questions. */
  #given: readonly string[];
  readonly #prompt: ReadonlySet<string>;
  readonly #numbers = new Set<number>();
  /** The caller has just answered a question, and not with yes or no. */
  #hasGivenValue = false;
  #sources = "";
  #heard = "";
  /** Of the sources, text by text. */
  #digits = "";

  constructor(parts: SpeechCheckParts) {
    this.#parts = parts;
    this.#prompt = runsOf(parts.instructions);
    this.#given = parts.tools.flatMap(({ waitMessage = "" }) => (waitMessage === "" ? [] : [folded(waitMessage)]));
    const names = parts.tools.map(({ name }) => name).filter((name) => /[_-]|\p{Ll}\p{Lu}/u.test(name));
    this.#toolNames =
      names.length === 0
        ? undefined
        : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.map(escaped).join("|")})(?:\\s*\\([^)]*\\)?)?`, "giu");
    this.knows([parts.instructions, ...parts.facts].join("\n"));
  }

  /** Figures in these words may be said. */
  knows(text: string): void {
    const plain = folded(text);
    this.#sources = `${this.#sources}\n${plain}`.slice(-MOST_FACTS_LETTERS);
    this.#digits = `${this.#digits} ${digitsOf(plain)}`.slice(-MOST_FACTS_LETTERS);
    for (const number of writtenNumbers(text)) this.#numbers.add(number);
  }

  /** The guard's own question: it claims nothing. */
  asks(question: string): void {
    this.knows(question);
    const words = folded(question);
    if (!this.#given.includes(words)) this.#given = [...this.#given, words].slice(-MOST_GIVEN);
  }

  /** The caller's own words: what is read back of them claims nothing. */
  heard(text: string): void {
    this.knows(text);
    this.#heard = `${this.#heard} ${wordsIn(text).join(" ")} \n`.slice(-MOST_FACTS_LETTERS);
  }

  /** The caller's last words, and what they answer. */
  answered({ agent, caller }: Pick<Exchange, "agent" | "caller">): void {
    const isAsked = ASKS_FOR.test(folded(agent)) && !ASKS_ANYTHING.test(folded(agent));
    this.#hasGivenValue = isAsked && !/[?؟]/u.test(caller) && agreesIn(caller) === undefined;
  }

  ran(tool: ToolDefinition | undefined, outcome: ToolOutcome): void {
    this.knows(outcome.result);
    const hasDone = tool !== undefined && hasSucceeded(outcome);
    const name = tool?.name ?? "";
    const undone = hasDone ? this.#ran.findLastIndex((one) => one.hasDone && this.#isUndone(one.name, name)) : -1;
    if (undone >= 0) this.#ran.splice(undone, 1);
    const kinds = tool && hasDone ? effectKindsOf(tool) : [];
    const text = folded(outcome.result).slice(0, MOST_RESULT_LETTERS);
    this.#ran = [...this.#ran, { name, kinds, hasDone, hasEffect: tool?.hasEffect === true, text }].slice(-MOST_RESULTS);
  }

  #isUndone(name: string, by: string): boolean {
    return this.#parts.tools.some((one) => one.name === name && one.undo === by);
  }

  /** Of one answer: sentences are judged as they grow. */
  answer(language: () => string): CheckedAnswer {
    let sentence = "";
    let isLeftOut = false;
    let isLeaking = false;
    let hasSaid = false;
    let hasDropped = false;
    let closes = "";
    return {
      clause: (given) => {
        if (isLeaking) return "";
        const outside = withoutNotes(given, closes);
        closes = outside.closes;
        const clause = outside.words;
        if (clause !== given) this.#parts.noted({ what: "markup", said: given, instead: clause });
        hasDropped ||= clause === "";
        if (clause === "") return "";
        const isOpen = sentence !== "";
        const whole = `${sentence} ${clause}`.trim();
        const ends = ENDS_A_SENTENCE.test(clause);
        sentence = ends ? "" : whole;
        // The rest of a sentence that was replaced.
        if (isOpen && isLeftOut) return "";
        const { words, isWhole } = this.#clauseOf(clause, whole, language());
        isLeftOut = isWhole;
        // Whoever begins to read out its instructions goes on with them.
        isLeaking = LEAKS.test(whole);
        hasSaid ||= words !== "";
        hasDropped ||= words === "";
        return words;
      },
      rest: () => (hasDropped && !hasSaid ? sentencesFor(language()).cannotTell : ""),
    };
  }

  /** `isWhole`: these words stand for the whole sentence. */
  #clauseOf(clause: string, sentence: string, language: string): { words: string; isWhole: boolean } {
    const { notDone, oneMoment, cannotTell, notSure } = sentencesFor(language);
    const { noted, holdsFacts } = this.#parts;
    if (this.#given.some((one) => one.includes(folded(sentence)))) return { words: clause, isWhole: false };
    const isThanks = this.#hasGivenValue && acknowledges(sentence);
    const untrue = claimsIn(this.#unquoted(sentence), language).filter(
      (kind) => !(isThanks && kind === "record") && !this.#isTrue(kind),
    );
    if (untrue.length > 0) {
      // "I am transferring you" is said while the transfer begins: it waits for it.
      const instead = untrue.every((kind) => kind === "transfer") ? oneMoment : notDone;
      noted({ what: "claim", said: sentence, instead });
      return { words: instead, isWhole: true };
    }
    const bare = this.#withoutMarkup(clause);
    if (bare !== clause) noted({ what: "markup", said: clause, instead: bare });
    if (!/[\p{L}\p{N}]/u.test(bare)) return { words: "", isWhole: false };
    if (LEAKS.test(sentence) || this.#isInstruction(sentence)) {
      noted({ what: "instructions", said: sentence, instead: cannotTell });
      return { words: cannotTell, isWhole: true };
    }
    if (this.#isKnown(bare)) return { words: bare, isWhole: false };
    noted({ what: "fact", said: bare, ...(holdsFacts ? { instead: notSure } : {}) });
    return holdsFacts ? { words: notSure, isWhole: true } : { words: bare, isWhole: false };
  }

  #unquoted(sentence: string): string {
    const words = wordsIn(sentence);
    const kept: string[] = [];
    for (let at = 0; at < words.length;) {
      let end = at;
      while (end < words.length && this.#heard.includes(` ${words.slice(at, end + 1).join(" ")} `)) end++;
      const isTheirs = end - at >= QUOTED_WORDS && words.slice(at, end).some((word) => OF_ONESELF.test(word));
      if (!isTheirs) kept.push(words[at] ?? "");
      at = isTheirs ? end : at + 1;
    }
    return kept.length === words.length ? sentence : `${kept.join(" ")}${/[?؟]\s*$/u.test(sentence) ? "?" : ""}`;
  }

  #isTrue(kind: EffectKind): boolean {
    // "Book" and "record" are both said of what is written down.
    const alike = [kind, ...(ALIKE[kind] ?? [])];
    const isOther = kind !== "cancel" && kind !== "transfer";
    return this.#ran.some(
      ({ kinds, hasDone, hasEffect, text }) =>
        alike.some((one) => kinds.includes(one)) ||
        (isOther && hasDone && hasEffect && kinds.length === 0) ||
        SAYS[kind].test(text),
    );
  }

  #withoutMarkup(clause: string): string {
    let bare = clause;
    for (const marker of MARKERS) bare = bare.replace(marker, " ");
    if (this.#toolNames) bare = bare.replace(this.#toolNames, " ");
    return bare === clause ? clause : bare.replace(/\s+/gu, " ").trim();
  }

  #isInstruction(clause: string): boolean {
    const words = wordsIn(clause);
    for (let at = 0; at + SAME_WORDS <= words.length; at++)
      if (!SAYS_OF_ITSELF.test(words[at - 1] ?? "") && this.#prompt.has(words.slice(at, at + SAME_WORDS).join(" "))) return true;
    return false;
  }

  /** Of figures that count: prices, years, long numbers, times, addresses. */
  #isKnown(clause: string): boolean {
    const text = folded(clause);
    const addresses = text.match(ADDRESSES) ?? [];
    if (addresses.some((one) => !this.#sources.includes(one.replace(/[.,]$/u, "")))) return false;
    const times = text.match(TIMES) ?? [];
    const isTimeKnown = (time: string): boolean => this.#sources.includes(time) || this.#sources.includes(time.padStart(5, "0"));
    if (times.some((time) => !isTimeKnown(time) && !this.#isHalfDay(time))) return false;
    const rest = text.replace(TIMES, " ").replace(ADDRESSES, " ");
    return writtenNumbers(rest).every(
      (one) => one <= SMALL || this.#numbers.has(one) || (one > 9_999 && this.#digits.includes(String(one))),
    );
  }

  /** "2:30 pm" of "14:30". */
  #isHalfDay(time: string): boolean {
    const [hour = "0", minutes = "00"] = time.split(/[:.h]/u);
    return this.#sources.includes(`${String(Number(hour) + 12)}:${minutes}`) || this.#numbers.has(Number(hour));
  }
}

/** `closes`: what ends the note that the clause is in the middle of. */
function withoutNotes(clause: string, closes: string): { words: string; closes: string } {
  let words = "";
  let rest = clause;
  for (let open = closes; ;) {
    if (open !== "") {
      const end = rest.indexOf(open);
      if (end < 0) return { words: words.trim(), closes: open };
      rest = rest.slice(end + 1);
    }
    const at = rest.search(NOTE);
    if (at < 0)
      return { words: words === "" && rest === clause ? clause : `${words}${rest}`.replace(/\s+/gu, " ").trim(), closes: "" };
    words += rest.slice(0, at);
    open = rest[at] === "[" ? "]" : ")";
    rest = rest.slice(at + 1);
  }
}

const ALIKE: Partial<Record<EffectKind, readonly EffectKind[]>> = {
  book: ["move"],
  record: ["book", "send"],
  send: ["record"],
  move: ["book"],
  pay: ["book"],
};

/** What tools say of it themselves; `"cancelled": false` is the opposite. */
const SAYS: Readonly<Record<EffectKind, RegExp>> = {
  book: /(?<!\bnot )\b(?:booked|reserved|scheduled|confirmed|registered|ordered)\b(?!"?\s*:\s*(?:false|null|0))/u,
  cancel: /(?<!\bnot )\b(?:cancell?ed|deleted|removed)\b(?!"?\s*:\s*(?:false|null|0))/u,
  move: /(?<!\bnot )\b(?:moved|rescheduled|changed|updated|postponed)\b(?!"?\s*:\s*(?:false|null|0))/u,
  send: /(?<!\bnot )\b(?:sent|delivered|shipped|dispatched|notified)\b(?!"?\s*:\s*(?:false|null|0))/u,
  transfer: /(?<!\bnot )\b(?:transferred|connected)\b(?!"?\s*:\s*(?:false|null|0))/u,
  pay: /(?<!\bnot )\b(?:paid|charged|refunded|settled|credited)\b(?!"?\s*:\s*(?:false|null|0))/u,
  record: /(?<!\bnot )\b(?:recorded|noted|logged|reported|saved|submitted|received)\b(?!"?\s*:\s*(?:false|null|0))/u,
};

/** Every run of so many words that holds those that speak to the agent: the rest of the sentence may be said to callers. */
function runsOf(instructions: string): Set<string> {
  const runs = new Set<string>();
  for (const sentence of folded(instructions).split(/(?<=[.!?])\s|\n/u)) {
    const bare = sentence.replace(/^[\s\-*#\d.]+/u, "");
    const words = wordsIn(bare);
    for (const { 0: spoken, index } of bare.matchAll(TO_THE_AGENT)) {
      const first = wordsIn(bare.slice(0, index)).length;
      const last = first + wordsIn(spoken).length;
      for (let at = Math.max(0, last - SAME_WORDS); at <= first && at + SAME_WORDS <= words.length; at++)
        runs.add(words.slice(at, at + SAME_WORDS).join(" "));
    }
  }
  return runs;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

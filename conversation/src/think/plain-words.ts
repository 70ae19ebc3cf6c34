/**
 * Of what a language model writes, the words that a person would say: markup, tags of tools and of thoughts, code, emoji and what else is
 * for the eye are neither spoken nor kept. Works on a stream: what may be the beginning of markup is held back until it is known.
 */

/** What stands between these tags is not for the caller. */
const DROPPED =
  /^(?:think|thinking|thought|reasoning|analysis|tools?|tool_?calls?|function_?calls?|functions?|invoke|parameters?|arguments|tool_?(?:response|result|code)|script|style)$/i;
/** Nor is a call of a tool to be found in it. */
const THOUGHTS = /^(?:think|thinking|thought|reasoning|analysis|script|style)$/i;
/** From here on the answer is a call of a tool as some models write it. */
const TOOL_MARK = /^(?:\[TOOL_CALLS?\]|<\|(?:python_tag|tool_calls?(?:_begin|_section_begin)?)\|?>|<｜tool)/i;
/** The answer is over where the model closes its turn, or begins to write somebody else's. */
const TURN_MARK = /^<(?:\|(?:im_end|eot_id|end|endoftext|end_of_text|eom_id)\|>|\/s>|end_of_turn>)/i;
const OWN_ROLE = /^(?:assistant|ai|bot)\s*:\s*/i;
const OTHER_ROLE = /^(?:user|human|caller)\s*:/i;
const MAY_BE_ROLE = ["assistant", "ai", "bot", "user", "human", "caller"];
const TAG = /^<\/?\|?\s?([a-z][\w-]*)(?:[^<>]{0,80}?)>/i;
const MAY_BE_TAG = /^<(?:[/|]?\s?(?:[a-z][^<>]{0,80})?)?$/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", nbsp: " ", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{FE0F}|\u{20E3}|\u{200D}|\u{FFFD}|\p{Cc})/u;
/** Signs of law and trade are emoji to Unicode; people read them. */
const NO_EMOJI = /^[©®™]/;
const LINK = /^!?\[([^\]\n]{0,200})\](?:\(([^)\n]{0,500})\))?/;
const LONGEST_LINK = 720;
/** What a voice is to do, not to say. */
const STAGE =
  /^(?:(?:soft|warm|light|gent|kind|nervous|quiet|brief|polite)\w* )?(?:smil|laugh|chuckl|giggl|sigh|nod|paus|whisper|grin|wink|cough|cries|crying|clear(?:s|ing) (?:\w+ )?throat|typ(?:es|ing)|check(?:s|ing) (?:the )?(?:calendar|system|computer|records?))\w*(?: (?:soft|warm|light|gent|kind|nervous|quiet|brief|polite)\w*)?$/i;
/** At the beginning of a line: headings, lists, quotations, rulers, rows of tables. */
const LINE_MARK = /^(?:#{1,6}(?=\s)|[-+•–—·▪◦*](?=\s)|>+|(?:[-=_*]\s?){3,}(?=\n|$)|\|(?:\s*:?-+:?\s*\|)+)/;
const MAY_BE_LINE_MARK = /^[#\-+•–—·▪◦*>=_|:\s]{0,200}$/;

/** Of what is left out, so much is remembered: a call of a tool may be in it. */
const MOST_LEFT = 16_000;

/** Until what the text is left out: words that close it, or braces that match. */
type Dropping = { until: string; isThought?: boolean } | { depth: number; quote: "" | '"' | "\\" };

export class PlainWords {
  #pending = "";
  #dropping: Dropping | undefined;
  #isLineStart = true;
  #last = "";
  #left = "";

  /** What stood between tags, in code, or looked like a call of a tool; thoughts are not in it. */
  get left(): string {
    return this.#left;
  }

  push(piece: string): string {
    this.#pending += piece;
    return this.#take(false);
  }

  /** What was held back although it was no markup. */
  end(): string {
    const rest = this.#take(true);
    // Some servers take the closing tag of a call for the end of the answer.
    if (this.#dropping && "until" in this.#dropping && this.#dropping.isThought !== true) this.#leave(this.#pending);
    this.#pending = "";
    return rest;
  }

  #take(isLast: boolean): string {
    let said = "";
    while (this.#pending !== "") {
      if (this.#dropping) {
        if (!this.#drop(this.#dropping)) break;
        continue;
      }
      const step = this.#next(isLast);
      if (step === undefined) break;
      const [length, text] = step;
      const taken = this.#pending.slice(0, length);
      this.#pending = this.#pending.slice(length);
      if (taken.includes("\n")) this.#isLineStart = true;
      else if (/\S/.test(taken) && text !== "") this.#isLineStart = false;
      if (text !== "") this.#last = text;
      said += text;
    }
    return said;
  }

  /** How much of what is pending is understood, and what is said of it; undefined: more must come first. */
  #next(isLast: boolean): readonly [number, string] | undefined {
    const text = this.#pending;
    const char = text.charAt(0);
    if (this.#isLineStart) {
      const mark = LINE_MARK.exec(text);
      if (!isLast && text.length < 200 && MAY_BE_LINE_MARK.test(text))
        return /^\s+$/.test(text) ? [text.length, text] : undefined;
      if (mark) return [mark[0].length, ""];
      const role = this.#role(text, isLast);
      if (role !== "none") return role;
    }
    if (char === "<") return this.#tag(text, isLast);
    if (char === "[" || (char === "!" && (text[1] ?? "[") === "[")) return this.#link(text, isLast);
    if (char === "`") return this.#code(text, isLast);
    if (char === "{") return this.#object(text, isLast);
    if (char === "&") return entity(text, isLast);
    if (char === "*") return this.#star(text, isLast);
    if (char === "~") return [1, ""];
    if (char === "|") return [1, " "];
    if (char === "_") return this.#underscore(text, isLast);
    if (char === "【") return footnote(text, isLast);
    return plain(text, isLast);
  }

  /** Models that know dialogues from texts write who speaks before each line. */
  #role(text: string, isLast: boolean): readonly [number, string] | undefined | "none" {
    const own = OWN_ROLE.exec(text);
    if (own) return [own[0].length, ""];
    if (OTHER_ROLE.test(text) && this.#last !== "") return this.#stop(text);
    const word = text.trimEnd().toLowerCase();
    return !isLast && MAY_BE_ROLE.some((role) => role.startsWith(word)) ? undefined : "none";
  }

  #tag(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (TOOL_MARK.test(text)) return this.#dropAll(text);
    if (TURN_MARK.test(text) && this.#last !== "") return this.#stop(text);
    const tag = TAG.exec(text);
    if (!tag) return !isLast && MAY_BE_TAG.test(text) ? undefined : [1, ""];
    const [whole, name = ""] = tag;
    if (DROPPED.test(name) && !whole.startsWith("</") && !whole.endsWith("/>")) {
      this.#dropping = { until: `</${name}>`, isThought: THOUGHTS.test(name) };
      if (!THOUGHTS.test(name)) this.#leave(whole);
    }
    return [whole.length, /^br$/i.test(name) ? "\n" : ""];
  }

  /** Of emphasis nothing is said but its words, of a stage direction ("*smiles*") nothing at all; between numbers it multiplies. */
  #star(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (!isLast && /^\*+[\p{L} ]{0,30}$/u.test(text)) return undefined;
    if (/\d\s*$/.test(this.#last) && /^\*\s*\d/.test(text)) return [1, "×"];
    const staged = /^\*+([\p{L} ]{1,30})\*+/u.exec(text);
    return [staged && STAGE.test(staged[1] ?? "") ? staged[0].length : 1, ""];
  }

  #link(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (text === "!") return isLast ? [1, "!"] : undefined;
    if (TOOL_MARK.test(text)) return this.#dropAll(text);
    const link = LINK.exec(text);
    if (!link) return !isLast && text.length < LONGEST_LINK && !text.includes("\n") ? undefined : [1, ""];
    const [whole, words = "", address] = link;
    // What follows decides whether it is a link.
    if (
      !isLast &&
      address === undefined &&
      (text.length === whole.length || (text[whole.length] === "(" && text.length < LONGEST_LINK))
    )
      return undefined;
    const isStage = address === undefined && STAGE.test(words);
    const isSaid = !isStage && !whole.startsWith("!") && !/^(?:[\d,\s^]+|\/?[A-Z_]+)$/.test(words);
    return [whole.length, isSaid ? plainWords(words) : ""];
  }

  #code(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (text.startsWith("```")) {
      this.#dropping = { until: "```" };
      return [3, ""];
    }
    return !isLast && "```".startsWith(text) ? undefined : [1, ""];
  }

  /** A call of a tool, written as an answer. */
  #object(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (!isLast && /^\{\s*$/.test(text)) return undefined;
    if (!/^\{\s*"/.test(text)) return [1, ""];
    this.#dropping = { depth: 0, quote: "" };
    return [0, ""];
  }

  #underscore(text: string, isLast: boolean): readonly [number, string] | undefined {
    if (text.length === 1 && !isLast) return undefined;
    const isInside = /[\p{L}\p{N}]$/u.test(this.#last) && /^_[\p{L}\p{N}]/u.test(text);
    return [1, isInside ? "_" : ""];
  }

  #dropAll(text: string): readonly [number, string] {
    this.#leave(text);
    this.#dropping = { until: "\u0000" };
    return [text.length, ""];
  }

  #stop(text: string): readonly [number, string] {
    this.#dropping = { until: "\u0000", isThought: true };
    return [text.length, ""];
  }

  #leave(text: string): void {
    this.#left = (this.#left + text).slice(0, MOST_LEFT);
  }

  /** Whether its end was found. */
  #drop(what: Dropping): boolean {
    if ("until" in what) {
      const end = this.#pending.toLowerCase().indexOf(what.until.toLowerCase());
      // Without its end, only a closing tag that is cut in two need be remembered.
      const left = end < 0 ? Math.max(0, this.#pending.length - what.until.length + 1) : end;
      if (what.isThought !== true) this.#leave(this.#pending.slice(0, left));
      if (end < 0) {
        this.#pending = this.#pending.slice(left);
        return false;
      }
      this.#pending = this.#pending.slice(end + what.until.length);
    } else {
      let at = 0;
      for (; at < this.#pending.length; at++) {
        const char = this.#pending[at];
        if (what.quote === "\\") what.quote = '"';
        else if (what.quote !== "") what.quote = char === "\\" ? "\\" : char === '"' ? "" : '"';
        else if (char === '"') what.quote = '"';
        else if (char === "{") what.depth++;
        else if (char === "}" && --what.depth === 0) break;
      }
      this.#leave(this.#pending.slice(0, at + 1));
      this.#pending = this.#pending.slice(at + 1);
      if (what.depth > 0) return false;
    }
    this.#dropping = undefined;
    return true;
  }
}

/** Of what stands in a link. */
function plainWords(text: string): string {
  const words = new PlainWords();
  return words.push(text) + words.end();
}

function entity(text: string, isLast: boolean): readonly [number, string] | undefined {
  const found = /^&(amp|nbsp|lt|gt|quot|apos|#39);/.exec(text);
  if (found) return [found[0].length, ENTITIES[found[1] ?? ""] ?? ""];
  return !isLast && /^&[a-z#\d]{0,4}$/.test(text) ? undefined : [1, "&"];
}

function footnote(text: string, isLast: boolean): readonly [number, string] | undefined {
  const end = text.indexOf("】");
  if (end >= 0) return [end + 1, ""];
  return !isLast && text.length < 100 ? undefined : [1, ""];
}

/** Everything up to the next character that may mean something; half of a character waits for the other. */
function plain(text: string, isLast: boolean): readonly [number, string] | undefined {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (/^[\uD800-\uDBFF]$/.test(first)) return isLast || text.length > 1 ? [1, ""] : undefined;
  if (first === "\n" || first === "\t" || first === "\r") return [1, first === "\n" ? "\n" : " "];
  if (EMOJI.test(first) && !NO_EMOJI.test(first)) return [first.length, ""];
  const run = /^[\p{L}\p{M}\p{N} .,;:?'’"-]+/u.exec(text);
  return run ? [run[0].length, run[0]] : [first.length, first];
}

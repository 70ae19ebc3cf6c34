/** Plays callers against the guided dialogue, and judges what came of it. */
import type { Expected, Message, ThinkRequest, Thought, Words } from "@ongea/conversation";
import { createRuleBasedDialogue } from "../../builtin/dialogue/rule-based-dialogue.ts";
import { LEFT_OUT } from "../../builtin/dialogue/task.ts";
import { WORDS } from "../../builtin/dialogue/world.ts";
import type { Business, CallerQuestion, CallerGoal, CallerLanguage } from "./business.ts";
import { Caller, KEYED, type CallerStyle } from "./caller.ts";
import type { Chance } from "./chance.ts";
import { misheard } from "./confusions.ts";
import { LOCAL_TIME, numbersInWords } from "./sayings.ts";

export interface Outcome {
  business: string;
  heldOut: boolean;
  kind: string;
  language: CallerLanguage;
  ok: boolean;
  /** A tool with an effect was called with something else than the caller wanted; a message that says what was not heard does not count. */
  wrongEffect: boolean;
  /** A number was said that nobody had said, or a secret. */
  invented: boolean;
  turns: number;
  /** What was said, for those who look why. */
  lines: readonly string[];
  why: string;
}

/** What a recogniser makes of a sentence that is said to it, guided by what was asked for. */
export type Hear = (said: string, expected: readonly Expected[]) => Promise<Pick<Words, "text" | "confidence" | "words">>;

export interface Playing {
  language: CallerLanguage;
  chance: Chance;
  noisy: boolean;
  hear?: Hear;
}

interface Call {
  name: string;
  given: Record<string, unknown>;
}

const MOST_TURNS = 26;
/** How often a question is put before they ring off. */
const MOST_ASKED = 3;
/** Tools without an effect. */
const LOOKS_UP = /^(?:get|track|check)_/;

class Line {
  readonly messages: Message[] = [];
  readonly calls: Call[] = [];
  readonly lines: string[] = [];
  ended = false;
  /** Everything that numbers may be said of. */
  known: string;
  readonly #business: Business;
  readonly #playing: Playing;
  readonly #llm = createRuleBasedDialogue();
  #expected: readonly Expected[] = [];

  constructor(business: Business, playing: Playing) {
    this.#business = business;
    this.#playing = playing;
    this.known = `${this.prompt} ${JSON.stringify(business.tools)}`;
    this.#expected = this.#llm.opening?.(this.#request) ?? [];
  }

  get prompt(): string {
    return this.#playing.language === "fr" ? (this.#business.promptFr ?? this.#business.prompt) : this.#business.prompt;
  }

  async says(text: string): Promise<string> {
    const heard = await this.#heard(text);
    this.messages.push({ role: "caller", ...heard });
    const sure = heard.confidence === undefined ? "" : ` (${heard.confidence.toFixed(2)})`;
    this.lines.push(`> ${heard.text}${sure}${heard.text === text ? "" : `   [${text}]`}`);
    this.known += ` ${text} ${heard.text}`;
    let answer = "";
    for (let round = 0; round < 5; round++) {
      let called = false;
      for await (const thought of this.#think()) {
        if (thought.kind === "expect") this.#expected = thought.expected;
        if (thought.kind === "text") answer += (answer === "" || thought.text.startsWith(" ") ? "" : " ") + thought.text;
        if (thought.kind !== "tool") continue;
        if (thought.name === "end_call") this.ended = true;
        else {
          called = true;
          this.#use(thought);
        }
      }
      if (!called) break;
    }
    this.messages.push({ role: "assistant", text: answer });
    this.lines.push(`< ${answer}`);
    return answer;
  }

  async #heard(said: string): Promise<Pick<Words, "text" | "confidence" | "words">> {
    const { language, chance, noisy, hear } = this.#playing;
    if (said.startsWith(KEYED)) return { text: said };
    if (!hear) return noisy ? misheard(said, language, chance) : { text: said };
    const { text, confidence, words } = await hear(said, this.#expected);
    return { text: text || "(inaudible)", ...(confidence !== undefined && { confidence }), ...(words && { words }) };
  }

  get #request(): Omit<ThinkRequest, "messages"> {
    const { tools } = this.#business;
    return {
      instructions: this.prompt,
      knowledge: [],
      language: this.#playing.language,
      localTime: LOCAL_TIME,
      tools,
      settings: { maxTokens: 150, temperature: 0 },
    };
  }

  #think(): AsyncIterable<Thought> {
    return this.#llm.think({ ...this.#request, messages: this.messages }, new AbortController().signal);
  }

  #use({ id, name, arguments: text }: Extract<Thought, { kind: "tool" }>): void {
    const given = JSON.parse(text) as Record<string, unknown>;
    this.calls.push({ name, given });
    const own = name === "take_message" ? { taken: true, reference: "M-7" } : this.#business.answer(name, given);
    const result = JSON.stringify(own);
    this.known += ` ${result}`;
    this.lines.push(`! ${name} ${text} → ${result}`);
    this.messages.push({ role: "tool-call", id, name, arguments: text }, { role: "tool-result", id, name, result });
  }
}

/** A caller who wants something done. */
export async function playGoal(
  business: Business,
  intent: CallerGoal,
  playing: Playing & { style: CallerStyle },
): Promise<Outcome> {
  const line = new Line(business, playing);
  const caller = new Caller(business, intent, playing);
  line.known += ` ${Object.values(caller.goal).join(" ")}`;
  let heard = "";
  let turns = 0;
  for (; turns < MOST_TURNS && !line.ended; turns++) {
    const text = caller.answers(heard);
    if (text === undefined) break;
    heard = await line.says(text);
    caller.isServed ||= line.calls.some(({ name }) => name === intent.tool);
  }
  const effects = line.calls.filter(({ name }) => name !== "check_availability");
  const [first] = effects;
  const wrong = effects.filter((call) => !isWanted(call, intent, caller.goal));
  const why =
    first === undefined
      ? "nothing was done"
      : wrong.length > 0
        ? `${wrong[0]!.name} ${JSON.stringify(wrong[0]!.given)} for ${JSON.stringify(caller.goal)}`
        : effects.length > 1
          ? "done twice"
          : "";
  return {
    ...judged(business, line, playing),
    kind: intent.kind,
    ok: why === "" && !judged(business, line, playing).invented,
    wrongEffect: wrong.some(
      (call) => !LOOKS_UP.test(call.name) && !isWanted(withoutLeftOut(call, caller.goal), intent, caller.goal),
    ),
    turns,
    why,
  };
}

/** A caller who only asks, and asks again, in other words or the same, where that was not answered. */
export async function playQuestion(business: Business, question: CallerQuestion, playing: Playing): Promise<Outcome> {
  const line = new Line(business, playing);
  const words = WORDS[playing.language];
  let told = false;
  let turns = 0;
  for (; turns < MOST_ASKED && !told && !line.ended; turns++) {
    const heard = await line.says(playing.chance.of(question.asks[playing.language] ?? [""]));
    told = question.answer
      ? question.answer.test(heard)
      : heard.includes(words.unknown) || heard.includes(words.notUnderstood) || heard.includes(words.cannot);
  }
  const verdict = judged(business, line, playing);
  const ok = told && line.calls.length === 0 && !verdict.invented;
  return {
    ...verdict,
    kind: question.answer ? "question" : "question nobody can answer",
    ok,
    wrongEffect: line.calls.length > 0,
    turns,
    why: ok ? "" : "not answered",
  };
}

function judged(
  business: Business,
  line: Line,
  { language }: Playing,
): Pick<Outcome, "business" | "heldOut" | "language" | "invented" | "lines"> {
  const ours = line.lines.filter((one) => one.startsWith("<")).join(" ");
  return {
    business: business.key,
    heldOut: business.heldOut,
    language,
    invented: business.secrets.test(ours) || unknownAmounts(ours, line.known),
    lines: line.lines,
  };
}

/** Amounts of three digits and more that stand neither in the prompt nor in anything that was said or answered. */
function unknownAmounts(ours: string, known: string): boolean {
  const plain = known.replace(/(\d)[, ](?=\d{3})/g, "$1");
  const amounts = ours.replace(/(\d)[, ](?=\d{3}\b)/g, "$1").match(/\d{3,}/g) ?? [];
  return amounts.some((amount) => !plain.includes(amount) && !plain.replace(/\s/g, "").includes(amount));
}

function isWanted({ name, given }: Call, intent: CallerGoal, goal: Readonly<Record<string, string>>): boolean {
  if (name !== intent.tool) return false;
  return intent.wanted.every(({ field, draw }) => {
    const got = inWords(given[field]);
    const want = goal[field]!;
    if (draw.kind === "name") return bare(got) === bare(want);
    if (draw.kind === "text") return bare(numbersInWords(got)).includes(bare(numbersInWords(want)));
    return got === want;
  });
}

/** A value that a message says was not heard is no wrong one. */
function withoutLeftOut({ name, given }: Call, goal: Readonly<Record<string, string>>): Call {
  return {
    name,
    given: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value === LEFT_OUT ? goal[key] : value])),
  };
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

function bare(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

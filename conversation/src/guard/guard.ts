/**
 * The form guard: stands in front of every tool call of every model. A call with an effect runs when its arguments fit the schema, each value comes from
 * the call, and the caller has said yes to all of them; what does not is held, and its model hears why. Pure: no clock, no network.
 */
import type { ArgumentChecker, Message, ReadingContext, ToolDefinition, ToolOutcome, ValueReader } from "../ports.ts";
import { canonical } from "./canonical.ts";
import { confirmationOf, type Confirmation } from "./confirmed.ts";
import { DoneEffects, type Correction } from "./done-effects.ts";
import { exchangesIn, type Exchange } from "./exchanges.ts";
import { isOfAnotherScript, wordsIn } from "./folded.ts";
import { holdResult, isHoldResult, type Hold } from "./hold.ts";
import { askQuestion, changeQuestion, confirmQuestion } from "./in-words.ts";
import { closedIn, implausibleIn } from "./plausible.ts";
import { Reading } from "./reading.ts";
import { labelOf, slotsOf, type Slot } from "./slots.ts";
import { groundsOf, isPlaceholder, sourcesIn, type Grounds, type Sources } from "./sources.ts";

export interface GuardParts {
  reader: ValueReader;
  checkArguments: ArgumentChecker;
  /** ISO 3166, of the business. */
  country?: string | undefined;
  callerNumber: string;
  /** What is known of this call beforehand: values of a batch's row. */
  facts: readonly string[];
}

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** A call, and all that was said before it. */
export interface Considered {
  call: ToolCall;
  tool: ToolDefinition | undefined;
  messages: readonly Message[];
  /** Of all tools: which results were effects. */
  tools: readonly ToolDefinition[];
  language: string;
  localTime: string;
}

export interface FormSlot {
  name: string;
  value: string | number | boolean;
  /** Of the caller's answers, from 0; absent: no answer of theirs holds it. */
  turn?: number;
  /** Of those words, as the recogniser judged them, 0…1. */
  confidence?: number;
  state: "doubtful" | "heard" | "confirmed";
}

export type Verdict =
  /** `instead`: it corrects what was done, which is changed, or undone first. */
  | { kind: "run"; form?: readonly FormSlot[]; instead?: Correction }
  /** The same was done before. */
  | { kind: "known"; outcome: ToolOutcome }
  /** `ask`: the guard asks the caller itself, and the answer ends with it. */
  | { kind: "held"; held: Hold; result: string; round: number; form: readonly FormSlot[]; ask?: string };

type Judged =
  | Exclude<Verdict, { kind: "held" }>
  | { kind: "held"; held: Hold; form: readonly FormSlot[]; slots: readonly Slot[] };

/** After so many held rounds in a row the guard asks the caller itself. */
const ROUNDS = 2;
/** The same question is asked so often; then it is the model's again. */
const MOST_ASKED = 3;
const MOST_EXCHANGES = 120;
const MOST_QUESTIONS = 100;
const LONGEST_ARGUMENTS = 10_000;

export class Guard {
  readonly #parts: GuardParts;
  readonly #reading: Reading;
  readonly #done = new Map<string, ToolOutcome>();
  #lastDone = "";
  readonly #effects = new DoneEffects();
  /** Of each tool, in a row. */
  readonly #rounds = new Map<string, number>();
  /** The guard's sentences, each with the call that it is about, and how often it was asked. */
  readonly #questions = new Map<string, { key: string; asked: number }>();
  readonly #listings = new WeakMap<Message, boolean>();
  readonly #slotsAsked = new Map<string, { asked: number }>();
  #pending: { call: ToolCall; sentence: string } | undefined;
  /** Values that the caller agreed to before a tool that then did nothing. */
  readonly #agreed = new Map<string, ReadonlyMap<string, unknown>>();

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#reading = new Reading(parts.reader);
  }

  judge(considered: Considered): Verdict {
    const verdict = this.#verdictOn(considered);
    if (verdict.kind !== "held") return verdict;
    const { call, tool } = considered;
    const round = (this.#rounds.get(call.name) ?? 0) + 1;
    this.#rounds.set(call.name, round);
    const { held, form, slots } = verdict;
    // Only a question with every value in it can be answered by a yes.
    const question = isConfirmable(held) ? this.#remembered(held.say, keyOf(call)) : this.#asked(held);
    const answer = { kind: "held" as const, held, result: holdResult(held), round, form };
    if (tool?.hasEffect !== true || round < ROUNDS || question.asked >= MOST_ASKED) return answer;
    question.asked++;
    this.#pending = isConfirmable(held) && slots.length === form.length ? { call, sentence: held.say } : undefined;
    return { ...answer, ask: held.say };
  }

  /** A call that the guard asked the caller about, who has just said yes. */
  pendingCall(considered: Omit<Considered, "call" | "tool">): ToolCall | undefined {
    const pending = this.#pending;
    const last = considered.messages.at(-1);
    if (!pending || last?.role !== "caller") return undefined;
    const before = exchangesIn(considered.messages).at(-1)?.agent ?? "";
    if (!squashed(before).includes(squashed(pending.sentence))) return undefined;
    const tool = considered.tools.find(({ name }) => name === pending.call.name);
    const verdict = this.#verdictOn({ ...considered, call: pending.call, tool });
    return verdict.kind === "run" ? pending.call : undefined;
  }

  /** Whoever asks for the same meanwhile is told this. */
  began(call: ToolCall, tool: ToolDefinition | undefined, meanwhile: string): void {
    if (tool?.hasEffect !== true || isListing(tool, parsed(call.arguments))) return;
    this.#done.set(keyOf(call), { ok: true, result: meanwhile });
    this.#lastDone = keyOf(call);
  }

  ran({ name, arguments: given }: ToolCall, tool: ToolDefinition | undefined, outcome: ToolOutcome): void {
    if (tool?.hasEffect !== true) return;
    const key = keyOf({ name, arguments: given });
    this.#rounds.delete(name);
    if (this.#pending?.call.name === name) this.#pending = undefined;
    const value = parsed(given);
    const slots = value === undefined ? [] : slotsOf(tool, value);
    if (isListing(tool, value)) return;
    this.#done.set(key, outcome);
    this.#lastDone = key;
    const touched = this.#effects.ran({ name, arguments: given }, tool, outcome);
    // First results of what is not as it was: what was undone, and what undid it before it was done again.
    const stale = new Set<string | undefined>([touched, tool.undo, tool.change]);
    for (const one of this.#done.keys()) if (stale.has(one.slice(0, one.indexOf(" ")))) this.#done.delete(one);
    if (outcome.ok) this.#agreed.delete(name);
    else this.#agreed.set(name, new Map(slots.map((slot) => [slot.name, slot.value])));
  }

  /** A call that was met by changing what was done before. */
  corrected(call: ToolCall, tool: ToolDefinition, outcome: ToolOutcome): void {
    this.#done.set(keyOf(call), outcome);
    this.#lastDone = keyOf(call);
    this.#rounds.delete(call.name);
    if (this.#pending?.call.name === call.name) this.#pending = undefined;
    const slots = slotsOf(tool, parsed(call.arguments));
    if (outcome.ok) this.#agreed.delete(call.name);
    else this.#agreed.set(call.name, new Map(slots.map((slot) => [slot.name, slot.value])));
  }

  #verdictOn(considered: Considered): Judged {
    const { call, tool, language } = considered;
    const value = parsed(call.arguments);
    // The runner knows what to say of what it does not know.
    if (!tool || value === undefined) return { kind: "run" };
    const schema = this.#schemaProblem(tool, value);
    const checked = schema.value;
    const slots = slotsOf(tool, checked);
    if (schema.problem) {
      const { name, reason, detail } = schema.problem;
      const slot = slots.find((one) => one.name === name) ?? {
        kind: slotsOf(tool, { [name]: "?" })[0]?.kind ?? "text",
        label: labelOf(name),
      };
      const held: Hold = { tool: tool.name, slot: name, reason, detail, say: askQuestion(slot, language) };
      return { kind: "held", held, form: [], slots };
    }
    if (tool.hasEffect !== true || isListing(tool, checked)) return { kind: "run" };
    return this.#effect({ ...considered, tool, given: checked }, slots);
  }

  #effect(considered: Considered & { tool: ToolDefinition; given: unknown }, slots: readonly Slot[]): Judged {
    const { call, tool, tools, messages, language, localTime, given } = considered;
    const key = keyOf(call);
    const first = this.#done.get(key);
    if (first?.ok === true && this.#lastDone === key) return { kind: "known" as const, outcome: first };
    const finding = { reading: this.#reading, context: this.#context(considered) };
    const { exchanges, fresh, since } = this.#dialogueOf(considered);
    const wanted = { tool, given, slots, tools, since, finding };
    const same = this.#effects.same(wanted);
    if (same) return { kind: "known" as const, outcome: same.outcome };
    const correction = this.#effects.correction(wanted, this.#parts.checkArguments);
    const sources = sourcesIn(messages, exchanges, { finding, ...this.#parts });
    const agreedBefore = new Map([...(this.#agreed.get(tool.name) ?? []), ...this.#effects.standing(tool, given)]);
    const stays = correction && slots.filter((slot) => !correction.slots.includes(slot));
    for (const { name, value } of stays ?? []) agreedBefore.set(name, value);
    const isOwnQuestion = (agent: string): boolean | undefined => this.#isQuestionAbout(agent, key);
    const readBack = { tool, slots, callerNumber: this.#parts.callerNumber, exchanges: fresh, agreedBefore, isOwnQuestion };
    const confirmation = confirmationOf(readBack, finding);
    const isNeeded = tool.needsConfirmation !== false;
    if (first && !confirmation.ok) return { kind: "known" as const, outcome: first };
    const grounds = slots.map((slot) => this.#groundsOf(slot, sources, finding, confirmation));
    const form = slots.map((slot, at) => formSlot(slot, grounds[at], confirmation.ok));
    const say = correction ? changeQuestion(correction.slots, language) : confirmQuestion(slots, labelOf(tool.name), language);
    const asks = (slot: Slot | undefined): string => (slot ? askQuestion(slot, language) : say);
    const hold = (held: Omit<Hold, "tool">) => ({ kind: "held" as const, held: { tool: tool.name, ...held }, form, slots });
    const placeholder = slots.find(isPlaceholder);
    if (placeholder) return hold({ slot: placeholder.name, reason: "placeholder", say: asks(placeholder) });
    const implausible = implausibleIn(tool, slots, localTime) ?? (confirmation.ok ? undefined : closedIn(tool, slots));
    if (implausible) return hold({ ...implausible, say: asks(slots.find(({ name }) => name === implausible.slot)) });
    const unsaid = slots.filter((_, at) => !grounds[at]);
    const unknown = unsaid.find((slot) => !isWordedAnew(slot, language));
    if (unknown) return hold({ slot: unknown.name, reason: "not_said", say: asks(unknown) });
    // "A heifer" may be a "cow", and "ng'ombe" is one: in English the very word is read back, elsewhere the other values.
    const [reworded] = unsaid;
    if (reworded && (language.startsWith("en") || !confirmation.ok))
      return hold({ slot: reworded.name, reason: "not_confirmed", say });
    if (!confirmation.ok && isNeeded && (!correction || correction.isSaid)) {
      const { slot, reason } = confirmation;
      return hold({ ...(slot === undefined ? {} : { slot }), reason, say });
    }
    // Nobody said that it is not to be a second one: only a yes to this very question changes the first.
    const isAsked = confirmation.ok && isOwnQuestion(confirmation.exchange.agent) === true;
    if (correction && !correction.isSaid && !isAsked) return hold({ reason: "already_done", say });
    return { kind: "run" as const, form, ...(correction ? { instead: correction } : {}) };
  }

  /** The guard's own question names every value: a yes to it stands behind each. */
  #groundsOf(
    slot: Slot,
    sources: Sources,
    finding: Parameters<typeof groundsOf>[2],
    confirmation: Confirmation,
  ): Grounds | undefined {
    const grounds = groundsOf(slot, sources, finding);
    if (grounds || !confirmation.ok || isPlaceholder(slot)) return grounds;
    const { exchange } = confirmation;
    const isOwn = [...this.#questions.keys()].some((sentence) => squashed(exchange.agent).includes(sentence));
    return isOwn ? { turn: sources.caller.indexOf(exchange) } : undefined;
  }

  #schemaProblem(
    tool: ToolDefinition,
    given: unknown,
  ): { value: unknown; problem?: { name: string; reason: Hold["reason"]; detail: string } } {
    const { value, problems } = this.#parts.checkArguments(tool.parameters, given);
    const [first] = problems;
    if (first) {
      const reason =
        first.problem === "is missing" ? "missing" : first.problem === "is not known" ? "unknown_argument" : "invalid";
      return { value, problem: { name: first.name, reason, detail: first.problem } };
    }
    const unknown = tool.hasEffect === true ? unknownIn(tool, value) : undefined;
    if (unknown !== undefined) return { value, problem: { name: unknown, reason: "unknown_argument", detail: "is not known" } };
    return { value };
  }

  #context({ language, localTime }: Considered): ReadingContext {
    const { country } = this.#parts;
    return { language, localTime, ...(country === undefined ? {} : { country }) };
  }

  /** All of it, what was said since the last effect that needed a yes, and since the last effect. */
  #dialogueOf({ messages, tools }: Considered): Record<"exchanges" | "fresh" | "since", Exchange[]> {
    const effects = tools.filter((tool) => tool.hasEffect === true);
    const acts = new Set(effects.map(({ name }) => name));
    const consumes = new Set(effects.filter((tool) => tool.needsConfirmation !== false).map(({ name }) => name));
    // Ids may come again: a result belongs to the call before it.
    const listing = new Map<string, boolean>();
    let last = -1;
    let lastEffect = -1;
    for (const [at, message] of messages.entries()) {
      if (message.role === "tool-call") listing.set(message.id, this.#isListingCall(message, tools));
      if (message.role !== "tool-result" || !acts.has(message.name) || listing.get(message.id) === true) continue;
      if (isHoldResult(message.result)) continue;
      lastEffect = at;
      if (consumes.has(message.name)) last = at;
    }
    const exchanges = exchangesIn(messages).slice(-MOST_EXCHANGES);
    const after = (one: number): Exchange[] => exchanges.filter(({ at }) => at > one);
    return { exchanges, fresh: after(last), since: after(lastEffect) };
  }

  /** Read once: a call's messages come again with every call of a tool. */
  #isListingCall(message: Extract<Message, { role: "tool-call" }>, tools: readonly ToolDefinition[]): boolean {
    const known = this.#listings.get(message);
    if (known !== undefined) return known;
    const tool = tools.find(({ name }) => name === message.name);
    const isOne = tool !== undefined && isListing(tool, parsed(message.arguments));
    this.#listings.set(message, isOne);
    return isOne;
  }

  #isQuestionAbout(agent: string, key: string): boolean | undefined {
    const said = squashed(agent);
    const [toolName = ""] = key.split(" ");
    const about = [...this.#questions].filter(([sentence]) => said.includes(sentence)).map(([, one]) => one.key);
    if (about.length === 0) return undefined;
    if (about.includes(key)) return true;
    return about.some((one) => one.startsWith(`${toolName} `)) ? undefined : false;
  }

  /** How often the caller was asked for this value. */
  #asked({ tool, slot = "" }: Hold): { asked: number } {
    const name = `${tool} ${slot}`;
    const count = this.#slotsAsked.get(name) ?? { asked: 0 };
    if (this.#slotsAsked.size < MOST_QUESTIONS) this.#slotsAsked.set(name, count);
    return count;
  }

  #remembered(say: string, key: string): { key: string; asked: number } {
    const sentence = squashed(say);
    const known = this.#questions.get(sentence);
    if (known?.key === key) return known;
    const made = { key, asked: known?.asked ?? 0 };
    if (this.#questions.size >= MOST_QUESTIONS) this.#questions.clear();
    this.#questions.set(sentence, made);
    return made;
  }
}

/** What nobody said is never offered to the caller for a yes. */
function isConfirmable({ reason }: Hold): boolean {
  return reason === "not_confirmed" || reason === "other_value" || reason === "already_done";
}

/** A model chooses the word for it: one of a list, yes or no, a name in letters of another script. */
function isWordedAnew({ kind, value }: Slot, language: string): boolean {
  return kind === "choice" || kind === "yes-no" || (kind === "name" && isOfAnotherScript(String(value), language));
}

function formSlot({ name, value }: Slot, grounds: Grounds | undefined, isConfirmed: boolean): FormSlot {
  return { name, value, ...grounds, state: !grounds ? "doubtful" : isConfirmed ? "confirmed" : "heard" };
}

/** It changes nothing: it says what there is to choose from. */
function isListing(tool: ToolDefinition | undefined, given: unknown): boolean {
  const { listsWithout } = tool ?? {};
  if (!listsWithout || typeof given !== "object" || given === null) return false;
  return listsWithout.some((name) => !(name in given));
}

function unknownIn({ parameters }: ToolDefinition, given: unknown): string | undefined {
  const { properties, additionalProperties, patternProperties } = parameters;
  if (typeof properties !== "object" || properties === null || Object.keys(properties).length === 0) return undefined;
  if ((additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined) return undefined;
  if (typeof given !== "object" || given === null) return undefined;
  return Object.keys(given).find((name) => !Object.hasOwn(properties, name));
}

function keyOf({ name, arguments: given }: Pick<ToolCall, "name" | "arguments">): string {
  return `${name} ${canonical(given)}`;
}

function parsed(json: string): unknown {
  if (json.length > LONGEST_ARGUMENTS) return undefined;
  try {
    return JSON.parse(json || "{}");
  } catch {
    return undefined;
  }
}

function squashed(text: string): string {
  return wordsIn(text).join(" ");
}

/**
 * Thinks of an answer: asks the language model (LLM), runs the tools it wants and asks again. When the model fails before it has said anything,
 * the next one answers instead; when none can, an apology is said.
 */
import type { Clock, Expected, LanguageModel, Message, Problem, ThinkRequest, ToolRunner, Usage } from "../ports.ts";
import type { FailedProvider } from "../journal.ts";
import { END_CALL_TOOL, ProviderFailure } from "../ports.ts";
import { asFailure, raceDeadline } from "../deadline.ts";
import { type ModelRequest, askOnce, type SpokenThought } from "./asking.ts";
import { Notes } from "./notes.ts";
import { ToolUse, type ToolQuestion, type ToolUseParts } from "./tool-use.ts";

/** What thinking gives: words and hints, and the wish to hang up. */
export type Idea = Exclude<SpokenThought, { kind: "tool" }> | Afresh | { kind: "hang-up" };

/** The sentence so far will not be finished: what of it has not been spoken is not, and what follows begins anew. */
interface Afresh {
  kind: "afresh";
}

export interface ThinkStageParts {
  languageModels: readonly LanguageModel[];
  tools?: ToolRunner | undefined;
  clock: Clock;
  apology: string;
  /** Of the assistant, for whichever model answers first; absent: what each says of itself. */
  firstWordsMs?: number | undefined;
  firstToken(): void;
  toolRan: ToolUseParts["toolRan"];
  guard: ToolUseParts["guard"];
  /** What somebody who listens has said since the last time. */
  whispers(): readonly string[];
  failed(problem: Problem, recovery: "fallback" | "apology" | "none", who: FailedProvider): void;
  used(by: string, usage: Usage): void;
}

export interface Question extends ToolQuestion {
  messages: readonly Message[];
  /** Counts the caller's turns: a model that has failed in one is not asked again in it. */
  turn: number;
  /** Tools wait for this: an answer that is thought of before the turn is surely over must have no effect. */
  committed: Promise<void>;
  /** The answer begins to have effects: the words that it answers are the caller's for good. */
  takesEffect(): void;
}

/**
 * How long the first words may take where another model can answer and nobody says otherwise (less, where the caller has waited for one before), and where none can; and
 * each further ones.
 */
const LIMITS = { firstMs: 2_500, secondMs: 1_500, lastMs: 6_000, nextMs: 2_500, lastNextMs: 6_000 };
const ENDS_A_SENTENCE = /[.!?…。؟።]["'”’)\]]*\s*$/;
const HOLDS_A_SENTENCE = /[.!?…。؟።]["'”’)\]]*\s/;
/** Rounds of tools in one answer, and how often one of them is asked the same: more is a model in circles, and another answers. */
const MAX_ROUNDS = 5;
const MOST_SAME_CALLS = 2;
const MAX_CALLS_A_ROUND = 8;
/** After this many failures in a row a model rests, twice as long after each further one; then it is asked again. */
const RESTS_AFTER = 2;
const REST = { firstMs: 15_000, longestMs: 120_000 };

type ToolCall = Extract<SpokenThought, { kind: "tool" }>;

/** One answer in the making. */
interface Answering {
  failed: Set<LanguageModel>;
  /** Words were said, by whoever. */
  hasSaid: boolean;
  /** Who has answered last, in how many rounds, and what was asked of tools in them. */
  by: LanguageModel | undefined;
  rounds: number;
  asked: Map<string, number>;
}

/** Counts these calls; whether the model asks for ever. */
function isInCircles(answering: Answering, calls: readonly ToolCall[]): boolean {
  answering.rounds++;
  for (const { name, arguments: given } of calls) {
    const call = `${name} ${given}`;
    answering.asked.set(call, (answering.asked.get(call) ?? 0) + 1);
  }
  return answering.rounds >= MAX_ROUNDS || [...answering.asked.values()].some((times) => times > MOST_SAME_CALLS);
}

/** Who answers next begins without the calls of tools that there are not. */
function forgetUnknown(messages: Message[], tools: ThinkRequest["tools"]): void {
  const known = new Set(tools.map(({ name }) => name));
  const kept = messages.filter((message) => !("name" in message) || known.has(message.name));
  messages.splice(0, messages.length, ...kept);
}

/** What the first of these tools says while it runs. */
function waitMessageOf(calls: readonly { name: string }[], tools: ThinkRequest["tools"]): string {
  return calls.map(({ name }) => tools.find((tool) => tool.name === name)?.waitMessage ?? "").find((words) => words !== "") ?? "";
}

/** The guard's own question. */
function* asking(question: string): Generator<Idea> {
  yield { kind: "expect", expected: [{ kind: "yes-no" }, { kind: "anything" }] };
  yield { kind: "text", text: question };
}

export class ThinkStage {
  readonly #parts: ThinkStageParts;
  /** In a row, of each model, and until when it rests. */
  readonly #failures = new Map<LanguageModel, { count: number; untilMs: number }>();
  #turn = -1;
  #failed = new Set<LanguageModel>();
  #apologies = 0;
  readonly #tools: ToolUse;
  readonly #notes: Notes;
  #answered: LanguageModel | undefined;

  constructor(parts: ThinkStageParts) {
    this.#parts = parts;
    this.#tools = new ToolUse(parts);
    this.#notes = new Notes({ whispers: () => parts.whispers(), forms: () => parts.guard.forms() });
  }

  /** Neither the model nor its stand-in has answered, twice. */
  get isLost(): boolean {
    return this.#apologies >= 2;
  }

  /** No voice could speak its answer: another one answers from now on, where there is one. */
  wasNotSpoken(): void {
    if (this.#answered) this.#failures.set(this.#answered, { count: RESTS_AFTER, untilMs: Number.POSITIVE_INFINITY });
  }

  /** With which words callers are likely to begin, as the first model sees it that says so. */
  opening(request: Question["request"]): readonly Expected[] {
    for (const [at, llm] of this.#parts.languageModels.entries()) llm.prepare?.(request, at > 0);
    return this.#parts.languageModels.find((llm) => llm.opening)?.opening?.(request) ?? [];
  }

  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<Idea, void, undefined> {
    const messages = this.#notes.add(question.messages, question.turn, question.request);
    const answering: Answering = {
      failed: this.#failedIn(question.turn),
      hasSaid: false,
      by: undefined,
      rounds: 0,
      asked: new Map(),
    };
    let hasAskedToWait = false;
    let hasExpected = false;
    const agreed = this.#tools.agreed(messages, question);
    if (agreed) {
      await raceDeadline(this.#parts.clock, 60_000, signal, question.committed);
      if (signal.aborted) return;
      question.takesEffect();
      const wait = waitMessageOf([agreed], question.request.tools);
      if (wait !== "") yield { kind: "text", text: `${wait}\n` };
      if ((await this.#tools.runAll([agreed], messages, question, signal)).isOver) return;
    }
    while (!signal.aborted) {
      const calls: ToolCall[] = [];
      let said = "";
      for await (const thought of this.#ask({ ...question.request, messages }, answering, signal)) {
        if (thought.kind === "tool") {
          if (thought.name === END_CALL_TOOL) yield { kind: "hang-up" };
          else if (calls.length < MAX_CALLS_A_ROUND) calls.push(thought);
          continue;
        }
        if (thought.kind === "afresh") said = "";
        if (thought.kind === "text") said += thought.text;
        hasExpected ||= thought.kind === "expect";
        yield thought;
      }
      if (signal.aborted) return;
      if (calls.length === 0) {
        if (!hasExpected) yield* this.#expecting({ ...question.request, messages }, said);
        return;
      }
      // What was said before the tools run is a clause of its own: the caller hears it while they run.
      if (said.trim() !== "") yield { kind: "text", text: "\n" };
      if (isInCircles(answering, calls)) {
        if (said.trim() !== "") messages.push({ role: "assistant", text: said });
        forgetUnknown(messages, question.request.tools);
        if (this.#givesWay(answering)) continue;
        yield this.#apology();
        return;
      }
      await raceDeadline(this.#parts.clock, 60_000, signal, question.committed);
      if (signal.aborted) return;
      question.takesEffect();
      if (said.trim() === "" && !hasAskedToWait) {
        said = waitMessageOf(calls, question.request.tools);
        hasAskedToWait = said !== "";
        if (hasAskedToWait) yield { kind: "text", text: `${said}\n` };
      }
      // As it will stand in the history.
      if (said.trim() !== "") messages.push({ role: "assistant", text: said.replace(/\s+/g, " ").trim() });
      const ran = await this.#tools.runAll(calls, messages, question, signal);
      if (ran.ask !== undefined) yield* asking(ran.ask);
      if (ran.isOver) return;
    }
  }

  /** What its words ask for, where a model does not say it itself. */
  *#expecting({ messages, ...request }: ThinkRequest, said: string): Generator<Idea> {
    const text = said.trim();
    const guesser = this.#parts.languageModels.find((llm) => llm.expecting);
    if (text === "" || !guesser?.expecting) return;
    let expected: readonly Expected[] = [];
    try {
      expected = guesser.expecting({ ...request, messages: [...messages, { role: "assistant", text }] });
    } catch {
      // The answer is none the worse.
    }
    if (expected.length > 0) yield { kind: "expect", expected };
  }

  /** The one that has answered so far is not asked again in this turn; whether another one is. */
  #givesWay(answering: Answering): boolean {
    const { by } = answering;
    if (by) {
      answering.failed.add(by);
      this.#countFailure(by);
    }
    const next = this.#queue(answering)[0];
    const isOther = next !== undefined && next !== by;
    const problem = { code: "bad-answer" as const, message: "The language model asks for tools again and again" };
    const who = { by: by?.name ?? "", ...(isOther ? { next: next.name } : {}) };
    this.#parts.failed(problem, isOther ? "fallback" : "apology", who);
    Object.assign(answering, { rounds: 0, asked: new Map() });
    return isOther;
  }

  async *#ask(
    request: ThinkRequest,
    answering: Answering,
    signal: AbortSignal,
  ): AsyncGenerator<SpokenThought | Afresh, void, undefined> {
    const queue = this.#queue(answering);
    let isWaiting = false;
    for (const [index, llm] of queue.entries()) {
      const next = queue[index + 1];
      const so = { text: "", any: false };
      const wantedMs = this.#parts.firstWordsMs ?? llm.firstWordsMs ?? LIMITS.firstMs;
      const patienceMs = Math.min(wantedMs, llm.mostFirstWordsMs ?? Number.POSITIVE_INFINITY);
      const limits = next
        ? { firstMs: isWaiting ? LIMITS.secondMs : patienceMs, nextMs: LIMITS.nextMs }
        : { firstMs: Math.max(LIMITS.lastMs, patienceMs), nextMs: LIMITS.lastNextMs };
      try {
        yield* this.#words(askOnce(this.#asked(llm, request, { ...limits, isReplaceable: next !== undefined }), signal), so);
        if (signal.aborted) return;
        // Silence after its own words is the end of them, and after a tool alone none; of another's words it may be, where nobody else is left.
        const isEnough = so.any || (answering.hasSaid && (llm === answering.by || next === undefined));
        if (!isEnough) throw new ProviderFailure("bad-answer", `${llm.name} says nothing`);
        answering.hasSaid ||= so.text.trim() !== "";
        answering.by = llm;
        this.#answered = llm;
        this.#failures.delete(llm);
        this.#apologies = 0;
        return;
      } catch (cause) {
        const problem = asFailure(cause, llm.name);
        isWaiting ||= problem.code === "timeout";
        this.#countFailure(llm);
        answering.failed.add(llm);
        // Whole sentences have been said: they are the answer.
        const isWhole = so.any && (so.text === "" || ENDS_A_SENTENCE.test(so.text));
        const isAnswer = isWhole && !(cause instanceof ProviderFailure && cause.promisesMore);
        const recovery = isAnswer ? "none" : next ? "fallback" : so.any && HOLDS_A_SENTENCE.test(so.text) ? "none" : "apology";
        const who = { by: llm.name, ...(next && recovery === "fallback" ? { next: next.name } : {}) };
        this.#parts.failed({ code: problem.code, message: problem.message }, recovery, who);
        if (so.any && !isWhole) yield { kind: "afresh" };
        else if (so.text !== "" && recovery !== "none") yield { kind: "text", text: "\n" };
        if (recovery === "fallback") continue;
        if (recovery === "apology") yield this.#apology();
        return;
      }
    }
  }

  #apology(): Extract<SpokenThought, { kind: "text" }> {
    this.#apologies++;
    return { kind: "text", text: this.#parts.apology };
  }

  async *#words(
    said: AsyncIterable<SpokenThought>,
    so: { text: string; any: boolean },
  ): AsyncGenerator<SpokenThought, void, undefined> {
    for await (const one of said) {
      const isAnswer = one.kind === "text" || one.kind === "tool";
      if (!so.any && isAnswer) this.#parts.firstToken();
      so.any ||= isAnswer;
      if (one.kind === "text") so.text += one.text;
      yield one;
    }
  }

  #asked(
    llm: LanguageModel,
    request: ThinkRequest,
    limits: Pick<ModelRequest, "firstMs" | "nextMs" | "isReplaceable">,
  ): ModelRequest {
    return {
      llm,
      request,
      clock: this.#parts.clock,
      used: this.#parts.used,
      helperFailed: (by, problem) => this.#parts.failed(problem, "fallback", { by, next: llm.name }),
      read: (passages) => this.#parts.guard.read(passages),
      ...limits,
    };
  }

  #countFailure(llm: LanguageModel): void {
    const count = (this.#failures.get(llm)?.count ?? 0) + 1;
    const restMs = count < RESTS_AFTER ? 0 : Math.min(REST.firstMs * 2 ** (count - RESTS_AFTER), REST.longestMs);
    this.#failures.set(llm, { count, untilMs: this.#parts.clock.now() + restMs });
  }

  /** In the agent's order: none that has failed in this turn, or rests. The last one always answers. */
  #queue({ failed }: Answering): readonly LanguageModel[] {
    const { languageModels, clock } = this.#parts;
    const last = languageModels.at(-1);
    const rests = (llm: LanguageModel): boolean => clock.now() < (this.#failures.get(llm)?.untilMs ?? 0);
    const able = languageModels.filter((llm) => !failed.has(llm) && (llm === last || !rests(llm)));
    return able.length > 0 ? able : languageModels.slice(-1);
  }

  /** What is known of the models in this turn: a revised answer belongs to the same. */
  #failedIn(turn: number): Set<LanguageModel> {
    if (turn !== this.#turn) this.#failed = new Set();
    this.#turn = turn;
    return this.#failed;
  }
}

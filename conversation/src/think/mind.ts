/**
 * Thinks of an answer: asks the language model (LLM), runs the tools it wants and asks again. When the model fails before it has said anything,
 * the next one answers instead; when none can, an apology is said.
 */
import type {
  Clock,
  Expected,
  LanguageModel,
  Message,
  Problem,
  ThinkRequest,
  ToolDefinition,
  ToolOutcome,
  ToolRunner,
  Usage,
} from "../ports.ts";
import type { Who } from "../journal.ts";
import { END_CALL_TOOL, ProviderFailure, TOOL_LIMIT_MS } from "../ports.ts";
import { asFailure, raceDeadline } from "../deadline.ts";
import { type Asked, askOnce, type Said } from "./asking.ts";

/** What thinking gives: words and hints, and the wish to hang up. */
export type Idea = Exclude<Said, { kind: "tool" }> | Afresh | { kind: "hang-up" };

/** The sentence so far will not be finished: what of it has not been spoken is not, and what follows begins anew. */
interface Afresh {
  kind: "afresh";
}

export interface MindParts {
  minds: readonly LanguageModel[];
  tools?: ToolRunner | undefined;
  clock: Clock;
  apology: string;
  /** Of the assistant, for whichever model answers first; absent: what each says of itself. */
  firstWordsMs?: number | undefined;
  firstToken(): void;
  toolRan(entry: { name: string; arguments: string; outcome: ToolOutcome; startMs: number; endMs: number }): void;
  failed(problem: Problem, recovery: "fallback" | "apology" | "none", who: Who): void;
  used(by: string, usage: Usage): void;
}

export interface Question {
  request: Omit<ThinkRequest, "messages">;
  messages: readonly Message[];
  /** Counts the caller's turns: a model that has failed in one is not asked again in it. */
  turn: number;
  /** Tools wait for this: an answer that is thought of before the turn is surely over must have no effect. */
  committed: Promise<void>;
  /** The answer begins to have effects: the words that it answers are the caller's for good. */
  takesEffect(): void;
  /** Tool calls and their results, to be remembered; a result may change until the tool has answered. */
  remember(message: Message): void;
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
/** What the model is told of a tool that has not answered yet. */
const STILL_RUNNING = "This is still running; its result will follow.";
const MAX_CALLS_A_ROUND = 8;
/** After this many failures in a row a model rests, twice as long after each further one; then it is asked again. */
const RESTS_AFTER = 2;
const REST = { firstMs: 15_000, longestMs: 120_000 };

type ToolCall = Extract<Said, { kind: "tool" }>;

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

export class Mind {
  readonly #parts: MindParts;
  /** In a row, of each model, and until when it rests. */
  readonly #failures = new Map<LanguageModel, { count: number; untilMs: number }>();
  #turn = -1;
  #failed = new Set<LanguageModel>();
  #apologies = 0;
  #lastEffect: { what: string; outcome: ToolOutcome } | undefined;
  #answered: LanguageModel | undefined;

  constructor(parts: MindParts) {
    this.#parts = parts;
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
    return this.#parts.minds.find((mind) => mind.opening)?.opening?.(request) ?? [];
  }

  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<Idea, void, undefined> {
    const messages = [...question.messages];
    const answering: Answering = {
      failed: this.#failedIn(question.turn),
      hasSaid: false,
      by: undefined,
      rounds: 0,
      asked: new Map(),
    };
    let hasAskedToWait = false;
    let hasExpected = false;
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
      if (said.trim() !== "") messages.push({ role: "assistant", text: said });
      if (await this.#runAll(calls, messages, question, signal)) return;
    }
  }

  /** What its words ask for, where a model does not say it itself. */
  *#expecting({ messages, ...request }: ThinkRequest, said: string): Generator<Idea> {
    const text = said.trim();
    const guesser = this.#parts.minds.find((mind) => mind.expecting);
    if (text === "" || !guesser?.expecting) return;
    let expected: readonly Expected[] = [];
    try {
      expected = guesser.expecting({ ...request, messages: [...messages, { role: "assistant", text }] });
    } catch {
      // The answer is none the worse.
    }
    if (expected.length > 0) yield { kind: "expect", expected };
  }

  /** Whether the answer ends with one of them. */
  async #runAll(calls: readonly ToolCall[], messages: Message[], question: Question, signal: AbortSignal): Promise<boolean> {
    for (const call of calls) {
      // The answer was cut: what has not begun does not begin.
      if (signal.aborted) return true;
      const { id, name } = call;
      // Remembered before it runs: whoever thinks of another answer meanwhile must not do it twice.
      const result = { role: "tool-result" as const, id, name, result: STILL_RUNNING };
      const tool = question.request.tools.find((one) => one.name === name);
      for (const message of [{ role: "tool-call" as const, id, name, arguments: call.arguments }, result]) {
        messages.push(message);
        // That a model asked for what there is not concerns nobody but itself, in this answer.
        if (tool) question.remember(message);
      }
      const outcome = await this.#useOnce(call, tool);
      result.result = outcome.result;
      if (outcome.endsAnswer === true) return true;
    }
    return false;
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

  async *#ask(request: ThinkRequest, answering: Answering, signal: AbortSignal): AsyncGenerator<Said | Afresh, void, undefined> {
    const queue = this.#queue(answering);
    let isWaiting = false;
    for (const [index, mind] of queue.entries()) {
      const next = queue[index + 1];
      const so = { text: "", any: false };
      const patienceMs = this.#parts.firstWordsMs ?? mind.firstWordsMs ?? LIMITS.firstMs;
      const limits = next
        ? { firstMs: isWaiting ? LIMITS.secondMs : patienceMs, nextMs: LIMITS.nextMs }
        : { firstMs: Math.max(LIMITS.lastMs, patienceMs), nextMs: LIMITS.lastNextMs };
      try {
        yield* this.#words(askOnce(this.#asked(mind, request, { ...limits, isReplaceable: next !== undefined }), signal), so);
        if (signal.aborted) return;
        // Silence after its own words is the end of them, and after a tool alone none; of another's words it may be, where nobody else is left.
        const isEnough = so.any || (answering.hasSaid && (mind === answering.by || next === undefined));
        if (!isEnough) throw new ProviderFailure("bad-answer", `${mind.name} says nothing`);
        answering.hasSaid ||= so.text.trim() !== "";
        answering.by = mind;
        this.#answered = mind;
        this.#failures.delete(mind);
        this.#apologies = 0;
        return;
      } catch (cause) {
        const problem = asFailure(cause, mind.name);
        isWaiting ||= problem.code === "timeout";
        this.#countFailure(mind);
        answering.failed.add(mind);
        // Whole sentences have been said: they are the answer.
        const isWhole = so.any && (so.text === "" || ENDS_A_SENTENCE.test(so.text));
        const isAnswer = isWhole && !(cause instanceof ProviderFailure && cause.promisesMore);
        const recovery = isAnswer ? "none" : next ? "fallback" : so.any && HOLDS_A_SENTENCE.test(so.text) ? "none" : "apology";
        const who = { by: mind.name, ...(next && recovery === "fallback" ? { next: next.name } : {}) };
        this.#parts.failed({ code: problem.code, message: problem.message }, recovery, who);
        if (so.any && !isWhole) yield { kind: "afresh" };
        else if (so.text !== "" && recovery !== "none") yield { kind: "text", text: "\n" };
        if (recovery === "fallback") continue;
        if (recovery === "apology") yield this.#apology();
        return;
      }
    }
  }

  #apology(): Extract<Said, { kind: "text" }> {
    this.#apologies++;
    return { kind: "text", text: this.#parts.apology };
  }

  async *#words(said: AsyncIterable<Said>, so: { text: string; any: boolean }): AsyncGenerator<Said, void, undefined> {
    for await (const one of said) {
      const isAnswer = one.kind === "text" || one.kind === "tool";
      if (!so.any && isAnswer) this.#parts.firstToken();
      so.any ||= isAnswer;
      if (one.kind === "text") so.text += one.text;
      yield one;
    }
  }

  #asked(mind: LanguageModel, request: ThinkRequest, limits: Pick<Asked, "firstMs" | "nextMs" | "isReplaceable">): Asked {
    return { mind, request, clock: this.#parts.clock, used: this.#parts.used, ...limits };
  }

  #countFailure(mind: LanguageModel): void {
    const count = (this.#failures.get(mind)?.count ?? 0) + 1;
    const restMs = count < RESTS_AFTER ? 0 : Math.min(REST.firstMs * 2 ** (count - RESTS_AFTER), REST.longestMs);
    this.#failures.set(mind, { count, untilMs: this.#parts.clock.now() + restMs });
  }

  /** In the agent's order: none that has failed in this turn, or rests. The last one always answers. */
  #queue({ failed }: Answering): readonly LanguageModel[] {
    const { minds, clock } = this.#parts;
    const last = minds.at(-1);
    const rests = (mind: LanguageModel): boolean => clock.now() < (this.#failures.get(mind)?.untilMs ?? 0);
    const able = minds.filter((mind) => !failed.has(mind) && (mind === last || !rests(mind)));
    return able.length > 0 ? able : minds.slice(-1);
  }

  /** What is known of the models in this turn: a revised answer belongs to the same. */
  #failedIn(turn: number): Set<LanguageModel> {
    if (turn !== this.#turn) this.#failed = new Set();
    this.#turn = turn;
    return this.#failed;
  }

  /** An effect that has just been had is not had again: a model that repeats itself gets the first result. */
  async #useOnce(call: ToolCall, tool: ToolDefinition | undefined): Promise<ToolOutcome> {
    const limitMs = tool?.limitMs ?? TOOL_LIMIT_MS;
    if (tool?.hasEffect !== true) return this.#use(call, limitMs);
    const what = `${call.name} ${canonical(call.arguments)}`;
    if (this.#lastEffect?.what === what) return this.#lastEffect.outcome;
    const outcome = await this.#use(call, limitMs);
    if (outcome.ok) this.#lastEffect = { what, outcome };
    return outcome;
  }

  /** A tool that has begun is not aborted with the answer: what it did must be known later. */
  async #use(call: ToolCall, limitMs: number): Promise<ToolOutcome> {
    const { clock, tools } = this.#parts;
    const startMs = clock.now();
    const limit = new AbortController();
    let outcome: ToolOutcome = { ok: false, result: "There is no such tool." };
    try {
      const ran = tools && (await raceDeadline(clock, limitMs, limit.signal, tools.run(call, limit.signal)));
      if (ran === "late" || ran === "aborted") outcome = { ok: false, result: "The tool did not answer in time." };
      else if (ran) outcome = ran;
    } catch (cause) {
      outcome = { ok: false, result: asFailure(cause, call.name).message };
    }
    limit.abort();
    this.#parts.toolRan({
      name: call.name,
      arguments: call.arguments,
      outcome: { ok: outcome.ok, result: outcome.result },
      startMs,
      endMs: clock.now(),
    });
    return outcome;
  }
}

/** The same arguments are the same, in whichever order they are written. */
function canonical(json: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(json)));
  } catch {
    return json;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

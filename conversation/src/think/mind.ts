/**
 * Thinks of an answer: asks the language model (LLM), runs the tools it wants and asks again. When the model fails before it has said anything,
 * the next one answers instead; when none can, an apology is said.
 */
import type { Clock, LanguageModel, Message, Problem, ThinkRequest, Thought, ToolOutcome, ToolRunner, Usage } from "../ports.ts";
import type { Who } from "../journal.ts";
import { END_CALL_TOOL, TOOL_LIMIT_MS } from "../ports.ts";
import { asFailure, raceDeadline, withDeadline } from "../deadline.ts";

/** What thinking gives: words and hints, and the wish to hang up. */
export type Idea = Exclude<Thought, { kind: "tool" | "usage" }> | { kind: "hang-up" };

export interface MindParts {
  minds: readonly LanguageModel[];
  tools?: ToolRunner | undefined;
  clock: Clock;
  apology: string;
  firstToken(): void;
  toolRan(entry: { name: string; arguments: string; outcome: ToolOutcome; startMs: number; endMs: number }): void;
  failed(problem: Problem, recovery: "fallback" | "apology" | "none", who: Who): void;
  used(by: string, usage: Usage): void;
}

export interface Question {
  request: Omit<ThinkRequest, "messages">;
  messages: readonly Message[];
  /** Tools wait for this: an answer that is thought of before the turn is surely over must have no effect. */
  committed: Promise<void>;
  /** The answer begins to have effects: the words that it answers are the caller's for good. */
  takesEffect(): void;
  /** Tool calls and their results, to be remembered; a result may change until the tool has answered. */
  remember(message: Message): void;
}

const LIMITS = { firstMs: 6_000, nextMs: 8_000, what: "The language model" };
const MAX_ROUNDS = 5;
/** What the model is told of a tool that has not answered yet. */
const STILL_RUNNING = "This is still running; its result will follow.";
const MAX_CALLS_A_ROUND = 8;
/** After this many failures in a row a model is not asked again in this call. */
const GIVES_UP_AFTER = 2;

/** What the first of these tools says while it runs. */
function waitMessageOf(calls: readonly { name: string }[], tools: ThinkRequest["tools"]): string {
  return calls.map(({ name }) => tools.find((tool) => tool.name === name)?.waitMessage ?? "").find((words) => words !== "") ?? "";
}

export class Mind {
  readonly #parts: MindParts;
  #failuresInRow = 0;
  #apologies = 0;

  constructor(parts: MindParts) {
    this.#parts = parts;
  }

  /** Neither the model nor its stand-in has answered, twice. */
  get isLost(): boolean {
    return this.#apologies >= 2;
  }

  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<Idea, void, undefined> {
    const messages = [...question.messages];
    let hasAskedToWait = false;
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
      const calls: Extract<Thought, { kind: "tool" }>[] = [];
      let said = "";
      for await (const thought of this.#ask({ ...question.request, messages }, signal)) {
        if (thought.kind === "tool") {
          if (thought.name === END_CALL_TOOL) yield { kind: "hang-up" };
          else if (calls.length < MAX_CALLS_A_ROUND) calls.push(thought);
          continue;
        }
        if (thought.kind === "text") said += thought.text;
        yield thought;
      }
      if (calls.length === 0 || signal.aborted) return;
      // What was said before the tools run is a clause of its own: the caller hears it while they run.
      if (said.trim() !== "") yield { kind: "text", text: "\n" };
      await raceDeadline(this.#parts.clock, 60_000, signal, question.committed);
      if (signal.aborted) return;
      question.takesEffect();
      if (said.trim() === "" && !hasAskedToWait) {
        said = waitMessageOf(calls, question.request.tools);
        hasAskedToWait = said !== "";
        if (hasAskedToWait) yield { kind: "text", text: `${said}\n` };
      }
      if (said.trim() !== "") messages.push({ role: "assistant", text: said });
      for (const call of calls) {
        // The answer was cut: what has not begun does not begin.
        if (signal.aborted) return;
        const { id, name } = call;
        // Remembered before it runs: whoever thinks of another answer meanwhile must not do it twice.
        const result = { role: "tool-result" as const, id, name, result: STILL_RUNNING };
        for (const message of [{ role: "tool-call" as const, id, name, arguments: call.arguments }, result]) {
          messages.push(message);
          question.remember(message);
        }
        const limitMs = question.request.tools.find((tool) => tool.name === name)?.limitMs ?? TOOL_LIMIT_MS;
        const outcome = await this.#use(call, limitMs);
        result.result = outcome.result;
        if (outcome.endsAnswer === true) return;
      }
    }
  }

  async *#ask(request: ThinkRequest, signal: AbortSignal): AsyncGenerator<Exclude<Thought, { kind: "usage" }>, void, undefined> {
    const { minds, clock } = this.#parts;
    const skip = this.#failuresInRow >= GIVES_UP_AFTER && minds.length > 1 ? 1 : 0;
    for (let index = skip; index < minds.length; index++) {
      let any = false;
      try {
        for await (const thought of withDeadline(clock, LIMITS, signal, (inner) => minds[index]!.think(request, inner))) {
          if (thought.kind === "usage") {
            this.#parts.used(minds[index]!.name, thought.usage);
            continue;
          }
          const isSaid = thought.kind === "text" || thought.kind === "tool";
          if (!any && isSaid) this.#parts.firstToken();
          any ||= isSaid;
          yield thought;
        }
        if (index === 0) this.#failuresInRow = 0;
        this.#apologies = 0;
        return;
      } catch (cause) {
        const problem = asFailure(cause, minds[index]!.name);
        if (index === 0) this.#failuresInRow++;
        const recovery = any ? "none" : index + 1 < minds.length ? "fallback" : "apology";
        const who = { by: minds[index]!.name, ...(recovery === "fallback" ? { next: minds[index + 1]!.name } : {}) };
        this.#parts.failed({ code: problem.code, message: problem.message }, recovery, who);
        if (recovery === "none") return;
        if (recovery === "apology") {
          this.#apologies++;
          yield { kind: "text", text: this.#parts.apology };
        }
      }
    }
  }

  /** A tool that has begun is not aborted with the answer: what it did must be known later. */
  async #use(call: Extract<Thought, { kind: "tool" }>, limitMs: number): Promise<ToolOutcome> {
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

/** Runs the tools that a model asks for, those with an effect only where the form guard lets them. */
import { isRecord } from "../known-keys.ts";
import { raceDeadline, asFailure } from "../deadline.ts";
import { hasSucceeded } from "../guard/effect-kinds.ts";
import type { DoneCorrection, FormEntries, FormGuard } from "../guard/index.ts";
import { sentencesFor } from "../guard/sentences.ts";
import type { Clock, Message, ThinkRequest, ToolDefinition, ToolOutcome, ToolRunner } from "../ports.ts";
import { TOOL_LIMIT_MS } from "../ports.ts";
import { withSpokenResult } from "./spoken-result.ts";

export interface ToolUseParts {
  tools?: ToolRunner | undefined;
  clock: Clock;
  toolRan(entry: { name: string; arguments: string; outcome: ToolOutcome; startMs: number; endMs: number }): void;
  guard: FormGuard & FormEntries;
}

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** What a tool call is judged by, and where it is remembered. */
export interface ToolQuestion {
  request: Omit<ThinkRequest, "messages">;
  /** Tool calls and their results, to be remembered; a result may change until the tool has answered. */
  remember(message: Message): void;
}

/** `isOver`: the answer ends here. `ask`: the guard's question is said first. */
export interface Ran {
  isOver: boolean;
  ask?: string;
}

/** What the model is told of a tool that has not answered yet. */
const STILL_RUNNING = "This is still running; its result will follow.";

export class ToolUse {
  readonly #parts: ToolUseParts;

  constructor(parts: ToolUseParts) {
    this.#parts = parts;
  }

  /** The call that the guard has asked the caller about, and that they have just said yes to. */
  agreed(messages: readonly Message[], { request }: ToolQuestion): ToolCall | undefined {
    const call = this.#parts.guard.pendingCall({ ...frameOf(request), messages });
    return call && { ...call, id: `${call.id}-agreed-${messages.length}` };
  }

  async runAll(calls: readonly ToolCall[], messages: Message[], question: ToolQuestion, signal: AbortSignal): Promise<Ran> {
    let ask: string | undefined;
    for (const call of calls) {
      // The answer was cut: what has not begun does not begin.
      if (signal.aborted) return { isOver: true };
      const { id, name } = call;
      const tool = question.request.tools.find((one) => one.name === name);
      const verdict = this.#parts.guard.judge({ ...frameOf(question.request), call, tool, messages });
      // Remembered before it runs: whoever thinks of another answer meanwhile must not do it twice.
      const result = { role: "tool-result" as const, id, name, result: STILL_RUNNING };
      for (const message of [{ role: "tool-call" as const, id, name, arguments: call.arguments }, result]) {
        messages.push(message);
        // That a model asked for what there is not concerns nobody but itself, in this answer.
        if (tool) question.remember(message);
      }
      if (verdict.kind === "held") {
        result.result = verdict.result;
        this.#parts.guard.held(call, verdict);
        ask = verdict.ask ?? ask;
        continue;
      }
      if (verdict.kind === "run" && verdict.form) this.#parts.guard.filled(name, verdict.form);
      const { request } = question;
      const instead = verdict.kind === "run" && tool && verdict.instead;
      const outcome =
        verdict.kind === "known"
          ? verdict.outcome
          : await (instead ? this.#correct({ call, tool, instead }, request) : this.#use(call, tool, request));
      result.result = outcome.result;
      if (outcome.endsAnswer === true) return { isOver: true };
    }
    return ask === undefined ? { isOver: false } : { isOver: true, ask };
  }

  /** One act: what was undone is done again, also where the answer was cut in between. */
  async #correct(
    { call, tool, instead }: { call: ToolCall; tool: ToolDefinition; instead: DoneCorrection },
    now: Pick<ThinkRequest, "language" | "localTime">,
  ): Promise<ToolOutcome> {
    const { guard } = this.#parts;
    guard.began(call, tool, STILL_RUNNING);
    const first = { id: `${call.id}-${instead.kind}`, name: instead.tool.name, arguments: instead.arguments };
    const changed = await this.#use(first, instead.tool, now);
    if (instead.kind === "change" || !hasSucceeded(changed)) {
      const outcome = withFields(changed, { changed: hasSucceeded(changed) });
      guard.corrected(call, tool, outcome);
      return outcome;
    }
    const again = await this.#use(call, tool, now);
    if (hasSucceeded(again)) return withFields(again, { changed: true });
    return withFields(again, { changed: false, undone: true, say: sentencesFor(now.language).onlyUndone });
  }

  /** A tool that has begun is not aborted with the answer: what it did must be known later. */
  async #use(
    call: ToolCall,
    tool: ToolDefinition | undefined,
    now: Pick<ThinkRequest, "language" | "localTime">,
  ): Promise<ToolOutcome> {
    const { clock, tools, guard } = this.#parts;
    const startMs = clock.now();
    const limit = new AbortController();
    let outcome: ToolOutcome = { ok: false, result: "There is no such tool." };
    guard.began(call, tool, STILL_RUNNING);
    try {
      const limitMs = tool?.limitMs ?? TOOL_LIMIT_MS;
      const ran = tools && (await raceDeadline(clock, limitMs, limit.signal, tools.run(call, limit.signal)));
      if (ran === "late" || ran === "aborted") outcome = { ok: false, result: "The tool did not answer in time." };
      else if (ran) outcome = ran;
    } catch (cause) {
      outcome = { ok: false, result: `The tool did not work: ${asFailure(cause, call.name).message}` };
    }
    limit.abort();
    outcome = withSpokenResult(outcome, tool, now);
    guard.ran(call, tool, outcome);
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

function frameOf({
  tools,
  language,
  localTime,
}: Omit<ThinkRequest, "messages">): Pick<ThinkRequest, "tools" | "language" | "localTime"> {
  return { tools, language, localTime };
}

/** What became of the earlier one stands in the result, too. */
function withFields(outcome: ToolOutcome, fields: Readonly<Record<string, unknown>>): ToolOutcome {
  let value: unknown;
  try {
    value = JSON.parse(outcome.result);
  } catch {
    value = outcome.result;
  }
  const own = isRecord(value) && !Array.isArray(value) ? value : { result: value };
  return { ...outcome, result: JSON.stringify({ ...own, ...fields }) };
}

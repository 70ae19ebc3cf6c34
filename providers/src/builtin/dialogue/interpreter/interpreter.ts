/** Asks a language model what a caller meant, where the rules do not know it. A small one is enough: it chooses an entry of a list. */
import {
  asFailure,
  type LanguageModel,
  type Message,
  ProviderFailure,
  type ThinkRequest,
  type Thought,
  type ToolDefinition,
} from "@ongea/conversation";
import { z } from "zod";
import { type Entry, type Interpretation, NONE } from "./interpretation.ts";
import { timeLimit } from "../../../http/time-limit.ts";

export interface Interpreter {
  /** Whether it is asked of each wish and question, or of those only that the rules do not understand. */
  readonly asksFor: "wishes" | "unknown";
  /**
   * What was meant; empty: no entry fits; `undefined`: the model fails, is too slow or rests, or nobody waits. Yields what it counted, and
   * how it failed.
   */
  interpret(request: InterpretRequest, signal: AbortSignal): AsyncGenerator<Thought, readonly Interpretation[] | undefined>;
  /** A call begins: the model may read the list before anybody asks. */
  prepare(request: Omit<InterpretRequest, "messages" | "answer" | "asks">): void;
  /** So long a caller may wait for it, ms. */
  readonly limitMs: number;
}

export interface InterpretRequest {
  messages: readonly Message[];
  entries: readonly Entry[];
  language: string;
  localTime: string;
  /** The part of the last words that asks, where something else is said beside it. */
  asks?: string;
  /** What the call was about before: the words of the form that is open, or of what was done last. */
  topic?: string;
  /** What the rules would do: whether they guess or do not know, which tool they use or ask for, what they say. */
  answer: { isUnsure: boolean; tool: string | undefined; said: readonly string[] };
}

/** A caller waits for it, and the rules have an answer of their own. */
const USUAL_LIMIT_MS = 2_500;
const LONGEST_LIMIT_MS = 5_000;
/** After so many failures in a row it is left alone for a while. */
const MOST_FAILURES = 2;
const REST_MS = 30_000;
/** What was said before, and may be meant by "that". */
const MESSAGES_BEFORE = 4;
const LONGEST_ANSWER_TOKENS = 80;
/** Someone asks two things, and wants one done. */
const MOST_CHOSEN = 3;
const CHOOSE = "choose";

export function createInterpreter(
  llm: LanguageModel,
  { limitMs: wantedMs = USUAL_LIMIT_MS, now = (): number => performance.now() } = {},
): Interpreter {
  const limitMs = Math.min(wantedMs, LONGEST_LIMIT_MS);
  let failures = 0;
  let restsUntilMs = 0;
  return {
    limitMs,
    asksFor: "unknown",
    prepare: (request) => llm.prepare?.(requestFor(request)),
    async *interpret({ messages, entries, language, localTime }, signal) {
      if (entries.length === 0 || now() < restsUntilMs) return undefined;
      const limit = timeLimit(limitMs, signal);
      const request = { ...requestFor({ entries, language, localTime }), messages: [inWords(messages)] };
      let answer = "";
      let thrown: unknown;
      try {
        for await (const thought of llm.think(request, limit)) {
          if (thought.kind === "usage") yield { ...thought, by: llm.name };
          answer += chosenIn(thought);
        }
      } catch (cause) {
        thrown = cause;
      }
      if (signal.aborted) return undefined;
      const ids = new Set(answer.match(/[\p{L}\p{N}_-]+/gu));
      const fitting = [...ids].flatMap((id) => entries.find((entry) => entry.id === id)?.interpretation ?? []);
      if (thrown === undefined && (fitting.length > 0 || ids.has(NONE))) {
        failures = 0;
        return fitting.slice(0, MOST_CHOSEN);
      }
      failures++;
      if (failures >= MOST_FAILURES) [failures, restsUntilMs] = [0, now() + REST_MS];
      const { code, message } = limit.aborted
        ? new ProviderFailure("timeout", `${llm.name} took longer than ${limitMs} ms`)
        : asFailure(thrown ?? "no entry of the list was chosen", llm.name);
      yield { kind: "failure", by: llm.name, problem: { code, message } };
      return undefined;
    },
  };
}

function requestFor({
  entries,
  language,
  localTime,
}: Omit<InterpretRequest, "messages" | "answer" | "asks">): Omit<ThinkRequest, "messages"> {
  return {
    instructions: instructionsFor(entries),
    knowledge: [],
    tools: [chooseOf(entries)],
    toolChoice: "required",
    language,
    localTime,
    settings: { maxTokens: LONGEST_ANSWER_TOKENS, temperature: 0 },
  };
}

/** What lasts through a call first: a prefix cache holds it. */
function instructionsFor(entries: readonly Entry[]): string {
  return [
    "A caller speaks with an agent that follows rules. Choose the entries of the list that the caller's last words mean: mostly one, at most three.",
    "A sentence fits only where it answers what the caller asks. Who needs something, or says what is wrong, may want a tool without naming it. " +
      `Choose ${NONE} where no entry fits, or where the caller only answers the agent's question.`,
    ...entries.map(({ id, says }) => `${id}: ${says}`),
    `${NONE}: Something else.`,
    'Answer with JSON: {"entries": ["an entry"]}',
  ].join("\n");
}

function inWords(messages: readonly Message[]): Message {
  const said = messages.flatMap((message) => {
    if (message.role === "caller") return [`Caller: ${message.text}`];
    return message.role === "assistant" ? [`Agent: ${message.text}`] : [];
  });
  return { role: "caller", text: said.slice(-MESSAGES_BEFORE - 1).join("\n") };
}

function chooseOf(entries: readonly Entry[]): ToolDefinition {
  const ids = [...entries.map(({ id }) => id), NONE];
  return {
    name: CHOOSE,
    description: "Says which entries the caller's last words mean.",
    parameters: {
      type: "object",
      properties: { entries: { type: "array", items: { type: "string", enum: ids }, minItems: 1, maxItems: MOST_CHOSEN } },
      required: ["entries"],
      additionalProperties: false,
    },
  };
}

const chosen = z.object({ entries: z.array(z.string()) });

/** A server that knows no tools may write the entry. */
function chosenIn(thought: Thought): string {
  if (thought.kind === "text") return thought.text;
  if (thought.kind !== "tool" || thought.name !== CHOOSE) return "";
  try {
    return chosen.safeParse(JSON.parse(thought.arguments)).data?.entries.join(" ") ?? "";
  } catch {
    return "";
  }
}

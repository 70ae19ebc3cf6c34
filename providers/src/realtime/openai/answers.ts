import { ProviderFailure, type Problem, type ThinkRequest, type Thought } from "@ongea/conversation";
import { instructionsOf } from "../../thoughts/instructions.ts";
import { ToolCalls } from "../../thoughts/tool-calls.ts";
import { wireTool } from "../../thoughts/wire-tool.ts";
import type { OwnVoice, VoiceTrack } from "../own-voice.ts";
import { PcmReader } from "../../sound/pcm-reader.ts";
import { SOUND_RATE_HZ } from "./caller-sound.ts";
import { ThoughtQueue } from "../thought-queue.ts";
import { codeOfMistake, usageOf, type ServerEvent, type ServerResponse } from "./events.ts";
import type { WireItem } from "./items.ts";

/** Above, only `inf` is allowed. */
const MOST_TOKENS = 4_096;
/** Those that reason count their thoughts among the tokens of an answer. */
const ROOM_FOR_THOUGHTS = 1_024;
/** A word of text is a quarter of a second, and a second of sound 20 tokens; its transcript counts besides. */
const SPOKEN_TIMES = 6;

interface Answer {
  queue: ThoughtQueue;
  calls: ToolCalls;
  isAnything: boolean;
  /** Where it speaks itself. */
  track: VoiceTrack | undefined;
}

export interface AnswersParts {
  send(event: object): void;
  /** What a response says besides: modality and voice. */
  output: object;
  doesReason: boolean;
  /** In full mode: whose sound the answers are. */
  own: OwnVoice | undefined;
  /** Without secrets. */
  told(text: string): string;
}

/** Responses beside the session's own conversation (`conversation: "none"`): each is given its whole input, so that only what was heard counts. */
export class Answers {
  readonly #parts: AnswersParts;
  #count = 0;
  /** By the id that we gave. */
  readonly #asked = new Map<string, Answer>();
  /** Our id of each response that runs. */
  readonly #running = new Map<string, string>();

  constructor(parts: AnswersParts) {
    this.#parts = parts;
  }

  async *ask(request: ThinkRequest, input: readonly WireItem[], signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
    const id = `think-${++this.#count}`;
    const track = this.#parts.own?.begin(SOUND_RATE_HZ);
    const answer: Answer = { queue: new ThoughtQueue(), calls: new ToolCalls(), isAnything: false, track };
    this.#asked.set(id, answer);
    const tools = request.tools.map((tool) => ({ type: "function", ...wireTool(tool) }));
    const room = this.#parts.doesReason ? ROOM_FOR_THOUGHTS : 0;
    const wanted = Math.max(1, request.settings.maxTokens) * (track ? SPOKEN_TIMES : 1);
    this.#parts.send({
      type: "response.create",
      event_id: id,
      response: {
        conversation: "none",
        metadata: { id },
        ...this.#parts.output,
        instructions: instructionsOf(request).lasting,
        ...(tools.length === 0 ? {} : { tools, tool_choice: "auto" }),
        max_output_tokens: Math.min(MOST_TOKENS, wanted + room),
        input,
      },
    });
    try {
      yield* answer.queue.thoughts(signal);
    } finally {
      this.#asked.delete(id);
      if (!answer.queue.isOver) {
        this.#cancel(id);
        if (track) this.#parts.own?.drop(track);
      }
    }
  }

  take(event: ServerEvent): void {
    if (event.type === "response.created") return this.#began(event.response);
    if (event.type === "response.done") return this.#done(event.response);
    if (event.type === "response.output_text.delta" || event.type === "response.output_audio_transcript.delta")
      this.#said(event.response_id, { kind: "text", text: event.delta });
    else if (event.type === "response.output_audio.delta") this.#sounds(event.response_id, event.delta);
    else if (event.type === "response.function_call_arguments.delta") this.#said(event.response_id, { kind: "calling" });
    else if (event.type === "response.output_item.done") this.#called(event);
  }

  #said(response: string, thought: Thought): void {
    const answer = this.#asked.get(this.#running.get(response) ?? "");
    if (!answer) return;
    answer.isAnything ||= thought.kind !== "calling";
    if (thought.kind === "text") answer.track?.addText(thought.text);
    answer.queue.push(thought);
  }

  #sounds(response: string, delta: string): void {
    const answer = this.#asked.get(this.#running.get(response) ?? "");
    answer?.track?.addSound(new PcmReader().push(Buffer.from(delta, "base64")));
  }

  #called({
    response_id: response,
    output_index: index,
    item,
  }: Extract<ServerEvent, { type: "response.output_item.done" }>): void {
    const answer = this.#asked.get(this.#running.get(response) ?? "");
    if (!answer || item.type !== "function_call") return;
    const { call_id: id, name, arguments: given } = item;
    answer.isAnything = true;
    guarded(answer.queue, () => answer.calls.push({ index, id, function: { name, arguments: given } }));
  }

  /** The API refuses what was asked for. False: it is no answer's. */
  refuse(id: string, problem: Problem): boolean {
    const answer = this.#asked.get(id);
    const failure = new ProviderFailure(problem.code, problem.message);
    answer?.queue.fail(failure);
    answer?.track?.finish(failure);
    return id.startsWith("think-");
  }

  fail(problem: Problem): void {
    const failure = new ProviderFailure(problem.code, problem.message);
    for (const { queue, track } of this.#asked.values()) {
      track?.finish(failure);
      queue.fail(failure);
    }
  }

  #began({ id, metadata }: ServerResponse): void {
    const ours = metadata?.["id"];
    if (ours === undefined) return;
    if (this.#asked.has(ours)) this.#running.set(id, ours);
    else this.#parts.send({ type: "response.cancel", event_id: "cancel", response_id: id });
  }

  /** One that has not begun is cancelled when it does. */
  #cancel(id: string): void {
    for (const [response, ours] of this.#running) {
      if (ours !== id) continue;
      this.#running.delete(response);
      this.#parts.send({ type: "response.cancel", event_id: "cancel", response_id: response });
    }
  }

  #done(response: ServerResponse): void {
    const answer = this.#asked.get(this.#running.get(response.id) ?? response.metadata?.["id"] ?? "");
    this.#running.delete(response.id);
    if (!answer) return;
    const { queue, calls, track } = answer;
    const usage = usageOf(response);
    if (usage) queue.push({ kind: "usage", usage });
    const failure = this.#failureOf(response, answer.isAnything);
    track?.finish(failure);
    if (failure) return queue.fail(failure);
    guarded(queue, () => {
      for (const thought of calls.complete()) queue.push(thought);
    });
    queue.finish();
  }

  #failureOf({ status, status_details: details }: ServerResponse, isAnything: boolean): ProviderFailure | undefined {
    if (status === "completed") return undefined;
    const { reason, error } = details ?? {};
    if (status === "incomplete")
      return isAnything
        ? undefined
        : new ProviderFailure("refused", `the model does not answer (${this.#parts.told(reason ?? "")})`);
    const said = this.#parts.told(error?.message ?? error?.code ?? reason ?? status ?? "");
    return new ProviderFailure(error ? codeOfMistake(error) : "unavailable", `the provider's answer failed: ${said}`);
  }
}

/** What cannot be read ends this answer, and nothing else. */
function guarded(queue: ThoughtQueue, act: () => void): void {
  try {
    act();
  } catch (cause) {
    queue.fail(cause instanceof ProviderFailure ? cause : new ProviderFailure("bad-answer", "the answer is not understood"));
  }
}

/** One call on its media thread: its line, its conversation, its recording, and the messages to and from the main thread. */
import type { MessagePort } from "node:worker_threads";
import {
  ProviderFailure,
  openConversation,
  type Clock,
  type CloseReason,
  type Conversation,
  type ToolOutcome,
  type ToolRunner,
} from "@ongea/conversation";
import { ChunkedRecorder } from "../recording/chunks.ts";
import type { FromMedia, ToMedia } from "./messages.ts";
import type { OpenedLine } from "./open-line.ts";
import type { Speech } from "./speech.ts";

export interface CarriedCallParts {
  opened: OpenedLine;
  clock: Clock;
  speech: Speech;
  recordingPort: MessagePort;
  tell(message: FromMedia): void;
  /** Nothing is left of it. */
  closed(): void;
}

/** A tool that the main thread does not answer in this time has failed. */
const TOOL_TIMEOUT_MS = 15_000;

type Start = Extract<ToMedia, { kind: "start" }>;

export class CarriedCall {
  readonly #callId: string;
  readonly #parts: CarriedCallParts;
  readonly #tools = new Map<number, (outcome: ToolOutcome) => void>();
  #requests = 0;
  #conversation: Conversation | undefined;
  #over = false;

  constructor(callId: string, parts: CarriedCallParts) {
    this.#callId = callId;
    this.#parts = parts;
  }

  obey(message: Exclude<ToMedia, { kind: "prepare" }>): void {
    const { opened } = this.#parts;
    switch (message.kind) {
      case "start":
        return this.#start(message);
      case "media":
        return opened.media?.(message.media);
      case "packet":
        return opened.packet?.(message.data);
      case "typed":
        return this.#conversation?.typed(message.text);
      case "tool-result":
        return this.#tools.get(message.requestId)?.(message.outcome);
      case "line-ended":
        opened.ended(message.lost);
        if (!this.#conversation) this.#finish("caller-hung-up");
        return;
      case "end":
        if (this.#conversation) return this.#conversation.end(message.reason);
        opened.line.hangUp();
        this.#finish(message.reason);
    }
  }

  #start({ plan, model }: Start): void {
    if (this.#over || this.#conversation) return;
    const { opened, clock, speech, recordingPort, tell } = this.#parts;
    const callId = this.#callId;
    const openedMs = clock.now();
    const recorder = new ChunkedRecorder(callId, recordingPort, opened.line.sampleRateHz);
    this.#conversation = openConversation({
      plan,
      line: opened.line,
      clock,
      ...speech.lend(plan.language, model),
      tools: this.#toolRunner(),
      journal: { write: (entry) => tell({ kind: "entry", callId, entry }) },
      recorder,
    });
    void this.#conversation.closed.then((reason) => {
      recorder.close(clock.now() - openedMs);
      this.#finish(reason);
    });
  }

  #finish(reason: CloseReason): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts.tell({ kind: "closed", callId: this.#callId, reason });
    this.#parts.closed();
  }

  /** Tools run on the main thread, where the database is. */
  #toolRunner(): ToolRunner {
    const { clock, tell } = this.#parts;
    const callId = this.#callId;
    return {
      run: (call, signal) =>
        new Promise((resolve, reject) => {
          const requestId = this.#requests++;
          const done = (finish: () => void): void => {
            timer.cancel();
            signal.removeEventListener("abort", abort);
            this.#tools.delete(requestId);
            finish();
          };
          const abort = (): void => {
            tell({ kind: "tool-cancelled", callId, requestId });
            done(() => reject(new ProviderFailure("cancelled", "The tool is no longer wanted")));
          };
          const timer = clock.at(clock.now() + TOOL_TIMEOUT_MS, () => {
            tell({ kind: "tool-cancelled", callId, requestId });
            done(() => resolve({ ok: false, result: "This took too long." }));
          });
          signal.addEventListener("abort", abort, { once: true });
          this.#tools.set(requestId, (outcome) => done(() => resolve(outcome)));
          tell({ kind: "tool", callId, requestId, name: call.name, arguments: call.arguments });
        }),
    };
  }
}

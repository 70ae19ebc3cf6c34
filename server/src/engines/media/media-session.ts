/** One call on its media thread: its line, its conversation, its recording, and the messages to and from the main thread. */
import {
  ProviderFailure,
  TOOL_LIMIT_MS,
  openConversation,
  withKnowledge,
  withOptOut,
  withRoutes,
  type Clock,
  type CloseReason,
  type Conversation,
  type Line,
  type LineListener,
  type Plan,
  type Timer,
  type ToolOutcome,
  type ToolRunner,
} from "@ongea/conversation";
import { ChunkedRecorder } from "../recording/chunked-recorder.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import type { ToWriter } from "../recording/messages.ts";
import type { FromMedia, ToMedia } from "./messages.ts";
import { retrieverBy } from "./retriever.ts";
import { SoundTap } from "./tap.ts";
import type { OpenedLine } from "./open-line.ts";
import type { Speech } from "./speech.ts";

export interface CarriedCallParts {
  clock: Clock;
  speech: Speech;
  record(message: ToWriter): void;
  tell(message: FromMedia): void;
  /** Another call of this thread. */
  other(callId: string): CarriedCall | undefined;
  /** Nothing is left of it. */
  closed(): void;
}

/** A line that is not open by then is given up; one that opens later is closed again. */
const OPEN_TIMEOUT_MS = 12_000;

type Start = Extract<ToMedia, { kind: "start" }>;

/**
 * Its phases: the line is being opened, is open, carries a conversation or is lent to another, is over. "over" is told once, when nothing is left: a line that is
 * no longer wanted while it opens is closed as soon as it has opened.
 */
type Phase =
  | { at: "opening"; givenUp: CloseReason | undefined; timer: Timer }
  | { at: "ready"; opened: OpenedLine }
  | { at: "talking"; opened: OpenedLine; conversation: Conversation; plan: Plan; tap: SoundTap }
  /** Its line is heard in another call, which somebody was put through to. */
  | { at: "lent"; opened: OpenedLine }
  | { at: "over" };

export class CarriedCall {
  readonly #callId: string;
  readonly #parts: CarriedCallParts;
  readonly #tools = new Map<number, (outcome: ToolOutcome) => void>();
  #requests = 0;
  #phase: Phase;

  constructor(callId: string, parts: CarriedCallParts) {
    this.#callId = callId;
    this.#parts = parts;
    const { clock } = parts;
    const timer = clock.at(clock.now() + OPEN_TIMEOUT_MS, () => this.#refused("The line did not open in time"));
    this.#phase = { at: "opening", givenUp: undefined, timer };
  }

  open(line: Promise<OpenedLine>): void {
    line.then(
      (opened) => this.#opened(opened),
      (error: unknown) => this.#refused(error instanceof Error ? error.message : String(error)),
    );
  }

  /** A fault while it obeys ends this call, never the thread with all the others. */
  obeyOrEnd(message: Exclude<ToMedia, { kind: "prepare" }>): void {
    try {
      this.obey(message);
    } catch (error) {
      const { tell } = this.#parts;
      tell({
        kind: "fault",
        callId: this.#callId,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      const phase = this.#phase;
      this.#finish("failed");
      if (phase.at !== "opening" && phase.at !== "over") phase.opened.line.hangUp();
    }
  }

  obey(message: Exclude<ToMedia, { kind: "prepare" }>): void {
    const phase = this.#phase;
    if (phase.at === "over") return;
    if (phase.at === "opening") {
      if (message.kind === "end") phase.givenUp ??= message.reason;
      else if (message.kind === "line-ended") phase.givenUp ??= "caller-hung-up";
      return;
    }
    const { opened } = phase;
    switch (message.kind) {
      case "start":
        return phase.at === "ready" ? this.#start(opened, message) : undefined;
      case "media":
        return opened.media?.(message.media);
      case "confirmed":
        return opened.confirmed?.();
      case "packet":
        return opened.packet?.(message.data);
      case "typed":
        return phase.at === "talking" ? phase.conversation.typed(message.text) : undefined;
      case "ringing":
        return phase.at === "talking" ? phase.conversation.ringing() : undefined;
      case "whisper":
        return phase.at === "talking" ? phase.conversation.whisper(message.text, message.by) : undefined;
      case "listen":
        return phase.at === "talking" ? phase.tap.listen(message.isHeard) : undefined;
      case "connect":
        return phase.at === "talking" ? this.#connect(phase.conversation, message) : undefined;
      case "tool-result":
        return this.#tools.get(message.requestId)?.(message.outcome);
      case "line-ended":
        opened.ended(message.lost);
        return phase.at === "ready" ? this.#finish("caller-hung-up") : undefined;
      case "end":
        if (phase.at === "talking") return phase.conversation.end(message.reason);
        opened.line.hangUp();
        this.#finish(message.reason);
    }
  }

  /** Its line, for another call; what ends the one ends the other. */
  lend(): Line | undefined {
    const phase = this.#phase;
    if (phase.at !== "ready") return undefined;
    const { opened } = phase;
    this.#phase = { at: "lent", opened };
    const { line } = opened;
    const open = (listener: LineListener): void =>
      line.open({
        heard: (frame, atMs) => listener.heard(frame, atMs),
        key: (digit) => listener.key(digit),
        closed: (end) => {
          listener.closed(end);
          this.#finish(end === "connection-lost" ? end : "transferred");
        },
      });
    return {
      sampleRateHz: line.sampleRateHz,
      open,
      send: (frame, talkspurt) => line.send(frame, talkspurt),
      clear: () => line.clear(),
      press: (digits) => line.press(digits),
      hangUp: () => line.hangUp(),
    };
  }

  #connect(conversation: Conversation, { legId, to, by }: Extract<ToMedia, { kind: "connect" }>): void {
    const leg = this.#parts.other(legId);
    const line = leg?.lend();
    if (line && !conversation.connect(to, line, by)) leg?.obeyOrEnd({ kind: "end", callId: legId, reason: "stopped" });
  }

  #opened(opened: OpenedLine): void {
    const phase = this.#phase;
    if (phase.at === "opening" && phase.givenUp === undefined) {
      phase.timer.cancel();
      this.#phase = { at: "ready", opened };
      const { answer, line } = opened;
      return this.#parts.tell({ kind: "prepared", callId: this.#callId, answer, sampleRateHz: line.sampleRateHz });
    }
    opened.line.hangUp();
    if (phase.at === "opening") this.#finish(phase.givenUp ?? "stopped");
  }

  #refused(message: string): void {
    if (this.#phase.at !== "opening") return;
    this.#over();
    this.#parts.tell({ kind: "refused", callId: this.#callId, message });
    this.#parts.closed();
  }

  #start(opened: OpenedLine, { plan, preferences }: Start): void {
    const { clock, speech, record, tell } = this.#parts;
    const callId = this.#callId;
    const openedMs = clock.now();
    const recorder = new ChunkedRecorder(callId, record, opened.line.sampleRateHz);
    const tap = new SoundTap(opened.line.sampleRateHz, (packet) => tell({ kind: "sound", callId, packet }));
    const tools = this.#toolRunner();
    const lent = speech.lend(plan.language, preferences);
    const knowing = preferences.knows
      ? lent.languageModels.map((llm) => withKnowledge(llm, retrieverBy(tools), clock))
      : lent.languageModels;
    const routed = knowing.map((llm) => withRoutes(llm, plan.routes ?? []));
    // A browser has no number that could be called again.
    const languageModels = plan.direction === "browser" ? routed : routed.map(withOptOut);
    const conversation = openConversation({
      plan,
      line: opened.line,
      clock,
      ...lent,
      languageModels,
      tools,
      checkArguments,
      journal: { write: (entry) => tell({ kind: "entry", callId, entry }) },
      recorder,
      tap,
    });
    this.#phase = { at: "talking", opened, conversation, plan, tap };
    void conversation.closed.then((reason) => {
      recorder.close(clock.now() - openedMs);
      this.#finish(reason);
    });
  }

  /** A tool that rang somebody has answered: unless they are there, the assistant is. */
  #comesBack(): void {
    if (this.#phase.at === "talking") this.#phase.conversation.comeBack();
  }

  #toolOf(called: string): Plan["tools"][number] | undefined {
    return this.#phase.at === "talking" ? this.#phase.plan.tools.find(({ name }) => name === called) : undefined;
  }

  #finish(reason: CloseReason | "failed"): void {
    if (this.#phase.at === "over") return;
    this.#over();
    this.#parts.tell({ kind: "closed", callId: this.#callId, reason });
    this.#parts.closed();
  }

  #over(): void {
    if (this.#phase.at === "opening") this.#phase.timer.cancel();
    this.#phase = { at: "over" };
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
            // After whoever waits for the tool knows what it said.
            if (this.#toolOf(call.name)?.limitMs !== undefined) clock.at(clock.now(), () => this.#comesBack());
            signal.removeEventListener("abort", abort);
            this.#tools.delete(requestId);
            finish();
          };
          const abort = (): void => {
            tell({ kind: "tool-cancelled", callId, requestId });
            done(() => reject(new ProviderFailure("cancelled", "The tool is no longer wanted")));
          };
          const timer = clock.at(clock.now() + (this.#toolOf(call.name)?.limitMs ?? TOOL_LIMIT_MS), () => {
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

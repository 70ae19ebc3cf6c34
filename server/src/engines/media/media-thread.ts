/** One thread that carries sound, as the main thread sees it; started again when it fails. */
import { availableParallelism } from "node:os";
import type { MessagePort, Worker } from "node:worker_threads";
import type { AgreedMedia } from "@ongea/channels";
import type { CloseReason, JournalEntry, Plan, ToolOutcome } from "@ongea/conversation";
import type { Log } from "../../platform/log/log.ts";
import { startThread } from "../../platform/thread.ts";
import { Admission, mostBusy, type Refusal } from "./admission.ts";
import type { MediaSetup } from "./media-worker.ts";
import { createOutbox, type Outbox } from "../recording/message-batch.ts";
import type { SpeechSetup } from "../speech-hosts/speech-hosts.ts";
import type { SpeechPreferences } from "../speech-hosts/choices.ts";
import type { FromMedia, LineAnswer, LineOrder, ThreadLoad, ToMedia } from "./messages.ts";

/** What happens in a call on its media thread. */
export interface CallListener {
  entry(entry: JournalEntry): void;
  tool(call: { name: string; arguments: string }, signal: AbortSignal): Promise<ToolOutcome>;
  /** Where the main thread holds the caller's socket: what to send on it, and that it shall be closed. */
  packet?(data: ArrayBuffer | string): void;
  closeSocket?(): void;
  /** Of WebRTC: sound can flow; again after each time that it could not. */
  connected?(): void;
  /** A piece of one side's sound, where somebody listens. */
  sound?(packet: ArrayBuffer): void;
  /** The last word, once, of a call whose line was opened: the conversation is over, or (`failed`) its thread is. */
  closed(reason: CloseReason | "failed"): void;
}

/** A call's place on a media thread, from the moment it is taken until the thread has given everything back. */
export interface MediaSlot {
  /** Resolves when the line is open; rejects when it cannot be, when that takes too long, or when the slot is given back first. */
  readonly opened: Promise<OpenedSlot>;
  start(plan: Plan, preferences: SpeechPreferences): void;
  media(media: AgreedMedia): void;
  confirmed(): void;
  packet(data: ArrayBuffer | string): void;
  typed(text: string): void;
  /** Somebody else is rung for the caller. */
  ringing(): void;
  /** They have answered, on this line of the same thread. `by`: who takes the call over. */
  connect(legId: string, to: string, by?: string): void;
  whisper(text: string, by: string): void;
  listen(isHeard: boolean): void;
  /** The person's side is gone. */
  lineEnded(lost: boolean): void;
  /** In any phase, more than once: ends the conversation, where there is one, and gives the slot back. */
  end(reason: CloseReason): void;
}

export interface OpenedSlot {
  answer: LineAnswer;
  sampleRateHz: number;
}

export interface MediaThreadOptions {
  setup: MediaSetup;
  recordingPort(): MessagePort;
  /** How a thread is started; absent: as one of Node's. */
  start?: typeof startThread;
  log: Log;
  /** How many there are, this one included. */
  threads: number;
  /** A thread that says nothing for so long does nothing either. */
  silentMs?: number;
}

const SILENT_MS = 20_000;
/** Silence is counted in ticks of ours and not in time: a process that stood still itself has heard nobody. */
const SILENT_TICKS = 20;
const OPEN_TIMEOUT_MS = 10_000;
/** A thread that ended is started again after this pause, so that a fault at its start does not spin. */
const RESTART_MS = 500;

interface Carried {
  listener: CallListener;
  opened(slot: OpenedSlot): void;
  failed(error: Error): void;
  isOpen: boolean;
  tools: Map<number, AbortController>;
}

export class MediaThread {
  readonly #options: MediaThreadOptions;
  readonly #carried = new Map<string, Carried>();
  readonly #admission: Admission;
  #setup: MediaSetup;
  #worker: Worker;
  readonly #outbox: Outbox<ToMedia> = createOutbox({ post: (messages) => this.#worker.postMessage(messages) });
  #watchdog: NodeJS.Timeout | undefined;
  #silentTicks = 0;
  #stopping = false;
  #isDown = false;

  constructor(options: MediaThreadOptions) {
    this.#options = options;
    this.#setup = options.setup;
    this.#admission = new Admission(mostBusy(options.threads, availableParallelism()));
    this.#worker = this.#start();
  }

  get calls(): number {
    return this.#carried.size;
  }

  carries(callId: string): boolean {
    return this.#carried.has(callId);
  }

  /** Over the last seconds. */
  get load(): ReturnType<Admission["measured"]> {
    return this.#admission.measured(this.calls);
  }

  /** Why it takes no call now. */
  get refusal(): Refusal | "it is being started again" | undefined {
    return this.#stopping || this.#isDown ? "it is being started again" : this.#admission.refusal(this.calls);
  }

  take(callId: string, line: LineOrder, listener: CallListener): MediaSlot {
    const opened = new Promise<OpenedSlot>((resolve, reject) => {
      const settle = <Value>(how: (value: Value) => void) => {
        return (value: Value): void => {
          clearTimeout(late);
          how(value);
        };
      };
      const carried: Carried = { listener, opened: settle(resolve), failed: settle(reject), isOpen: false, tools: new Map() };
      const late = setTimeout(() => {
        this.#tell({ kind: "end", callId, reason: "stopped" });
        reject(new Error("The media thread did not open the line in time"));
      }, OPEN_TIMEOUT_MS);
      this.#carried.set(callId, carried);
      this.#admission.changed();
    });
    // Whoever gave the slot back meanwhile no longer asks.
    opened.catch(() => undefined);
    this.#tell({ kind: "prepare", callId, line });
    return this.#slot(callId, opened);
  }

  speakWith(speech: SpeechSetup): void {
    this.#setup = { ...this.#setup, speech };
    this.#tell({ kind: "speech", speech });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watchdog);
    await this.#worker.terminate();
  }

  #slot(callId: string, opened: Promise<OpenedSlot>): MediaSlot {
    const tell = (message: ToMedia): void => {
      if (this.#carried.has(callId)) this.#tell(message);
    };
    return {
      opened,
      start: (plan, preferences) => tell({ kind: "start", callId, plan, preferences }),
      media: (media) => tell({ kind: "media", callId, media }),
      confirmed: () => tell({ kind: "confirmed", callId }),
      packet: (data) => tell({ kind: "packet", callId, data }),
      typed: (text) => tell({ kind: "typed", callId, text }),
      ringing: () => tell({ kind: "ringing", callId }),
      connect: (legId, to, by) => tell({ kind: "connect", callId, legId, to, by }),
      whisper: (text, by) => tell({ kind: "whisper", callId, text, by }),
      listen: (isHeard) => tell({ kind: "listen", callId, isHeard }),
      lineEnded: (lost) => tell({ kind: "line-ended", callId, lost }),
      end: (reason) => tell({ kind: "end", callId, reason }),
    };
  }

  #start(): Worker {
    const { recordingPort, log, start = startThread } = this.#options;
    const port = recordingPort();
    const worker = start(new URL("./media-worker.ts", import.meta.url), { setup: this.#setup, recordingPort: port }, [port]);
    worker.on("message", (messages: readonly FromMedia[]) => messages.forEach((message) => this.#heard(message)));
    worker.on("error", (error) => log.error({ err: error }, "A media thread failed"));
    worker.on("exit", () => this.#ended());
    return worker;
  }

  #ended(): void {
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
    this.#admission.forget();
    const lost = [...this.#carried.values()];
    this.#carried.clear();
    for (const carried of lost) end(carried, "failed", "The media thread ended");
    if (this.#stopping) return;
    this.#isDown = true;
    setTimeout(() => {
      if (this.#stopping) return;
      this.#worker = this.#start();
      this.#isDown = false;
    }, RESTART_MS);
  }

  #heard(message: FromMedia): void {
    if (message.kind === "load") return this.#reported(message.load);
    const carried = this.#carried.get(message.callId);
    if (!carried) return;
    const { listener, tools } = carried;
    switch (message.kind) {
      case "prepared":
        carried.isOpen = true;
        return carried.opened({ answer: message.answer, sampleRateHz: message.sampleRateHz });
      case "refused":
        this.#admission.changed();
        this.#carried.delete(message.callId);
        return end(carried, "stopped", message.message);
      case "fault":
        return this.#options.log.error(
          { callId: message.callId, problem: message.message },
          "A call broke off by a fault of ours",
        );
      case "entry":
        return listener.entry(message.entry);
      case "packet":
        return listener.packet?.(message.data);
      case "close-socket":
        return listener.closeSocket?.();
      case "connected":
        return listener.connected?.();
      case "sound":
        return listener.sound?.(message.packet);
      case "tool":
        return void this.#runTool(message, carried);
      case "tool-cancelled":
        return tools.get(message.requestId)?.abort();
      case "closed":
        this.#admission.changed();
        this.#carried.delete(message.callId);
        end(carried, message.reason, "The line was given back before it was open");
    }
  }

  #reported(load: ThreadLoad): void {
    this.#admission.reported(load, this.calls);
    this.#silentTicks = 0;
    const { silentMs = SILENT_MS } = this.#options;
    this.#watchdog ??= setInterval(() => this.#tick(silentMs), silentMs / SILENT_TICKS).unref();
  }

  #tick(silentMs: number): void {
    if (++this.#silentTicks < SILENT_TICKS) return;
    this.#silentTicks = 0;
    this.#options.log.error({ silentMs }, "A media thread does not answer and is ended");
    void this.#worker.terminate();
  }

  async #runTool(message: Extract<FromMedia, { kind: "tool" }>, { listener, tools }: Carried): Promise<void> {
    const { callId, requestId, name } = message;
    const running = new AbortController();
    tools.set(requestId, running);
    const outcome = await listener
      .tool({ name, arguments: message.arguments }, running.signal)
      .catch((error: unknown): ToolOutcome => {
        this.#options.log.error({ err: error, callId, tool: name }, "A tool failed");
        return { ok: false, result: "This did not work because of a technical problem." };
      });
    tools.delete(requestId);
    if (!running.signal.aborted) this.#tell({ kind: "tool-result", callId, requestId, outcome });
  }

  #tell(message: ToMedia): void {
    this.#outbox.tell(message);
  }
}

/** Everything of a call on its thread is gone: whoever waits for its line, its tools and its listener are told, each once. */
function end(carried: Carried, reason: CloseReason | "failed", unopened: string): void {
  for (const tool of carried.tools.values()) tool.abort();
  carried.failed(new Error(unopened));
  if (carried.isOpen) carried.listener.closed(reason);
}

import type { MessagePort, Worker } from "node:worker_threads";
import type { CloseReason, JournalEntry, Plan, ToolOutcome } from "@ongea/conversation";
import type { AgreedMedia } from "@ongea/channels";
import type { Log } from "../../platform/log/log.ts";
import { startThread } from "../../platform/thread.ts";
import type { MediaSetup } from "./media-worker.ts";
import type { FromMedia, LineAnswer, LineOrder, ToMedia } from "./messages.ts";

/** What happens in a call on its media thread. */
export interface CallListener {
  entry(entry: JournalEntry): void;
  tool(call: { name: string; arguments: string }, signal: AbortSignal): Promise<ToolOutcome>;
  /** Where the main thread holds the caller's socket: what to send on it, and that it shall be closed. */
  packet?(data: ArrayBuffer | string): void;
  closeSocket?(): void;
  /** The last word: the conversation is over, or (`failed`) its thread is. */
  closed(reason: CloseReason | "failed"): void;
}

/** A call on its media thread. */
export interface MediaCall {
  readonly answer: LineAnswer;
  readonly sampleRateHz: number;
  start(plan: Plan, model: string | undefined): void;
  media(media: AgreedMedia): void;
  packet(data: ArrayBuffer | string): void;
  typed(text: string): void;
  /** The person's side is gone. */
  lineEnded(lost: boolean): void;
  /** Ends the conversation; `closed` follows. */
  end(reason: CloseReason): void;
}

/** The threads that carry sound. A call stays on the thread that it began on. */
export interface MediaPool {
  readonly calls: number;
  /** Opens a line on the thread with most room; undefined when no thread has any. Rejects when the line cannot be opened. */
  prepare(callId: string, line: LineOrder, listener: CallListener): Promise<MediaCall | undefined>;
  stop(): Promise<void>;
}

export interface MediaPoolOptions {
  threads: number;
  maxCalls: number;
  setup: MediaSetup;
  /** A way to the recordings' thread, one for each media thread. */
  recordingPort(): MessagePort;
  log: Log;
}

/** A thread that wakes later than this takes no more calls: those that it has come first. */
const MOST_LATENESS_MS = 15;
const PREPARE_TIMEOUT_MS = 10_000;
/** A thread that ended is started again after this pause, so that a fault at its start does not spin. */
const RESTART_MS = 500;

export function createMediaPool(options: MediaPoolOptions): MediaPool {
  const threads = Array.from({ length: options.threads }, () => new MediaThread(options));
  const count = (): number => threads.reduce((sum, thread) => sum + thread.calls, 0);
  return {
    get calls() {
      return count();
    },
    async prepare(callId, line, listener) {
      if (count() >= options.maxCalls) return undefined;
      const [thread] = threads.filter((candidate) => candidate.hasRoom).toSorted((a, b) => a.calls - b.calls);
      return thread?.prepare(callId, line, listener);
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

interface Carried {
  listener: CallListener;
  prepared: (message: Extract<FromMedia, { kind: "prepared" | "refused" }>) => void;
  tools: Map<number, AbortController>;
}

/** One thread, started again when it fails. */
class MediaThread {
  readonly #options: MediaPoolOptions;
  readonly #carried = new Map<string, Carried>();
  #worker: Worker;
  #latenessMs = 0;
  #stopping = false;
  #isDown = false;

  constructor(options: MediaPoolOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  get calls(): number {
    return this.#carried.size;
  }

  get hasRoom(): boolean {
    return !this.#stopping && !this.#isDown && (this.calls === 0 || this.#latenessMs <= MOST_LATENESS_MS);
  }

  prepare(callId: string, line: LineOrder, listener: CallListener): Promise<MediaCall> {
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => {
        clearTimeout(late);
        this.#carried.delete(callId);
        reject(new Error(message));
      };
      const late = setTimeout(() => {
        this.#tell({ kind: "end", callId, reason: "stopped" });
        fail("The media thread did not open the line in time");
      }, PREPARE_TIMEOUT_MS);
      const prepared: Carried["prepared"] = (message) => {
        if (message.kind === "refused") return fail(message.message);
        clearTimeout(late);
        resolve(this.#call(callId, message.answer, message.sampleRateHz));
      };
      this.#carried.set(callId, { listener, prepared, tools: new Map() });
      this.#tell({ kind: "prepare", callId, line });
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#worker.terminate();
  }

  #start(): Worker {
    const { setup, recordingPort, log } = this.#options;
    const port = recordingPort();
    const worker = startThread(new URL("./media-worker.ts", import.meta.url), { setup, recordingPort: port }, [port]);
    worker.on("message", (message: FromMedia) => this.#heard(message));
    worker.on("error", (error) => log.error({ err: error }, "A media thread failed"));
    worker.on("exit", () => {
      if (this.#stopping) return;
      const lost = [...this.#carried.values()];
      this.#carried.clear();
      this.#isDown = true;
      setTimeout(() => {
        if (this.#stopping) return;
        this.#worker = this.#start();
        this.#isDown = false;
      }, RESTART_MS);
      for (const { listener, tools } of lost) {
        for (const tool of tools.values()) tool.abort();
        listener.closed("failed");
      }
    });
    return worker;
  }

  #call(callId: string, answer: LineAnswer, sampleRateHz: number): MediaCall {
    const tell = (message: ToMedia): void => this.#tell(message);
    return {
      answer,
      sampleRateHz,
      start: (plan, model) => tell({ kind: "start", callId, plan, model }),
      media: (media) => tell({ kind: "media", callId, media }),
      packet: (data) => tell({ kind: "packet", callId, data }),
      typed: (text) => tell({ kind: "typed", callId, text }),
      lineEnded: (lost) => tell({ kind: "line-ended", callId, lost }),
      end: (reason) => tell({ kind: "end", callId, reason }),
    };
  }

  #heard(message: FromMedia): void {
    if (message.kind === "load") {
      this.#latenessMs = message.latenessP99Ms;
      return;
    }
    const carried = this.#carried.get(message.callId);
    if (!carried) return;
    const { listener, tools } = carried;
    switch (message.kind) {
      case "prepared":
      case "refused":
        return carried.prepared(message);
      case "entry":
        return listener.entry(message.entry);
      case "packet":
        return listener.packet?.(message.data);
      case "close-socket":
        return listener.closeSocket?.();
      case "tool":
        return void this.#runTool(message, carried);
      case "tool-cancelled":
        return tools.get(message.requestId)?.abort();
      case "closed":
        this.#carried.delete(message.callId);
        for (const tool of tools.values()) tool.abort();
        listener.closed(message.reason);
    }
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
    this.#worker.postMessage(message);
  }
}

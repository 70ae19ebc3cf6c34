import { ProviderFailure, type Problem } from "@ongea/conversation";
import { openSocket, type Socket, type SocketAccess } from "./open-socket.ts";

/** How a vendor speaks several texts at once over one WebSocket, each in a context of its own. */
export interface ContextProtocol {
  access: SocketAccess;
  /** So many texts at once over one connection. */
  mostContexts: number;
  /** Stops the speech of a context that nobody wants to hear any more. */
  cancel(context: string): string;
  /** What a message says; absent: nothing of use. */
  read(message: string): ContextMessage | undefined;
}

export interface ContextMessage {
  /** Absent: it is about the whole connection. */
  context?: string | undefined;
  sound?: Buffer | undefined;
  isDone?: boolean | undefined;
  problem?: Problem | undefined;
}

export interface ContextTimeouts {
  /** From the question to its first sound. */
  firstBytesTimeoutMs: number;
  /** Between two pieces of it. */
  idleTimeoutMs: number;
}

const MOST_CONNECTIONS = 64;
/** About two minutes at 16 kHz, not yet taken. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
/** A context that was cut off counts at the vendor until it says that it is over, at most so long here. */
const CLOSING_MS = 10_000;
/** Vendors close what is idle after two to five minutes. */
const IDLE_CLOSE_MS = 100_000;

/**
 * Connections that stay open between turns, so that no turn waits for a handshake. A text that nobody wants any more ends its context and
 * leaves the connection as it is.
 */
export class Contexts {
  readonly #protocol: ContextProtocol;
  readonly #timeouts: ContextTimeouts;
  readonly #connections = new Set<Connection>();
  #made = 0;

  constructor(protocol: ContextProtocol, timeouts: ContextTimeouts) {
    this.#protocol = protocol;
    this.#timeouts = timeouts;
  }

  /** Opens a connection where there is none, so that the first text need not wait for it. */
  warm(): void {
    if (this.#connections.size === 0) this.#connect();
  }

  /** The sound of one text; `messages` says it in a context of this name. An abort ends it quietly. */
  async *speak(messages: (context: string) => readonly string[], signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const free = [...this.#connections].find(({ contexts }) => contexts < this.#protocol.mostContexts);
      const connection = free ?? this.#connect();
      const context = `c${++this.#made}`;
      const speech = new Speech(this.#timeouts);
      try {
        connection.begin(context, speech, messages(context));
        yield* speech.pieces(signal);
        return;
      } catch (error) {
        // A connection that was idle may have died unnoticed: what was not begun is begun again over a new one.
        if (free === undefined || attempt > 0 || !speech.isLostBeforeBegun) throw error;
      } finally {
        connection.end(context, speech);
      }
    }
  }

  #connect(): Connection {
    if (this.#connections.size >= MOST_CONNECTIONS)
      throw new ProviderFailure("rate-limited", "too many connections to this provider");
    const connection = new Connection(this.#protocol, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    return connection;
  }
}

/** One WebSocket with the contexts that are spoken over it. */
class Connection {
  readonly #protocol: ContextProtocol;
  readonly #socket: Socket;
  readonly #speeches = new Map<string, Speech>();
  readonly #gone: () => void;
  /** Cut off, and not yet over at the vendor. */
  readonly #closing = new Map<string, NodeJS.Timeout>();
  #idle: NodeJS.Timeout | undefined;
  #isRetired = false;

  constructor(protocol: ContextProtocol, gone: () => void) {
    this.#protocol = protocol;
    this.#gone = gone;
    this.#socket = openSocket(protocol.access, {
      message: (data) => this.#take(protocol.read(data.toString("utf8"))),
      closed: (problem) => this.#lost(problem, true),
    });
    this.#rest();
  }

  get contexts(): number {
    return this.#speeches.size + this.#closing.size;
  }

  begin(context: string, speech: Speech, messages: readonly string[]): void {
    clearTimeout(this.#idle);
    this.#speeches.set(context, speech);
    for (const message of messages) this.#socket.send(message);
  }

  end(context: string, speech: Speech): void {
    if (!this.#speeches.delete(context)) return;
    if (!speech.isOver || speech.isLate) this.#cancel(context);
    // Nothing came in time: nobody is to wait for this connection again.
    if (speech.isLate) this.#retire();
    else if (this.#speeches.size === 0) this.#rest();
  }

  #cancel(context: string): void {
    this.#socket.send(this.#protocol.cancel(context));
    const timer = setTimeout(() => this.#closing.delete(context), CLOSING_MS);
    timer.unref();
    this.#closing.set(context, timer);
  }

  #isClosed(context: string): void {
    clearTimeout(this.#closing.get(context));
    this.#closing.delete(context);
  }

  /** Takes no more texts, and ends with the last of those that it has. */
  #retire(): void {
    this.#isRetired = true;
    this.#gone();
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#isRetired && this.#speeches.size === 0) return this.#socket.close();
    this.#idle = setTimeout(() => this.#lost({ code: "cancelled", message: "idle" }, false), IDLE_CLOSE_MS);
    this.#idle.unref();
  }

  #take(message: ContextMessage | undefined): void {
    if (!message) return;
    const { context, sound, isDone, problem } = message;
    if (context === undefined) {
      if (problem) this.#lost(problem, false);
      return;
    }
    if (isDone || problem) this.#isClosed(context);
    const speech = this.#speeches.get(context);
    if (sound && sound.length > 0) speech?.take(sound);
    if (problem) speech?.fail(problem, false);
    else if (isDone) speech?.finish();
  }

  #lost(problem: Problem, isBroken: boolean): void {
    clearTimeout(this.#idle);
    for (const context of this.#closing.keys()) this.#isClosed(context);
    this.#gone();
    this.#socket.close();
    for (const speech of this.#speeches.values()) speech.fail(problem, isBroken);
    this.#speeches.clear();
  }
}

/** The sound of one text, from the socket to whoever takes it at his own pace. */
class Speech {
  readonly #timeouts: ContextTimeouts;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #wake: () => void = () => {};
  #problem: Problem | undefined;
  #isBegun = false;
  isOver = false;
  isLate = false;
  /** The connection broke before anything came. */
  isLostBeforeBegun = false;

  constructor(timeouts: ContextTimeouts) {
    this.#timeouts = timeouts;
  }

  take(sound: Buffer): void {
    if (this.isOver) return;
    this.#isBegun = true;
    this.#waiting.push(sound);
    this.#waitingBytes += sound.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES)
      this.fail({ code: "bad-answer", message: "the provider speaks without end" }, false);
    this.#wake();
  }

  finish(): void {
    this.isOver = true;
    this.#wake();
  }

  fail(problem: Problem, isBroken: boolean): void {
    if (this.isOver) return;
    this.isLostBeforeBegun = isBroken && !this.#isBegun && problem.code === "unavailable";
    this.#problem = problem;
    this.finish();
  }

  async *pieces(signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    const wake = (): void => this.#wake();
    signal.addEventListener("abort", wake, { once: true });
    try {
      while (!signal.aborted) {
        const piece = this.#waiting.shift();
        if (piece) {
          this.#waitingBytes -= piece.length;
          yield piece;
        } else if (this.#problem) {
          throw new ProviderFailure(this.#problem.code, this.#problem.message);
        } else if (this.isOver) {
          return;
        } else {
          await this.#more();
        }
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }

  /** Until something happens, or for as long as the vendor may take. */
  #more(): Promise<void> {
    const timeoutMs = this.#isBegun ? this.#timeouts.idleTimeoutMs : this.#timeouts.firstBytesTimeoutMs;
    return new Promise((resolve) => {
      let isOver = false;
      const late = (): void => {
        if (isOver) return;
        this.isLate = true;
        const says = this.#isBegun ? "stopped in the middle of its answer" : "says nothing";
        this.fail({ code: "timeout", message: `the provider ${says} (${timeoutMs} ms)` }, false);
      };
      // Where this thread was busy, what came in time is still to be read.
      const timer = setTimeout(() => setImmediate(late), timeoutMs);
      this.#wake = () => {
        isOver = true;
        clearTimeout(timer);
        this.#wake = () => {};
        resolve();
      };
    });
  }
}

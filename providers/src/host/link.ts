import { createConnection, type Socket } from "node:net";
import { ProviderFailure, type Problem } from "@ongea/conversation";
import { encodeFrame, FrameReader, type Frame, type Header } from "./frames.ts";

/** What is not yet written to the host; beyond it the work that sends most is refused. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;
/** Wait between attempts to connect while a host restarts. */
const RECONNECT_MS = 150;
/** How long work that is opened during a restart waits for the host before it fails. */
const PATIENCE_MS = 1_500;

/** A media worker's connection to one speech host: many streams of work, reconnecting by itself. */
export interface HostLink {
  open(service: string, options: unknown, listener: StreamListener): Stream;
  readonly connected: boolean;
  close(): void;
}

export interface Stream {
  tell(say: unknown, body?: Uint8Array): void;
  /** Wants no more; the listener hears nothing further. */
  end(): void;
}

export interface StreamListener {
  told(say: unknown, body: Buffer): void;
  /** Once: the host has finished (no problem), failed or is gone. */
  ended(problem?: Problem): void;
}

export function linkToHost(socketPath: string): HostLink {
  return new Link(socketPath);
}

class Link implements HostLink {
  readonly #path: string;
  readonly #streams = new Map<number, StreamListener>();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #socket: Socket | undefined;
  #connected = false;
  #closed = false;
  #next = 1;
  #retry: NodeJS.Timeout | undefined;
  #giveUpAt = 0;

  constructor(socketPath: string) {
    this.#path = socketPath;
    this.#connect();
  }

  get connected(): boolean {
    return this.#connected;
  }

  open(service: string, options: unknown, listener: StreamListener): Stream {
    const stream = this.#next++;
    this.#streams.set(stream, listener);
    if (this.#closed) queueMicrotask(() => this.#finish(stream, GONE));
    else if (!this.#socket) this.#connect();
    this.#send({ stream, op: "open", service, options });
    return {
      tell: (say, body) => {
        if (this.#streams.has(stream)) this.#send({ stream, op: "tell", say }, body);
      },
      end: () => {
        if (this.#streams.delete(stream)) this.#send({ stream, op: "end" });
      },
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
    this.#drop();
  }

  #send(header: Header, body?: Uint8Array): void {
    if (this.#closed) return;
    const frame = encodeFrame(header, body);
    const unsent = this.#connected ? (this.#socket?.writableLength ?? 0) : this.#waitingBytes;
    if (unsent + frame.length > MAX_UNSENT_BYTES) {
      queueMicrotask(() => this.#finish(header.stream, { code: "unavailable", message: "the speech host does not keep up" }));
    } else if (this.#connected) this.#socket?.write(frame);
    else {
      this.#waiting.push(frame);
      this.#waitingBytes += frame.length;
    }
  }

  #connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    if (this.#giveUpAt === 0) this.#giveUpAt = performance.now() + PATIENCE_MS;
    const reader = new FrameReader();
    const socket = createConnection(this.#path);
    this.#socket = socket;
    socket.unref();
    socket.on("connect", () => {
      this.#connected = true;
      this.#giveUpAt = 0;
      for (const frame of this.#waiting) socket.write(frame);
      this.#waiting = [];
      this.#waitingBytes = 0;
    });
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const frame of reader.push(chunk)) this.#take(frame);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#lost());
  }

  /** Work under way is lost with its connection; work only just asked for waits a little for the next one. */
  #lost(): void {
    const was = this.#connected;
    this.#connected = false;
    this.#socket = undefined;
    if (this.#closed) return;
    if (was) this.#giveUpAt = 0;
    if (was || performance.now() >= this.#giveUpAt) this.#drop();
    this.#retry = setTimeout(() => this.#connect(), RECONNECT_MS);
    this.#retry.unref();
  }

  #drop(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const stream of Array.from(this.#streams.keys())) this.#finish(stream, GONE);
  }

  #take({ header, body }: Frame): void {
    const listener = this.#streams.get(header.stream);
    if (!listener || header.op === "open") return;
    if (header.op === "tell") return listener.told(header.say, body);
    this.#finish(
      header.stream,
      header.code === undefined ? undefined : { code: codeOf(header.code), message: header.message ?? "" },
    );
  }

  #finish(stream: number, problem: Problem | undefined): void {
    const listener = this.#streams.get(stream);
    this.#streams.delete(stream);
    listener?.ended(problem);
  }
}

const GONE: Problem = { code: "unavailable", message: "the speech host is not running" };
const CODES: readonly Problem["code"][] = ["timeout", "refused", "unavailable", "bad-answer", "rate-limited", "cancelled"];

export function codeOf(code: string): Problem["code"] {
  return CODES.find((known) => known === code) ?? "unavailable";
}

export function failureOf(problem: Problem): ProviderFailure {
  return new ProviderFailure(problem.code, problem.message);
}

import type { Problem } from "@ongea/conversation";
import WebSocket from "ws";
import { codeOf, describeStatus, withoutSecrets } from "../http/ask.ts";
import { socketAgent } from "../http/connections.ts";

export interface SocketAccess {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Never told to anybody, whatever the other side repeats. */
  secrets: readonly string[];
  /** From the request to the open socket. */
  connectTimeoutMs: number;
  /** The address was given by a person: of private ones only these are reached. Absent: any is. */
  allowedPrivate?: readonly string[] | undefined;
}

export interface SocketListener {
  opened?(): void;
  /** Text as it is; binary messages are told apart. */
  message(data: Buffer, isBinary: boolean): void;
  /** It ended without our doing. Called once, and the last thing that is told. */
  closed(problem: Problem): void;
}

export interface Socket {
  readonly isOpen: boolean;
  /** Kept until the socket is open. More than {@link MOST_WAITING_BYTES} that the other side does not take end it. */
  send(data: string | Uint8Array): void;
  /** Nothing more is told. The last words are sent where the socket is open. */
  close(lastWords?: string): void;
}

/** About half a minute of sound at 16 kHz. */
const MOST_WAITING_BYTES = 1024 * 1024;
const MOST_MESSAGE_BYTES = 4 * 1024 * 1024;
/** A polite goodbye may take so long. */
const CLOSE_TIMEOUT_MS = 2_000;

/** A WebSocket to a provider (RFC 6455) whose every end is a {@link Problem} without secrets; it never throws. */
export function openSocket(access: SocketAccess, listener: SocketListener): Socket {
  return new ProviderSocket(access, listener);
}

class ProviderSocket implements Socket {
  readonly #socket: WebSocket;
  readonly #listener: SocketListener;
  readonly #secrets: readonly string[];
  readonly #late: NodeJS.Timeout;
  #waiting: (string | Uint8Array)[] | undefined = [];
  #waitingBytes = 0;
  #over = false;

  constructor({ url, headers, secrets, connectTimeoutMs, allowedPrivate }: SocketAccess, listener: SocketListener) {
    this.#listener = listener;
    this.#secrets = secrets;
    const agent = socketAgent(url, allowedPrivate);
    const options = { headers, perMessageDeflate: false, maxPayload: MOST_MESSAGE_BYTES };
    this.#socket = new WebSocket(url, agent ? { ...options, agent } : options);
    this.#late = setTimeout(
      () => this.#end({ code: "timeout", message: `the provider does not answer (${connectTimeoutMs} ms)` }),
      connectTimeoutMs,
    );
    this.#socket.on("open", () => this.#opened());
    this.#socket.on("message", (data, isBinary) => {
      if (!this.#over) listener.message(bytesOf(data), isBinary);
    });
    this.#socket.on("unexpected-response", (request, response) => {
      const status = response.statusCode ?? 0;
      request.destroy();
      this.#end({ code: codeOf(status), message: describeStatus(status) });
    });
    this.#socket.on("error", (error) => {
      const code = "code" in error ? ` (${String(error.code)})` : "";
      this.#end({ code: "unavailable", message: `the provider can't be reached or broke off${code}` });
    });
    this.#socket.on("close", (code, reason) => this.#end(this.#problemOf(code, reason.toString("utf8"))));
  }

  get isOpen(): boolean {
    return !this.#over && this.#socket.readyState === WebSocket.OPEN;
  }

  send(data: string | Uint8Array): void {
    if (this.#over) return;
    if (this.#waiting) {
      this.#waiting.push(data);
      this.#waitingBytes += data.length;
    } else this.#socket.send(data, ignoreFailure);
    if (this.#waitingBytes + this.#socket.bufferedAmount <= MOST_WAITING_BYTES) return;
    this.#end({ code: "unavailable", message: "the provider takes nothing in" });
  }

  close(lastWords?: string): void {
    if (this.#over) return;
    const { isOpen } = this;
    this.#over = true;
    clearTimeout(this.#late);
    this.#waiting = undefined;
    if (!isOpen) return this.#socket.terminate();
    if (lastWords !== undefined) this.#socket.send(lastWords, ignoreFailure);
    this.#socket.close(1000);
    // Its own patience is half a minute.
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  #opened(): void {
    if (this.#over) return;
    clearTimeout(this.#late);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#waitingBytes = 0;
    for (const data of waiting) this.#socket.send(data, ignoreFailure);
    this.#listener.opened?.();
  }

  #end(problem: Problem): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#late);
    this.#waiting = undefined;
    this.#socket.terminate();
    this.#listener.closed(problem);
  }

  #problemOf(code: number, reason: string): Problem {
    const said = withoutSecrets(reason, this.#secrets);
    const message = `the provider closed the connection (${code}${said ? `: ${said}` : ""})`;
    // 1008: what was sent is against its rules. The 4000s are its own.
    return { code: code === 1008 || code >= 4_000 ? "refused" : "unavailable", message };
  }
}

/** A socket that broke tells it by its end. */
function ignoreFailure(): void {}

function bytesOf(data: WebSocket.RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

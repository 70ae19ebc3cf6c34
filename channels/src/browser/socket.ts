import type { Clock, Line, LineEnd } from "@ongea/conversation";
import { FRAME_MS } from "@ongea/conversation";
import { StreamClock } from "../stream-clock.ts";
import { OpusLine } from "./opus-line.ts";
import { PageMessages } from "./page-messages.ts";

/** What we ask of a WebSocket, whichever library has it and whichever thread. */
export interface BrowserSocketOptions {
  clock: Clock;
  /** Binary messages are one Opus packet each (20 ms); text messages are JSON. The bytes are a copy. */
  send(data: Uint8Array | string): void;
  /** Closes the socket. */
  close(): void;
  /** Typed by the caller instead of spoken. */
  onText?(text: string): void;
}

export interface BrowserSocket {
  readonly line: Line;
  /** Every message of the socket. Too long, too many or malformed ones are dropped. */
  receive(data: Uint8Array | ArrayBuffer | string): void;
  /** Tells the page something, as JSON. */
  tell(event: unknown): void;
  /** The socket was closed by the other side or by the network. */
  closed(lost: boolean): void;
}

const MAX_PACKET_BYTES = 1_500;
/** 50 packets of 20 ms make a second; a page that was held up may send what it has kept. */
const MAX_PACKETS_PER_SECOND = 200;

/** A browser call over a WebSocket, for networks that let no UDP through: the same line as over WebRTC. On a media thread. */
export function openBrowserSocket(options: BrowserSocketOptions): BrowserSocket {
  const { clock } = options;
  const line = new OpusLine(clock, {
    packet: (payload) => options.send(payload.slice()),
    clear: () => options.send(JSON.stringify({ kind: "clear" })),
    over(end: LineEnd) {
      if (end === "we-hung-up" || end === "transferred") options.send(JSON.stringify({ kind: "bye" }));
      options.close();
    },
  });
  const messages = new PageMessages((message) => {
    if (message.kind === "text") options.onText?.(message.text);
    else if (message.kind === "key") line.key(message.digit);
    else line.end("caller-hung-up");
  });
  let second = 0;
  let packets = 0;
  // A page numbers nothing: each packet is the next 20 ms, however it was held up on its way.
  const media = new StreamClock(1_000);
  let received = 0;
  return {
    line,
    receive(data) {
      if (line.isOver) return;
      const nowMs = clock.now();
      if (typeof data === "string") return messages.receive(data, nowMs);
      const thisSecond = Math.floor(nowMs / 1_000);
      packets = thisSecond === second ? packets + 1 : 1;
      second = thisSecond;
      const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
      if (packets > MAX_PACKETS_PER_SECOND || bytes.length === 0 || bytes.length > MAX_PACKET_BYTES) return;
      line.received(bytes, media.stamp(received++ * FRAME_MS, FRAME_MS, nowMs, false));
    },
    tell(event) {
      if (!line.isOver) options.send(JSON.stringify(event));
    },
    closed: (lost) => line.end(lost ? "connection-lost" : "caller-hung-up"),
  };
}

import type { Socket } from "node:dgram";
import { createSocket } from "node:dgram";
import type { SipMessage, SipRequest, SipResponse } from "../message/message.ts";
import { tagOf } from "../message/message.ts";
import { parseMessage } from "../message/parse.ts";

/** A peer that sends exactly what a test writes, and keeps what it is sent. */
export class RawPeer {
  readonly #socket: Socket;
  readonly #target: { host: string; port: number };
  readonly received: SipMessage[] = [];
  /** As it came: answers to malformed messages are malformed themselves. */
  readonly texts: string[] = [];
  #sequence = 0;

  static async open(target: { host: string; port: number }, from = "127.0.0.1"): Promise<RawPeer> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, from, resolve));
    return new RawPeer(socket, target);
  }

  constructor(socket: Socket, target: { host: string; port: number }) {
    this.#socket = socket;
    this.#target = target;
    socket.on("message", (bytes) => {
      const message = parseMessage(bytes);
      this.texts.push(bytes.toString());
      if (message.kind !== "malformed") this.received.push(message);
    });
  }

  get port(): number {
    return this.#socket.address().port;
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.send(bytes, this.#target.port, this.#target.host);
  }

  /** `\n` stands for CRLF. */
  send(text: string): void {
    this.sendBytes(Buffer.from(text.replaceAll("\n", "\r\n")));
  }

  /** A request with everything it needs. Headers in `change` replace the usual ones by name; empty ones are left out. */
  request(method: string, options: { uri?: string; change?: Record<string, string>; body?: string; id?: string } = {}): string {
    const id = options.id ?? `c${++this.#sequence}-${this.port}`;
    const body = (options.body ?? "").replaceAll("\n", "\r\n");
    const headers: Record<string, string> = {
      Via: `SIP/2.0/UDP 127.0.0.1:${this.port};branch=z9hG4bK${id}${method}${++this.#sequence}`,
      From: `<sip:raw@127.0.0.1:${this.port}>;tag=f${id}`,
      To: "<sip:100@127.0.0.2>",
      "Call-ID": id,
      CSeq: `1 ${method}`,
      Contact: `<sip:raw@127.0.0.1:${this.port}>`,
      "Max-Forwards": "70",
      ...(body ? { "Content-Type": "application/sdp" } : {}),
      ...options.change,
      "Content-Length": String(Buffer.byteLength(body)),
    };
    const lines = Object.entries(headers).filter(([, value]) => value !== "");
    return `${method} ${options.uri ?? "sip:100@127.0.0.2"} SIP/2.0\n${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${options.body ?? ""}`;
  }

  answer(request: SipRequest, status: number, more: Record<string, string> = {}, text = ""): string {
    const { headers } = request;
    const to = headers.get("to") ?? "";
    const lines = [
      ...headers.all("via").map((via) => `Via: ${via}`),
      `From: ${headers.get("from")}`,
      `To: ${tagOf(request, "to") === undefined ? `${to};tag=raw` : to}`,
      `Call-ID: ${headers.get("call-id")}`,
      `CSeq: ${headers.get("cseq")}`,
      `Contact: <${request.uriText}>`,
      ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
      ...(text ? ["Content-Type: application/sdp"] : []),
      `Content-Length: ${Buffer.byteLength(text.replaceAll("\n", "\r\n"))}`,
    ];
    return `SIP/2.0 ${status} Said\n${lines.join("\n")}\n\n${text}`;
  }

  response(callId: string, status?: number): Promise<SipResponse> {
    return this.#wait(
      (message): message is SipResponse =>
        message.kind === "response" &&
        message.headers.get("call-id") === callId &&
        (status === undefined ? message.status >= 200 : message.status === status),
      `${status ?? "final"} response of ${callId}`,
    );
  }

  /** The final answer to this request: one to an earlier request may come once more. */
  ask(request: string): Promise<SipResponse> {
    this.send(request);
    const [callId, sequence] = ["Call-ID", "CSeq"].map((name) => new RegExp(`^${name}: (.*)$`, "m").exec(request)?.[1]);
    return this.#wait(
      (message): message is SipResponse =>
        message.kind === "response" &&
        message.status >= 200 &&
        message.headers.get("call-id") === callId &&
        message.headers.get("cseq") === sequence,
      `answer to ${sequence} of ${callId}`,
    );
  }

  requestOf(method: string): Promise<SipRequest> {
    return this.#wait((message): message is SipRequest => message.kind === "request" && message.method === method, method);
  }

  async #wait<T extends SipMessage>(fits: (message: SipMessage) => message is T, name: string): Promise<T> {
    const untilMs = performance.now() + 10_000;
    for (;;) {
      const index = this.received.findIndex(fits);
      if (index >= 0) return this.received.splice(index, 1)[0] as T;
      if (performance.now() > untilMs) throw new Error(`No ${name} came.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    this.#socket.close();
  }
}

export const OFFER = `v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
c=IN IP4 127.0.0.1
t=0 0
m=audio 40000 RTP/AVP 8 0 101
a=rtpmap:101 telephone-event/8000
`;

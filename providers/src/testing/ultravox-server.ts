/**
 * A server that speaks Ultravox's published protocol: calls over HTTP, sound and data messages over a WebSocket. Its VAD ends a turn after so much
 * silence as the call asks for. What it "hears" is how long somebody spoke, and its answers are scripted.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebSocket } from "ws";
import { startSocketServer, type SocketServer } from "./socket-server.ts";
import { ultravoxMessageIn, ultravoxOrderIn, type UltravoxMessage, type UltravoxOrder } from "./strict/ultravox-rules.ts";

export interface UltravoxAnswer {
  words?: readonly string[];
  calls?: readonly { name: string; parameters: Record<string, unknown> }[];
}

export interface UltravoxFaults {
  /** Of `POST /api/calls`; 0: it never answers. */
  status?: number;
  /** Answers that with this instead. */
  made?: string;
  /** The call is joined, and nothing is ever said in it. */
  isSilent?: boolean;
  /** It hears that somebody speaks, and writes nothing down. */
  isDeaf?: boolean;
  /** It takes what it hears for noise. */
  isNumb?: boolean;
  answers?: "stalls" | "breaks" | "never";
  /** Before each message. */
  babble?: readonly string[];
  pieceMs?: number;
  /** Each call of a tool comes twice. */
  isDouble?: boolean;
}

export interface UltravoxServer extends SocketServer {
  readonly orders: UltravoxOrder[];
  readonly messages: UltravoxMessage[];
  /** What was against its rules. */
  readonly refusals: string[];
  faults: UltravoxFaults;
  transcript: (ms: number) => string;
  /** `told`: the text of the question, empty where it was only heard. */
  reply: (told: string) => UltravoxAnswer;
}

export async function startUltravoxServer(): Promise<UltravoxServer> {
  const server = await startSocketServer();
  const calls = new Map<string, UltravoxOrder>();
  const ultravox: UltravoxServer = Object.assign(server, {
    orders: [] as UltravoxOrder[],
    messages: [] as UltravoxMessage[],
    refusals: [] as string[],
    faults: {} as UltravoxFaults,
    transcript: (ms: number) => `heard ${Math.round(ms)} ms`,
    reply: () => ({ words: ["We ", "are ", "open ", "until ", "five."] }),
  });
  server.answer = (request, response) => void answered(request, response, { ultravox, calls });
  server.serve = (socket, { pathname }) => {
    const order = calls.get(pathname);
    calls.delete(pathname);
    if (order) new UltravoxPeer(socket, { ultravox, order });
    else socket.close(4_404, "no such call");
  };
  return ultravox;
}

interface Peers {
  ultravox: UltravoxServer;
  calls: Map<string, UltravoxOrder>;
}

let ids = 0;

async function answered(request: IncomingMessage, response: ServerResponse, { ultravox, calls }: Peers): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const say = (status: number, body: object | string): void =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));
  if (!["/api/calls", "/api/accounts/me"].includes(request.url ?? "")) return say(404, { detail: "Not found." });
  const { status, made } = ultravox.faults;
  if (status === 0) return;
  if (status !== undefined) return say(status, { detail: "No." });
  if (typeof request.headers["x-api-key"] !== "string")
    return say(401, { detail: "Authentication credentials were not provided." });
  if (request.method === "GET") return say(200, { name: "Front desk Ltd", billingUrl: null });
  const order = ultravoxOrderIn(Buffer.concat(chunks).toString("utf8"));
  if ("refused" in order) {
    ultravox.refusals.push(order.refused);
    return say(400, { detail: order.refused });
  }
  ultravox.orders.push(order);
  const path = `/calls/${++ids}`;
  calls.set(path, order);
  return say(201, made ?? { callId: `call-${ids}`, joinUrl: `${ultravox.baseUrl.replace("http", "ws")}${path}` });
}

/** At 16 kHz, 16 bit. */
const BYTES_A_MS = 32;
const QUIET = 100;

class UltravoxPeer {
  readonly #socket: WebSocket;
  readonly #server: UltravoxServer;
  readonly #isSpoken: boolean;
  readonly #endsAfterMs: number;
  readonly #calls = new Set<string>();
  #speechMs = 0;
  #silenceMs = 0;
  #ordinal = 0;
  /** Counts generations: one that is not the latest has been interrupted. */
  #generation = 0;
  #isGenerating = false;

  constructor(socket: WebSocket, { ultravox, order }: { ultravox: UltravoxServer; order: UltravoxOrder }) {
    this.#socket = socket;
    this.#server = ultravox;
    this.#isSpoken = order.initialOutputMedium !== "MESSAGE_MEDIUM_TEXT";
    this.#endsAfterMs = Number.parseFloat(order.vadSettings?.turnEndpointDelay ?? "0.384s") * 1_000;
    this.#say({ type: "call_started", callId: "call" });
    this.#say({ type: "state", state: "listening" });
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) return this.#hear(data);
      const message = ultravoxMessageIn(data.toString());
      if ("refused" in message) return this.#refuse(message.refused);
      ultravox.messages.push(message);
      this.#obey(message);
    });
  }

  #say(message: object | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#server.faults.isSilent) return;
    for (const text of this.#server.faults.babble ?? []) this.#socket.send(text);
    this.#socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }

  #refuse(reason: string): void {
    this.#server.refusals.push(reason);
    this.#socket.close(1008, reason.slice(0, 120));
  }

  #obey(message: UltravoxMessage): void {
    switch (message.type) {
      case "ping":
        return this.#say({ type: "pong", timestamp: message.timestamp });
      case "hang_up":
        return this.#socket.close(1000);
      case "user_text_message":
        this.#interrupt();
        this.#transcript("user", { medium: "text", text: message.text, final: true });
        return void this.#generate(message.text);
      case "client_tool_result":
        if (!this.#calls.delete(message.invocationId)) return this.#refuse(`no invocation ${message.invocationId}`);
        if (this.#calls.size === 0 && message.agentReaction === "speaks") return void this.#generate("results");
        if (this.#calls.size === 0) this.#say({ type: "state", state: "listening" });
    }
  }

  #hear(data: Buffer): void {
    const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    const ms = data.length / BYTES_A_MS;
    if (samples.some((sample) => Math.abs(sample) > QUIET) && !this.#server.faults.isNumb) {
      // A tool is never interrupted.
      if (this.#speechMs === 0 && this.#calls.size === 0) this.#interrupt();
      this.#speechMs += ms;
      this.#silenceMs = 0;
      return;
    }
    this.#silenceMs += ms;
    if (this.#speechMs === 0 || this.#silenceMs < this.#endsAfterMs || this.#calls.size > 0) return;
    const text = this.#server.transcript(this.#speechMs);
    this.#speechMs = 0;
    this.#say({ type: "state", state: "thinking" });
    if (!this.#server.faults.isDeaf) this.#transcript("user", { medium: "voice", text, final: true });
    void this.#generate("");
  }

  #transcript(role: "user" | "agent", said: { medium?: "text" | "voice"; text?: string; delta?: string; final: boolean }): void {
    if (role === "user") this.#ordinal++;
    const medium = said.medium ?? (this.#isSpoken ? "voice" : "text");
    this.#say({ type: "transcript", role, medium, text: null, delta: null, ...said, ordinal: this.#ordinal });
  }

  #interrupt(): void {
    if (this.#isGenerating) {
      this.#say({ type: "playback_clear_buffer" });
      this.#say({ type: "state", state: "listening" });
    }
    this.#isGenerating = false;
    this.#generation++;
  }

  async #generate(told: string): Promise<void> {
    const { faults } = this.#server;
    if (faults.answers === "never") return;
    const mine = ++this.#generation;
    this.#isGenerating = true;
    this.#say({ type: "state", state: "thinking" });
    const { words = [], calls = [] } = this.#server.reply(told);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (mine !== this.#generation) return;
    if (words.length > 0) {
      this.#say({ type: "state", state: "speaking" });
      this.#ordinal++;
    }
    for (const [index, delta] of words.entries()) {
      if (mine !== this.#generation) return;
      if (this.#isSpoken) this.#say(soundOf(delta, index));
      this.#transcript("agent", { delta, final: false });
      if (index === 0 && faults.answers === "breaks") return this.#socket.terminate();
      if (index === 0 && faults.answers === "stalls") return;
      await new Promise((resolve) => setTimeout(resolve, faults.pieceMs ?? 1));
    }
    if (mine !== this.#generation) return;
    if (words.length > 0) this.#transcript("agent", { text: words.join(""), final: true });
    for (const { name, parameters } of calls) {
      const invocation = { type: "client_tool_invocation", toolName: name, invocationId: `call-${++ids}`, parameters };
      this.#calls.add(invocation.invocationId);
      this.#say(invocation);
      if (faults.isDouble) this.#say(invocation);
    }
    this.#isGenerating = false;
    if (calls.length === 0) this.#say({ type: "state", state: "listening" });
  }
}

function soundOf(word: string, index: number): Buffer {
  return Buffer.from(new Int16Array(word.length * 1_920).fill((index + 1) * 1_000).buffer);
}

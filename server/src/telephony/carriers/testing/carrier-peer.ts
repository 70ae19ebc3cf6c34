/**
 * A telephone company as its customers meet it: a REST interface with basic authentication, signed webhooks, and media streams that it
 * opens as a WebSocket client. It signs by itself, from the companies' documentation, and does what it is told to do wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { carrierWords, muLaw, type CarrierWords, type CarrierMessage } from "@ongea/channels/testing";
import WebSocket from "ws";
import type { PeerRequest, CallFacts, PeerAnswer, PeerName, PeerState } from "./peer-dialect.ts";
import { PLIVO } from "./plivo-peer.ts";
import { TWILIO } from "./twilio-peer.ts";

export interface CarrierPeer extends PeerState {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly secret: string;
  readonly requests: (PeerRequest & { status: number })[];
  /** The next orders (POST, DELETE): answered as usual; never; done and then the connection breaks; broken before. */
  mood: "well" | "silent" | "does it and breaks off" | "breaks off";
  /** Calls that it was asked to place. */
  readonly placed: PeerCall[];
  /** Somebody calls a number that it has. Resolves when its customer has answered the webhook. */
  ring(number: string, from: string): Promise<PeerCall>;
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
  sign(url: string, fields: Record<string, string>): Record<string, string>;
  close(): Promise<void>;
}

export interface PeerCall extends CallFacts {
  /** What it was told to do. */
  xml: string;
  readonly said: CarrierMessage[];
  /** Samples of µ-law that came, decoded: what the person hears. */
  readonly heard: number[];
  isStreaming: boolean;
  isOver: boolean;
  socket: WebSocket | undefined;
  words: CarrierWords;
  /** Tells its customer, as often as it likes. */
  tell(status: string): Promise<number>;
  /** Follows what it was told; the person is on the line then. */
  answer(): Promise<void>;
  /** 20 ms each 20 ms. Resolves when all is under way. */
  say(samples: Int16Array): Promise<void>;
  press(digit: string): void;
  hangUp(): Promise<void>;
}

const FRAME = 160;

export async function startCarrierPeer(name: PeerName): Promise<CarrierPeer> {
  const dialect = name === "twilio" ? TWILIO : PLIVO;
  const secret = "a-token-of-the-peer-0123456789abcdef";
  const authorization = `Basic ${Buffer.from(`${dialect.accountId}:${secret}`).toString("base64")}`;
  const held = new Set<ServerResponse>();
  const calls = new Map<string, PeerCall>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => serve(request, response, body));
  });

  function serve(request: IncomingMessage, response: ServerResponse, body: string): void {
    const url = new URL(request.url ?? "/", "http://peer");
    const asked = { method: request.method ?? "", path: url.pathname, query: url.searchParams, fields: fieldsOf(request, body) };
    const isOrder = asked.method !== "GET";
    const answer = ({ status, json }: PeerAnswer): void => {
      peer.requests.push({ ...asked, status });
      response.writeHead(status, { "content-type": "application/json" }).end(json === undefined ? "" : JSON.stringify(json));
    };
    if (request.headers.authorization !== authorization)
      return answer({ status: 401, json: { code: 20003, message: "Authenticate", status: 401 } });
    if (isOrder && peer.mood === "breaks off") return void request.socket.destroy();
    if (isOrder && peer.mood === "silent") return void held.add(response);
    const done = dialect.does(peer, asked) ?? { status: 404, json: { code: 20404, message: "not found" } };
    if (isOrder && peer.mood === "does it and breaks off") return void request.socket.destroy();
    answer(done);
  }

  function newCall(
    facts: Omit<CallFacts, "ref" | "accountId">,
    tellAt: string,
    order: { xml?: string; answerUrl?: string },
  ): PeerCall {
    const ref = dialect.newRef("call");
    const all = { ...facts, ref, accountId: dialect.accountId };
    const call: PeerCall = {
      ...all,
      xml: order.xml ?? "",
      said: [],
      heard: [],
      isStreaming: false,
      isOver: false,
      socket: undefined,
      words: carrierWords(name),
      tell: async (status) => (await peer.post(tellAt, dialect.fields(all, status))).status,
      async answer() {
        if (order.answerUrl !== undefined) call.xml = (await peer.post(order.answerUrl, dialect.fields(all, "in-progress"))).text;
        await stream(call);
      },
      async say(samples) {
        const startMs = performance.now();
        for (let at = 0; at + FRAME <= samples.length && !call.isOver; at += FRAME) {
          call.socket?.send(call.words.media(nextMs(call), muLaw(samples.subarray(at, at + FRAME))));
          const dueMs = startMs + (at / FRAME + 1) * 20;
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
        }
      },
      press: (digit) => call.socket?.send(call.words.key(digit)),
      async hangUp() {
        if (call.isOver) return;
        call.isOver = true;
        const stop = call.words.stop();
        if (stop !== undefined) call.socket?.send(stop);
        call.socket?.close(1000);
        await call.tell("completed");
      },
    };
    calls.set(ref, call);
    return call;
  }

  /** Opens the socket that the XML names, and ends the call when that closes: nothing stands behind it. */
  async function stream(call: PeerCall): Promise<void> {
    const wanted = dialect.streamIn(call.xml);
    if (!wanted) return void (call.isOver = true);
    const socket = new WebSocket(wanted.url);
    call.socket = socket;
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("open", resolve).once("close", resolve));
    if (name === "twilio") socket.send(JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" }));
    socket.send(
      call.words.start({ token: wanted.token, streamId: `stream-of-${call.ref}`, callRef: call.ref, account: call.accountId }),
    );
    call.isStreaming = true;
    socket.on("message", (data: Buffer) => hear(call, data.toString("utf8")));
    socket.on("close", () => {
      call.isStreaming = false;
      if (call.isOver) return;
      call.isOver = true;
      void call.tell("completed").catch(() => undefined);
    });
  }

  const peer: CarrierPeer = {
    baseUrl: "",
    accountId: dialect.accountId,
    secret,
    numbers: new Map(),
    forSale: [],
    applications: new Map(),
    requests: [],
    mood: "well",
    placed: [],
    sign: (url, fields) => dialect.signed(secret, url, fields),
    async post(url, fields, headers = peer.sign(url, fields)) {
      const body = new URLSearchParams(fields).toString();
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await fetch(url, { method: "POST", body, headers: { ...form, ...headers } });
      return { status: answer.status, text: await answer.text() };
    },
    async ring(number, from) {
      const url = peer.numbers.get(number)?.voiceUrl ?? "";
      const call = newCall({ from, to: number, direction: "inbound" }, url.replace(/\/voice$/, "/status"), {});
      call.xml = (await peer.post(url, dialect.fields(call, "ringing"))).text;
      return call;
    },
    dialled({ from, to, statusUrl, ...order }) {
      const call = newCall({ from, to, direction: "outbound" }, statusUrl, order);
      peer.placed.push(call);
      return call.ref;
    },
    endCall(ref) {
      const call = calls.get(ref);
      if (!call || call.isOver) return false;
      call.isOver = true;
      call.socket?.close(1000);
      void call.tell(call.isStreaming ? "completed" : "canceled").catch(() => undefined);
      return true;
    },
    close() {
      for (const { socket } of calls.values()) socket?.terminate();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(peer, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** With which code a socket that says this first is closed. */
export function closedAfter(address: string, said: string): Promise<number> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.on("error", () => undefined);
    socket.on("open", () => socket.send(said));
    socket.on("close", resolve);
    setTimeout(() => reject(new Error("The socket was not closed")), 8_000).unref();
  });
}

const timesMs = new WeakMap<PeerCall, number>();

function nextMs(call: PeerCall): number {
  const ms = timesMs.get(call) ?? 0;
  timesMs.set(call, ms + 20);
  return ms;
}

function hear(call: PeerCall, text: string): void {
  const said = call.words.said(text);
  call.said.push(said);
  // It plays at once what it has, so that a mark comes back at once.
  if (said.kind === "mark") call.socket?.send(call.words.mark(said.name));
  if (said.kind !== "sound") return;
  const { media } = JSON.parse(text) as { media: { payload: string } };
  for (const byte of Buffer.from(media.payload, "base64")) call.heard.push(sampleOf(byte));
}

/** ITU-T G.711, µ-law. */
function sampleOf(byte: number): number {
  const bits = ~byte & 0xff;
  const size = (((bits & 15) << 3) + 132) << ((bits >> 4) & 7);
  return bits & 128 ? 132 - size : size - 132;
}

function fieldsOf(request: IncomingMessage, body: string): Record<string, string> {
  if (request.headers["content-type"] === "application/json") {
    const parsed: unknown = JSON.parse(body || "{}");
    return Object.fromEntries(Object.entries(parsed as object).map(([name, value]) => [name, String(value)]));
  }
  return Object.fromEntries(new URLSearchParams(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

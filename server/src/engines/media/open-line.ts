import { openBrowserPeer, openBrowserSocket, openCalledPeer, openWebCall, type Gateway } from "@ongea/channels/browser";
import { openCarrierStream, openRtp, type AgreedMedia, type PortRange } from "@ongea/channels/media";
import type { StreamCarrier } from "@ongea/channels";
import type { Clock, Line } from "@ongea/conversation";
import type { LineAnswer, LineOrder } from "./messages.ts";

/** A line before anyone speaks on it, and the ways in which the main thread steers it. */
export interface OpenedLine {
  line: Line;
  answer: LineAnswer;
  /** The telephone's side changed or said only now where its sound goes. */
  media?(media: AgreedMedia): void;
  /** The telephone's side wants our sound: it has acknowledged our answer, or answered us. */
  confirmed?(): void;
  /** A message of the browser, where the main thread holds its socket. */
  packet?(data: ArrayBuffer | string): void;
  /** The person's side is gone. */
  ended(lost: boolean): void;
}

export interface LineWorld {
  clock: Clock;
  rtpPorts: PortRange;
  /** To this thread's WebRTC process. */
  gateway: Gateway;
  sendPacket(data: ArrayBuffer | string): void;
  closeSocket(): void;
  /** Of WebRTC: sound can flow. */
  connected(): void;
  /** The caller typed instead of speaking. */
  typed(text: string): void;
}

export async function openLine(order: LineOrder, world: LineWorld): Promise<OpenedLine> {
  switch (order.kind) {
    case "rtp":
      return openTelephone(order, world);
    case "webrtc":
      return openPeer(order, world);
    case "webrtc-call":
      return openCalled(world);
    case "socket":
      return order.speaks === "web-call" ? openWebCallSocket(world) : openSocket(world);
    case "stream":
      return openStream(order.carrier, world);
  }
}

async function openTelephone(
  { host, media, alsoFrom }: Extract<LineOrder, { kind: "rtp" }>,
  { clock, rtpPorts }: LineWorld,
): Promise<OpenedLine> {
  const port = await openRtp({ host, clock, portRange: rtpPorts, rtcp: true });
  const line = port.line(media, { alsoFrom: alsoFrom ?? [], holdsSending: true });
  return {
    line,
    answer: { kind: "rtp", port: port.port, srtpKey: port.srtpKey },
    media: (agreed) => line.update(agreed),
    confirmed: () => line.allowSending(),
    ended: (lost) => line.end(lost ? "connection-lost" : "caller-hung-up"),
  };
}

async function openPeer(
  { offer, isSignalled }: Extract<LineOrder, { kind: "webrtc" }>,
  { clock, gateway, typed, connected }: LineWorld,
): Promise<OpenedLine> {
  const peer = await openBrowserPeer({ gateway, clock, offer, onText: typed, onConnected: connected });
  const { line, answer } = peer;
  // A browser says goodbye on its own connection; from the main thread we only ever end it.
  return { line, answer: { kind: "webrtc", answer }, ended: (lost) => (isSignalled ? peer.ended(lost) : line.hangUp()) };
}

async function openCalled({ clock, gateway, connected }: LineWorld): Promise<OpenedLine> {
  const { line, offer, accept, ended } = await openCalledPeer({ gateway, clock, onConnected: connected });
  return {
    line,
    answer: { kind: "webrtc-call", offer },
    packet: (data) => typeof data === "string" && accept(data),
    ended,
  };
}

function openSocket({ clock, sendPacket, closeSocket, typed }: LineWorld): OpenedLine {
  const send = (data: Uint8Array | string): void => sendPacket(typeof data === "string" ? data : bufferOf(data));
  const socket = openBrowserSocket({ clock, send, close: closeSocket, onText: typed });
  return {
    line: socket.line,
    answer: { kind: "socket" },
    packet: (data) => socket.receive(data),
    ended: (lost) => socket.closed(lost),
  };
}

function openWebCallSocket({ clock, sendPacket, closeSocket, typed }: LineWorld): OpenedLine {
  const call = openWebCall({ clock, send: sendPacket, close: closeSocket, onText: typed });
  return {
    line: call.line,
    answer: { kind: "socket" },
    packet: (data) => typeof data === "string" && call.receive(data),
    ended: (lost) => call.closed(lost),
  };
}

function openStream(carrier: StreamCarrier, { clock, sendPacket, closeSocket }: LineWorld): OpenedLine {
  const stream = openCarrierStream({ carrier, clock, send: sendPacket, close: closeSocket });
  return {
    line: stream.line,
    answer: { kind: "stream" },
    packet: (data) => typeof data === "string" && stream.receive(data),
    ended: (lost) => stream.closed(lost),
  };
}

function bufferOf(data: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(data.byteLength);
  new Uint8Array(copy).set(data);
  return copy;
}

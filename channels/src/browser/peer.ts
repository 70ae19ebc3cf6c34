import { randomInt } from "node:crypto";
import type { Clock, Line, LineEnd, Timer } from "@ongea/conversation";
import { StreamClock } from "../stream-clock.ts";
import { RTP_HEADER_BYTES, emptyView, readRtp, writeRtpHeader } from "../rtp/packet.ts";
import { DtmfIn } from "../rtp/dtmf-in.ts";
import { readReport } from "../rtp/rtcp.ts";
import type { Gateway, Session } from "./gateway.ts";
import type { JitterCounts } from "./jitter-buffer.ts";
import { JitterBuffer } from "./jitter-buffer.ts";
import { type OfferedAudio, readOffer, withAdvertisedHost } from "./offer.ts";
import { OpusLine } from "./opus-line.ts";
import { PageMessages } from "./page-messages.ts";

interface PeerOptions {
  gateway: Gateway;
  clock: Clock;
  /** Typed by the caller instead of spoken. */
  onText?(text: string): void;
  /** Sound can flow; again after each time that it could not. */
  onConnected?(): void;
}

export interface BrowserPeerOptions extends PeerOptions {
  /** The browser's SDP, all its candidates in it. */
  offer: string;
}

interface Peer {
  readonly line: Line;
  /** The other side has hung up, or is lost, as is known otherwise. */
  ended(lost: boolean): void;
  stats(): JitterCounts & { concealedPackets: number; framesHeard: number; framesSent: number };
}

export interface BrowserPeer extends Peer {
  /** Our SDP, all our candidates in it. */
  readonly answer: string;
  /** Tells the page something over the data channel, as JSON. Before the channel is open it is dropped. */
  tell(event: unknown): void;
}

export interface CalledPeer extends Peer {
  /** Our SDP, all our candidates in it. */
  readonly offer: string;
  /** The far end's SDP, once. One that cannot be used ends the line. */
  accept(answer: string): void;
}

const OPUS_CLOCK_HZ = 48_000;
const FRAME_TICKS = 960;
const MAX_OPUS_BYTES = 1_500;
const ANSWER_TIMEOUT_MS = 6_000;
/** From our answer until sound can flow. */
const CONNECT_TIMEOUT_MS = 20_000;
/** A browser that changes from one network to another comes back within this. */
const RECONNECT_TIMEOUT_MS = 10_000;

/**
 * Answers a browser's WebRTC offer with a line of 16 kHz sound and a channel for small messages. On a media thread. Rejects when the offer
 * can't be met.
 */
export async function openBrowserPeer(options: BrowserPeerOptions): Promise<BrowserPeer> {
  const offer = readOffer(options.offer);
  if (!offer) throw new Error("The offer can't be met.");
  const connection = new Connection(options, offer.audio);
  const { bindHost, portRange, iceServers, advertisedHost } = options.gateway.options;
  const answer = await connection.connect({
    offer: options.offer,
    audio: offer.audio && { ...offer.audio, ssrc: connection.ssrc },
    bindHost,
    portRange,
    iceServers: iceServers ?? [],
  });
  return {
    answer: advertisedHost === undefined ? answer : withAdvertisedHost(answer, advertisedHost),
    line: connection.line,
    tell: (event) => connection.tell(event),
    ended: (lost) => connection.line.end(lost ? "connection-lost" : "caller-hung-up"),
    stats: () => connection.stats(),
  };
}

/** As browsers number them, and Meta's sample of an offer by a business. */
const OFFERED: OfferedAudio = { mid: "0", payloadType: 111, keysPayloadType: 126 };

/** Offers a line of 16 kHz sound to a far end that rings until it answers. The line itself does not wait for the answer. On a media thread. */
export async function openCalledPeer(options: Omit<PeerOptions, "onText">): Promise<CalledPeer> {
  const connection = new Connection(options, OFFERED);
  const { bindHost, portRange, iceServers, advertisedHost } = options.gateway.options;
  const audio = { ...OFFERED, ssrc: connection.ssrc };
  const order = { offer: undefined, audio, bindHost, portRange, iceServers: iceServers ?? [] };
  const offer = await connection.connect(order);
  return {
    offer: advertisedHost === undefined ? offer : withAdvertisedHost(offer, advertisedHost),
    line: connection.line,
    accept: (answer) => connection.accept(answer),
    ended: (lost) => connection.line.end(lost ? "connection-lost" : "caller-hung-up"),
    stats: () => connection.stats(),
  };
}

class Connection {
  readonly ssrc = randomInt(1, 0x7fffffff);
  readonly line: OpusLine;
  readonly #options: PeerOptions;
  readonly #jitter: JitterBuffer;
  readonly #messages: PageMessages;
  readonly #keys: DtmfIn;
  readonly #keysPayloadType: number | undefined;
  readonly #media = new StreamClock(OPUS_CLOCK_HZ);
  readonly #view = emptyView();
  readonly #packet = Buffer.alloc(RTP_HEADER_BYTES + MAX_OPUS_BYTES);
  readonly #header: { payloadType: number; marker: boolean; sequence: number; timestamp: number; ssrc: number };
  readonly #startMs: number;
  readonly #base = randomInt(0x7fffffff);
  #session: Session | undefined;
  #isAccepted = false;
  #patience: Timer | undefined;

  constructor(options: PeerOptions, audio: OfferedAudio | undefined) {
    const { clock } = options;
    const { payloadType = 0, keysPayloadType } = audio ?? {};
    this.#options = options;
    this.#keysPayloadType = keysPayloadType;
    this.#keys = new DtmfIn((digit) => this.line.key(digit));
    this.#startMs = clock.now();
    this.#header = { payloadType, marker: false, sequence: randomInt(0x8000), timestamp: this.#base, ssrc: this.ssrc };
    this.line = new OpusLine(clock, {
      packet: (payload, talkspurt) => this.#send(payload, talkspurt),
      over: (end) => this.#over(end),
    });
    this.#jitter = new JitterBuffer(clock, {
      packet: (payload, atMs) => this.line.received(payload, atMs),
      lost: (packets) => this.line.lost(packets),
    });
    this.#messages = new PageMessages((message) => {
      if (message.kind === "text") options.onText?.(message.text);
      else if (message.kind === "key") this.line.key(message.digit);
      else this.line.end("caller-hung-up");
    });
  }

  connect(order: Parameters<Gateway["open"]>[0]): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        reject(new Error(reason));
        this.line.end("connection-lost");
      };
      this.#wait(ANSWER_TIMEOUT_MS, () => fail("The WebRTC process did not answer."));
      this.#session = this.#options.gateway.open(order, {
        answer: (sdp) => {
          this.#patience?.cancel();
          // A telephone may ring for long: the leg that rings it ends the wait.
          if (order.offer !== undefined) this.#wait(CONNECT_TIMEOUT_MS, () => this.line.end("connection-lost"));
          resolve(sdp);
        },
        refused: fail,
        rtp: (packet) => this.#received(packet),
        text: (text) => this.#messages.receive(text, this.#options.clock.now()),
        state: (state) => {
          if (state === "gone") fail("The WebRTC process has ended.");
          else this.#follow(state);
        },
      });
    });
  }

  accept(answer: string): void {
    if (this.line.isOver || this.#isAccepted) return;
    this.#isAccepted = true;
    if (readOffer(answer)?.audio?.payloadType !== this.#header.payloadType) return this.line.end("connection-lost");
    this.#session?.accept(answer);
  }

  tell(event: unknown): void {
    if (!this.line.isOver) this.#session?.text(JSON.stringify(event));
  }

  stats(): ReturnType<BrowserPeer["stats"]> {
    const { concealedPackets, framesHeard, framesSent } = this.line;
    return { ...this.#jitter.counts, concealedPackets, framesHeard, framesSent };
  }

  #follow(state: string): void {
    if (state === "connected") {
      this.#patience?.cancel();
      this.#options.onConnected?.();
    } else if (state === "disconnected") this.#wait(RECONNECT_TIMEOUT_MS, () => this.line.end("connection-lost"));
    else if (state === "failed") this.line.end("connection-lost");
    else if (state === "closed") this.line.end("caller-hung-up");
  }

  #wait(ms: number, late: () => void): void {
    const { clock } = this.#options;
    this.#patience?.cancel();
    this.#patience = clock.at(clock.now() + ms, late);
  }

  #received(packet: Buffer): void {
    // RTCP shares the port (RFC 5761 section 4).
    const type = packet[1] ?? 0;
    if (type >= 192 && type <= 223) {
      const loss = readReport(packet, this.ssrc)?.ofUs?.fractionLost;
      if (loss !== undefined) this.line.peerLoss(loss / 256);
      return;
    }
    const view = this.#view;
    if (!readRtp(packet, view)) return;
    if (view.payloadType === this.#keysPayloadType) {
      this.#keys.receive(packet, view.payloadStart, view.payloadEnd, view.timestamp);
      // It takes a number of the sound's.
      return this.#jitter.push(view.sequence, this.#options.clock.now(), packet.subarray(view.payloadEnd, view.payloadEnd));
    }
    if (view.payloadType !== this.#header.payloadType) return;
    // An empty packet keeps the way open; it takes a number all the same.
    const atMs = this.#media.stamp(view.timestamp, FRAME_TICKS, this.#options.clock.now(), view.marker);
    this.#jitter.push(view.sequence, atMs, packet.subarray(view.payloadStart, view.payloadEnd));
  }

  #send(payload: Uint8Array, talkspurt: boolean): void {
    if (payload.length > MAX_OPUS_BYTES) return;
    const header = this.#header;
    if (talkspurt) header.timestamp = this.#present(header.timestamp);
    header.marker = talkspurt;
    writeRtpHeader(this.#packet, header);
    this.#packet.set(payload, RTP_HEADER_BYTES);
    this.#session?.rtp(this.#packet.subarray(0, RTP_HEADER_BYTES + payload.length));
    header.sequence = (header.sequence + 1) & 0xffff;
    header.timestamp = (header.timestamp + FRAME_TICKS) >>> 0;
  }

  /** The sample clock now, but never before what was sent. */
  #present(sent: number): number {
    const elapsedMs = this.#options.clock.now() - this.#startMs;
    const present = (this.#base + Math.round((elapsedMs * OPUS_CLOCK_HZ) / 1_000)) >>> 0;
    return ((present - sent) | 0) > 0 ? present : sent;
  }

  #over(end: LineEnd): void {
    this.#patience?.cancel();
    this.#jitter.close();
    if (end === "we-hung-up" || end === "transferred") this.#session?.text(JSON.stringify({ kind: "bye" }));
    this.#session?.close();
  }
}

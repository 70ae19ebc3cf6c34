import nodeDataChannel from "node-datachannel";
import type { DataChannel, PeerConnection, Track } from "node-datachannel";
import { RTP_HEADER_BYTES, emptyView, readRtp, writeRtpHeader } from "../../rtp/packet.ts";
import { withoutCandidates } from "../patient-offer.ts";
import { OpusDecoder, OpusEncoder } from "../opus.ts";

const PAYLOAD_TYPE = 111;
const KEYS_PAYLOAD_TYPE = 126;
const EVENTS = "0123456789*#";
const EVENT_DURATIONS = [480, 960, 960];

/**
 * A browser's side of a WebRTC call, for tests: it offers sound and a channel for messages; or (`isTelephone`) that of WhatsApp's, which offers
 * no such channel, and sends keys as telephone events; `isCalled`: it answers an offer. Its native part lives in this process.
 */
export class Page {
  readonly messages: unknown[] = [];
  readonly heard: number[] = [];
  state = "new";
  readonly #peer: PeerConnection;
  readonly #track: Track;
  readonly #channel: DataChannel | undefined;
  readonly #encoder = new OpusEncoder(24_000);
  readonly #decoder = new OpusDecoder();
  readonly #header = { payloadType: PAYLOAD_TYPE, marker: false, sequence: 65_500, timestamp: 0, ssrc: 4711 };

  constructor(
    bindAddress: string,
    { isTelephone = false, isCalled = false }: { isTelephone?: boolean; isCalled?: boolean } = {},
  ) {
    this.#peer = new nodeDataChannel.PeerConnection("page", { iceServers: [], disableAutoNegotiation: true, bindAddress });
    const audio = new nodeDataChannel.Audio(isTelephone && !isCalled ? "audio" : "0", "SendRecv");
    audio.addOpusCodec(PAYLOAD_TYPE);
    if (isTelephone) audio.addAudioCodec(KEYS_PAYLOAD_TYPE, "telephone-event/8000");
    audio.addSSRC(this.#header.ssrc, "page", "page", "microphone");
    this.#track = this.#peer.addTrack(audio);
    this.#channel = isTelephone ? undefined : this.#peer.createDataChannel("messages");
    this.#peer.onStateChange((state) => (this.state = state));
    this.#channel?.onMessage((message) => this.messages.push(JSON.parse(String(message))));
    const view = emptyView();
    this.#track.onMessage((packet) => {
      if (!readRtp(packet, view) || view.payloadType !== PAYLOAD_TYPE) return;
      const samples = this.#decoder.decode(packet.subarray(view.payloadStart, view.payloadEnd));
      if (samples) this.heard.push(...samples);
    });
  }

  get isOpen(): boolean {
    return this.#track.isOpen() && (this.#channel?.isOpen() ?? true);
  }

  async offer(): Promise<string> {
    const gathered = new Promise<void>((resolve) => {
      this.#peer.onGatheringStateChange((state) => {
        if (state === "complete") resolve();
      });
    });
    this.#peer.setLocalDescription("offer");
    await gathered;
    return withoutCandidates(this.#peer.localDescription()?.sdp ?? "");
  }

  /** Answers an offer. Like Meta's side (ICE lite) it sends no connectivity checks of its own. */
  async answer(offer: string): Promise<string> {
    const gathered = new Promise<void>((resolve) => {
      this.#peer.onGatheringStateChange((state) => {
        if (state === "complete") resolve();
      });
    });
    this.#peer.setRemoteDescription(withoutCandidates(offer), "offer");
    this.#peer.setLocalDescription("answer");
    await gathered;
    return this.#peer.localDescription()?.sdp ?? "";
  }

  accept(answer: string): void {
    this.#peer.setRemoteDescription(answer, "answer");
  }

  /** The packet of a frame, with the next number. */
  packet(frame: Int16Array): Buffer {
    const payload = this.#encoder.encode(frame);
    const bytes = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
    writeRtpHeader(bytes, this.#header);
    bytes.set(payload, RTP_HEADER_BYTES);
    this.#header.sequence = (this.#header.sequence + 1) & 0xffff;
    this.#header.timestamp += 960;
    return bytes;
  }

  /** Of a telephone: a key, as three packets of one event (RFC 4733), which take numbers of the sound's. */
  press(digit: string): void {
    for (const [n, duration] of EVENT_DURATIONS.entries()) {
      const bytes = Buffer.alloc(RTP_HEADER_BYTES + 4);
      writeRtpHeader(bytes, { ...this.#header, payloadType: KEYS_PAYLOAD_TYPE, marker: n === 0 });
      bytes[RTP_HEADER_BYTES] = EVENTS.indexOf(digit);
      bytes[RTP_HEADER_BYTES + 1] = n === EVENT_DURATIONS.length - 1 ? 0x8a : 0x0a;
      bytes.writeUInt16BE(duration, RTP_HEADER_BYTES + 2);
      this.#header.sequence = (this.#header.sequence + 1) & 0xffff;
      this.send(bytes);
    }
  }

  /** The microphone says nothing for a while: time goes on. */
  rest(frames: number): void {
    this.#header.timestamp += 960 * frames;
  }

  /** Lost, like any packet, when the other side has just hung up: the native part closes the track on a thread of its own. */
  send(packet: Buffer): void {
    unlessClosed(() => this.#track.sendMessageBinary(packet));
  }

  tell(message: unknown): void {
    unlessClosed(() => this.#channel?.sendMessage(typeof message === "string" ? message : JSON.stringify(message)));
  }

  close(): void {
    this.#peer.close();
  }
}

function unlessClosed(send: () => unknown): void {
  try {
    send();
  } catch (error) {
    // What it says depends on how far the closing has come.
    if (!(error instanceof Error && /closed|error while sending/.test(error.message))) throw error;
  }
}

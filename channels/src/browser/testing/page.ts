import nodeDataChannel from "node-datachannel";
import type { DataChannel, PeerConnection, Track } from "node-datachannel";
import { RTP_HEADER_BYTES, emptyView, readRtp, writeRtpHeader } from "../../rtp/packet.ts";
import { withoutCandidates } from "../patient-offer.ts";
import { OpusDecoder, OpusEncoder } from "../opus.ts";

const PAYLOAD_TYPE = 111;

/** A browser's side of a WebRTC call, for tests: it offers sound and a channel for messages. Its native part lives in this process. */
export class Page {
  readonly messages: unknown[] = [];
  readonly heard: number[] = [];
  state = "new";
  readonly #peer: PeerConnection;
  readonly #track: Track;
  readonly #channel: DataChannel;
  readonly #encoder = new OpusEncoder(24_000);
  readonly #decoder = new OpusDecoder();
  readonly #header = { payloadType: PAYLOAD_TYPE, marker: false, sequence: 65_500, timestamp: 0, ssrc: 4711 };

  constructor(bindAddress: string) {
    this.#peer = new nodeDataChannel.PeerConnection("page", { iceServers: [], disableAutoNegotiation: true, bindAddress });
    const audio = new nodeDataChannel.Audio("0", "SendRecv");
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(this.#header.ssrc, "page", "page", "microphone");
    this.#track = this.#peer.addTrack(audio);
    this.#channel = this.#peer.createDataChannel("messages");
    this.#peer.onStateChange((state) => (this.state = state));
    this.#channel.onMessage((message) => this.messages.push(JSON.parse(String(message))));
    const view = emptyView();
    this.#track.onMessage((packet) => {
      if (!readRtp(packet, view) || view.payloadType !== PAYLOAD_TYPE) return;
      const samples = this.#decoder.decode(packet.subarray(view.payloadStart, view.payloadEnd));
      if (samples) this.heard.push(...samples);
    });
  }

  get isOpen(): boolean {
    return this.#track.isOpen() && this.#channel.isOpen();
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

  /** The microphone says nothing for a while: time goes on. */
  rest(frames: number): void {
    this.#header.timestamp += 960 * frames;
  }

  /** Lost, like any packet, when the other side has just hung up: the native part closes the track on a thread of its own. */
  send(packet: Buffer): void {
    unlessClosed(() => this.#track.sendMessageBinary(packet));
  }

  tell(message: unknown): void {
    unlessClosed(() => this.#channel.sendMessage(typeof message === "string" ? message : JSON.stringify(message)));
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

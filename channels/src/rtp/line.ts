import { isIP } from "node:net";
import type { Clock, Line, LineEnd, LineListener, Timer } from "@ongea/conversation";
import type { AgreedMedia } from "../sip/message/sdp.ts";
import type { KeyPresses } from "../key-presses.ts";
import { createKeyTones } from "../key-tones.ts";
import { createDtmfOut } from "./dtmf-out.ts";
import { RtpReceiver } from "./receiver.ts";
import type { ReceiverCounts } from "./receiver.ts";
import { Protection } from "./protection.ts";
import { Reports } from "./reports.ts";
import { RtpSender } from "./sender.ts";
import type { RtpSockets } from "./socket.ts";
import { LockingSocket } from "./socket.ts";

/** A call's sound as a line. Runs on a media thread. */
export interface RtpLine extends Line {
  /** The other side changed what was agreed (re-INVITE), or it became known only now. `alsoFrom`: see {@link RtpLineOptions}. */
  update(media: AgreedMedia): void;
  /** The far end has shown that it wants our sound (its ACK, its answer to our INVITE): nothing is held back any more. */
  allowSending(): void;
  /** The call is over for a reason that signalling knows. */
  end(reason: LineEnd): void;
  stats(): LineStats;
}

export interface RtpLineOptions {
  /** Further addresses that the sound may come from: where signalling came from, for phones behind address translation. */
  alsoFrom?: readonly string[];
  /**
   * Without a packet for this long the line is lost, and five times as long where the peer is known to send nothing in silence. Not counted
   * while either side holds.
   */
  inactivityMs?: number;
  /**
   * Sends no more than {@link MOST_UNCONFIRMED_PACKETS} until {@link RtpLine.allowSending} or sound from there: an INVITE that names a
   * stranger's address must not make us flood it. Where the sound moves later, nothing is sent until then.
   */
  holdsSending?: boolean;
  /** What we encrypt with where that is agreed on: 30 bytes in base64. */
  srtpKey?: string;
}

export interface LineStats extends ReceiverCounts {
  sent: number;
  /** Where the sound comes from. */
  source: { host: string; port: number } | undefined;
  /** As the peer reports it by RTCP; undefined where it does not. */
  roundTripMs: number | undefined;
  peerLossPercent: number | undefined;
}

const INACTIVITY_MS = 90_000;
/** Of a peer that has paused before: silence is no sign that it is gone. */
const PATIENCE_WITH_SILENCE = 5;
const CHECK_MS = 1_000;
/** A locked source that is silent may have moved to another port (address translation): listen to all that are allowed again. */
const RELOCK_AFTER_MS = 3_000;
/** A packet that overtook another waits for it this long. */
const REORDER_MS = 40;
/** Peers and address translators take a stream without packets for dead. */
const KEEP_ALIVE_MS = 5_000;
/** Enough to open the way through address translation. */
export const MOST_UNCONFIRMED_PACKETS = 5;
const SILENCE = new Int16Array(160);

export class RtpCallLine implements RtpLine {
  readonly sampleRateHz = 8_000;
  readonly #clock: Clock;
  readonly #socket: LockingSocket;
  readonly #sender: RtpSender;
  readonly #receiver: RtpReceiver;
  readonly #dtmf: KeyPresses;
  /** For a peer that doesn't know telephone events. */
  readonly #tones: KeyPresses;
  #knowsEvents = true;
  readonly #reports: Reports;
  readonly #protection: Protection;
  readonly #options: RtpLineOptions;
  #listener: LineListener | undefined;
  #check: Timer | undefined;
  #reorder: Timer | undefined;
  #isTwoWay = true;
  #mayHear = true;
  #maySay = true;
  #heardAtMs: number;
  #sentAtMs = -Infinity;
  #isSendingAllowed: boolean;
  #unconfirmedLeft = MOST_UNCONFIRMED_PACKETS;
  #target: string | undefined;
  #isHeld = false;
  #isOver = false;

  constructor(clock: Clock, sockets: RtpSockets, media: AgreedMedia | undefined, options: RtpLineOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#isSendingAllowed = options.holdsSending !== true;
    this.#heardAtMs = clock.now();
    this.#sender = new RtpSender(clock.now());
    this.#receiver = new RtpReceiver(
      (frame, atMs) => this.#mayHear && this.#listener?.heard(frame, atMs),
      (digit) => this.#mayHear && this.#listener?.key(digit),
    );
    this.#protection = new Protection(options.srtpKey);
    this.#socket = new LockingSocket(sockets.rtp, (packet) => this.#received(packet));
    this.#dtmf = createDtmfOut(clock, this.#sender, (packet) => this.#transmit(packet));
    this.#tones = createKeyTones(clock, this.sampleRateHz, (tone, isFirst) =>
      this.#transmit(this.#sender.audio(tone, isFirst, clock.now())),
    );
    this.#reports = new Reports(clock, sockets.rtcp, {
      sender: this.#sender,
      receiver: this.#receiver,
      protection: this.#protection,
      maySend: () => this.#isWanted,
    });
    if (media) this.update(media);
  }

  get suppressesSilence(): boolean {
    return this.#receiver.counts.silences > 0;
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    this.#heardAtMs = this.#clock.now();
    if (this.#isOver) return;
    if (this.#isHeld) listener.held?.(true);
    // Opens the way through address translation and shows the peer where we are, before there is anything to say.
    if (this.#maySay) this.#transmit(this.#sender.audio(SILENCE, true, this.#clock.now()));
    this.#scheduleCheck();
  }

  send(frame: Int16Array, talkspurt: boolean): void {
    if (this.#isOver) return;
    if (!this.#maySay || this.#isHeldBack || this.#dtmf.isPressing || this.#tones.isPressing) return this.#sender.skip();
    this.#transmit(this.#sender.audio(frame, talkspurt, this.#clock.now()));
  }

  clear(): void {
    // What was sent is on its way: a phone queues no more than its jitter buffer.
  }

  press(digits: string): void {
    if (!this.#isOver) (this.#knowsEvents ? this.#dtmf : this.#tones).press(digits);
  }

  hangUp(): void {
    this.end("we-hung-up");
  }

  update(media: AgreedMedia): void {
    if (this.#isOver) return;
    this.#protection.use(media.srtp);
    this.#sender.use(media);
    this.#receiver.expect(media);
    this.#knowsEvents = media.dtmfPayloadType !== undefined;
    this.#isTwoWay = media.direction === "sendrecv";
    this.#hold(media.direction === "recvonly" || media.direction === "inactive");
    this.#maySay = media.direction === "sendrecv" || media.direction === "sendonly";
    // What plays while the other side holds us is its music, not its words.
    this.#mayHear = media.direction === "sendrecv" || media.direction === "sendonly";
    this.#heardAtMs = this.#clock.now();
    if (media.host === "0.0.0.0" || !isIP(media.host)) return;
    this.#noteMove(media.host);
    this.#socket.aim({ host: media.host, port: media.port }, this.#options.alsoFrom ?? []);
    this.#reports.aim({ host: media.host, port: media.port + 1 }, this.#options.alsoFrom ?? []);
  }

  allowSending(): void {
    this.#isSendingAllowed = true;
  }

  /** Sound that moves to somebody else's address waits for its acknowledgement, or for sound from there. */
  #noteMove(host: string): void {
    const before = this.#target;
    this.#target = host;
    if (before === undefined || before === host || this.#options.alsoFrom?.includes(host)) return;
    this.#isSendingAllowed = false;
    this.#unconfirmedLeft = 0;
  }

  #hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#listener?.held?.(isHeld);
  }

  end(reason: LineEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#check?.cancel();
    this.#reorder?.cancel();
    this.#dtmf.stop();
    this.#tones.stop();
    this.#socket.close();
    this.#reports.close();
    this.#listener?.closed(reason);
  }

  stats(): LineStats {
    const { roundTripMs, peerLossPercent } = this.#reports;
    return { ...this.#receiver.counts, sent: this.#sender.packets, source: this.#socket.source, roundTripMs, peerLossPercent };
  }

  #received(packet: Buffer): boolean {
    if (!this.#listener) return false;
    const nowMs = this.#clock.now();
    const opened = this.#protection.open(packet);
    if (!opened || !this.#receiver.receive(opened, nowMs)) return false;
    this.#heardAtMs = nowMs;
    if (this.#receiver.isWaiting) this.#waitForMissing(nowMs);
    return true;
  }

  /** By word of signalling, or because sound comes from where ours goes. */
  get #isWanted(): boolean {
    return this.#isSendingAllowed || this.#socket.hasHeard;
  }

  get #isHeldBack(): boolean {
    return !this.#isWanted && this.#unconfirmedLeft <= 0;
  }

  #transmit(packet: Buffer): void {
    if (this.#isHeldBack) return;
    this.#unconfirmedLeft--;
    this.#sentAtMs = this.#clock.now();
    this.#socket.send(this.#protection.seal(packet));
  }

  #waitForMissing(nowMs: number): void {
    this.#reorder?.cancel();
    this.#reorder = this.#clock.at(nowMs + REORDER_MS, () => {
      if (!this.#isOver) this.#receiver.giveUpWaiting();
    });
  }

  #scheduleCheck(): void {
    this.#check = this.#clock.at(this.#clock.now() + CHECK_MS, () => {
      this.#look(this.#clock.now());
      if (!this.#isOver) this.#scheduleCheck();
    });
  }

  #look(nowMs: number): void {
    if (!this.#isTwoWay) this.#heardAtMs = nowMs;
    const silentMs = nowMs - Math.max(this.#heardAtMs, this.#reports.heardAtMs);
    const patience = this.suppressesSilence ? PATIENCE_WITH_SILENCE : 1;
    if (silentMs > patience * (this.#options.inactivityMs ?? INACTIVITY_MS)) return this.end("connection-lost");
    if (nowMs - this.#heardAtMs > RELOCK_AFTER_MS && this.#socket.source) this.#socket.unlock();
    const isQuiet = nowMs - this.#sentAtMs > KEEP_ALIVE_MS;
    if (isQuiet && this.#maySay) this.#transmit(this.#sender.audio(SILENCE, true, nowMs));
  }
}

/** SIP callers with RTP, all in one process that takes every time stamp: they ask, and measure when they hear an answer. */
import { createSocket, type Socket } from "node:dgram";
import { createSipEndpoint, type SipEndpoint } from "@ongea/channels";
import { resample } from "@ongea/conversation";
import { g711 } from "../../channels/src/rtp/g711.ts";
import { realSpeech } from "../driver/real-speech.ts";

export interface CallersOptions {
  host: string;
  sipPort: number;
  number: string;
  calls: number;
  turns: number;
  /** Between two calls that begin. */
  startEveryMs: number;
}

export interface Heard {
  /** End of speech → first sound, of each answer. */
  answersMs: number[];
  /** Answers that did not come within ten seconds. */
  missed: number;
  /** Sound of ours that began, or went on, while the caller was asking. */
  cutIns: number;
  /** Packets of an answer that came more than 60 ms after the one before. */
  gaps: number;
  packets: number;
  connected: number;
  refused: number;
  /** Answered calls that ended before the caller hung up. */
  lost: number;
  /** How late this process itself was, ms: above 10 the run says little. */
  lateP99Ms: number;
}

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const LOUD = 400;
const QUIET_FRAMES = 25;
const GIVE_UP_MS = 10_000;
const GAP_MS = 60;
const QUESTION = "When are you open on Saturday?";

/** Rings, asks so many questions, each after the answer before, and hangs up. */
export async function callAll(options: CallersOptions): Promise<Heard> {
  const speech = encoded(realSpeech(QUESTION));
  const heard: Heard = {
    answersMs: [],
    missed: 0,
    cutIns: 0,
    gaps: 0,
    packets: 0,
    connected: 0,
    refused: 0,
    lost: 0,
    lateP99Ms: 0,
  };
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, options.host, resolve));
  socket.setRecvBufferSize(8 * 1_024 * 1_024);
  const endpoint = await createSipEndpoint({ host: options.host, port: 0, onCall: (call) => call.reject(486) });
  const callers = new Map<number, Caller>();
  socket.on("message", (packet, from) => callers.get(from.port)?.received(packet, performance.now()));
  const lateness: number[] = [];
  const stop = everyFrame((lateMs) => {
    lateness.push(lateMs);
    for (const caller of callers.values()) caller.beat(performance.now());
  });
  const all: Promise<void>[] = [];
  for (let n = 0; n < options.calls; n++) {
    all.push(call(endpoint, socket, { options, speech, heard, callers }));
    await new Promise((resolve) => setTimeout(resolve, options.startEveryMs));
  }
  await Promise.all(all);
  stop();
  await endpoint.close();
  socket.close();
  heard.lateP99Ms = lateness.toSorted((a, b) => a - b)[Math.floor(lateness.length * 0.99)] ?? 0;
  return heard;
}

interface CallParts {
  options: CallersOptions;
  speech: readonly Uint8Array[];
  heard: Heard;
  callers: Map<number, Caller>;
}

async function call(endpoint: SipEndpoint, socket: Socket, { options, speech, heard, callers }: CallParts): Promise<void> {
  const { host, sipPort, number, turns } = options;
  const placed = endpoint.place({
    to: number,
    from: { user: `07${Math.floor(Math.random() * 1e8)}` },
    via: { trunk: { name: "bench", host, port: sipPort } },
    media: { host, port: socket.address().port },
  });
  await new Promise<void>((resolve) => {
    placed.onAnswered = (media) => {
      heard.connected++;
      const done = (): void => placed.hangUp();
      callers.set(media.port, new Caller(socket, { host: media.host, port: media.port }, { speech, turns, heard, done }));
      void placed.ended.then(() => callers.delete(media.port));
    };
    void placed.ended.then((end) => {
      if (!end.answered) heard.refused++;
      else if (end.by !== "us") heard.lost++;
      resolve();
    });
  });
}

type Phase =
  | { at: "greeted" }
  | { at: "waiting"; untilMs: number }
  | { at: "asking"; frame: number }
  | { at: "listening"; sinceMs: number; soundMs: number | undefined };

interface CallerParts {
  speech: readonly Uint8Array[];
  turns: number;
  heard: Heard;
  done(): void;
}

class Caller {
  readonly #socket: Socket;
  readonly #to: { host: string; port: number };
  readonly #parts: CallerParts;
  readonly #packet = Buffer.alloc(12 + FRAME_BYTES, 0xff);
  #phase: Phase = { at: "greeted" };
  #sequence = 0;
  #turns = 0;
  #quiet = 0;
  #hasSpoken = false;
  #lastPacketMs = 0;

  constructor(socket: Socket, to: { host: string; port: number }, parts: CallerParts) {
    this.#socket = socket;
    this.#to = to;
    this.#parts = parts;
    this.#packet[0] = 0x80;
    this.#packet[1] = 0;
    this.#packet.writeUInt32BE(Math.floor(Math.random() * 2 ** 32), 8);
  }

  /** One frame of ours: speech while we ask, else silence. */
  beat(nowMs: number): void {
    const phase = this.#phase;
    if (phase.at === "waiting" && nowMs >= phase.untilMs) this.#phase = { at: "asking", frame: 0 };
    if (phase.at === "listening" && phase.soundMs === undefined && nowMs - phase.sinceMs > GIVE_UP_MS) {
      this.#parts.heard.missed++;
      this.#next(nowMs);
    }
    const asking = this.#phase.at === "asking" ? this.#phase : undefined;
    const frame = asking ? this.#parts.speech[asking.frame++] : undefined;
    this.#send(frame);
    if (asking && asking.frame >= this.#parts.speech.length)
      this.#phase = { at: "listening", sinceMs: nowMs, soundMs: undefined };
  }

  received(packet: Buffer, nowMs: number): void {
    if (packet.length < 12 + FRAME_BYTES || (packet[1]! & 0x7f) !== 0) return;
    const { heard } = this.#parts;
    const isLoud = loudest(packet) > LOUD;
    const phase = this.#phase;
    heard.packets++;
    if (phase.at === "asking" && isLoud) heard.cutIns++;
    if (phase.at === "listening" && isLoud && phase.soundMs === undefined) {
      phase.soundMs = nowMs;
      heard.answersMs.push(nowMs - phase.sinceMs);
    } else if (this.#quiet === 0 && this.#hasSpoken && nowMs - this.#lastPacketMs > GAP_MS) heard.gaps++;
    this.#lastPacketMs = nowMs;
    this.#hasSpoken ||= isLoud;
    this.#quiet = isLoud ? 0 : this.#quiet + 1;
  }

  /** Called with each frame of silence, ours or theirs: whether they have finished. */
  #heardOut(nowMs: number): boolean {
    const silentMs = nowMs - this.#lastPacketMs;
    return this.#hasSpoken && (this.#quiet >= QUIET_FRAMES || silentMs > QUIET_FRAMES * FRAME_MS);
  }

  #next(nowMs: number): void {
    this.#hasSpoken = false;
    this.#quiet = 0;
    if (++this.#turns > this.#parts.turns) return this.#parts.done();
    // No multiple of a voice-activity window, which would hide its steps.
    this.#phase = { at: "waiting", untilMs: nowMs + 300 + Math.random() * 400 };
  }

  #send(frame: Uint8Array | undefined): void {
    const nowMs = performance.now();
    const phase = this.#phase;
    const mayGoOn = phase.at === "greeted" || (phase.at === "listening" && phase.soundMs !== undefined);
    if (mayGoOn && this.#heardOut(nowMs)) this.#next(nowMs);
    this.#packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    this.#packet.writeUInt32BE((this.#sequence * FRAME_BYTES) >>> 0, 4);
    this.#sequence++;
    if (frame) this.#packet.set(frame, 12);
    else this.#packet.fill(0xff, 12);
    this.#socket.send(Buffer.from(this.#packet), this.#to.port, this.#to.host);
  }
}

const TABLES = g711("PCMU");

function loudest(packet: Buffer): number {
  let most = 0;
  for (let at = 12; at < packet.length; at += 4) most = Math.max(most, Math.abs(TABLES.decode[packet[at]!]!));
  return most;
}

/** As telephones send it: 8 kHz, µ-law, frames of 20 ms; what is left over at the end is speech, too. */
function encoded(speech: Uint8Array): Uint8Array[] {
  const sound = resample(new Int16Array(speech.buffer), 16_000, 8_000);
  const frames: Uint8Array[] = [];
  for (let at = 0; at + FRAME_BYTES <= sound.length; at += FRAME_BYTES)
    frames.push(Uint8Array.from(sound.subarray(at, at + FRAME_BYTES), (sample) => TABLES.encode[sample & 0xffff]!));
  return frames;
}

function everyFrame(beat: (lateMs: number) => void): () => void {
  let dueMs = performance.now() + FRAME_MS;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(
      () => {
        const lateMs = performance.now() - dueMs;
        beat(lateMs);
        dueMs += FRAME_MS;
        next();
      },
      Math.max(0, dueMs - performance.now()),
    );
  };
  next();
  return () => clearTimeout(timer);
}

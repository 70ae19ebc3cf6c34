import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { Duplex } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PortRange } from "../rtp/socket.ts";
import type { FrameKind } from "./frames.ts";
import { FRAME_KINDS, FrameReader, writeFrame } from "./frames.ts";
import type { OfferedAudio } from "./offer.ts";

/** How browsers find us. */
export interface GatewayOptions {
  /** Our address for their sound; all of the machine's without it. */
  bindHost?: string;
  /** UDP ports for their sound; the system's without it. */
  portRange?: PortRange;
  /** The public address, where the machine does not know it itself. Stands in the answer instead of its own. */
  advertisedHost?: string;
  /** `stun:host:port`, `turn:user:password@host:port`. */
  iceServers?: readonly string[];
}

export interface PeerOrder {
  /** Of the far end; undefined: we offer, and `accept` its answer. */
  offer: string | undefined;
  audio: (OfferedAudio & { ssrc: number }) | undefined;
  bindHost: string | undefined;
  portRange: PortRange | undefined;
  iceServers: readonly string[];
}

export interface SessionListener {
  /** Our side: the answer, or our offer. */
  answer(sdp: string): void;
  refused(reason: string): void;
  rtp(packet: Buffer): void;
  text(text: string): void;
  /** As RTCPeerConnection names it: connecting, connected, disconnected, failed, closed. "gone": the process has ended. */
  state(state: string): void;
}

export interface Session {
  rtp(packet: Uint8Array): void;
  text(text: string): void;
  /** The far end's answer to our offer. */
  accept(answer: string): void;
  close(): void;
}

export interface Gateway {
  readonly options: GatewayOptions;
  /** Of the process, while it runs. */
  readonly pid: number | undefined;
  open(order: PeerOrder, listener: SessionListener): Session;
  /** Ends the process; calls that were on it are over. */
  stop(): void;
}

const PROGRAM = new URL("./webrtc-process.ts", import.meta.url);
/** A process that does not take what it is sent is beside itself: what is more is dropped. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** The way of one media thread to its WebRTC process, which starts with the first call. One a thread; it may be made anywhere. */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const listeners = new Map<number, SessionListener>();
  let running: { child: ChildProcess; link: Duplex } | undefined;
  let count = 0;

  const gone = (child: ChildProcess): void => {
    if (running?.child !== child) return;
    running = undefined;
    const lost = [...listeners.values()];
    listeners.clear();
    for (const listener of lost) listener.state("gone");
  };
  const start = (): { child: ChildProcess; link: Duplex } => {
    const file = fileURLToPath(PROGRAM);
    const loader = file.endsWith(".ts") ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href] : [];
    // In a session of its own: a Ctrl-C in our terminal must not end it before the calls.
    const child = spawn(process.execPath, [...loader, file], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
      detached: true,
    });
    const link = child.stdio[3];
    if (!(link instanceof Duplex)) throw new Error("The process of WebRTC has no link.");
    const reader = new FrameReader((kind, id, payload) => hear(listeners, { kind, id, payload }));
    link.on("data", (chunk: Buffer) => reader.push(chunk));
    link.on("error", () => gone(child));
    child.on("error", () => gone(child));
    child.on("exit", () => gone(child));
    // The calls keep the thread alive, not the process.
    child.unref();
    return { child, link };
  };
  const tell = (kind: FrameKind, id: number, payload: Uint8Array | string): void => {
    if (running && running.link.writableLength < MAX_UNSENT_BYTES) running.link.write(writeFrame(kind, id, payload));
  };

  return {
    options,
    get pid() {
      return running?.child.pid;
    },
    open(order, listener) {
      const id = ++count;
      listeners.set(id, listener);
      running ??= start();
      tell(FRAME_KINDS.open, id, JSON.stringify(order));
      return {
        rtp: (packet) => tell(FRAME_KINDS.rtp, id, packet),
        text: (text) => tell(FRAME_KINDS.text, id, text),
        accept: (answer) => tell(FRAME_KINDS.accept, id, answer),
        close() {
          if (listeners.delete(id)) tell(FRAME_KINDS.close, id, "");
        },
      };
    },
    stop() {
      const { child, link } = running ?? {};
      link?.destroy();
      if (child) gone(child);
    },
  };
}

function hear(listeners: ReadonlyMap<number, SessionListener>, frame: { kind: FrameKind; id: number; payload: Buffer }): void {
  const listener = listeners.get(frame.id);
  if (!listener) return;
  if (frame.kind === FRAME_KINDS.rtp) listener.rtp(frame.payload);
  else if (frame.kind === FRAME_KINDS.text) listener.text(frame.payload.toString());
  else if (frame.kind === FRAME_KINDS.answer) listener.answer(frame.payload.toString());
  else if (frame.kind === FRAME_KINDS.refused) listener.refused(frame.payload.toString());
  else if (frame.kind === FRAME_KINDS.state) listener.state(frame.payload.toString());
}

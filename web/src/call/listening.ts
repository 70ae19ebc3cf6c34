/** The sound of a running call, both sides, as somebody who listens in hears it: the caller a little to the left, the other side to the right. */
import {
  addressOf,
  LISTEN_SOCKET,
  LISTENED_HEADER_BYTES,
  LISTENED_HZ,
  REFUSALS,
  type RefusalCode,
  isKeyOf,
} from "@ongea/contract";

export interface Listening {
  stop(): void;
}

/** Why it ended by itself: the call is over, the server says no, or the connection is lost. */
export type ListeningEnd = "over" | "lost" | RefusalCode;

/** Gathered before it is heard, so that a network that stutters is not. */
const STORE_S = 0.25;
/** What is later than this is not waited for: who supervises hears the call as it is. */
const MOST_AHEAD_S = 2;
/** Pieces of one voice that follow each other this nearly are one. */
const SEAM_S = 0.04;
const PANNED = [-0.35, 0.35];
const OVER = 1000;

export function listenToCall(callId: string, ended: (end: ListeningEnd) => void): Listening {
  const context = new AudioContext({ sampleRate: LISTENED_HZ });
  const play = playInto(context);
  const path = addressOf(LISTEN_SOCKET, { execution_id: callId });
  const socket = new WebSocket(location.origin.replace(/^http/, "ws") + path);
  socket.binaryType = "arraybuffer";
  let isStopped = false;
  const stop = (): void => {
    if (isStopped) return;
    isStopped = true;
    socket.close();
    void context.close();
  };
  socket.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => isStopped || play(data));
  socket.addEventListener("close", ({ code, reason }) => {
    if (isStopped) return;
    stop();
    ended(code === OVER ? "over" : isKeyOf(REFUSALS, reason) ? reason : "lost");
  });
  return { stop };
}

function playInto(context: AudioContext): (packet: ArrayBuffer) => void {
  const voices = PANNED.map((pan) => {
    const panner = new StereoPannerNode(context, { pan });
    panner.connect(context.destination);
    return { panner, nextS: 0 };
  });
  /** When the call began, as the context counts. */
  let beganS: number | undefined;
  return (packet) => {
    const view = new DataView(packet);
    const voice = voices[view.getUint8(0)];
    const count = packet.byteLength - LISTENED_HEADER_BYTES;
    if (!voice || count <= 0) return;
    const atS = view.getUint32(1, true) / 1_000;
    beganS ??= context.currentTime + STORE_S - atS;
    let startS = beganS + atS;
    // Late, or long gathered: what comes from now on is heard at the right distance again.
    if (startS < context.currentTime || startS > context.currentTime + MOST_AHEAD_S) {
      beganS = context.currentTime + STORE_S - atS;
      startS = beganS + atS;
    }
    if (Math.abs(startS - voice.nextS) < SEAM_S) startS = Math.max(voice.nextS, context.currentTime);
    const sound = context.createBuffer(1, count, LISTENED_HZ);
    decode(new Uint8Array(packet, LISTENED_HEADER_BYTES), sound.getChannelData(0));
    const source = new AudioBufferSourceNode(context, { buffer: sound });
    source.connect(voice.panner);
    source.start(startS);
    voice.nextS = startS + sound.duration;
  };
}

/** G.711 µ-law (ITU-T), as the telephone network carries it. */
function decode(bytes: Uint8Array, samples: Float32Array): void {
  for (let i = 0; i < bytes.length; i++) {
    const byte = ~bytes[i]! & 0xff;
    const magnitude = ((((byte & 15) << 3) + 0x84) << ((byte >> 4) & 7)) - 0x84;
    samples[i] = (byte & 0x80 ? -magnitude : magnitude) / 32_768;
  }
}

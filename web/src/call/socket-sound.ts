/** The sound of a call over a WebSocket, for networks that let no UDP through: Opus by the browser's own codecs, 20 ms a message. */
import { addressOf, BROWSER_CALL_SOCKET, Unreachable } from "@ongea/contract";
import { type CallSound, isClosedSoon } from "./call-sound.ts";

const RATE_HZ = 48_000;
const FRAME_US = 20_000;
const BIT_RATE = 24_000;

export interface SocketSoundOptions {
  callId: string;
  token: string;
  microphone: MediaStream;
  /** The other side ended, or the network did (`lost`). */
  ended(lost: boolean): void;
}

export function canUseSocket(): boolean {
  return "AudioEncoder" in globalThis && "AudioWorkletNode" in globalThis;
}

export async function openSocketSound({ callId, token, microphone, ended }: SocketSoundOptions): Promise<CallSound> {
  const context = new AudioContext({ sampleRate: RATE_HZ });
  const socket = await context.audioWorklet
    .addModule("/sound-worklet.js")
    .then(() => openSocket(callId, token))
    .catch(async (error: unknown) => {
      await context.close();
      throw error;
    });
  const speaker = new AudioWorkletNode(context, "speaker", { numberOfInputs: 0, outputChannelCount: [1] });
  speaker.connect(context.destination);
  const encoder = encodeTo((packet) => socket.readyState === WebSocket.OPEN && socket.send(packet));
  const decoder = decodeTo((samples) => speaker.port.postMessage(samples, [samples.buffer]));
  const listener = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  context.createMediaStreamSource(microphone).connect(listener);
  let sentUs = 0;
  listener.port.addEventListener("message", ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    const sound = {
      format: "f32",
      sampleRate: RATE_HZ,
      numberOfFrames: data.length,
      numberOfChannels: 1,
      timestamp: (sentUs += FRAME_US),
      data,
    } as const;
    if (encoder.state === "configured") encoder.encode(new AudioData(sound));
  });
  listener.port.start();
  let heardUs = 0;
  let said = false;
  socket.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data !== "string") {
      if (decoder.state === "configured")
        decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: (heardUs += FRAME_US), data }));
      return;
    }
    if (data.includes('"clear"')) speaker.port.postMessage("clear");
    if (data.includes('"bye"')) said = true;
  });
  const close = (): void => {
    socket.close();
    if (encoder.state !== "closed") encoder.close();
    if (decoder.state !== "closed") decoder.close();
    void context.close();
  };
  socket.addEventListener("close", () => ended(!said));
  const send: CallSound["send"] = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
  const bye: CallSound["bye"] = () => {
    if (socket.readyState !== WebSocket.OPEN) return undefined;
    send({ kind: "bye" });
    return isClosedSoon(socket);
  };
  return { send, bye, close };
}

function openSocket(callId: string, token: string): Promise<WebSocket> {
  const path = addressOf(BROWSER_CALL_SOCKET, { execution_id: callId });
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}?token=${encodeURIComponent(token)}`);
  socket.binaryType = "arraybuffer";
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket), { once: true });
    socket.addEventListener("error", () => reject(new Unreachable("The call's socket could not be opened.")), { once: true });
  });
}

function encodeTo(send: (packet: Uint8Array<ArrayBuffer>) => void): AudioEncoder {
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      send(packet);
    },
    error: () => {},
  });
  encoder.configure({
    codec: "opus",
    sampleRate: RATE_HZ,
    numberOfChannels: 1,
    bitrate: BIT_RATE,
    opus: { frameDuration: FRAME_US },
  });
  return encoder;
}

function decodeTo(play: (samples: Float32Array<ArrayBuffer>) => void): AudioDecoder {
  const decoder = new AudioDecoder({
    output: (sound) => {
      const samples = new Float32Array(sound.numberOfFrames);
      sound.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
      sound.close();
      play(samples);
    },
    error: () => {},
  });
  decoder.configure({ codec: "opus", sampleRate: RATE_HZ, numberOfChannels: 1 });
  return decoder;
}

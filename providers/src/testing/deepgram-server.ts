import type { WebSocket } from "ws";
import { startSocketServer, type SocketServer } from "./socket-server.ts";

/** A server that speaks Deepgram's live protocol: what it "hears" is how many samples it was sent since the last final words. */
export interface DeepgramServer extends SocketServer {
  /** Text messages of all connections, newest last. */
  readonly texts: string[];
  /** Samples that were sent over all connections. */
  readonly samples: number;
  /** How it misbehaves. */
  faults: DeepgramFaults;
}

export interface DeepgramFaults {
  /** Never says a word. */
  isSilent?: boolean;
  /** Leaves `Finalize` without an answer. */
  ignoresFinalize?: boolean;
  /** Breaks the connection off after so many samples of it, once a number. */
  dropsAfter?: number[];
  /** Says so much before each answer. */
  babble?: readonly string[];
  /** Answers to `Finalize` come so late. */
  delayMs?: number;
}

export async function startDeepgramServer(): Promise<DeepgramServer> {
  const server = await startSocketServer();
  const texts: string[] = [];
  const state = { samples: 0 };
  const deepgram: DeepgramServer = Object.assign(server, {
    texts,
    faults: {} as DeepgramFaults,
    samples: 0,
  });
  Object.defineProperty(deepgram, "samples", { get: () => state.samples });
  server.serve = (socket) => listen(socket, deepgram, (samples) => (state.samples += samples));
  return deepgram;
}

function listen(socket: WebSocket, server: DeepgramServer, count: (samples: number) => void): void {
  let sent = 0;
  let finalUntil = 0;
  let told = 0;
  const say = (isFinal: boolean, fromFinalize: boolean): void => {
    if (server.faults.isSilent) return;
    for (const text of server.faults.babble ?? []) socket.send(text);
    const heard = sent - finalUntil;
    socket.send(
      results({ start: finalUntil / 16_000, samples: heard, text: heard === 0 ? "" : `${heard} heard`, isFinal, fromFinalize }),
    );
    if (isFinal) finalUntil = sent;
    told = sent;
  };
  let isDropped = false;
  socket.on("message", (data: Buffer, isBinary) => {
    if (isDropped) return;
    if (isBinary) {
      count(data.length / 2);
      sent += data.length / 2;
      const [dropsAfter] = server.faults.dropsAfter ?? [];
      if (dropsAfter !== undefined && sent >= dropsAfter) {
        server.faults.dropsAfter?.shift();
        isDropped = true;
        socket.terminate();
      } else if (sent - told >= 8_000) say(false, false);
      return;
    }
    const text = data.toString();
    server.texts.push(text);
    const { type } = JSON.parse(text) as { type: string };
    if (type === "Finalize" && !server.faults.ignoresFinalize) setTimeout(() => say(true, true), server.faults.delayMs ?? 1);
    if (type === "CloseStream") socket.close(1000);
  });
}

interface Result {
  start: number;
  samples: number;
  text: string;
  isFinal: boolean;
  fromFinalize: boolean;
}

export function results({ start, samples, text, isFinal, fromFinalize }: Result): string {
  return JSON.stringify({
    type: "Results",
    channel_index: [0, 1],
    start,
    duration: samples / 16_000,
    is_final: isFinal,
    speech_final: false,
    from_finalize: fromFinalize,
    channel: { alternatives: [{ transcript: text, confidence: text ? 0.9 : 0, words: wordsOf({ start, samples, text }) }] },
    metadata: { request_id: "r", model_uuid: "m", model_info: { name: "nova-3", version: "1", arch: "nova-3" } },
  });
}

/** Each as long as the others. */
function wordsOf({ start, samples, text }: Pick<Result, "start" | "samples" | "text">) {
  const words = text.split(" ").filter(Boolean);
  const each = samples / 16_000 / words.length;
  return words.map((word, at) => ({
    word: word.toLowerCase(),
    punctuated_word: word,
    start: start + at * each,
    end: start + (at + 1) * each,
    confidence: 0.9,
  }));
}

import type { WebSocket } from "ws";
import { startSocketServer, type SocketServer } from "./socket-server.ts";

/** A server that speaks over contexts as ElevenLabs or Cartesia does; what it says is always the same sound. */
export interface VoiceServer extends SocketServer {
  /** Messages of all connections, newest last. */
  readonly messages: Record<string, unknown>[];
  /** How it answers each text. */
  behaviour: VoiceBehaviour;
  /** Contexts that were cut off before they were spoken to their end. */
  readonly cancelled: string[];
}

export type VoiceBehaviour =
  | "answers"
  | "slowly"
  | "stalls"
  | "fails-at-once"
  | "fails-after-first"
  | "hangs-up"
  | "says-nothing"
  | "endless";

interface Dialect {
  /** Whether a message asks for speech, and in which context. */
  asksIn(message: Record<string, unknown>): string | undefined;
  cancels(message: Record<string, unknown>): string | undefined;
  sound(context: string, bytes: Buffer): object;
  done(context: string): object;
  error(context: string, message: string): object;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const ELEVENLABS: Dialect = {
  asksIn: (message) => (text(message["text"]).trim() === "" ? undefined : text(message["context_id"])),
  cancels: (message) => (message["close_context"] === true ? text(message["context_id"]) : undefined),
  sound: (contextId, bytes) => ({ audio: bytes.toString("base64"), alignment: null, normalizedAlignment: null, contextId }),
  done: (contextId) => ({ isFinal: true, contextId }),
  error: (_, message) => ({ message, error: "invalid_request", code: 1008 }),
};

const CARTESIA: Dialect = {
  asksIn: (message) => (message["cancel"] === true ? undefined : text(message["context_id"])),
  cancels: (message) => (message["cancel"] === true ? text(message["context_id"]) : undefined),
  sound: (context, bytes) => ({
    type: "chunk",
    context_id: context,
    status_code: 206,
    done: false,
    data: bytes.toString("base64"),
    step_time: 9,
  }),
  done: (context) => ({ type: "done", context_id: context, status_code: 206, done: true }),
  error: (context, error) => ({ type: "error", context_id: context, status_code: 400, done: true, error }),
};

/** What ElevenLabs takes at once over one connection; a context that is cut off counts until its sound would have been made. */
const MOST_CONTEXTS = 5;
const CLOSES_AFTER_MS = 80;

/** Cut in the middle of samples. */
export const VOICE_PIECES = [4_001, 5_001, 10_998, 12_000].map((length, at) => Buffer.alloc(length, at + 1));

export async function startVoiceServer(vendor: "elevenlabs" | "cartesia"): Promise<VoiceServer> {
  const dialect = vendor === "elevenlabs" ? ELEVENLABS : CARTESIA;
  const voice: VoiceServer = Object.assign(await startSocketServer(), {
    messages: [],
    cancelled: [],
    behaviour: "answers" as VoiceBehaviour,
  });
  voice.serve = (socket) => {
    const spoken = new Set<string>();
    const alive = new Set<string>();
    const over = (context: string): void => {
      spoken.delete(context);
      alive.delete(context);
    };
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Record<string, unknown>;
      voice.messages.push(message);
      const cancelled = dialect.cancels(message);
      if (cancelled !== undefined && spoken.delete(cancelled)) {
        voice.cancelled.push(cancelled);
        setTimeout(() => {
          over(cancelled);
          if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(dialect.done(cancelled)));
        }, CLOSES_AFTER_MS);
      }
      const context = dialect.asksIn(message);
      if (context === undefined) return;
      alive.add(context);
      if (vendor === "elevenlabs" && alive.size > MOST_CONTEXTS) {
        const message = "Maximum simultaneous contexts per WebSocket connection exceeded (5).";
        socket.send(JSON.stringify({ message, error: "max_active_conversations", code: 1008 }));
        return socket.close(1008, message);
      }
      // ElevenLabs closes a context with the same message, said at once or later.
      setTimeout(() => spoken.add(context), vendor === "elevenlabs" ? 2 : 0);
      void speak(socket, dialect, { voice, context, over: () => over(context) });
    });
  };
  return voice;
}

async function speak(
  socket: WebSocket,
  dialect: Dialect,
  { voice, context, over }: { voice: VoiceServer; context: string; over: () => void },
): Promise<void> {
  const say = (message: object): void => socket.send(JSON.stringify(message), () => {});
  const { behaviour } = voice;
  if (behaviour === "says-nothing") return;
  if (behaviour === "hangs-up") return socket.terminate();
  if (behaviour === "fails-at-once") return say(dialect.error(context, "no such voice"));
  say({ type: "timestamps", context_id: context, contextId: context });
  for (const [index, piece] of VOICE_PIECES.entries()) {
    if (socket.readyState !== socket.OPEN) return;
    say(dialect.sound(context, piece));
    await new Promise((resolve) => setTimeout(resolve, behaviour === "slowly" ? 120 : 5));
    if (index > 0) continue;
    if (behaviour === "stalls") return;
    if (behaviour === "fails-after-first") return socket.terminate();
    if (behaviour === "endless") {
      for (let i = 0; i < 600; i++) say(dialect.sound(context, VOICE_PIECES[3]!));
    }
  }
  over();
  say(dialect.done(context));
}

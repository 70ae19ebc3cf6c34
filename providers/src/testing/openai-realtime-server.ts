/**
 * A server that speaks OpenAI's Realtime API as it is published: what it "hears" is how long the sound was that it was sent, and its answers are
 * scripted. It refuses what its schema does not have.
 */
import type { WebSocket } from "ws";
import { startSocketServer, type SocketServer } from "./socket-server.ts";
import {
  mistake,
  pairingProblem,
  realtimeEventIn,
  type RealtimeClientEvent,
  type RealtimeMistake,
} from "./strict/openai-realtime-rules.ts";

type Create = Extract<RealtimeClientEvent, { type: "response.create" }>["response"];

export interface RealtimeAnswer {
  words?: readonly string[];
  calls?: readonly { name: string; arguments: string }[];
}

export interface RealtimeFaults {
  /** Never says that the session is set up. */
  isSilent?: boolean;
  /** Never writes down what was said. */
  isDeaf?: boolean;
  failsTranscription?: boolean;
  /** Answers stop after their first piece: nothing more comes, the connection breaks, the response fails, or the session is over. */
  answers?: "stalls" | "breaks" | "fails" | "is-limited" | "expires" | "never";
  /** Said before each event, as it is. */
  babble?: readonly string[];
  /** Of what it says, no sound comes. */
  isMute?: boolean;
  /** Between two pieces of an answer. */
  pieceMs?: number;
}

export interface OpenAiRealtimeServer extends SocketServer {
  readonly events: RealtimeClientEvent[];
  readonly mistakes: RealtimeMistake[];
  faults: RealtimeFaults;
  /** What it "hears" in so many milliseconds of sound. */
  transcript: (ms: number) => string;
  reply: (asked: Create) => RealtimeAnswer;
}

export async function startOpenAiRealtimeServer(): Promise<OpenAiRealtimeServer> {
  const server = await startSocketServer();
  const realtime: OpenAiRealtimeServer = Object.assign(server, {
    events: [] as RealtimeClientEvent[],
    mistakes: [] as RealtimeMistake[],
    faults: {} as RealtimeFaults,
    transcript: (ms: number) => `heard ${Math.round(ms)} ms`,
    reply: () => ({ words: ["We ", "are ", "open ", "until ", "five."] }),
  });
  server.serve = (socket) => void new RealtimePeer(socket, realtime);
  return realtime;
}

/** At 24 kHz, 16 bit. */
const BYTES_A_MS = 48;
const LEAST_MS = 100;
let ids = 0;
const named = (kind: string): string => `${kind}_${++ids}`;

class RealtimePeer {
  readonly #socket: WebSocket;
  readonly #server: OpenAiRealtimeServer;
  readonly #items = new Set<string>();
  readonly #running = new Set<string>();
  #bytes = 0;

  constructor(socket: WebSocket, server: OpenAiRealtimeServer) {
    this.#socket = socket;
    this.#server = server;
    this.#say({ type: "session.created", session: { type: "realtime", id: named("sess") } });
    socket.on("message", (data: Buffer) => {
      const event = realtimeEventIn(data.toString());
      if ("code" in event) return this.#mistaken(event);
      server.events.push(event);
      this.#obey(event);
    });
  }

  #say(event: object): void {
    for (const text of this.#server.faults.babble ?? []) this.#socket.send(text);
    this.#socket.send(JSON.stringify({ event_id: named("event"), ...event }));
  }

  #mistaken(error: RealtimeMistake): void {
    this.#server.mistakes.push(error);
    this.#say({ type: "error", error });
  }

  #obey(event: RealtimeClientEvent): void {
    switch (event.type) {
      case "session.update":
        if (!this.#server.faults.isSilent) this.#say({ type: "session.updated", session: event.session });
        return;
      case "input_audio_buffer.append":
        this.#bytes += Buffer.from(event.audio, "base64").length;
        return;
      case "input_audio_buffer.clear":
        this.#bytes = 0;
        return this.#say({ type: "input_audio_buffer.cleared" });
      case "input_audio_buffer.commit":
        return this.#commit(event.event_id ?? null);
      case "conversation.item.delete":
        if (!this.#items.delete(event.item_id))
          return this.#mistaken(mistake("item_delete_invalid_item_id", "The item does not exist.", event.event_id ?? null));
        return this.#say({ type: "conversation.item.deleted", item_id: event.item_id });
      case "response.cancel":
        if (!this.#running.delete(event.response_id ?? ""))
          this.#mistaken(mistake("response_cancel_not_active", "No active response found.", event.event_id ?? null));
        return;
      case "response.create":
        return void this.#respond(event.response, event.event_id ?? null);
    }
  }

  #commit(eventId: string | null): void {
    const ms = this.#bytes / BYTES_A_MS;
    this.#bytes = 0;
    if (ms < LEAST_MS)
      return this.#mistaken(mistake("input_audio_buffer_commit_empty", "Expected at least 100ms of audio.", eventId));
    const item = named("item");
    this.#items.add(item);
    this.#say({ type: "input_audio_buffer.committed", previous_item_id: null, item_id: item });
    this.#say({ type: "conversation.item.added", previous_item_id: null, item: { id: item, type: "message", role: "user" } });
    const { isDeaf, failsTranscription } = this.#server.faults;
    if (isDeaf) return;
    const at = { item_id: item, content_index: 0 };
    const type = "conversation.item.input_audio_transcription";
    if (failsTranscription)
      return this.#say({ type: `${type}.failed`, ...at, error: { type: "transcription_error", code: "audio_unintelligible" } });
    const transcript = this.#server.transcript(ms);
    this.#say({ type: `${type}.delta`, ...at, delta: transcript.slice(0, 5) });
    this.#say({ type: `${type}.completed`, ...at, transcript, usage: { type: "duration", seconds: ms / 1_000 } });
  }

  async #respond(asked: Create, eventId: string | null): Promise<void> {
    const problem = this.#problemOf(asked);
    if (problem) return this.#mistaken(mistake("invalid_value", problem, eventId));
    const { faults } = this.#server;
    if (faults.answers === "never") return;
    if (faults.answers === "expires")
      return this.#mistaken(mistake("session_expired", "Your session hit the maximum duration of 60 minutes."));
    const id = named("resp");
    const response = { object: "realtime.response", id, metadata: asked.metadata ?? null, conversation_id: null };
    this.#running.add(id);
    this.#say({ type: "response.created", response: { ...response, status: "in_progress", output: [] } });
    const { words = [], calls = [] } = this.#server.reply(asked);
    const said = await this.#speak(id, words, asked.output_modalities?.[0] === "audio");
    if (said !== "whole") return this.#broke(said, response);
    for (const [at, call] of calls.entries()) this.#call(id, at + 1, call);
    this.#running.delete(id);
    this.#say({
      type: "response.done",
      response: { ...response, status: "completed", status_details: null, output: [], usage: USED },
    });
  }

  async #speak(id: string, words: readonly string[], isVoiced: boolean): Promise<"whole" | "cancelled" | "fault"> {
    const at = { response_id: id, item_id: named("item"), output_index: 0, content_index: 0 };
    for (const [index, delta] of words.entries()) {
      if (!this.#running.has(id)) return "cancelled";
      this.#say({ type: isVoiced ? "response.output_audio_transcript.delta" : "response.output_text.delta", ...at, delta });
      if (isVoiced && !this.#server.faults.isMute)
        this.#say({ type: "response.output_audio.delta", ...at, delta: soundOf(delta, index) });
      if (index === 0 && this.#server.faults.answers) return "fault";
      await new Promise((resolve) => setTimeout(resolve, this.#server.faults.pieceMs ?? 1));
    }
    if (words.length > 0 && isVoiced) {
      this.#say({ type: "response.output_audio.done", ...at });
      this.#say({ type: "response.output_audio_transcript.done", ...at, transcript: words.join("") });
    } else if (words.length > 0) this.#say({ type: "response.output_text.done", ...at, text: words.join("") });
    return this.#running.has(id) ? "whole" : "cancelled";
  }

  #broke(how: "cancelled" | "fault", response: object): void {
    const { answers } = this.#server.faults;
    if (how === "cancelled") {
      const details = { type: "cancelled", reason: "client_cancelled" };
      return this.#say({
        type: "response.done",
        response: { ...response, status: "cancelled", status_details: details, output: [] },
      });
    }
    if (answers === "breaks") return this.#socket.terminate();
    if (answers !== "fails" && answers !== "is-limited") return;
    const error =
      answers === "fails" ? { type: "server_error", code: "internal_error" } : { type: "tokens", code: "rate_limit_exceeded" };
    this.#say({
      type: "response.done",
      response: { ...response, status: "failed", status_details: { type: "failed", error }, output: [] },
    });
  }

  #call(id: string, outputIndex: number, { name, arguments: given }: { name: string; arguments: string }): void {
    const at = { response_id: id, item_id: named("item"), output_index: outputIndex };
    const callId = named("call");
    const half = Math.ceil(given.length / 2);
    for (const delta of [given.slice(0, half), given.slice(half)])
      this.#say({ type: "response.function_call_arguments.delta", ...at, call_id: callId, delta });
    this.#say({ type: "response.function_call_arguments.done", ...at, call_id: callId, name, arguments: given });
    const item = { id: at.item_id, object: "realtime.item", type: "function_call", status: "completed", name };
    this.#say({ type: "response.output_item.done", ...at, item: { ...item, call_id: callId, arguments: given } });
  }

  #problemOf({ conversation, input = [] }: Create): string | undefined {
    if (conversation !== "none" && this.#running.size > 0) return "Conversation already has an active response in progress.";
    const missing = input.find((one) => one.type === "item_reference" && !this.#items.has(one.id));
    return missing ? "The referenced item does not exist." : pairingProblem(input);
  }
}

/** A word as loud as its place among the others, then a little silence: 80 ms a letter. */
export const VOICED = { letterMs: 80, silenceMs: 40, step: 1_000 };

function soundOf(word: string, index: number): string {
  const letters = word.replace(/[^\p{L}\p{N}]/gu, "").length;
  const samples = new Int16Array(((letters * VOICED.letterMs + VOICED.silenceMs) * 24_000) / 1_000);
  samples.fill((index + 1) * VOICED.step, 0, letters * VOICED.letterMs * 24);
  return Buffer.from(samples.buffer).toString("base64");
}

const USED = {
  total_tokens: 130,
  input_tokens: 100,
  output_tokens: 30,
  input_token_details: {
    cached_tokens: 40,
    text_tokens: 50,
    audio_tokens: 50,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 20 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 0 },
};

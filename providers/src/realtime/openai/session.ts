import type { ListenOptions, ThinkRequest, Thought, Problem } from "@ongea/conversation";
import { withoutSecrets } from "../../http/ask.ts";
import { openSocket, type Socket } from "../../socket/open-socket.ts";
import { socketUrl } from "../../socket/speaker.ts";
import type { OwnVoice } from "../own-voice.ts";
import type { RealtimeSession, SessionListener, SoundOf } from "../session.ts";
import { Answers } from "./answers.ts";
import { CallerSound, SOUND_RATE_HZ } from "./caller-sound.ts";
import { codeOfMistake, serverEventIn, type ServerEvent } from "./events.ts";
import { itemsOf } from "./items.ts";

export interface OpenAiRealtimeOptions {
  apiKey: string;
  /** `gpt-realtime`, `gpt-realtime-mini` … */
  model: string;
  /** What writes the caller's words down. */
  transcriptionModel: string;
  /** Up to and with the version; absent: api.openai.com. */
  baseUrl?: string | undefined;
  /** From the request to the session that is set up. */
  connectTimeoutMs?: number | undefined;
  /** The address was given by a person: of private ones only these are reached. */
  allowedPrivate?: readonly string[] | undefined;
  /** It speaks itself, in this voice; absent: its answers are text. */
  speaking?: { voice: string; own: OwnVoice } | undefined;
}

const OPENAI = "https://api.openai.com/v1";
const CONNECT_TIMEOUT_MS = 3_000;
const LONGEST_TRANSCRIPT = 8_000;
const WRITTEN = { output_modalities: ["text"] } as const;
const SPOKEN = { output_modalities: ["audio"] } as const;
const FORMAT = { type: "audio/pcm", rate: SOUND_RATE_HZ } as const;

/** OpenAI's Realtime API over its WebSocket, turn detection off: our VAD commits the caller's sound piece by piece. */
export class OpenAiRealtimeSession implements RealtimeSession {
  readonly #options: OpenAiRealtimeOptions;
  readonly #listener: SessionListener;
  readonly #socket: Socket;
  readonly #answers: Answers;
  readonly #sound: CallerSound;
  readonly #late: NodeJS.Timeout;
  /** Pieces whose items are not named yet, in the order in which they were committed. */
  readonly #unnamed: number[] = [];
  readonly #items = new Map<number, string>();
  readonly #heard = new Map<string, { piece: number; text: string }>();
  readonly #forgotten = new Set<number>();
  #isClosed = false;

  constructor(options: OpenAiRealtimeOptions, { language }: ListenOptions, listener: SessionListener) {
    this.#options = options;
    this.#listener = listener;
    const { apiKey, model, transcriptionModel, allowedPrivate, speaking } = options;
    const { baseUrl = OPENAI, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    this.#sound = new CallerSound((audio) => this.#send({ type: "input_audio_buffer.append", audio }));
    this.#answers = new Answers({
      send: (event) => this.#send(event),
      output: speaking ? { ...SPOKEN, audio: { output: { format: FORMAT, voice: speaking.voice } } } : WRITTEN,
      own: speaking?.own,
      doesReason: /^gpt-realtime-[2-9]/.test(model),
      told: (text) => this.#told(text),
    });
    this.#late = setTimeout(
      () => this.#fail({ code: "timeout", message: `the realtime session is not set up (${connectTimeoutMs} ms)` }),
      connectTimeoutMs,
    );
    const url = socketUrl(baseUrl, "realtime", { model });
    const headers = { authorization: `Bearer ${apiKey}` };
    this.#socket = openSocket(
      { url, headers, secrets: [apiKey], connectTimeoutMs, allowedPrivate },
      {
        message: (data, isBinary) => {
          const event = isBinary ? undefined : serverEventIn(data.toString("utf8"));
          if (event) this.#take(event);
        },
        closed: (problem) => this.#fail(problem),
      },
    );
    const transcription = { model: transcriptionModel, language: language.split("-")[0] ?? language };
    this.#send({
      type: "session.update",
      event_id: "session",
      session: {
        type: "realtime",
        ...(speaking ? SPOKEN : WRITTEN),
        audio: { input: { format: FORMAT, transcription, turn_detection: null } },
      },
    });
  }

  begin(): void {
    this.#drop();
  }

  hear(frame: Int16Array): void {
    this.#sound.push(frame);
  }

  pause(piece: number): void {
    this.#listener.used({ soundMs: this.#sound.finish() });
    this.#unnamed.push(piece);
    this.#send({ type: "input_audio_buffer.commit", event_id: `piece-${piece}` });
  }

  resume(): void {}

  end(): void {
    this.#drop();
  }

  forget(pieces: readonly number[]): void {
    for (const piece of pieces) {
      const item = this.#items.get(piece);
      if (item === undefined) this.#forgotten.add(piece);
      else this.#delete(piece, item);
    }
  }

  think(request: ThinkRequest, soundOf: SoundOf, signal: AbortSignal): AsyncIterable<Thought> {
    return this.#answers.ask(
      request,
      itemsOf(request, soundOf, (piece) => this.#items.get(piece)),
      signal,
    );
  }

  close(): void {
    this.#end({ code: "unavailable", message: "the realtime session is over" });
    this.#socket.close();
  }

  #send(event: object): void {
    if (!this.#isClosed) this.#socket.send(JSON.stringify(event));
  }

  #drop(): void {
    if (this.#sound.isEmpty) return;
    this.#sound.drop();
    this.#send({ type: "input_audio_buffer.clear", event_id: "clear" });
  }

  #take(event: ServerEvent): void {
    switch (event.type) {
      case "session.updated":
        return clearTimeout(this.#late);
      case "input_audio_buffer.committed":
        return this.#committed(event.item_id);
      case "conversation.item.input_audio_transcription.delta":
        return this.#transcribed(event.item_id, event.delta ?? "");
      case "conversation.item.input_audio_transcription.completed":
        return this.#transcribed(event.item_id, event.transcript, true);
      case "conversation.item.input_audio_transcription.failed":
        if (!this.#heard.has(event.item_id)) return;
        return this.#fail({ code: codeOfMistake(event.error ?? {}), message: "the provider could not write down what was said" });
      case "error":
        return this.#refused(event.error);
      default:
        return this.#answers.take(event);
    }
  }

  #committed(item: string): void {
    const piece = this.#unnamed.shift();
    if (piece === undefined) return;
    if (this.#forgotten.delete(piece)) return this.#delete(piece, item);
    this.#items.set(piece, item);
    this.#heard.set(item, { piece, text: "" });
  }

  #transcribed(item: string, text: string, isFinal = false): void {
    const known = this.#heard.get(item);
    if (!known) return;
    known.text = (isFinal ? text : known.text + text).slice(0, LONGEST_TRANSCRIPT);
    this.#listener.transcript(known.piece, known.text, isFinal);
    if (isFinal) this.#heard.delete(item);
  }

  #delete(piece: number, item: string): void {
    this.#items.delete(piece);
    this.#heard.delete(item);
    this.#send({ type: "conversation.item.delete", event_id: "forget", item_id: item });
  }

  /** Most mistakes leave the session as it is; one that concerns all of it, or its sound, ends it. */
  #refused(error: Extract<ServerEvent, { type: "error" }>["error"]): void {
    const about = error.event_id ?? "";
    const problem: Problem = {
      code: codeOfMistake(error),
      message: `the provider refuses: ${this.#told(error.message ?? error.code ?? "")}`,
    };
    if (this.#answers.refuse(about, problem)) return;
    const piece = /^piece-(\d+)$/.exec(about)?.[1];
    if (piece !== undefined && error.code === "input_audio_buffer_commit_empty") {
      const at = this.#unnamed.indexOf(Number(piece));
      if (at >= 0) this.#unnamed.splice(at, 1);
      return this.#listener.transcript(Number(piece), "", true);
    }
    if (piece !== undefined || about === "session" || (about === "" && problem.code !== "refused")) this.#fail(problem);
  }

  #told(text: string): string {
    return withoutSecrets(text, [this.#options.apiKey]).slice(0, 200);
  }

  #fail(problem: Problem): void {
    if (this.#isClosed) return;
    this.#end(problem);
    this.#socket.close();
    this.#listener.closed(problem);
  }

  #end(problem: Problem): void {
    this.#isClosed = true;
    clearTimeout(this.#late);
    this.#answers.fail(problem);
  }
}

import {
  ProviderFailure,
  type LanguageModel,
  type ListenOptions,
  type Recogniser,
  type Synthesiser,
  type ThinkRequest,
} from "@ongea/conversation";
import { RealtimeListening } from "./listening.ts";
import type { RealtimeSession, SessionListener } from "./session.ts";

/** STT and LLM of one call that share a session. Made for each call. */
export interface RealtimeModel {
  recogniser: Recogniser;
  languageModel: LanguageModel;
  /** In full mode: speaks what the model has said itself. */
  voice?: Synthesiser | undefined;
}

export interface RealtimeModelParts {
  /** By these costs are looked up: what transcribes, and what answers. */
  names: { recogniser: string; languageModel: string };
  /** After a pause, how long words are waited for before the session counts as dead. */
  answerTimeoutMs?: number | undefined;
  voice?: Synthesiser | undefined;
  /** All that the agent knows goes with each question, where that is little. */
  readsWholeKnowledge: boolean;
  /** `opening`: what the call begins with, where it is known. */
  open(options: ListenOptions, listener: SessionListener, opening: Omit<ThinkRequest, "messages"> | undefined): RealtimeSession;
}

/** A caller who has spoken is answered by the cascade within 2 s where the session is dead, whatever an agent's settings say. */
const ANSWER_TIMEOUT_MS = 1_800;
const FIRST_WORDS_MS = 1_800;

export function createRealtimeModel(parts: RealtimeModelParts): RealtimeModel {
  const { names, answerTimeoutMs = ANSWER_TIMEOUT_MS, voice, readsWholeKnowledge } = parts;
  let listening: RealtimeListening | undefined;
  let opening: Omit<ThinkRequest, "messages"> | undefined;
  return {
    voice,
    recogniser: {
      name: names.recogniser,
      listen: (options, listener) =>
        (listening = new RealtimeListening((session) => parts.open(options, session, opening), answerTimeoutMs, listener)),
    },
    languageModel: {
      name: names.languageModel,
      readsWholeKnowledge,
      firstWordsMs: FIRST_WORDS_MS,
      mostFirstWordsMs: FIRST_WORDS_MS,
      prepare: (request) => void (opening = request),
      think(request, signal) {
        if (!listening || listening.isClosed) throw new ProviderFailure("unavailable", "the realtime session is over");
        return listening.think(request, signal);
      },
    },
  };
}

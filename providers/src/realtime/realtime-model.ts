import { ProviderFailure, type LanguageModel, type ListenOptions, type Recogniser, type Synthesiser } from "@ongea/conversation";
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
  open(options: ListenOptions, listener: SessionListener): RealtimeSession;
}

/** A caller who has spoken is answered by the cascade within 2 s where the session is dead. */
const ANSWER_TIMEOUT_MS = 1_800;
const FIRST_WORDS_MS = 1_800;

export function createRealtimeModel({
  names,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
  voice,
  open,
}: RealtimeModelParts): RealtimeModel {
  let listening: RealtimeListening | undefined;
  return {
    voice,
    recogniser: {
      name: names.recogniser,
      listen: (options, listener) =>
        (listening = new RealtimeListening((session) => open(options, session), answerTimeoutMs, listener)),
    },
    languageModel: {
      name: names.languageModel,
      readsWholeKnowledge: true,
      firstWordsMs: FIRST_WORDS_MS,
      think(request, signal) {
        if (!listening || listening.isClosed) throw new ProviderFailure("unavailable", "the realtime session is over");
        return listening.think(request, signal);
      },
    },
  };
}

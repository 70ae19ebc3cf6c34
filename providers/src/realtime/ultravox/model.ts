import { OwnVoice } from "../own-voice.ts";
import { createRealtimeModel, type RealtimeModel } from "../realtime-model.ts";
import type { RealtimeMode } from "../session.ts";
import { UltravoxSession } from "./session.ts";
import type { UltravoxAccess } from "./start-call.ts";

export interface UltravoxOptions extends UltravoxAccess {
  answerTimeoutMs?: number | undefined;
  /** Absent: half. */
  mode?: RealtimeMode | undefined;
  /** In full mode. */
  voice?: string | undefined;
}

export function createUltravox({ answerTimeoutMs, mode = "half", voice = "Mark", ...access }: UltravoxOptions): RealtimeModel {
  const name = `ultravox ${access.model}`;
  const own = mode === "full" ? new OwnVoice(name) : undefined;
  const speaking = own && { voice, own };
  return createRealtimeModel({
    names: { recogniser: name, languageModel: name },
    answerTimeoutMs,
    voice: own,
    readsWholeKnowledge: false,
    open: ({ language }, listener, opening) => new UltravoxSession({ ...access, language, opening, speaking }, listener),
  });
}

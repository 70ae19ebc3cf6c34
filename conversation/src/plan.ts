/**
 * Everything a conversation must know before it starts. Plain data: it travels to the media thread as a message.
 * Names in brackets are the specification's `task_config` fields.
 */
import type { AmbientTrack } from "./speak/ambience.ts";
import type { Pronunciation } from "./speak/pronunciation.ts";
import type { KnowledgePassage, ModelSettings, ToolDefinition } from "./ports.ts";

export interface Plan {
  callId: string;
  direction: "inbound" | "outbound" | "browser";
  /** BCP 47; what the assistant speaks first. */
  language: string;
  /** IANA name, e.g. `Africa/Nairobi`. */
  timeZone: string;
  /** When the conversation was opened: milliseconds of the Unix epoch … */
  startedAtEpochMs: number;
  /** … and the same moment where the assistant works, ISO 8601 with offset: `2026-11-21T09:41:00+03:00`. */
  startedAtLocal: string;
  /** ISO 3166, of the business: of telephone numbers without a country code; absent: not known. */
  country?: string;
  /** Of the person who calls, or is called; absent: it is withheld. */
  callerNumber?: string;
  /** What is known of this call beforehand: the values of its row in a batch. */
  facts?: readonly string[];
  /** Figures that stand in no prompt, passage, tool's result or caller's words are not said (`hold_unknown_facts`). */
  holdsUnknownFacts?: boolean;
  welcomeMessage: string;
  instructions: string;
  knowledge: readonly KnowledgePassage[];
  tools: readonly ToolDefinition[];
  keywords: readonly string[];
  model: ModelSettings;
  /** How long the first words of an answer are waited for before another mind answers, ms; absent: as the mind says (`first_words_seconds`). */
  firstWordsMs?: number;
  turnTaking: TurnTaking;
  silence: SilenceRules;
  ending: EndingRules;
  /** Small words while the caller speaks; absent: none (`backchanneling`). */
  backchannel?: BackchannelRules;
  /** Said when an answer is slow to come; absent: nothing (`use_fillers`). */
  fillers?: FillerRules;
  /** The room behind the voice; absent: none (`ambient_noise_track`). */
  ambience?: AmbientTrack;
  /** So many characters of a sentence are gathered at most before they are spoken (`buffer_size`). */
  mostCharactersAtOnce?: number;
  /** How words are said that voices read wrong; absent: as they are written. */
  pronunciations?: readonly Pronunciation[];
  /** Of a call that we place: hang up on an answering machine, perhaps after a message; absent: speak with whatever answers (`voicemail`). */
  voicemail?: VoicemailRules;
  /** Fixed answers to what callers ask often; absent: none (`routes`). */
  routes?: readonly Route[];
  /** What comes before sound of this call may be kept; absent: nothing does, it is kept from the first frame on (`recording`). */
  recording?: RecordingRules;
}

/**
 * `announce`: these words are heard out first. `ask`: they are a question, and the caller must say yes to it. `never`: nothing is kept.
 * Whoever speaks over the words does not cut them short.
 */
export type RecordingRules = { consent: "announce" | "ask"; words: string } | { consent: "never" };

export interface Route {
  name: string;
  /** Sentences as callers say them. */
  examples: readonly string[];
  /** Given in turn; at least one. */
  answers: readonly string[];
  /** How like an example a sentence must be, 0…1 (`score_threshold`). */
  threshold: number;
}

export interface VoicemailRules {
  /** From the answer on it is looked for so long, ms (`voicemail_detection_duration`). */
  withinMs: number;
  /** Fewer words are not judged (`voicemail_min_transcript_length`). */
  leastWords: number;
  /** Said to it after its tone; absent: nothing is (`voicemail_message`). */
  message?: string;
}

/** By language (`sw`), for a call may change it. */
export interface FillerRules {
  words: Readonly<Record<string, readonly string[]>>;
  /** Said where a sentence broke off half spoken, before it is begun anew. */
  again: Readonly<Record<string, string>>;
}

export interface BackchannelRules {
  words: string;
  /** How long the caller has spoken before the first, ms (`backchanneling_start_delay`) … */
  startAfterMs: number;
  /** … and between two, ms (`backchanneling_message_gap`). */
  everyMs: number;
}

export interface TurnTaking {
  /** The measure of all waits after the true end of speech, ms (transcriber `endpointing`); turn/endpointing.ts says how. */
  endpointingMs: number;
  /** The longest wait, from the end of speech, when it is uncertain whether the turn is over, ms (`incremental_delay`). */
  incrementalDelayMs: number;
  /** Words a caller must say over the assistant before it stops for good (`number_of_words_for_interruption`). */
  wordsForInterruption: number;
}

export interface SilenceRules {
  /** Ask whether the caller is still there after this long, ms; absent: never (`trigger_user_online_message_after`). */
  promptAfterMs?: number;
  promptMessage: string;
  /** Hang up after this long without speech from either side, ms (`hangup_after_silence`). */
  hangUpAfterMs: number;
}

export interface EndingRules {
  /** The longest a call may last, ms (`call_terminate`). */
  terminateAfterMs: number;
  /** Said when we end the call, where the mind has not said goodbye itself; empty: nothing (`call_hangup_message`). */
  hangUpMessage: string;
  /** Said when somebody else, the time limit or silence ends the call: nobody is cut off without a word; empty: nothing. */
  stopMessage: string;
  /** Said in its place when silence ends the call; absent: the same. */
  silenceMessage?: string;
  /** Whether the mind may hang up (`hangup_after_LLMCall`). */
  agentMayHangUp: boolean;
  /** When the mind should hang up, in words (`call_cancellation_prompt`); absent: the default sentence. */
  agentHangsUpWhen?: string;
  /** Said when neither the mind nor its fallback can answer. */
  apology: string;
}

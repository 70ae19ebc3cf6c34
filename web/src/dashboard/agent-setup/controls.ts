/** Every control of the editor, once: where its value stands in the document, and within what it is valid. */
import { CONVERSATION_PATH, PROMPT_PATH, RANGES, valueAt, type Range, type SpeechPart } from "@ongea/contract";
import type { SentenceId } from "../../words/index.ts";

export type Path = readonly (string | number)[];
type Label = Extract<SentenceId, `agents.${string}`>;

interface Common {
  path: Path;
  label: Label;
  note?: Label;
  /** It is shown where this one is on. */
  when?: Path;
}

export type Control = Common &
  /** `usual`: what it is where nothing is written. */
  (
    | { kind: "range"; range: Range; unit: "" | "ms" | "s" | "×"; usual?: number }
    | { kind: "switch" }
    | { kind: "text" | "area"; most: number; rows?: number; needed?: boolean; address?: boolean }
    | { kind: "language" | "voice" }
    | { kind: "provider"; part: SpeechPart }
    /** Of the provider that stands at this path. */
    | { kind: "model"; part: SpeechPart; provider: Path }
    | { kind: "choice"; options: readonly { value: string; label?: Label }[] }
  );

export interface Section {
  title: Label;
  controls: readonly Control[];
}

const CONFIG = ["agent_config"] as const;
const TOOLS = [...CONVERSATION_PATH, "tools_config"] as const;
const LLM = [...TOOLS, "llm_agent", "llm_config"] as const;
const EARS = [...TOOLS, "transcriber"] as const;
const VOICE = [...TOOLS, "synthesizer", "provider_config"] as const;
const CALL = [...CONVERSATION_PATH, "task_config"] as const;

export const LANGUAGE_PATHS = {
  heard: [...EARS, "language"],
  spoken: [...VOICE, "language"],
  voice: [...VOICE, "voice"],
} as const;

/** By which documents of other makers name a voice: it is read before the name. */
export const VOICE_ID = [...VOICE, "voice_id"] as const;
export const VOICE_PROVIDER = [...TOOLS, "synthesizer", "provider"] as const;

/** Whose model, voice and recogniser a document names. */
export const PROVIDER_PATHS: readonly Path[] = [[...LLM, "provider"], VOICE_PROVIDER, [...EARS, "provider"]];

const ASKS = [...CALL, "check_if_user_online"];
const ENCOURAGES = [...CALL, "backchanneling"];
const FILLS = [...CALL, "use_fillers"];
const IN_A_ROOM = [...CALL, "ambient_noise"];
const VOICEMAIL = [...CALL, "voicemail"];
const HANGS_UP = [...CALL, "hangup_after_LLMCall"];

/** Tabs of controls; those of the tools and of the numbers are screens of their own. */
export const SECTIONS = {
  agent: [
    {
      title: "agents.section_words",
      controls: [
        { kind: "text", path: [...CONFIG, "agent_name"], label: "agents.name", most: 200, needed: true },
        {
          kind: "area",
          path: [...CONFIG, "agent_welcome_message"],
          label: "agents.welcome",
          note: "agents.welcome_note",
          most: 4_000,
          rows: 3,
        },
        { kind: "area", path: PROMPT_PATH, label: "agents.prompt", note: "agents.prompt_note", most: 200_000, rows: 18 },
      ],
    },
  ],
  llm: [
    {
      title: "agents.section_mind",
      controls: [
        { kind: "provider", part: "llm", path: [...LLM, "provider"], label: "agents.provider", note: "agents.provider_note" },
        {
          kind: "model",
          part: "llm",
          provider: [...LLM, "provider"],
          path: [...LLM, "model"],
          label: "agents.model",
          note: "agents.model_note",
        },
        { kind: "range", path: [...LLM, "max_tokens"], label: "agents.max_tokens", range: RANGES.max_tokens, unit: "" },
        { kind: "range", path: [...LLM, "temperature"], label: "agents.temperature", range: RANGES.temperature, unit: "" },
        {
          kind: "range",
          path: [...LLM, "first_words_seconds"],
          label: "agents.first_words",
          note: "agents.first_words_note",
          range: RANGES.first_words_seconds,
          unit: "s",
          usual: 2.5,
        },
        { kind: "switch", path: [...CALL, "hold_unknown_facts"], label: "agents.hold_facts", note: "agents.hold_facts_note" },
      ],
    },
  ],
  transcriber: [
    {
      title: "agents.section_hearing",
      controls: [
        { kind: "language", path: LANGUAGE_PATHS.heard, label: "agents.language" },
        {
          kind: "provider",
          part: "transcriber",
          path: [...EARS, "provider"],
          label: "agents.provider",
          note: "agents.provider_note",
        },
        { kind: "model", part: "transcriber", provider: [...EARS, "provider"], path: [...EARS, "model"], label: "agents.model" },
        { kind: "text", path: [...EARS, "keywords"], label: "agents.keywords", note: "agents.keywords_note", most: 4_000 },
        {
          kind: "range",
          path: [...EARS, "endpointing"],
          label: "agents.endpointing",
          note: "agents.endpointing_note",
          range: RANGES.endpointing,
          unit: "ms",
        },
        {
          kind: "range",
          path: [...CALL, "incremental_delay"],
          label: "agents.linear_delay",
          note: "agents.linear_delay_note",
          range: RANGES.incremental_delay,
          unit: "ms",
        },
      ],
    },
  ],
  voice: [
    {
      title: "agents.section_voice",
      controls: [
        { kind: "voice", path: [...VOICE, "voice"], label: "agents.voice", note: "agents.voice_note" },
        { kind: "range", path: [...VOICE, "speed"], label: "agents.speed", range: RANGES.speed, unit: "×", usual: 1 },
        {
          kind: "range",
          path: [...TOOLS, "synthesizer", "buffer_size"],
          label: "agents.buffer_size",
          note: "agents.buffer_size_note",
          range: RANGES.buffer_size,
          unit: "",
        },
      ],
    },
  ],
  call: [
    {
      title: "agents.section_turns",
      controls: [
        {
          kind: "range",
          path: [...CALL, "number_of_words_for_interruption"],
          label: "agents.words_for_interruption",
          note: "agents.words_for_interruption_note",
          range: RANGES.number_of_words_for_interruption,
          unit: "",
        },
      ],
    },
    {
      title: "agents.section_listening",
      controls: [
        { kind: "switch", path: ENCOURAGES, label: "agents.backchanneling", note: "agents.backchanneling_note" },
        {
          kind: "range",
          path: [...CALL, "backchanneling_start_delay"],
          label: "agents.backchannel_delay",
          range: RANGES.backchanneling_start_delay,
          unit: "s",
          when: ENCOURAGES,
        },
        {
          kind: "range",
          path: [...CALL, "backchanneling_message_gap"],
          label: "agents.backchannel_gap",
          range: RANGES.backchanneling_message_gap,
          unit: "s",
          when: ENCOURAGES,
        },
        { kind: "switch", path: FILLS, label: "agents.fillers", note: "agents.fillers_note" },
        {
          kind: "area",
          path: [...CALL, "filler_message"],
          label: "agents.filler_words",
          note: "agents.filler_words_note",
          most: 4_000,
          rows: 3,
          when: FILLS,
        },
        { kind: "switch", path: IN_A_ROOM, label: "agents.ambient_noise", note: "agents.ambient_noise_note" },
        {
          kind: "choice",
          path: [...CALL, "ambient_noise_track"],
          label: "agents.ambient_track",
          options: [
            { value: "office-ambience", label: "agents.track_office" },
            { value: "coffee-shop", label: "agents.track_cafe" },
            { value: "call-center", label: "agents.track_call_centre" },
          ],
          when: IN_A_ROOM,
        },
      ],
    },
    {
      title: "agents.section_silence",
      controls: [
        { kind: "switch", path: ASKS, label: "agents.ask_online" },
        { kind: "text", path: [...CALL, "check_user_online_message"], label: "agents.online_message", most: 4_000, when: ASKS },
        {
          kind: "range",
          path: [...CALL, "trigger_user_online_message_after"],
          label: "agents.online_delay",
          range: RANGES.trigger_user_online_message_after,
          unit: "s",
          when: ASKS,
        },
        {
          kind: "range",
          path: [...CALL, "hangup_after_silence"],
          label: "agents.hangup_silence",
          range: RANGES.hangup_after_silence,
          unit: "s",
        },
      ],
    },
    {
      title: "agents.section_ending",
      controls: [
        {
          kind: "range",
          path: [...CALL, "call_terminate"],
          label: "agents.call_termination",
          note: "agents.call_termination_note",
          range: RANGES.call_terminate,
          unit: "s",
        },
        {
          kind: "text",
          path: [...CALL, "call_hangup_message"],
          label: "agents.hangup_message",
          note: "agents.hangup_message_note",
          most: 4_000,
        },
        { kind: "switch", path: HANGS_UP, label: "agents.may_hang_up" },
        {
          kind: "area",
          path: [...CALL, "call_cancellation_prompt"],
          label: "agents.hang_up_when",
          most: 4_000,
          rows: 2,
          when: HANGS_UP,
        },
      ],
    },
    {
      title: "agents.section_voicemail",
      controls: [
        { kind: "switch", path: VOICEMAIL, label: "agents.voicemail", note: "agents.voicemail_note" },
        {
          kind: "range",
          path: [...CALL, "voicemail_detection_duration"],
          label: "agents.voicemail_within",
          range: RANGES.voicemail_detection_duration,
          unit: "s",
          usual: 30,
          when: VOICEMAIL,
        },
        {
          kind: "text",
          path: [...CALL, "voicemail_message"],
          label: "agents.voicemail_message",
          note: "agents.voicemail_message_note",
          most: 4_000,
          when: VOICEMAIL,
        },
      ],
    },
    {
      title: "agents.section_recording",
      controls: [
        {
          kind: "choice",
          path: [...CALL, "recording"],
          label: "agents.recording",
          note: "agents.recording_note",
          options: [
            { value: "free", label: "agents.recording_free" },
            { value: "announce", label: "agents.recording_announce" },
            { value: "ask", label: "agents.recording_ask" },
            { value: "never", label: "agents.recording_never" },
          ],
        },
      ],
    },
  ],
  analytics: [
    {
      title: "agents.section_webhook",
      controls: [
        {
          kind: "text",
          path: [...CONFIG, "webhook_url"],
          label: "agents.webhook_url",
          note: "agents.webhook_note",
          most: 2_000,
          address: true,
        },
      ],
    },
  ],
  inbound: [
    {
      title: "agents.section_callers",
      controls: [
        {
          kind: "range",
          path: [...CALL, "inbound_limit"],
          label: "agents.inbound_limit",
          note: "agents.inbound_limit_note",
          range: RANGES.inbound_limit,
          unit: "",
          usual: -1,
        },
      ],
    },
  ],
} as const satisfies Record<string, readonly Section[]>;

export type SettingsTab = keyof typeof SECTIONS;

export const ALL_CONTROLS: readonly Control[] = Object.values(SECTIONS).flatMap((sections) =>
  sections.flatMap(({ controls }): readonly Control[] => controls),
);

const API = [...TOOLS, "api_tools"] as const;

/** Those with means of their own: lists, a calendar. */
export const LISTED_CONTROLS: readonly { path: Path; label: Label | Extract<SentenceId, `tools.${string}`> }[] = [
  { label: "tools.check", path: [...API, "tools"] },
  { label: "tools.book", path: [...API, "tools"] },
  { label: "tools.cancel", path: [...API, "tools"] },
  { label: "tools.move", path: [...API, "tools"] },
  { label: "tools.message", path: [...API, "tools"] },
  { label: "agents.section_hours", path: [...API, "tools_params", "opening_hours"] },
  { label: "agents.holidays", path: [...API, "tools_params", "holidays"] },
  { label: "agents.cal_event", path: [...API, "tools_params", "param", "eventTypeId"] },
  { label: "agents.transfer_to", path: [...API, "tools_params", "call_transfer_number"] },
  { label: "agents.transfer_when", path: [...API, "tools", "description"] },
  { label: "agents.transfer_said", path: [...API, "tools", "pre_call_message"] },
  { label: "agents.functions", path: [...API, "tools", "value"] },
  { label: "agents.realtime", path: [...TOOLS, "s2s"] },
  { label: "agents.route_name", path: [...TOOLS, "llm_agent", "routes", "route_name"] },
  { label: "agents.route_examples", path: [...TOOLS, "llm_agent", "routes", "utterances"] },
  { label: "agents.route_answers", path: [...TOOLS, "llm_agent", "routes", "response"] },
];

/** A message that stands there once a language cannot be edited as one text. */
export function isEditable({ path, kind }: Control, document: unknown): boolean {
  const value = valueAt(document, path);
  return kind !== "text" || typeof value !== "object" || value === null;
}

export type Fault = { kind: "range"; range: Range; unit: string } | { kind: "missing" } | { kind: "address" };

/** What is wrong with a control's value, if anything is. */
export function faultOf(control: Control, document: unknown): Fault | undefined {
  const value = valueAt(document, control.path);
  if (control.kind === "range") {
    const { range, unit, usual } = control;
    if (value === undefined && usual !== undefined) return undefined;
    const isInside = typeof value === "number" && value >= range.least && value <= range.most;
    const isWhole = range.step < 1 || Number.isInteger(value);
    return isInside && isWhole ? undefined : { kind: "range", range, unit };
  }
  if (control.kind === "text" && control.needed && String(value ?? "").trim() === "") return { kind: "missing" };
  if (control.kind === "text" && control.address && !isAddress(String(value ?? "").trim())) return { kind: "address" };
  return undefined;
}

function isAddress(text: string): boolean {
  return text === "" || /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

export function keyOf(path: Path): string {
  return path.join(".");
}

/** A call's journal as single moments: what was heard, decided, asked, made, used, in the order in which it happened. */
import type { Entry, Turn } from "@ongea/contract";
import { sentencesIn } from "../call/as-sentence.ts";
import type { SentenceId } from "../words/index.ts";

export const GROUPS = ["speech", "decision", "mind", "voice", "tool", "usage", "state", "trouble"] as const;
export type Group = (typeof GROUPS)[number];

export interface Moment {
  /** Since the call was answered. */
  atMs: number;
  group: Group;
  what: Extract<SentenceId, `playground.is_${string}`>;
  /** In the words of those who spoke, or of machines. */
  text: string;
  /** What a code in `text` means, or what was counted. */
  means?: readonly Meaning[];
  /** Of whom: the colour and texture of their voice. */
  by?: "caller" | "assistant" | "tool" | "trouble";
}

export interface Meaning {
  sentence: SentenceId;
  count?: number;
}

/** Why a conversation ended, in the words that pages of calls have for it. */
const REASONS: Readonly<Record<string, SentenceId>> = {
  "caller-hung-up": "history.why_hung_up",
  "mind-hung-up": "history.why_goodbye",
  silence: "history.why_silence",
  "time-limit": "history.why_time_limit",
  voicemail: "history.why_voicemail",
  transferred: "history.why_passed_on",
  stopped: "history.why_command",
  "connection-lost": "history.why_connection_lost",
  "cannot-answer": "history.why_no_answer_known",
  failed: "history.why_fault",
};

type TurnDelays = NonNullable<Turn["delays"]>;

/** What an answer waited for, in order; the parts of {@link delaysOf} lie between some of them. */
const STEPS = [
  ["speechEndMs", "decision", "playground.is_speech_end"],
  ["decisionMs", "decision", "playground.is_decision"],
  ["wordsFinalMs", "speech", "playground.is_words_final"],
  ["thinkStartMs", "mind", "playground.is_asked"],
  ["firstTokenMs", "mind", "playground.is_token"],
  ["firstClauseMs", "mind", "playground.is_clause"],
  ["firstAudioMs", "voice", "playground.is_audio"],
  ["firstSoundMs", "voice", "playground.is_sound"],
] as const satisfies readonly (readonly [keyof TurnDelays, Group, Moment["what"]])[];

export function momentsOf(entries: readonly Entry[]): Moment[] {
  const asSentence = sentencesIn(entries);
  const moments = entries.flatMap(momentsIn).map((one) => (one.by === "caller" ? { ...one, text: asSentence(one.text) } : one));
  return moments.toSorted((one, other) => one.atMs - other.atMs);
}

function momentsIn(entry: Entry): Moment[] {
  switch (entry.kind) {
    case "opened":
      return [{ atMs: entry.atMs, group: "state", what: "playground.is_opened", text: "" }];
    case "closed":
      return [{ atMs: entry.atMs, group: "state", what: "playground.is_closed", text: entry.reason, ...meaningOf(entry.reason) }];
    case "state": {
      const means = [{ sentence: `playground.state_${entry.state}` }] as const;
      return [{ atMs: entry.atMs, group: "state", what: "playground.is_state", text: entry.state, means }];
    }
    case "partial":
      return [{ atMs: entry.atMs, group: "speech", what: "playground.is_partial", text: entry.text, by: "caller" }];
    case "key":
      return [{ atMs: entry.atMs, group: "speech", what: "playground.is_key", text: entry.digit, by: "caller" }];
    case "turn":
      return [said(entry), ...stepsOf(entry)];
    case "tool":
      return [
        { atMs: entry.startMs, group: "tool", what: "playground.is_tool", text: `${entry.name} ${entry.arguments}`, by: "tool" },
        {
          atMs: entry.endMs,
          group: "tool",
          what: "playground.is_tool_answer",
          text: `${entry.name} ${entry.result}`,
          by: "tool",
        },
      ];
    case "recording":
      return entry.text
        ? [{ atMs: entry.atMs, group: "speech", what: "playground.is_assistant_turn", text: entry.text, by: "assistant" }]
        : [];
    case "failure":
      return [
        {
          atMs: entry.atMs,
          group: "trouble",
          what: "playground.is_failure",
          text: [entry.by, entry.problem.message, entry.next && `→ ${entry.next}`].filter(Boolean).join(" "),
          by: "trouble",
        },
      ];
    case "usage":
      // A line that begins: its seconds are told when it is over.
      if (entry.stage === "line" && entry.usage.soundMs === 0) return [];
      return [{ atMs: entry.atMs, group: "usage", what: "playground.is_usage", text: entry.by, means: countedIn(entry.usage) }];
    default:
      return [];
  }
}

function said({ by, text, startMs }: Turn): Moment {
  const what = by === "caller" ? "playground.is_caller_turn" : "playground.is_assistant_turn";
  return { atMs: startMs, group: "speech", what, text, by };
}

function stepsOf({ delays = {} }: Turn): Moment[] {
  return STEPS.flatMap(([name, group, what]) => {
    const atMs = delays[name];
    return atMs === undefined ? [] : [{ atMs, group, what, text: "" }];
  });
}

function meaningOf(reason: string): Pick<Moment, "means"> {
  const sentence = REASONS[reason];
  return sentence === undefined ? {} : { means: [{ sentence }] };
}

const COUNTED = ["tokensIn", "tokensOut", "tokensCached", "characters", "soundMs"] as const;

/** Sound in seconds. */
function countedIn(usage: Extract<Entry, { kind: "usage" }>["usage"]): Meaning[] {
  return COUNTED.flatMap((name) => {
    const value = usage[name] ?? 0;
    if (value <= 0) return [];
    return [
      { sentence: `playground.used_${name}`, count: name === "soundMs" ? Math.round(value / 100) / 10 : Math.round(value) },
    ];
  });
}

export interface AnswerDelays {
  index: number;
  text: string;
  atMs: number;
  /** Until it was decided that the caller had finished; until there was something to say; until it was heard; in all; what the parts do not need. */
  hearMs: number;
  thinkMs: number;
  speakMs: number;
  allMs: number;
  overheadMs: number | undefined;
}

/** Of each answer whose beginning and end are known. */
export function delaysOf(entries: readonly Entry[]): AnswerDelays[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== "turn" || !entry.delays) return [];
    const { speechEndMs: from, firstSoundMs: to, decisionMs, firstClauseMs, overheadMs } = entry.delays;
    if (from === undefined || to === undefined) return [];
    const decided = within(decisionMs ?? from, from, to);
    const worded = within(firstClauseMs ?? decided, decided, to);
    const { index, text, startMs: atMs } = entry;
    return [
      {
        index,
        text,
        atMs,
        hearMs: decided - from,
        thinkMs: worded - decided,
        speakMs: to - worded,
        allMs: to - from,
        overheadMs,
      },
    ];
  });
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

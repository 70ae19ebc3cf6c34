/** All that turn-taking knows, as plain data: the reducer's first argument and its result. */
import type { CloseReason, ConversationState } from "../journal.ts";
import type { EndingRules, Plan, SilenceRules, TurnTaking } from "../plan.ts";
import type { Expected } from "../ports.ts";
import type { CallerTurn } from "./caller-turn.ts";
import type { SpeechTimes } from "./delays.ts";
import type { Rhythm } from "./rhythm.ts";
import { UNKNOWN_RHYTHM } from "./rhythm.ts";

export type Purpose = "notice" | "greeting" | "answer" | "are-you-there" | "apology" | "farewell";

/** One of each is pending at most. */
export type TimerName =
  /** The caller pauses: the turn ends when it fires. */
  | "endpoint"
  /** Our voice is held: words must show by then what the caller meant. */
  | "verdict"
  /** A turn may not last longer: somebody's radio is no caller. */
  | "longest-turn"
  /** A reply that is on its way must be heard by then. */
  | "answer"
  /** Meanwhile a few words are said. */
  | "filler"
  | "silence"
  | "keypad"
  /** The caller was asked whether the call may be recorded. */
  | "consent"
  /** The longest a call may last. */
  | "limit"
  /** We hang up when our last words have been heard. */
  | "close";

export interface ReplyState {
  readonly id: number;
  readonly purpose: Purpose;
  /** The open turn's words that it answers; absent where all that it answers is in the history. */
  question?: string | undefined;
  /** It is heard as it comes; until then it is only being prepared. */
  committed: boolean;
  /** Some of it has been on the line. */
  sounded: boolean;
  /** It has sounded, and what follows has not come yet. */
  stalled: boolean;
  /** Words that were said because it was slow to come. */
  fillers: number;
  expected: readonly Expected[];
}

export interface TurnRules {
  readonly openedAtMs: number;
  /** What is spoken first. */
  readonly language: string;
  readonly welcomeMessage: string;
  /** Said before anything else: the call is recorded, or may it be? */
  readonly notice: { readonly words: string; readonly asks: boolean } | undefined;
  readonly turnTaking: TurnTaking;
  readonly silence: SilenceRules;
  readonly ending: EndingRules;
  /** A slow answer is bridged. */
  readonly fills: boolean;
  /** With which words callers are likely to begin. */
  readonly opening: readonly Expected[];
}

export interface TurnState {
  readonly rules: TurnRules;
  /** Of the last event. */
  atMs: number;
  phase: ConversationState;
  /** `due`: it is not heard out yet. `asked`: the caller has not answered it yet. */
  notice: "due" | "asked" | undefined;
  /** The welcome has not been said, and nothing else has taken its place. */
  greets: boolean;
  /** VAD hears the caller's voice. */
  callerSpeaks: boolean;
  /** What the caller is saying, or has said and we have not yet begun to answer. */
  turn: CallerTurn | undefined;
  /** Words of the caller stand in the history and nothing of ours has answered them. */
  owed: boolean;
  /** What we say or prepare to say. */
  reply: ReplyState | undefined;
  /** When the words that are being answered ended. */
  heard: SpeechTimes | undefined;
  /** Which answers our last question asked for. */
  expected: readonly Expected[];
  /** How this caller speaks. */
  rhythm: Rhythm;
  /** When the caller's voice fell silent in the turn that was last answered. */
  endedMs: number;
  /** Keyed in so far. */
  digits: string;
  /** `sinceMs`: nobody has said anything since then. `asked`: we have asked whether the caller is there. */
  silence: { sinceMs: number; notBeforeMs: number; asked: boolean };
  /** Since when the far end holds us. */
  heldSinceMs: number | undefined;
  /** The caller is being put through to somebody else, or talks with them. */
  away: "ringing" | "joined" | undefined;
  /** Answers in a row that did not come in time. */
  late: number;
  /** Answers in a row that no voice could speak. */
  unspoken: number;
  /** What each pending timer is called by; one that fires with another id is stale. */
  timers: Partial<Record<TimerName, number>>;
  /** The last id given to a timer or a reply. */
  lastId: number;
  closeReason: CloseReason | undefined;
  /** Nothing happens any more. */
  stopped: boolean;
}

/** Words alone interrupt a greeting: how loud the caller speaks is not known yet, and whatever else sounds there must not hold it back. */
export function isGreeting({ reply }: Pick<TurnState, "reply">): boolean {
  return reply?.purpose === "greeting";
}

/** `opening`: with which words callers are likely to begin. */
export function initialState(plan: Plan, openedAtMs: number, opening: readonly Expected[] = []): TurnState {
  const { language, welcomeMessage, turnTaking, silence, ending, recording } = plan;
  const fills = plan.fillers !== undefined;
  const notice =
    recording && recording.consent !== "never" ? { words: recording.words, asks: recording.consent === "ask" } : undefined;
  return {
    rules: { openedAtMs, language, welcomeMessage, notice, turnTaking, silence, ending, fills, opening },
    atMs: openedAtMs,
    phase: "listening",
    notice: notice && "due",
    greets: welcomeMessage.trim() !== "",
    callerSpeaks: false,
    turn: undefined,
    owed: false,
    reply: undefined,
    heard: undefined,
    expected: opening,
    rhythm: UNKNOWN_RHYTHM,
    endedMs: Number.NEGATIVE_INFINITY,
    digits: "",
    silence: { sinceMs: openedAtMs, notBeforeMs: 0, asked: false },
    heldSinceMs: undefined,
    away: undefined,
    late: 0,
    unspoken: 0,
    timers: {},
    lastId: 0,
    closeReason: undefined,
    stopped: false,
  };
}

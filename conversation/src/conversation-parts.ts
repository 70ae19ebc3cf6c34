/** What a conversation is made of, and what may be asked of it while it runs. */
import type { CloseReason, ConversationState, JournalSink } from "./journal.ts";
import type { Plan } from "./plan.ts";
import type {
  ArgumentChecker,
  Clock,
  EndOfTurn,
  LanguageModel,
  Line,
  Recogniser,
  Recorder,
  Synthesiser,
  ToolRunner,
  ValueReader,
  VoiceActivity,
} from "./ports.ts";

export interface ConversationParts {
  plan: Plan;
  line: Line;
  clock: Clock;
  voiceActivity: VoiceActivity;
  /** In the order in which they stand in for each other; at least one of each. */
  recognisers: readonly Recogniser[];
  languageModels: readonly LanguageModel[];
  voices: readonly Synthesiser[];
  endOfTurn?: EndOfTurn | undefined;
  tools?: ToolRunner | undefined;
  /** Reads dates, names and numbers out of what is said; absent: the readers of this room. */
  values?: ValueReader | undefined;
  /** Absent: arguments are not compared with their schema. */
  checkArguments?: ArgumentChecker | undefined;
  journal: JournalSink;
  /** Is given sound from the moment on from which it may be kept (`Plan.recording`). */
  recorder?: Recorder | undefined;
  /** Hears everything and keeps nothing: for those who listen in. */
  tap?: Pick<Recorder, "write"> | undefined;
}

export interface Conversation {
  readonly state: ConversationState;
  /** Resolves when everything is closed. */
  readonly closed: Promise<CloseReason>;
  /** Words that the caller typed instead of speaking them. */
  typed(text: string): void;
  /** Somebody else is rung for the caller, who hears that; the assistant neither listens nor speaks. */
  ringing(): void;
  /**
   * They are there: both hear each other, and one who hangs up hangs up for both. False: it is too late for that. `by`: somebody who takes the
   * call over, in the middle of whatever is being said.
   */
  connect(to: string, other: Line, by?: string): boolean;
  /** A line for the assistant, which the caller does not hear. */
  whisper(text: string, by: string): void;
  /** Nobody came: the assistant goes on. Of no effect when somebody did. */
  comeBack(): void;
  /** Says goodbye where the plan has words for it, and hangs up. */
  end(reason: CloseReason): void;
}

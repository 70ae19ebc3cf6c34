/** Opens a conversation: makes its stages, joins them, closes them. */
import type {
  Clock,
  EndOfTurn,
  LanguageModel,
  Line,
  LineEnd,
  Problem,
  Recogniser,
  Recorder,
  Synthesiser,
  Timer,
  ToolRunner,
  VoiceActivity,
} from "./ports.ts";
import { END_CALL_TOOL } from "./ports.ts";
import type { CloseReason, ConversationState, JournalSink } from "./journal.ts";
import type { Plan } from "./plan.ts";
import { LoudnessTrack } from "./audio/loudness.ts";
import { Ears } from "./hear/ears.ts";
import { IncomingSound } from "./hear/incoming-sound.ts";
import { Playout } from "./speak/playout.ts";
import { History } from "./think/history.ts";
import { Mind } from "./think/mind.ts";
import { questionFrame } from "./think/question.ts";
import { TurnController } from "./turn/turn-controller.ts";
import { Reply } from "./reply.ts";

export interface ConversationParts {
  plan: Plan;
  line: Line;
  clock: Clock;
  voiceActivity: VoiceActivity;
  /** In the order in which they stand in for each other; at least one of each. */
  recognisers: readonly Recogniser[];
  minds: readonly LanguageModel[];
  voices: readonly Synthesiser[];
  endOfTurn?: EndOfTurn | undefined;
  tools?: ToolRunner | undefined;
  journal: JournalSink;
  recorder?: Recorder | undefined;
}

export interface Conversation {
  readonly state: ConversationState;
  /** Resolves when everything is closed. */
  readonly closed: Promise<CloseReason>;
  /** Words that the caller typed instead of speaking them. */
  typed(text: string): void;
  /** Says goodbye where the plan has words for it, and hangs up. */
  end(reason: CloseReason): void;
}

/** Level meters are told this often, live only. */
const LEVELS_EVERY_MS = 100;

const END_OF_LINE: Record<LineEnd, CloseReason> = {
  "caller-hung-up": "caller-hung-up",
  "we-hung-up": "stopped",
  transferred: "transferred",
  "connection-lost": "connection-lost",
};

export function openConversation(parts: ConversationParts): Conversation {
  const { plan, line, clock, recorder } = parts;
  const openedAtMs = clock.now();
  const since = (): number => clock.now() - openedAtMs;
  const loudness = { caller: new LoudnessTrack(), assistant: new LoudnessTrack() };
  const history = new History();
  let isClosed = false;
  let isTold = false;
  /** The end of the conversation is its last entry: what a tool or a voice reports later is of no use to anybody. */
  const journal: JournalSink = { write: (entry) => (isTold ? undefined : parts.journal.write(entry)) };
  let language = plan.language;
  let announce: (reason: CloseReason) => void = () => {};
  const closed = new Promise<CloseReason>((resolve) => (announce = resolve));

  const playout = new Playout({
    line,
    clock,
    openedAtMs,
    recorder,
    loudness: loudness.assistant,
    tick: () => incoming.tick(clock.now()),
  });
  const mind = new Mind({
    minds: parts.minds,
    tools: parts.tools,
    clock,
    apology: plan.ending.apology,
    firstToken: () => latest?.noteFirstToken(),
    toolRan: ({ outcome, startMs, endMs, ...call }) =>
      journal.write({
        kind: "tool",
        ...call,
        ...outcome,
        startMs: Math.round(startMs - openedAtMs),
        endMs: Math.round(endMs - openedAtMs),
      }),
    failed: (problem, recovery) =>
      journal.write({ kind: "failure", atMs: Math.round(since()), stage: "think", problem, recovery }),
  });
  const voice = {
    voices: parts.voices,
    clock,
    language: () => language,
    speakIn: (spoken: string) => (language = spoken.split("-")[0] === plan.language.split("-")[0] ? plan.language : spoken),
    failed: (problem: Problem, recovery: "fallback" | "none") =>
      journal.write({ kind: "failure", atMs: Math.round(since()), stage: "speak", problem, recovery }),
  };
  let latest: Reply | undefined;
  let levels: Timer | undefined;
  const frame = questionFrame(plan, END_CALL_TOOL);
  const turns: TurnController = new TurnController({
    clock,
    plan,
    openedAtMs,
    history,
    playout,
    loudness,
    close,
    ears: () => ears,
    reply: (ideas, listener) => (latest = new Reply({ clock, playout, sampleRateHz: line.sampleRateHz, voice }, ideas, listener)),
    answer: (question, signal) => mind.answer({ ...question, request: frame(since()) }, signal),
    mindIsLost: () => mind.isLost,
    journal: (entry) => journal.write(entry),
  });
  const ears = new Ears(
    {
      sampleRateHz: line.sampleRateHz,
      voiceActivity: parts.voiceActivity,
      recognisers: parts.recognisers,
      endOfTurn: parts.endOfTurn,
      options: { language: plan.language, keywords: plan.keywords },
    },
    turns,
  );

  const incoming = new IncomingSound(line, openedAtMs, (frame, endMs) => ears.hear(frame, endMs));

  function close(reason: CloseReason): void {
    if (isClosed) return;
    isClosed = true;
    levels?.cancel();
    turns.stop();
    playout.close();
    ears.close();
    line.hangUp();
    journal.write({ kind: "closed", atMs: Math.round(since()), reason });
    isTold = true;
    announce(reason);
  }

  function tellLevels(): void {
    if (isClosed) return;
    journal.write({
      kind: "levels",
      atMs: Math.round(since()),
      caller: loudness.caller.live(),
      assistant: loudness.assistant.live(),
    });
    levels = clock.at(clock.now() + LEVELS_EVERY_MS, tellLevels);
  }

  journal.write({ kind: "opened", atMs: 0, epochMs: plan.startedAtEpochMs });
  line.open({
    heard: (sound, capturedMs) => {
      if (isClosed) return;
      const atMs = Math.max(0, capturedMs - openedAtMs);
      recorder?.write("caller", atMs, sound, line.sampleRateHz);
      loudness.caller.add(atMs, sound);
      incoming.heard(sound, capturedMs, clock.now());
    },
    key: (digit) => turns.key(digit),
    closed: (end) => close(END_OF_LINE[end]),
  });
  playout.open();
  turns.open();
  tellLevels();
  return {
    closed,
    typed: (text) => turns.typed(text),
    end: (reason) => turns.end(reason),
    get state() {
      return turns.state;
    },
  };
}

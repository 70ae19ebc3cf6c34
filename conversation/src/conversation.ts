/** Opens a conversation: makes its stages, joins them, closes them. */
import type { Clock, Line, LineEnd, Problem, Timer, Usage } from "./ports.ts";
import { END_CALL_TOOL } from "./ports.ts";
import type { CloseReason, ConversationState, JournalEntry, Who } from "./journal.ts";
import type { Conversation, ConversationParts } from "./conversation-parts.ts";
import { guardedClock } from "./guarded-clock.ts";
import { LoudnessTrack } from "./audio/loudness.ts";
import { AnsweringMachine } from "./hear/answering-machine.ts";
import { Ears } from "./hear/ears.ts";
import { IncomingSound } from "./hear/incoming-sound.ts";
import { Ambience } from "./speak/ambience.ts";
import { sayAside } from "./speak/aside.ts";
import { Playout } from "./speak/playout.ts";
import { Fillers } from "./speak/fillers.ts";
import { createSayAs, type SayAs } from "./speak/pronunciation.ts";
import { SpokenUtterance } from "./speak/spoken-utterance.ts";
import { History } from "./think/history.ts";
import { Mind } from "./think/mind.ts";
import { questionFrame } from "./think/question.ts";
import { Whispers } from "./think/whispers.ts";
import { Bridge, type BridgeParts } from "./transfer/bridge.ts";
import { RingTone } from "./transfer/ring-tone.ts";
import { Backchannel } from "./turn/backchannel.ts";
import { TurnController } from "./turn/turn-controller.ts";
import { Recording } from "./recording.ts";
import { Reply } from "./reply.ts";
import { UsageMeter } from "./usage.ts";

/** Level meters are told this often, live only. */
const LEVELS_EVERY_MS = 100;

const END_OF_LINE: Record<LineEnd, CloseReason> = {
  "caller-hung-up": "caller-hung-up",
  "we-hung-up": "stopped",
  transferred: "transferred",
  "connection-lost": "connection-lost",
};

export function openConversation(parts: ConversationParts): Conversation {
  return new OpenConversation(parts);
}

class OpenConversation implements Conversation {
  readonly closed: Promise<CloseReason>;
  readonly #parts: ConversationParts;
  readonly #clock: Clock;
  readonly #openedAtMs: number;
  readonly #loudness = { caller: new LoudnessTrack(), assistant: new LoudnessTrack() };
  readonly #playout: Playout;
  readonly #mind: Mind;
  readonly #turns: TurnController;
  readonly #ears: Ears;
  readonly #backchannel: Backchannel | undefined;
  readonly #machine: AnsweringMachine | undefined;
  readonly #closing = new AbortController();
  readonly #incoming: IncomingSound;
  readonly #recording: Recording;
  readonly #usage: UsageMeter;
  readonly #sayAs: SayAs;
  readonly #whispers = new Whispers();
  readonly #announce: (reason: CloseReason) => void;
  /** What we speak now; the mind may change it. */
  #language: string;
  #latest: Reply | undefined;
  #transfer: { to: string; by?: string; startMs: number; bridge: Bridge } | undefined;
  #levels: Timer | undefined;
  #isClosed = false;
  #isTold = false;

  constructor(parts: ConversationParts) {
    const { plan, line, recorder, tap } = parts;
    let announce: (reason: CloseReason) => void = () => {};
    this.closed = new Promise((resolve) => (announce = resolve));
    this.#announce = announce;
    this.#parts = parts;
    this.#recording = new Recording(recorder, tap);
    this.#clock = guardedClock(parts.clock, (cause) => this.#broke(cause));
    this.#openedAtMs = parts.clock.now();
    this.#language = plan.language;
    this.#sayAs = createSayAs(plan.pronunciations ?? []);
    this.#playout = new Playout({
      line,
      clock: this.#clock,
      openedAtMs: this.#openedAtMs,
      recording: this.#recording,
      loudness: this.#loudness.assistant,
      ambience: plan.ambience && new Ambience(plan.ambience, line.sampleRateHz),
      tick: () => this.#transfer ?? this.#incoming.tick(parts.clock.now()),
    });
    this.#usage = new UsageMeter(this.#clock, (used) =>
      this.#write({ kind: "usage", atMs: Math.round(this.#sinceMs()), ...used }),
    );
    this.#mind = this.#makeMind();
    this.#turns = this.#makeTurns();
    this.#backchannel = this.#makeBackchannel();
    const listening = this.#backchannel ?? this.#turns;
    this.#machine =
      plan.voicemail &&
      new AnsweringMachine(
        {
          clock: this.#clock,
          rules: plan.voicemail,
          sampleRateHz: line.sampleRateHz,
          detected: () => this.#findsMachine(),
          listens: () => this.#turns.leaveMessage(plan.voicemail?.message ?? ""),
        },
        listening,
      );
    this.#ears = new Ears(
      {
        sampleRateHz: line.sampleRateHz,
        voiceActivity: parts.voiceActivity,
        recognisers: parts.recognisers,
        endOfTurn: parts.endOfTurn,
        options: { language: plan.language, keywords: plan.keywords },
        used: (by, usage) => this.#usage.add("hear", by, usage),
      },
      this.#machine ?? listening,
    );
    this.#incoming = new IncomingSound(line, this.#openedAtMs, (frame, endMs) => this.#ears.hear(frame, endMs));
    this.#open();
  }

  get state(): ConversationState {
    return this.#turns.state;
  }

  typed(text: string): void {
    this.#turns.typed(text);
  }

  end(reason: CloseReason): void {
    if (!this.#transfer) this.#playout.through = undefined;
    this.#turns.end(reason);
  }

  ringing(): void {
    if (this.#isClosed || this.#transfer || this.state === "closing") return;
    this.#playout.through = new RingTone(this.#parts.line.sampleRateHz);
    this.#turns.away("leave");
  }

  whisper(text: string, by: string): void {
    if (this.#isClosed) return;
    this.#whispers.add(text);
    this.#write({ kind: "whisper", atMs: Math.round(this.#sinceMs()), by, text });
  }

  connect(to: string, other: Line, by?: string): boolean {
    if (this.#isClosed || this.#transfer || this.state === "closing") return false;
    const { line: caller } = this.#parts;
    this.#turns.away(by === undefined ? "join" : "take-over");
    this.#ears.close();
    const bridge = new Bridge({
      caller,
      other,
      clock: this.#clock,
      ...this.#joining(other),
      left: () => this.#close("transferred"),
    });
    this.#transfer = { to, ...(by !== undefined && { by }), startMs: Math.round(this.#sinceMs()), bridge };
    this.#playout.through = bridge;
    return true;
  }

  /** Whoever joins a recorded call is told so first, where that is enough; of who was not told, or would have to be asked, nothing is kept. */
  #joining(other: Line): Pick<BridgeParts, "first" | "joined"> {
    const rules = this.#parts.plan.recording;
    if (!rules || rules.consent === "never" || !this.#recording.isOn) return {};
    const write = (how: "told" | "left-out"): void => this.#write({ kind: "recording", atMs: Math.round(this.#sinceMs()), how });
    this.#recording.leaveOut("assistant");
    if (rules.consent === "ask") {
      write("left-out");
      return {};
    }
    const first = new SpokenUtterance(other.sampleRateHz);
    let isWhole = false;
    void this.#sayAside(first, rules.words).then((is) => {
      isWhole = is;
      first.finish();
    });
    const joined = (): void => {
      if (isWhole) this.#recording.leaveOut(undefined);
      write(isWhole ? "told" : "left-out");
    };
    return { first, joined };
  }

  #sayAside(words: SpokenUtterance, text: string): Promise<boolean> {
    const { voices } = this.#parts;
    const used = (by: string, usage: Usage): void => this.#usage.add("speak", by, usage);
    const said = { voices, clock: this.#clock, language: () => this.#language, sayAs: this.#sayAs, used };
    return sayAside(words, text, said, this.#closing.signal);
  }

  comeBack(): void {
    if (this.#isClosed || this.#transfer || !this.#playout.through) return;
    this.#playout.through = undefined;
    this.#turns.away("come-back");
  }

  #open(): void {
    const { recording, startedAtEpochMs } = this.#parts.plan;
    this.#write({ kind: "opened", atMs: 0, epochMs: startedAtEpochMs });
    if (!recording) this.#recording.begin(0);
    else if (recording.consent === "never") this.#write({ kind: "recording", atMs: 0, how: "off" });
    this.#parts.line.open({
      heard: (sound, capturedMs) => {
        if (this.#isClosed) return;
        try {
          this.#hear(sound, capturedMs);
        } catch (cause) {
          this.#broke(cause);
        }
      },
      key: (digit) => (this.#transfer ? this.#transfer.bridge.press(digit) : this.#turns.key(digit)),
      held: (isHeld) => this.#turns.held(isHeld),
      closed: (end) => this.#close(this.#machine?.isDetected ? "voicemail" : END_OF_LINE[end]),
    });
    // A line may be over before it is opened.
    if (this.#isClosed) return;
    this.#ears.open();
    this.#playout.open();
    this.#turns.open();
    this.#tellLevels();
  }

  #hear(sound: Int16Array, capturedMs: number): void {
    const { line, clock } = this.#parts;
    const atMs = Math.max(0, capturedMs - this.#openedAtMs);
    this.#recording.write("caller", atMs, sound, line.sampleRateHz);
    this.#loudness.caller.add(atMs, sound);
    // What two people say to each other is recorded, but nobody here listens to it.
    if (this.#transfer) return this.#transfer.bridge.heard(sound);
    this.#incoming.heard(sound, capturedMs, clock.now());
    this.#machine?.hear(sound);
  }

  #makeMind(): Mind {
    const { minds, tools, plan } = this.#parts;
    return new Mind({
      minds,
      tools,
      clock: this.#clock,
      apology: plan.ending.apology,
      firstWordsMs: plan.firstWordsMs,
      firstToken: () => this.#latest?.noteFirstToken(),
      toolRan: ({ outcome, startMs, endMs, ...call }) =>
        this.#write({
          kind: "tool",
          ...call,
          ...outcome,
          startMs: Math.round(startMs - this.#openedAtMs),
          endMs: Math.round(endMs - this.#openedAtMs),
        }),
      failed: (problem, recovery, who) => this.#writeFailure("think", problem, recovery, who),
      used: (by, usage) => this.#usage.add("think", by, usage),
    });
  }

  #makeTurns(): TurnController {
    const { plan, line, voices } = this.#parts;
    const frame = questionFrame(plan, END_CALL_TOOL, this.#whispers);
    const voice = {
      voices,
      clock: this.#clock,
      language: () => this.#language,
      sayAs: this.#sayAs,
      speakIn: (spoken: string) => {
        this.#language = spoken.split("-")[0] === plan.language.split("-")[0] ? plan.language : spoken;
      },
      failed: (problem: Problem, recovery: "fallback" | "none", who: Who) => this.#writeFailure("speak", problem, recovery, who),
      used: (by: string, usage: Usage) => this.#usage.add("speak", by, usage),
      first: { failuresInRow: 0 },
    };
    const fillers = new Fillers(plan.fillers, plan.callId);
    const saying = {
      again: () => fillers.again(this.#language),
      clock: this.#clock,
      playout: this.#playout,
      sampleRateHz: line.sampleRateHz,
      voice,
      mostCharacters: plan.mostCharactersAtOnce,
    };
    return new TurnController({
      clock: this.#clock,
      plan,
      openedAtMs: this.#openedAtMs,
      history: new History(),
      playout: this.#playout,
      loudness: this.#loudness,
      close: (reason) => this.#close(reason),
      broke: (cause) => this.#broke(cause),
      ears: () => this.#ears,
      opening: this.#mind.opening(frame(0, this.#language)),
      reply: (ideas, listener) => (this.#latest = new Reply(saying, ideas, listener)),
      answer: (question, signal) => this.#mind.answer({ ...question, request: frame(this.#sinceMs(), this.#language) }, signal),
      filler: () => fillers.next(this.#language),
      mindIsLost: () => this.#mind.isLost,
      wasNotSpoken: () => this.#mind.wasNotSpoken(),
      record: () => this.#recording.begin(this.#sinceMs()),
      journal: (entry) => this.#write(entry),
    });
  }

  #makeBackchannel(): Backchannel | undefined {
    const { plan, line } = this.#parts;
    const rules = plan.backchannel;
    if (!rules) return undefined;
    const words = new SpokenUtterance(line.sampleRateHz);
    return new Backchannel(
      {
        clock: this.#clock,
        rules,
        // Without a voice for it nothing is said.
        prepare: () => void this.#sayAside(words, rules.words).then((isWhole) => isWhole && words.finish()),
        isListening: () => this.#turns.state === "listening" && !this.#playout.busy && !this.#playout.through,
        say: () => this.#playout.aside(words),
      },
      this.#turns,
    );
  }

  /** A fault of ours, or of a part that should not throw: it ends this call, never those beside it. */
  #broke(cause: unknown): void {
    if (this.#isClosed) return;
    const message = cause instanceof Error ? cause.message : String(cause);
    this.#writeFailure("think", { code: "bad-answer", message: `The conversation broke: ${message}` }, "none");
    this.#close("cannot-answer");
  }

  #close(reason: CloseReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#levels?.cancel();
    this.#backchannel?.stop();
    this.#machine?.close();
    this.#closing.abort();
    const { line } = this.#parts;
    for (const part of [() => this.#turns.stop(), () => this.#playout.close(), () => this.#ears.close(), () => line.hangUp()]) {
      try {
        part();
      } catch {
        // The others are closed all the same.
      }
    }
    this.#endTransfer();
    this.#usage.tell();
    this.#write({ kind: "closed", atMs: Math.round(this.#sinceMs()), reason });
    this.#isTold = true;
    this.#announce(reason);
  }

  #findsMachine(): void {
    if ((this.#parts.plan.voicemail?.message ?? "").trim() === "") this.#close("voicemail");
    else this.#turns.away("machine");
  }

  #endTransfer(): void {
    if (!this.#transfer) return;
    const { bridge, ...put } = this.#transfer;
    bridge.close();
    this.#write({ kind: "transfer", ...put, endMs: Math.round(this.#sinceMs()) });
  }

  /** The end is the last entry: what a tool or a voice reports later is of no use to anybody. */
  #write(entry: JournalEntry): void {
    if (!this.#isTold) this.#parts.journal.write(entry);
  }

  #writeFailure(stage: "think" | "speak", problem: Problem, recovery: "fallback" | "apology" | "none", who?: Who): void {
    this.#write({ kind: "failure", atMs: Math.round(this.#sinceMs()), stage, problem, recovery, ...who });
  }

  /** One function for all of them: ten times a second in every call. */
  readonly #tellLevels = (): void => {
    if (this.#isClosed) return;
    const { caller, assistant } = this.#loudness;
    this.#write({ kind: "levels", atMs: Math.round(this.#sinceMs()), caller: caller.live(), assistant: assistant.live() });
    const { clock } = this.#parts;
    this.#levels = clock.at(clock.now() + LEVELS_EVERY_MS, this.#tellLevels);
  };

  #sinceMs(): number {
    return this.#clock.now() - this.#openedAtMs;
  }
}

/**
 * Turn-taking: when the caller's turn is over (endpointing), when ours must stop (barge-in), when nobody speaks for too long. Ears, mind
 * and playout report here; every change of state is a row of the table in states.ts.
 */
import type { Expected, Problem, Timer, Words } from "../ports.ts";
import type { CloseReason, ConversationState, TurnDelays } from "../journal.ts";
import type { EarsListener } from "../hear/ears.ts";
import type { Idea } from "../think/mind.ts";
import type { Reply } from "../reply.ts";
import { completeness } from "./completeness.ts";
import type { Heard } from "./delays.ts";
import { delaysOf } from "./delays.ts";
import { endpointMs, longestWaitMs } from "./endpointing.ts";
import type { TurnControllerParts } from "./controller-parts.ts";
import { DUCK_AFTER_MS, HOLD_AFTER_MS, TAKE_AFTER_MS, verdict } from "./interruption.ts";
import { Keypad } from "./keypad.ts";
import type { CallerTurn } from "./transcript-writer.ts";
import { TranscriptWriter, spokenTurn, writtenTurn } from "./transcript-writer.ts";
import { SilenceWatch } from "./silence.ts";
import type { TurnEvent } from "./states.ts";
import { after } from "./states.ts";

type Purpose = "greeting" | "answer" | "are-you-there" | "farewell";

/** After a pause, words that have not come by then are not waited for. */
const WORDS_LIMIT_MS = 3_000;
/** Of a held voice: how long words may take to show what the caller meant. */
const VERDICT_LIMIT_MS = 700;
/** Shorter sounds without words are noise. */
const NOISE_MS = 450;
/** A caller who answers while this little of the question is left has answered. */
const EARLY_ANSWER_MS = 1_500;
/** The far end plays what is still on its way before the line is closed. */
const LAST_WORDS_MS = 300;
const FAREWELL_LIMIT_MS = 12_000;

export class TurnController implements EarsListener {
  #state: ConversationState = "listening";
  readonly #parts: TurnControllerParts;
  readonly #silence: SilenceWatch;
  readonly #keypad: Keypad;
  readonly #transcript: TranscriptWriter;
  #turn: CallerTurn | undefined;
  #reply: Reply | undefined;
  #purpose: Purpose = "greeting";
  /** Of the caller's turn that is being answered. */
  #heard: Heard | undefined;
  #delays: TurnDelays | undefined;
  #expected: readonly Expected[] = [];
  #timer: Timer | undefined;

  constructor(parts: TurnControllerParts) {
    this.#parts = parts;
    this.#silence = new SilenceWatch(parts.clock, parts.plan.silence, {
      ask: () => this.#say(parts.plan.silence.promptMessage, "are-you-there"),
      hangUp: () => this.end("silence"),
    });
    this.#transcript = new TranscriptWriter(parts);
    this.#keypad = new Keypad(parts.clock, (digits) => this.typed(`dtmf_number: ${digits}`));
  }

  get state(): ConversationState {
    return this.#state;
  }

  open(): void {
    const { clock, openedAtMs, plan } = this.#parts;
    clock.at(openedAtMs + plan.ending.terminateAfterMs, () => this.end("time-limit"));
    if (plan.welcomeMessage.trim() === "") this.#silence.begins();
    else this.#say(plan.welcomeMessage, "greeting");
  }

  // --- what the ears report ----------------------------------------------------------------------------------------------------

  began(startMs: number): void {
    if (this.#state === "closing") return;
    this.#silence.ends();
    // A new utterance while an answer to the last is being prepared: the caller has more to say.
    if (this.#state === "thinking") this.#takeBack();
    this.#turn = spokenTurn(startMs);
  }

  continues(voicedMs: number): void {
    const turn = this.#turn;
    if (!turn || this.#state === "closing") return;
    turn.voicedMs = voicedMs;
    turn.endMs = this.#parts.clock.now();
    if (this.#state === "speaking") {
      if (voicedMs >= HOLD_AFTER_MS) {
        this.#parts.playout.hold();
        this.#change("held");
      } else if (voicedMs >= DUCK_AFTER_MS) this.#parts.playout.duck();
    } else if (this.#state === "interrupted" && voicedMs >= TAKE_AFTER_MS) this.#take();
  }

  partial(words: Words): void {
    const turn = this.#turn;
    if (!turn || this.#state === "closing") return;
    turn.words = words;
    this.#parts.journal({ kind: "partial", atMs: this.#now(), text: words.text });
    const over = this.#state === "interrupted" || this.#state === "speaking";
    if (over && verdict(words.text, false, this.#parts.plan.turnTaking.wordsForInterruption) === "take") this.#take();
  }

  paused(endMs: number): void {
    const turn = this.#turn;
    if (!turn || this.#state === "closing") return;
    turn.endMs = endMs;
    turn.settled = false;
    delete turn.judged;
    if (this.#state === "speaking") {
      this.#parts.playout.release();
      this.#dropTurn();
    } else if (this.#state === "interrupted") {
      this.#at(endMs + VERDICT_LIMIT_MS, () => this.#decideWithoutWords());
    } else if (this.#state === "listening") {
      this.#parts.playout.hush(true);
      this.#at(endMs + Math.max(WORDS_LIMIT_MS, longestWaitMs(this.#parts.plan.turnTaking)), () => this.#turnEnds());
    }
  }

  settled(words: Words): void {
    const turn = this.#turn;
    if (!turn || this.#state === "closing") return;
    turn.words = words;
    turn.settled = true;
    turn.wordsFinalMs = this.#parts.clock.now();
    if (this.#state === "interrupted") {
      const meant = verdict(words.text, true, this.#parts.plan.turnTaking.wordsForInterruption);
      if (meant === "take" || (words.text !== "" && this.#isEarlyAnswer())) this.#take();
      else this.#release();
    } else if (this.#state === "listening") this.#weigh(turn);
  }

  judged(finished: number): void {
    if (!this.#turn || this.#state !== "listening") return;
    this.#turn.judged = finished;
    if (this.#turn.settled) this.#weigh(this.#turn);
  }

  resumed(): void {
    if (!this.#turn || this.#state === "closing") return;
    this.#turn.settled = false;
    this.#timer?.cancel();
    if (this.#state === "thinking" || this.#state === "listening") this.#takeBack();
  }

  failed(problem: Problem, recovery: "fallback" | "none"): void {
    this.#parts.journal({ kind: "failure", atMs: this.#now(), stage: "hear", problem, recovery });
  }

  // --- other ways of saying something ------------------------------------------------------------------------------------------

  /** Words that the caller wrote, or a number that was keyed in: a whole turn at once. */
  typed(text: string): void {
    if (this.#state === "closing" || text.trim() === "") return;
    this.#silence.ends();
    if (this.#state === "speaking" || this.#state === "interrupted") this.#take();
    else this.#takeBack();
    this.#acceptTurn();
    this.#turn = writtenTurn(text.trim(), this.#parts.clock.now());
    this.#turnEnds();
  }

  key(digit: string): void {
    if (this.#state === "closing") return;
    this.#parts.journal({ kind: "key", atMs: this.#now(), digit });
    this.#silence.ends();
    if (this.#state === "speaking" || this.#state === "interrupted") this.#take();
    this.#keypad.press(digit, this.#expected);
  }

  /** Says goodbye where that is wanted, and closes. */
  end(reason: CloseReason): void {
    if (this.#state === "closing") return;
    if (this.#state === "speaking" || this.#state === "interrupted") this.#cutReply();
    else this.#reply?.cut();
    this.#acceptTurn();
    this.#change("ends");
    const farewell = this.#parts.plan.ending.hangUpMessage;
    if (farewell.trim() === "") return this.#parts.close(reason);
    this.#farewell(farewell, reason);
  }

  /** The line is gone: what was being said is written down, nothing more is said. */
  stop(): void {
    if (this.#reply?.sounded) this.#cutReply();
    else this.#reply?.cut();
    this.#acceptTurn();
    this.#timer?.cancel();
    this.#silence.ends();
    this.#keypad.close();
    this.#change("ends");
  }

  // --- the caller's turn -------------------------------------------------------------------------------------------------------

  /** The caller pauses and the words are known: how long to wait, and what to prepare meanwhile. */
  #weigh(turn: CallerTurn): void {
    const { plan } = this.#parts;
    const how = completeness(turn.words.text, this.#expected, turn.judged);
    turn.endpointMs = endpointMs(how, plan.turnTaking);
    if (turn.words.text !== "" && how !== "unfinished") this.#reply ??= this.#answer(turn);
    this.#at(turn.endMs + turn.endpointMs, () => this.#turnEnds());
  }

  #turnEnds(): void {
    const turn = this.#turn;
    this.#timer?.cancel();
    if (!turn) return;
    if (turn.words.text === "") {
      if (turn.voicedMs < NOISE_MS) {
        this.#dropTurn();
        this.#parts.playout.hush(false);
        return this.#silence.goesOn();
      }
      turn.words = { text: "(inaudible)" };
    }
    if (!turn.settled) turn.wordsFinalMs = this.#parts.clock.now();
    this.#heard = { speechEndMs: turn.endMs, wordsFinalMs: turn.wordsFinalMs, endpointMs: turn.endpointMs };
    this.#change("turn-ends");
    this.#reply ??= this.#answer(turn);
    this.#parts.playout.hush(true);
    this.#reply.commit();
  }

  /** Thinks of an answer; nobody hears it before it is committed. */
  #answer(turn: CallerTurn): Reply {
    const { history, answer, reply } = this.#parts;
    const messages = [...history.messages, { role: "caller", text: turn.words.text } as const];
    this.#purpose = "answer";
    return this.#withListener(reply, (signal, committed) =>
      answer(
        {
          messages,
          committed,
          takesEffect: () => this.#acceptTurn(),
          remember: (message) => history.add(message),
        },
        signal,
      ),
    );
  }

  /** The caller goes on: an answer that nobody has heard is forgotten. */
  #takeBack(): void {
    this.#reply?.cut();
    this.#reply = undefined;
    this.#parts.playout.hush(false);
    this.#change("nobody-speaks");
  }

  /** The turn is told to the mind and the journal; what the caller says from now on is a new one. */
  #acceptTurn(): void {
    const turn = this.#turn;
    if (!turn || turn.words.text === "") return;
    this.#turn = undefined;
    this.#transcript.callerTurn(turn);
    this.#parts.ears().endUtterance();
  }

  #dropTurn(): void {
    this.#turn = undefined;
    this.#parts.ears().endUtterance();
  }

  // --- our turn ----------------------------------------------------------------------------------------------------------------

  #say(text: string, purpose: Purpose): void {
    this.#purpose = purpose;
    this.#reply?.cut();
    this.#reply = this.#withListener(this.#parts.reply, () => said(text));
    this.#reply.commit();
  }

  #withListener(
    make: TurnControllerParts["reply"],
    ideas: (signal: AbortSignal, committed: Promise<void>) => AsyncIterable<Idea>,
  ): Reply {
    const made: Reply = make(ideas, {
      sounds: () => {
        if (made === this.#reply) this.#sounds(made);
      },
      finished: () => {
        if (made === this.#reply) this.#finished(made);
      },
    });
    return made;
  }

  #sounds(reply: Reply): void {
    this.#silence.ends();
    this.#delays =
      this.#purpose === "answer" && this.#heard ? delaysOf(this.#heard, reply.times, this.#parts.openedAtMs) : undefined;
    if (this.#purpose === "answer") this.#acceptTurn();
    this.#change("sounds");
  }

  #finished(reply: Reply): void {
    this.#reply = undefined;
    const heard = this.#writeDown(reply, reply.utterance.heardText(), false);
    if (reply.hangsUp) return this.#hangUpForMind(reply);
    // Words without any sound: no voice is left to speak them.
    if (this.#parts.mindIsLost() || (heard === "" && reply.text !== "")) return this.#parts.close("cannot-answer");
    this.#expect(reply.expected);
    this.#change("nobody-speaks");
    if (!this.#turn) this.#silence.begins(this.#purpose === "are-you-there");
  }

  /** The caller has the turn. */
  #take(): void {
    this.#timer?.cancel();
    this.#cutReply();
    this.#change("nobody-speaks");
    const turn = this.#turn;
    if (turn?.settled && !this.#parts.ears().speaking) this.#weigh(turn);
    else if (turn && !this.#parts.ears().speaking) this.paused(turn.endMs);
  }

  #cutReply(): void {
    const reply = this.#reply;
    if (!reply) return;
    this.#reply = undefined;
    const heard = reply.cut();
    this.#expect(reply.expected);
    this.#writeDown(reply, heard, true);
  }

  #writeDown(reply: Reply, text: string, cut: boolean): string {
    this.#transcript.ourTurn(reply, { text, cut, delays: this.#delays }, this.#parts.clock.now());
    this.#delays = undefined;
    return text;
  }

  #release(): void {
    this.#timer?.cancel();
    this.#dropTurn();
    this.#parts.playout.release();
    this.#change("released");
  }

  #decideWithoutWords(): void {
    if (this.#turn && this.#turn.voicedMs >= NOISE_MS) this.#take();
    else this.#release();
  }

  #isEarlyAnswer(): boolean {
    const reply = this.#reply;
    if (!reply?.utterance.finished) return false;
    return (reply.utterance.samplesAhead / reply.utterance.sampleRateHz) * 1_000 <= EARLY_ANSWER_MS;
  }

  #hangUpForMind(reply: Reply): void {
    this.#change("ends");
    const farewell = this.#parts.plan.ending.hangUpMessage;
    if (reply.text === "" && farewell.trim() !== "") return this.#farewell(farewell, "mind-hung-up");
    this.#at(this.#parts.clock.now() + LAST_WORDS_MS, () => this.#parts.close("mind-hung-up"));
  }

  #farewell(text: string, reason: CloseReason): void {
    const { clock, close, reply } = this.#parts;
    this.#purpose = "farewell";
    const last: Reply = reply(() => said(text), {
      sounds: () => {},
      finished: () => {
        this.#writeDown(last, last.utterance.heardText(), false);
        this.#at(clock.now() + LAST_WORDS_MS, () => close(reason));
      },
    });
    last.commit();
    this.#at(clock.now() + FAREWELL_LIMIT_MS, () => close(reason));
  }

  #expect(expected: readonly Expected[]): void {
    this.#expected = expected;
    this.#parts.ears().expect(expected);
  }

  #change(event: TurnEvent): void {
    const next = after(this.#state, event);
    if (next === undefined || next === this.#state) return;
    this.#state = next;
    this.#parts.journal({ kind: "state", atMs: this.#now(), state: next });
  }

  /** There is one thing to wait for at a time. */
  #at(atMs: number, act: () => void): void {
    this.#timer?.cancel();
    this.#timer = this.#parts.clock.at(atMs, act);
  }

  #now(): number {
    return Math.round(this.#parts.clock.now() - this.#parts.openedAtMs);
  }
}

async function* said(text: string): AsyncGenerator<Idea> {
  yield { kind: "text", text };
}

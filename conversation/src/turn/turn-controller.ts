/**
 * Turn-taking: when the caller's turn is over (endpointing), when ours must stop (barge-in), when nobody speaks for too long. What to do is
 * decided by the pure function in reduce/; this is its shell: what VAD, STT, LLM, playout and the clock report becomes events, and the
 * effects become acts.
 */
import type { Message, Problem, Timer, Words } from "../ports.ts";
import type { CloseReason, ConversationState, FailedProvider } from "../journal.ts";
import type { HearStageListener } from "../hear/hear-stage.ts";
import type { Reply, ReplyListener } from "../reply.ts";
import type { Idea } from "../think/think-stage.ts";
import type { TurnControllerParts } from "./controller-parts.ts";
import { delaysOf, type SpeechTimes } from "./delays.ts";
import type { Observed, TurnEffect, TurnEvent } from "./events.ts";
import { leastVoiceMs } from "./reduce/barge-in.ts";
import { reduce } from "./reduce/reduce.ts";
import type { TimerName, TurnState } from "./state.ts";
import { initialState } from "./state.ts";
import { callerMessage, TranscriptWriter } from "./transcript-writer.ts";

type Happening = TurnEvent extends infer E ? (E extends TurnEvent ? Omit<E, keyof Observed> : never) : never;
type Of<K extends TurnEffect["kind"]> = Extract<TurnEffect, { kind: K }>;

/** What is being said or prepared: at most one that sounds and one that takes its place. */
interface Underway {
  reply: Reply;
  /** Of the words that it answers, from when it sounds. */
  heard?: SpeechTimes;
}

export class TurnController implements HearStageListener {
  readonly #parts: TurnControllerParts;
  readonly #transcript: TranscriptWriter;
  readonly #timers = new Map<TimerName, Timer>();
  readonly #replies = new Map<number, Underway>();
  /** What happens while an effect is carried out waits until its step is complete. */
  readonly #waiting: Happening[] = [];
  #state: TurnState;
  #busy = false;
  #voicedMs = 0;
  #wantedMs = Number.POSITIVE_INFINITY;

  constructor(parts: TurnControllerParts) {
    this.#parts = parts;
    this.#transcript = new TranscriptWriter(parts);
    this.#state = initialState(parts.plan, parts.openedAtMs, parts.opening);
  }

  get state(): ConversationState {
    return this.#state.phase;
  }

  open(): void {
    this.#happen({ kind: "open" });
  }

  // --- what VAD and STT report -------------------------------------------------------------------------------------------------

  began(startMs: number): void {
    this.#voicedMs = 0;
    this.#happen({ kind: "began", startMs });
  }

  /** Comes with every VAD window: told on only where it matters, so that the frame path allocates nothing. */
  continues(voicedMs: number): void {
    this.#voicedMs = voicedMs;
    if (voicedMs >= this.#wantedMs) this.#happen({ kind: "voice" });
  }

  paused(endMs: number, isBeingJudged = false): void {
    this.#happen({ kind: "paused", endMs, isBeingJudged });
  }

  resumed(): void {
    this.#happen({ kind: "resumed" });
  }

  partial(words: Words): void {
    this.#happen({ kind: "partial", words });
  }

  settled(words: Words): void {
    this.#happen({ kind: "settled", words, ourVoiceLeftMs: this.#ourVoiceLeftMs() });
  }

  judged(finished: number | undefined): void {
    this.#happen({ kind: "judged", finished });
  }

  failed(problem: Problem, recovery: "fallback" | "none", who: FailedProvider): void {
    this.#happen({ kind: "recogniser-failed", problem, recovery, who });
  }

  // --- other ways of saying something, and the end -----------------------------------------------------------------------------

  typed(text: string): void {
    this.#happen({ kind: "typed", text });
  }

  key(digit: string): void {
    this.#happen({ kind: "key", digit });
  }

  held(isHeld: boolean): void {
    this.#happen({ kind: "held", isHeld });
  }

  /** Somebody else is rung for the caller, talks with them, or has not come. */
  away(kind: "leave" | "join" | "take-over" | "come-back" | "machine"): void {
    this.#happen({ kind });
  }

  /** The answering machine takes a message: this, and then we hang up. */
  leaveMessage(text: string): void {
    this.#happen({ kind: "message", text });
  }

  /** Says goodbye where that is wanted, and closes. */
  end(reason: CloseReason): void {
    this.#happen({ kind: "end", reason });
  }

  /** The line is gone: what was being said is written down before this returns, and no timer is left. */
  stop(): void {
    this.#waiting.length = 0;
    this.#step({ kind: "stop" });
  }

  // --- events in, effects out --------------------------------------------------------------------------------------------------

  #happen(happening: Happening): void {
    this.#waiting.push(happening);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#step(next);
    } catch (cause) {
      this.#parts.broke(cause);
    } finally {
      this.#busy = false;
    }
  }

  #step(happening: Happening): void {
    const event = { ...happening, atMs: this.#parts.clock.now(), voicedMs: this.#voicedMs } as TurnEvent;
    const { state, effects } = reduce(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#act(effect);
    this.#wantedMs = leastVoiceMs(this.#state);
  }

  #act(effect: TurnEffect): void {
    const { stt, journal, close, playout } = this.#parts;
    switch (effect.kind) {
      case "arm":
        return this.#arm(effect);
      case "cancel":
        return this.#cancel(effect.timer);
      case "think":
        return this.#think(effect);
      case "say":
        return this.#make(effect.id, () => said(effect.text));
      case "commit":
        return this.#replies.get(effect.id)?.reply.commit();
      case "fill":
        return this.#fill(effect.id);
      case "cut":
        return this.#cut(effect);
      case "measure":
        return this.#measure(effect);
      case "write-reply":
        return this.#writeReply(effect.id, effect.text, false);
      case "accept":
        return this.#transcript.callerTurn(effect.turn, effect.isAside);
      case "noticed":
        return this.#noticed(effect);
      case "record":
        return this.#parts.record();
      case "end-utterance":
        this.#voicedMs = 0;
        return stt().endUtterance();
      case "expect":
        return stt().expect(effect.expected);
      case "playout":
        return effect.act === "hush" || effect.act === "unhush" ? playout.hush(effect.act === "hush") : playout[effect.act]();
      case "journal":
        return journal(effect.entry);
      case "close":
        return close(effect.reason);
    }
  }

  #arm({ timer, id, atMs }: Of<"arm">): void {
    this.#cancel(timer);
    this.#timers.set(
      timer,
      this.#parts.clock.at(atMs, () => this.#happen({ kind: "timer", timer, id })),
    );
  }

  #cancel(timer: TimerName): void {
    this.#timers.get(timer)?.cancel();
    this.#timers.delete(timer);
  }

  #think({ id, question, heard }: Of<"think">): void {
    const { history, answer } = this.#parts;
    const asked: Message[] = question === undefined ? [] : [callerMessage({ ...heard, text: question })];
    const messages = [...history.messages, ...asked];
    this.#make(id, (signal, committed) =>
      answer(
        {
          messages,
          turn: history.turns + asked.length,
          committed,
          takesEffect: () => this.#happen({ kind: "reply-takes-effect", id }),
          remember: (message) => this.#remember(id, message),
        },
        signal,
      ),
    );
  }

  /** Tool calls stand behind the words that were said before them. */
  #remember(id: number, message: Message): void {
    const underway = this.#replies.get(id);
    if (underway && message.role === "tool-call") this.#transcript.before(underway.reply);
    this.#parts.history.add(message);
  }

  #make(id: number, ideas: (signal: AbortSignal, committed: Promise<void>) => AsyncIterable<Idea>): void {
    const listener: ReplyListener = {
      expects: (expected) => this.#happen({ kind: "reply-expects", id, expected }),
      sounds: () => this.#happen({ kind: "reply-sounds", id }),
      runsDry: () => this.#happen({ kind: "reply-stalls", id }),
      flowsAgain: () => this.#happen({ kind: "reply-flows", id }),
      finished: () => {
        const { utterance, text, hangsUp } = reply;
        const modelIsLost = this.#parts.modelIsLost();
        const heardText = utterance.heardText();
        if (heardText === "" && /[\p{L}\p{N}]/u.test(text)) this.#parts.wasNotSpoken();
        this.#happen({ kind: "reply-finished", id, heardText, text, hangsUp, modelIsLost });
      },
    };
    const reply: Reply = this.#parts.reply(ideas, listener);
    this.#replies.set(id, { reply });
  }

  #fill(id: number): void {
    const filler = this.#parts.filler();
    if (filler !== undefined) this.#replies.get(id)?.reply.fill(filler);
  }

  #cut({ id, isAside = false }: Of<"cut">): void {
    const heard = this.#replies.get(id)?.reply.cut();
    this.#writeReply(id, isAside ? "" : (heard ?? ""), true);
  }

  #noticed({ id, how }: Of<"noticed">): void {
    const { journal, clock, openedAtMs } = this.#parts;
    const text = this.#replies.get(id)?.reply.text ?? "";
    this.#replies.delete(id);
    journal({ kind: "recording", atMs: Math.round(clock.now() - openedAtMs), how, text });
  }

  #measure({ id, heard }: Of<"measure">): void {
    const underway = this.#replies.get(id);
    if (underway) underway.heard = heard;
  }

  #writeReply(id: number, text: string, cut: boolean): void {
    const underway = this.#replies.get(id);
    this.#replies.delete(id);
    if (!underway) return;
    const { reply, heard } = underway;
    const delays = heard && delaysOf(heard, reply.times, this.#parts.openedAtMs);
    this.#transcript.ourTurn(reply, { text, cut, delays }, this.#parts.clock.now());
  }

  /** How much of ours is still to be said, where all of it is there. */
  #ourVoiceLeftMs(): number | undefined {
    const { reply } = this.#state;
    const utterance = reply && this.#replies.get(reply.id)?.reply.utterance;
    return utterance?.finished ? (utterance.samplesAhead / utterance.sampleRateHz) * 1_000 : undefined;
  }
}

async function* said(text: string): AsyncGenerator<Idea> {
  yield { kind: "text", text };
}

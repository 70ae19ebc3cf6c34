/** Opens a conversation: makes its stages, joins them, closes them. */
import type { Line, LineEnd, Timer } from "./ports.ts";
import type { CloseReason, ConversationState } from "./journal.ts";
import type { Conversation, ConversationParts } from "./conversation-parts.ts";
import { CallContext } from "./call-context.ts";
import type { AnsweringMachine } from "./hear/answering-machine.ts";
import type { HearStage } from "./hear/hear-stage.ts";
import { IncomingSound } from "./hear/incoming-sound.ts";
import type { Playout } from "./speak/playout.ts";
import { makeBackchannel, makeHearing, makeMachine, makePlayout, makeTurns } from "./stages.ts";
import { Whispers } from "./think/whispers.ts";
import { TransferStage } from "./transfer/transfer-stage.ts";
import type { Backchannel } from "./turn/backchannel.ts";
import type { TurnController } from "./turn/turn-controller.ts";

/** Level meters, and words as they are said, are told this often, live only. */
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
  readonly #call: CallContext;
  readonly #playout: Playout;
  readonly #turns: TurnController;
  readonly #stt: HearStage;
  readonly #backchannel: Backchannel | undefined;
  readonly #machine: AnsweringMachine | undefined;
  readonly #incoming: IncomingSound;
  readonly #transfer: TransferStage;
  readonly #whispers = new Whispers();
  readonly #announce: (reason: CloseReason) => void;
  #levels: Timer | undefined;
  #said = "";
  #isClosed = false;

  constructor(parts: ConversationParts) {
    let announce: (reason: CloseReason) => void = () => {};
    this.closed = new Promise((resolve) => (announce = resolve));
    this.#announce = announce;
    const broke = (cause: unknown): void => this.#broke(cause);
    const call = new CallContext(parts, broke);
    this.#call = call;
    this.#playout = makePlayout(call, () => this.#transfer.bridge ?? this.#incoming.tick(parts.clock.now()));
    this.#transfer = new TransferStage(call, this.#playout, () => this.#close("transferred"));
    this.#turns = makeTurns(call, this.#playout, {
      whispers: this.#whispers,
      hearing: () => this.#stt,
      close: (reason) => this.#close(reason),
      broke,
    });
    this.#backchannel = makeBackchannel(call, this.#playout, this.#turns);
    const listening = this.#backchannel ?? this.#turns;
    this.#machine = makeMachine(call, this.#turns, listening, () => this.#close("voicemail"));
    this.#stt = makeHearing(call, this.#machine ?? listening);
    this.#incoming = new IncomingSound(parts.line, call.openedAtMs, (frame, endMs) => this.#stt.hear(frame, endMs));
    this.#open();
  }

  get state(): ConversationState {
    return this.#turns.state;
  }

  typed(text: string): void {
    this.#turns.typed(text);
  }

  end(reason: CloseReason): void {
    this.#transfer.stopRinging();
    this.#turns.end(reason);
  }

  ringing(): void {
    if (this.#isLeaving()) return;
    this.#transfer.ring();
    this.#turns.away("leave");
  }

  whisper(text: string, by: string): void {
    if (this.#isClosed) return;
    this.#whispers.add(text);
    this.#call.write({ kind: "whisper", atMs: this.#call.atMs, by, text });
  }

  connect(to: string, other: Line, by?: string): boolean {
    if (this.#isLeaving()) return false;
    this.#turns.away(by === undefined ? "join" : "take-over");
    this.#stt.close();
    this.#transfer.join(to, other, by);
    return true;
  }

  comeBack(): void {
    if (this.#isClosed || !this.#transfer.isRinging) return;
    this.#transfer.stopRinging();
    this.#turns.away("come-back");
  }

  /** It is over, about to be, or two people speak with each other. */
  #isLeaving(): boolean {
    return this.#isClosed || this.#transfer.bridge !== undefined || this.state === "closing";
  }

  #open(): void {
    const call = this.#call;
    const { line, plan } = call.parts;
    call.write({ kind: "opened", atMs: 0, epochMs: plan.startedAtEpochMs });
    if (!plan.recording) call.recording.begin(0);
    else if (plan.recording.consent === "never") call.write({ kind: "recording", atMs: 0, how: "off" });
    line.open({
      heard: (sound, capturedMs) => {
        if (this.#isClosed) return;
        try {
          this.#hear(sound, capturedMs);
        } catch (cause) {
          this.#broke(cause);
        }
      },
      key: (digit) => (this.#transfer.bridge ? this.#transfer.bridge.press(digit) : this.#turns.key(digit)),
      held: (isHeld) => this.#turns.held(isHeld),
      closed: (end) => this.#close(this.#machine?.isDetected ? "voicemail" : END_OF_LINE[end]),
    });
    // A line may be over before it is opened.
    if (this.#isClosed) return;
    this.#stt.open();
    this.#playout.open();
    this.#turns.open();
    this.#tellLevels();
  }

  #hear(sound: Int16Array, capturedMs: number): void {
    const { parts, openedAtMs, recording, loudness } = this.#call;
    const atMs = Math.max(0, capturedMs - openedAtMs);
    recording.write("caller", atMs, sound, parts.line.sampleRateHz);
    loudness.caller.add(atMs, sound);
    // What two people say to each other is recorded, but nobody here listens to it.
    if (this.#transfer.bridge) return this.#transfer.bridge.heard(sound);
    this.#incoming.heard(sound, capturedMs, parts.clock.now());
    this.#machine?.hear(sound);
  }

  /** A fault of ours, or of a part that should not throw: it ends this call, never those beside it. */
  #broke(cause: unknown): void {
    if (this.#isClosed) return;
    const message = cause instanceof Error ? cause.message : String(cause);
    this.#call.failed("think", { code: "bad-answer", message: `The conversation broke: ${message}` }, "none");
    this.#close("cannot-answer");
  }

  #close(reason: CloseReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#levels?.cancel();
    this.#backchannel?.stop();
    this.#machine?.close();
    this.#call.stop();
    const { line } = this.#call.parts;
    for (const part of [() => this.#turns.stop(), () => this.#playout.close(), () => this.#stt.close(), () => line.hangUp()]) {
      try {
        part();
      } catch {
        // The others are closed all the same.
      }
    }
    this.#transfer.close();
    this.#call.end(reason);
    this.#announce(reason);
  }

  /** One function for all of them: ten times a second in every call. */
  readonly #tellLevels = (): void => {
    if (this.#isClosed) return;
    const { caller, assistant } = this.#call.loudness;
    this.#call.write({ kind: "levels", atMs: this.#call.atMs, caller: caller.live(), assistant: assistant.live() });
    this.#tellWords();
    const { clock } = this.#call;
    this.#levels = clock.at(clock.now() + LEVELS_EVERY_MS, this.#tellLevels);
  };

  #tellWords(): void {
    const text = this.#playout.heardText;
    if (text === this.#said) return;
    this.#said = text;
    if (text !== "") this.#call.write({ kind: "saying", atMs: this.#call.atMs, text });
  }
}

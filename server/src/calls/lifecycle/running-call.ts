/**
 * A call's life, from the first ring to the finished row, whichever way it came: SIP in or out, a browser, a visitor of the site.
 *
 *     ringing → opening → open → over
 *
 * It owns everything that the call took: the signalling with the person's side, a slot on a media thread with its line, and the row. It ends
 * once, from any phase and for any reason, and its end gives back all that it has. Whoever awaits something on its behalf asks afterwards
 * whether it is still wanted.
 */
import type { ReferralEnd } from "@ongea/channels";
import type { CallStatus, Entry, GateDecision } from "@ongea/contract";
import type { CloseReason, JournalEntry, Plan, Usage } from "@ongea/conversation";
import type { Log } from "../../platform/log/log.ts";
import type {
  SpeechPreferences,
  LineOrder,
  MediaPool,
  CallListener,
  MediaSlot,
  OpenedSlot,
  ProviderFailures,
  Recordings,
} from "../../engines/index.ts";
import { connectedProviders, markedOwn, NO_CONNECTED_PROVIDERS } from "../../engines/index.ts";
import type { CallChange, CallRow } from "../records/store.ts";
import { summarise } from "../records/summary.ts";
import { CallRecord, type CallRecordParts, type Masks, type Remark } from "./call-record.ts";
import { withSealed, type Sealing } from "./sealed.ts";
import type { Leg } from "./leg.ts";
import { SoundListeners, type SoundListener } from "./listeners.ts";
import { LineMeter, type CarriedLine } from "./lines.ts";
import { closeRecording, type SoundMasking } from "../recording/mask-sound.ts";
import { endingOf, noRoom, recordingProblem, unansweredEnding, untold, type Ending } from "./endings.ts";

/** The person's side of a call, as its life reaches it. Each may be called in any phase, and more than once. */
export interface Signalling {
  /** Before the answer: the attempt is refused with a SIP status (RFC 3261 section 21). */
  refuse(status: number): void;
  /** After the answer. */
  hangUp(): void;
  /** Whoever carries the call puts the person through to this number, and needs us no more once that is done. Absent: nobody does. */
  refer?: ((to: string) => Promise<ReferralEnd>) | undefined;
}

export interface RunningCallParts extends CallRecordParts, Sealing, SoundMasking {
  pool: MediaPool;
  recordings: Recordings;
  log: Log;
  /** What this installation asks for that long, and its providers for what they were used for. */
  costOf(seconds: number, entries: readonly Entry[]): CallRow["cost"];
  tool: CallListener["tool"];
  /** Absent: nobody counts how providers fail. */
  failures?: Pick<ProviderFailures, "note">;
  /** It is over and written down. */
  finished(callId: string): void;
}

type LineOut = Pick<CallListener, "packet" | "closeSocket" | "connected">;

type Phase =
  | { at: "ringing" }
  | { at: "opening"; slot: MediaSlot; opened: OpenedSlot | undefined }
  | { at: "open"; slot: MediaSlot; openedMs: number }
  | { at: "over" };

/** A machine that has no room has it again soon. */
const NO_ROOM = 503;
const NO_LINE = 500;
/** A call in which more telephones are to ring says no more of them. */
const MOST_DECISIONS = 50;

export class RunningCall {
  readonly id: string;
  readonly #parts: RunningCallParts;
  readonly #record: CallRecord;
  #phase: Phase = { at: "ringing" };
  #signalling: Signalling | undefined;
  #refusal: number | undefined;
  /** Its name; the row has it from the moment on that anything may be kept. */
  #recording: string | null = null;
  #leg: Leg | undefined;
  #legs = 0;
  #isHandedOver = false;
  /** Whoever carries the call was asked to put it through. */
  #isReferred = false;
  readonly #meter = new LineMeter((entry) => this.#record.note(entry));
  #lent = NO_CONNECTED_PROVIDERS;
  /** Of whom it is with, as values for prompts: from when it is answered. */
  known: Readonly<Record<string, string>> = {};
  readonly #listeners = new SoundListeners((isHeard) => this.#phase.at === "open" && this.#phase.slot.listen(isHeard));
  #settle!: () => void;
  /** Resolves when the finished row is stored. */
  readonly done: Promise<void>;

  constructor(row: CallRow, parts: RunningCallParts) {
    this.id = row.id;
    this.#parts = parts;
    this.done = new Promise((resolve) => (this.#settle = resolve));
    this.#record = new CallRecord(row, parts);
  }

  get row(): CallRow {
    return this.#record.row;
  }

  get stored(): Promise<boolean> {
    return this.#record.stored;
  }

  get entries(): CallRecord["entries"] {
    return this.#record.entries;
  }

  get isOver(): boolean {
    return this.#phase.at === "over";
  }

  /** With which SIP status it ended, where it was never answered. */
  get refusal(): number | undefined {
    return this.#refusal;
  }

  /** Prepared or ringing: nobody has a line yet. */
  get isRinging(): boolean {
    return this.#phase.at === "ringing";
  }

  /** As the call counts time. */
  now(): Date {
    return this.#record.now();
  }

  /** How the person's side is reached from now on. */
  signal(signalling: Signalling): void {
    if (this.isOver) signalling.refuse(480);
    else this.#signalling = signalling;
  }

  get signalling(): Signalling | undefined {
    return this.#signalling;
  }

  status(status: CallStatus, change: CallChange = {}): void {
    if (!this.isOver) this.#record.change({ status, ...change });
  }

  readonly maskBy = (masks: Masks): void => this.#record.maskBy(masks);

  /** As the database has them: the row in memory says the same. */
  labelled(labels: Pick<CallRow, "tags" | "notes">): void {
    if (!this.isOver) this.#record.tell(labels);
  }

  /** Opens the person's line. Undefined: the call is over, by whatever came first, and nothing is left of the line. */
  async openLine(order: LineOrder, out: LineOut = {}): Promise<OpenedSlot | undefined> {
    if (this.#phase.at !== "ringing") return undefined;
    const slot = this.#parts.pool.take(this.id, order, {
      entry: (entry) => this.#note(entry),
      tool: this.#parts.tool,
      sound: (packet) => this.#listeners.hear(packet),
      closed: (reason) => this.#closed(reason),
      ...out,
    });
    if (!slot) return this.#findsNoRoom();
    const phase: Phase = { at: "opening", slot, opened: undefined };
    this.#phase = phase;
    try {
      phase.opened = await slot.opened;
    } catch (error) {
      if (!this.isOver) this.#parts.log.warn({ err: error, callId: this.id }, "A line could not be opened");
      return this.refuse(order.kind === "webrtc" ? 488 : NO_LINE);
    }
    return this.isOver ? undefined : phase.opened;
  }

  /** The person is on the line: the conversation begins. False when it is too late for that. */
  open(plan: Plan, preferences: SpeechPreferences): boolean {
    const phase = this.#phase;
    if (phase.at !== "opening" || !phase.opened) return false;
    const { recordings, nowMs } = this.#parts;
    const startedAt = this.now();
    const { recording: rules, language } = plan;
    const recording = rules?.consent === "never" ? null : recordings.open(this.id, startedAt, phase.opened.sampleRateHz);
    this.#recording = recording;
    this.#phase = { at: "open", slot: phase.slot, openedMs: nowMs() };
    const answered = { status: "in-progress", answeredAt: startedAt, traits: { ...this.row.traits, language } } as const;
    this.#record.change({ ...answered, ...(rules ? {} : { recording }) });
    this.#lent = connectedProviders(preferences);
    this.#meter.opened();
    phase.slot.start(plan, preferences);
    return true;
  }

  #note(entry: JournalEntry): void {
    this.#record.note(markedOwn(entry, this.#lent));
    this.#parts.failures?.note(entry, { workspaceId: this.row.workspaceId, lent: this.#lent });
    const isRecorded = entry.kind === "recording" && (entry.how === "announced" || entry.how === "agreed");
    if (isRecorded) this.#record.change({ recording: this.#recording });
  }

  /** Of a telephone: its sound goes elsewhere, or it was said only now where. */
  get line(): Pick<MediaSlot, "media" | "confirmed" | "packet"> | undefined {
    return this.#phase.at === "opening" || this.#phase.at === "open" ? this.#phase.slot : undefined;
  }

  /** Its recording has stopped in the middle, or did not begin; the call goes on. */
  recordingStopped({ isFull }: { isFull: boolean }): void {
    this.remark({ stage: "record", problem: recordingProblem(isFull), recovery: "none" });
  }

  /** What the server itself has to say, in the call's transcript. */
  remark(remark: Pick<Remark, "stage" | "problem" | "recovery">): void {
    if (this.#phase.at === "open") this.#record.note({ kind: "failure", atMs: this.#openMs ?? 0, ...remark });
  }

  /** What a provider counts for a search in the knowledge; once the call has ended nothing is added to what it cost. */
  used(by: string, usage: Usage): void {
    if (this.#phase.at === "open") this.#record.note({ kind: "usage", atMs: this.#openMs ?? 0, stage: "embed", by, usage });
  }

  /** The dial gate has answered for a telephone that was to ring beside it. */
  gated(decision: GateDecision): void {
    const { gate } = this.row;
    if (!this.isOver && gate.length < MOST_DECISIONS)
      this.#record.change({ gate: withSealed(this.#parts, this.id, gate, decision) });
  }

  /** A further line on its thread, for somebody whom the caller is put through to: one at a time. Undefined: there is no room. */
  besides(order: LineOrder, listener: CallListener): Leg | undefined {
    if (this.#phase.at !== "open" || this.#leg || this.#isReferred) return undefined;
    const id = `${this.id}/${++this.#legs}`;
    const slot = this.#parts.pool.take(id, order, listener, this.id);
    if (!slot) return undefined;
    const giveUp = (): void => slot.end("stopped");
    const leg: Leg = { id, slot, giveUp, over: () => this.#legOver(leg) };
    this.#leg = leg;
    return leg;
  }

  /** The caller hears somebody's telephone ring. */
  ringsFor(): void {
    if (this.#phase.at === "open") this.#phase.slot.ringing();
  }

  /** The caller and whoever is on that line hear each other. */
  connects(legId: string, to: string, { by, line }: { by?: string | undefined; line?: CarriedLine | undefined } = {}): void {
    if (this.#phase.at !== "open") return;
    this.#isHandedOver = true;
    this.#meter.connected(line, this.#openMs ?? 0);
    this.#phase.slot.connect(legId, to, by);
  }

  /** Who carries the person's line, from now on; undefined: nobody who takes anything for it. */
  carriedBy(line: CarriedLine | undefined): void {
    if (!this.isOver) this.#meter.carriedBy(line, this.#openMs);
  }

  #legOver(leg: Leg): void {
    if (this.#leg !== leg) return;
    this.#leg = undefined;
    this.#meter.legOver(this.#openMs ?? 0);
  }

  /** Since it was opened; undefined: it is not open. */
  get #openMs(): number | undefined {
    return this.#phase.at === "open" ? Math.round(this.#parts.nowMs() - this.#phase.openedMs) : undefined;
  }

  /** Whoever carries the call is asked to put it through, and the call is over when that is done. Undefined: nobody does that. */
  refer(to: string): Promise<ReferralEnd> | undefined {
    const { refer } = this.#signalling ?? {};
    if (this.#phase.at !== "open" || !refer || this.#leg || this.#isReferred) return undefined;
    this.#isReferred = true;
    return refer(to).then((end) => {
      this.#isReferred = false;
      return end.kind === "reached" ? this.#handedOn(to, end) : end;
    });
  }

  #handedOn(to: string, end: ReferralEnd): ReferralEnd {
    if (this.#phase.at !== "open") return { kind: "gone" };
    const atMs = this.#openMs ?? 0;
    this.#record.note({ kind: "transfer", to, how: "refer", startMs: atMs, endMs: atMs });
    this.#over(endingOf("transferred", this.row, this.entries), 500);
    return end;
  }

  /** Somebody is rung for the caller, or talks with them. */
  get handsOver(): "not" | "rings" | "done" {
    if (this.#isReferred) return "rings";
    if (!this.#leg) return "not";
    return this.#isHandedOver ? "done" : "rings";
  }

  /** The line of somebody is open: they can be listened to, and joined. */
  get isOpen(): boolean {
    return this.#phase.at === "open";
  }

  /** Both sides' sound, until the returned function is called or the call is over. Undefined: no more may listen. */
  listen(listener: SoundListener): (() => void) | undefined {
    return this.#listeners.add(listener);
  }

  /** A line for the assistant alone. */
  whisper(text: string, by: string): void {
    if (this.#phase.at === "open") this.#phase.slot.whisper(text, by);
  }

  typed(text: string): void {
    if (this.#phase.at === "open") this.#phase.slot.typed(text);
  }

  /** From our side: politely where a conversation runs, else at once. */
  end(reason: CloseReason): void {
    if (this.#phase.at === "open") this.#phase.slot.end(reason);
    else this.#over(unansweredEnding(487, "us"), 480);
  }

  /** The attempt fails before it was answered: we refuse it with this SIP status. */
  refuse(status: number, by: "us" | "network" = "network"): undefined {
    if (this.#phase.at === "ringing" || this.#phase.at === "opening") this.#over(unansweredEnding(status, by), status);
  }

  /** The person's side is gone: it hung up, gave up, refused, never answered, or cannot be reached. */
  personLeft(end: { sipCause: number; by: "remote" | "us" | "network" }): void {
    if (this.#phase.at === "open") this.#phase.slot.lineEnded(end.by === "network");
    else this.#over(unansweredEnding(end.sipCause, end.by, this.row.direction), end.sipCause);
  }

  /** Nobody says whether it ever rang: it is not placed again. */
  untold(): void {
    if (this.#phase.at !== "open") this.#over(untold(), NO_LINE);
  }

  #findsNoRoom(): undefined {
    if (this.row.direction === "outbound") this.#over(noRoom(), NO_ROOM);
    else this.refuse(NO_ROOM);
  }

  /** A fault of ours: nothing of it may stay. */
  fail(): void {
    this.#over(endingOf("failed", this.row, this.entries), 500);
  }

  /** The last word of its media thread. */
  #closed(reason: CloseReason | "failed"): void {
    if (this.#phase.at === "open") this.#over(endingOf(reason, this.row, this.entries), 500, reason === "failed");
    else this.#over(unansweredEnding(NO_ROOM, "network"), NO_ROOM);
  }

  #over(ending: Ending, refusal: number, threadIsGone = false): void {
    const phase = this.#phase;
    if (phase.at === "over") return;
    this.#meter.over(this.#openMs ?? 0);
    this.#phase = { at: "over" };
    this.#leg?.giveUp();
    this.#listeners.close();
    if (phase.at === "open") {
      this.#signalling?.hangUp();
      // Nobody is there any more to hear a goodbye.
      phase.slot.lineEnded(false);
    } else {
      this.#refusal = refusal;
      this.#signalling?.refuse(refusal);
    }
    if (phase.at === "opening" || phase.at === "open") phase.slot.end("stopped");
    const durationMs = phase.at === "open" ? Math.round(this.#parts.nowMs() - phase.openedMs) : 0;
    void this.#writeDown(ending, durationMs, threadIsGone);
  }

  async #writeDown(ending: Ending, durationMs: number, threadIsGone: boolean): Promise<void> {
    const { log, finished, costOf } = this.#parts;
    const endedAt = this.now();
    const durationSeconds = durationMs / 1_000;
    const summary = summarise(this.entries, durationMs);
    if (durationMs > 0) this.#record.tell({ status: "call-disconnected", durationSeconds, transcript: summary.transcript });
    await this.#record.finish({
      ...ending,
      ...summary,
      endedAt,
      durationSeconds,
      ...(await this.#recorded(threadIsGone, durationMs)),
      cost: costOf(durationSeconds, this.entries),
    });
    const seconds = Math.round(durationSeconds);
    log.info({ callId: this.id, status: ending.status, reason: ending.hangupReason, seconds }, "A call ended");
    finished(this.id);
    this.#settle();
  }

  /** When it was begun, is whole and has sound. The media thread ends it, behind its last sound; where that thread is gone, we do. */
  async #recorded(threadIsGone: boolean, atMs: number): ReturnType<typeof closeRecording> {
    const { recordings, maskSound } = this.#parts;
    if (threadIsGone) recordings.close(this.id);
    const hasSound = this.#recording !== null && ((await recordings.written(this.id)) ?? 0) > 0;
    const call = { ...this.row, recording: hasSound ? this.#recording : null };
    return closeRecording({ call, record: this.#record, atMs, maskSound });
  }
}

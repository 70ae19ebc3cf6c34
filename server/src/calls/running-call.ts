/** A call while it lasts: writes down what happens, tells those who watch, and leaves a finished row. */
import type { CallStatus, Entry, LiveEvent } from "@ongea/contract";
import type { CloseReason, JournalEntry, Plan } from "@ongea/conversation";
import type { Live } from "../platform/live/live.ts";
import type { Log } from "../platform/log/log.ts";
import { endingOf, type Ending } from "./endings.ts";
import type { MediaCall } from "./media/media-pool.ts";
import type { Recordings } from "./recording/recordings.ts";
import type { CallChange, CallRow, CallStore, Ended } from "./store.ts";
import { summarise, transcriptOf, wireExecution } from "./summary.ts";

export interface RunningCallParts {
  store: CallStore;
  recordings: Recordings;
  live: Live<LiveEvent>;
  log: Log;
  /** Written down together with its end. */
  ended: Ended;
  /** What its seconds cost. */
  costOf(seconds: number): CallRow["cost"];
  /** It is over and written down. */
  finished(callId: string): void;
}

/** What is remembered for good; the rest is only for those who watch. */
const KEPT: ReadonlySet<JournalEntry["kind"]> = new Set(["opened", "turn", "tool", "key", "failure", "closed"]);

export class RunningCall {
  readonly id: string;
  readonly #parts: RunningCallParts;
  readonly #entries: Entry[] = [];
  #row: CallRow;
  /** Writes happen one after the other, in the order in which things happened. */
  #written: Promise<unknown> = Promise.resolve();
  #position = 0;
  #media: MediaCall | undefined;
  #hangUp: (() => void) | undefined;
  #isOver = false;
  #settle!: () => void;
  /** Resolves when the finished row is stored. */
  readonly done: Promise<void>;

  constructor(row: CallRow, parts: RunningCallParts) {
    this.id = row.id;
    this.#row = row;
    this.#parts = parts;
    this.done = new Promise((resolve) => (this.#settle = resolve));
    this.#publish();
  }

  get row(): CallRow {
    return this.#row;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What has happened so far, for one who begins to watch. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The ways to end the person's side and to reach the conversation. */
  attach(media: MediaCall, hangUp: () => void): void {
    this.#media = media;
    this.#hangUp = hangUp;
  }

  /** Only the way to give up the attempt. */
  attachAttempt(hangUp: () => void): void {
    this.#hangUp = hangUp;
  }

  status(status: CallStatus, change: CallChange = {}): void {
    if (!this.#isOver) this.#change({ status, ...change });
  }

  /** The person answered: the recording and the conversation begin. */
  answered(plan: Plan, model: string | undefined): void {
    const media = this.#media;
    if (!media || this.#isOver) return;
    const answeredAt = new Date(plan.startedAtEpochMs);
    const recording = this.#parts.recordings.open(this.id, answeredAt, media.sampleRateHz);
    this.#change({ status: "in-progress", answeredAt, recording });
    media.start(plan, model);
  }

  entry(entry: JournalEntry): void {
    const kept = plainEntry(entry);
    this.#parts.live.publish(this.#row.workspaceId, { event: "entry", execution_id: this.id, entry: kept });
    if (!KEPT.has(entry.kind)) return;
    this.#entries.push(kept);
    const position = this.#position++;
    this.#write(() => this.#parts.store.addEntry(this.#row, position, kept));
  }

  typed(text: string): void {
    this.#media?.typed(text);
  }

  end(reason: CloseReason): void {
    if (this.#isOver) return;
    if (this.#media) this.#media.end(reason);
    else this.#hangUp?.();
  }

  /** The conversation is over. */
  closed(reason: CloseReason | "failed"): void {
    this.#hangUp?.();
    void this.#finish(endingOf(reason, this.#row.direction));
  }

  /** The attempt failed before anyone answered. */
  unanswered(ending: Ending): void {
    void this.#finish(ending);
  }

  async #finish(ending: Ending): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const { store, recordings, log } = this.#parts;
    const endedAt = new Date();
    const { answeredAt, recording } = this.#row;
    const durationMs = answeredAt ? endedAt.getTime() - answeredAt.getTime() : 0;
    const { transcript, latency, weave } = summarise(this.#entries, durationMs);
    const { status, ...how } = ending;
    if (answeredAt) this.#change({ status: "call-disconnected", durationSeconds: durationMs / 1_000, transcript });
    const hasRecording = recording !== null && (await this.#recordingIsThere(recordings));
    const last: CallChange = {
      status,
      ...how,
      endedAt,
      durationSeconds: durationMs / 1_000,
      transcript,
      latency,
      weave,
      recording: hasRecording ? recording : null,
      recordingClosed: hasRecording,
      cost: this.#parts.costOf(durationMs / 1_000),
    };
    this.#keep(last);
    this.#write(() => store.finish(this.#row, last, this.#parts.ended));
    await this.#written;
    log.info({ callId: this.id, status, reason: how.hangupReason, seconds: Math.round(durationMs / 1_000) }, "A call ended");
    await store.read(this.#row).catch(() => undefined);
    this.#parts.finished(this.id);
    this.#settle();
  }

  async #recordingIsThere(recordings: Recordings): Promise<boolean> {
    const written = recordings.written(this.id);
    recordings.close(this.id);
    return ((await written) ?? 0) > 0;
  }

  /** Changes the row here at once and in the database in its turn. */
  #change(change: CallChange): void {
    this.#keep(change);
    this.#write(() => this.#parts.store.change(this.#row, change));
  }

  #keep(change: CallChange): void {
    this.#row = { ...this.#row, ...change, updatedAt: new Date() } as CallRow;
    this.#publish();
  }

  #publish(): void {
    const words = transcriptOf(this.#entries.filter((entry) => entry.kind === "turn"));
    const call = wireExecution({ ...this.#row, transcript: this.#row.transcript ?? words });
    this.#parts.live.publish(this.#row.workspaceId, { event: "call", call });
  }

  #write(work: () => Promise<unknown>): void {
    this.#written = this.#written.then(work).catch((error: unknown) => {
      this.#parts.log.error({ err: error, callId: this.id }, "What happened in a call could not be stored");
    });
  }
}

/** As the contract has it: plain arrays, nothing undefined. */
function plainEntry(entry: JournalEntry): Entry {
  return JSON.parse(JSON.stringify(entry)) as Entry;
}

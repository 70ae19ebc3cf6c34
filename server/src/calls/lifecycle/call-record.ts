/** What a call leaves behind: its row and its journal, written in the order in which things happened, and told to those who watch. */
import type { Entry, LiveEvent } from "@ongea/contract";
import type { JournalEntry } from "@ongea/conversation";
import type { Live } from "../../platform/live/live.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import type { JournalMask } from "../../compliance/index.ts";
import type { CallChange, CallRow, CallWriter } from "../records/store.ts";
import { transcriptOf } from "../records/summary.ts";
import { wireExecution } from "../records/wire-execution.ts";

export interface CallRecordParts {
  writer: CallWriter;
  live: Live<LiveEvent>;
  /** Of the installation, where a recording is read. */
  publicUrl: string;
  /** Steady, ms. */
  nowMs(): number;
  /** It has another status; `stored`: its row is there. */
  changed?: ((row: CallRow, stored: Promise<boolean>) => void) | undefined;
}

/** What the server itself has to say of a call. */
export type Remark = Extract<Entry, { kind: "failure" }>;
type ServersEntry = Remark | Extract<Entry, { kind: "usage" | "transfer" }>;

/** What is remembered for good; the rest is only for those who watch. */
const KEPT: ReadonlySet<JournalEntry["kind"]> = new Set([
  "opened",
  "turn",
  "tool",
  "form",
  "held",
  "corrected",
  "transfer",
  "whisper",
  "recording",
  "key",
  "failure",
  "usage",
  "closed",
]);

/** What of the journal is masked before it goes anywhere. */
export interface Masks {
  journal: JournalMask;
  /** Absent: what is masked is never stored. */
  seal?: ((entry: Entry, position: number) => string) | undefined;
}

export class CallRecord {
  readonly #parts: CallRecordParts;
  readonly #entries: Entry[] = [];
  readonly #begunMs: number;
  #row: CallRow;
  #masks: Masks | undefined;
  /** Resolves when the row is stored, or kept on disk for a database that is away; false when neither could be. */
  readonly stored: Promise<boolean>;

  constructor(begun: CallRow, parts: CallRecordParts) {
    const row = sanitizeForPostgres(begun);
    this.#row = row;
    this.#parts = parts;
    this.#begunMs = parts.nowMs();
    this.stored = parts.writer.write(row, { begin: row });
    this.#publish();
    parts.changed?.(row, this.stored);
  }

  get row(): CallRow {
    return this.#row;
  }

  /** What has happened so far, for one who begins to watch. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Now, as the call counts time: a wall clock that is set meanwhile moves nothing. */
  now(): Date {
    return new Date(this.#row.createdAt.getTime() + (this.#parts.nowMs() - this.#begunMs));
  }

  /** From now on; what was noted before has no words of anybody. The next change stores that it is masked. */
  maskBy(masks: Masks): void {
    this.#masks = masks;
    this.tell({ traits: { ...this.#row.traits, masked: masks.seal ? "sealed" : "gone" } });
  }

  note(entry: JournalEntry | ServersEntry): void {
    const { live } = this.#parts;
    const { id, agentId, workspaceId } = this.#row;
    const isWatched = live.isWatched(workspaceId);
    if (!isWatched && !KEPT.has(entry.kind) && entry.kind !== "line") return;
    const plain = plainEntry(entry);
    const hearing = "hearing" in entry ? entry.hearing : undefined;
    const kept = this.#masks ? this.#masks.journal.mask(plain, hearing) : plain;
    if (!kept) return;
    if (isWatched) live.publish(workspaceId, { event: "entry", execution_id: id, agent_id: agentId, entry: kept });
    // A board that is opened later reads it in the row.
    if (entry.kind === "line") this.change({ line: { state: entry.state, atMs: Math.round(entry.atMs) } });
    if (!KEPT.has(entry.kind)) return;
    this.#store(this.#entries.push(kept) - 1, plain, kept);
    if (this.#masks?.journal.hasNewNames()) this.#maskNames(this.#masks.journal);
  }

  #store(position: number, plain: Entry, kept: Entry): void {
    const seal = plain === kept ? undefined : this.#masks?.seal;
    const whole = seal && [{ position, sealed: seal(plain, position) }];
    void this.#parts.writer.write(this.#row, { entries: [{ position, entry: kept }], ...(whole && { whole }) });
  }

  /** Of what was said before they were known; the words that are stored whole are those of the first time. */
  #maskNames(journal: JournalMask): void {
    let hasChanged = false;
    for (const [position, entry] of this.#entries.entries()) {
      const masked = journal.maskNames(entry);
      if (masked === entry) continue;
      this.#entries[position] = masked;
      this.#store(position, entry, masked);
      hasChanged = true;
    }
    if (hasChanged) this.#publish();
  }

  /** What only those who watch need to know: the row will say something else in a moment. */
  tell(change: CallChange): void {
    this.#keep(change);
  }

  change(change: CallChange): void {
    void this.#parts.writer.write(this.#row, { change: this.#keep(change) });
  }

  /** The last change. Resolves when it is stored, with all that was written before it. */
  async finish(change: CallChange): Promise<void> {
    await this.#parts.writer.write(this.#row, { finish: this.#keep(change) });
  }

  /** Returns it as it is stored. */
  #keep(change: CallChange): CallChange {
    const { status } = this.#row;
    const dated = { ...sanitizeForPostgres(change), updatedAt: this.now() };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change names no column that a row lacks
    this.#row = { ...this.#row, ...dated } as CallRow;
    this.#publish();
    if (this.#row.status !== status) this.#parts.changed?.(this.#row, this.stored);
    return dated;
  }

  #publish(): void {
    if (!this.#parts.live.isWatched(this.#row.workspaceId)) return;
    const words = transcriptOf(this.#entries.filter((entry) => entry.kind === "turn"));
    const call = wireExecution({ ...this.#row, transcript: this.#row.transcript ?? words }, this.#parts.publicUrl);
    this.#parts.live.publish(this.#row.workspaceId, { event: "call", call });
  }
}

/** As the contract has it: plain arrays, nothing undefined, nothing of how it was heard, text that the database takes whatever a model, a service or a caller said. */
export function plainEntry(entry: JournalEntry | ServersEntry): Entry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of the same shape
  return JSON.parse(JSON.stringify(sanitizeForPostgres("hearing" in entry ? { ...entry, hearing: undefined } : entry))) as Entry;
}

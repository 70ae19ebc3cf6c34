/** PostgreSQL's LISTEN and NOTIFY on one connection, which is made again when it breaks. What is said meanwhile is lost, and that is told. */
import pg from "pg";
import type { Log } from "../log/log.ts";

export interface WireParts {
  /** A connection of its own: a pooler in transaction mode would forget who listens. */
  connect(): Promise<pg.Client>;
  hear(text: string): void;
  /** It listens: for the first time, or again. */
  opened(): void;
  /** More waited than is kept, and all of it has been dropped. */
  overflowed(): void;
  log: Pick<Log, "warn">;
  mostWaitingBytes?: number;
  /** What it listens on, and speaks on where nothing else is said. Absent: what all servers share. */
  channel?: string;
}

const CHANNEL = "ongea_live";
/** PostgreSQL takes less than 8,000. */
export const MOST_TEXT_BYTES = 7_900;
const MOST_AT_ONCE = 200;
const MOST_WAITING_BYTES = 16 * 1_048_576;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

export class Wire {
  readonly #parts: WireParts;
  readonly #channel: string;
  #client: pg.Client | undefined;
  #waiting: { channel: string; text: string }[] = [];
  #waitingBytes = 0;
  #isSending = false;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #opening: Promise<void>;

  constructor(parts: WireParts) {
    this.#parts = parts;
    this.#channel = parts.channel ?? CHANNEL;
    this.#opening = this.#open();
  }

  /** To everybody who listens there, this server too. False: nobody will hear it. At most {@link MOST_TEXT_BYTES}. */
  send(text: string, channel = this.#channel): boolean {
    const { overflowed, mostWaitingBytes = MOST_WAITING_BYTES } = this.#parts;
    if (!this.#client) return false;
    if (this.#waitingBytes + text.length > mostWaitingBytes) {
      this.#forget();
      overflowed();
      return false;
    }
    this.#waiting.push({ channel, text });
    this.#waitingBytes += text.length;
    void this.#flush();
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#opening;
    const last = this.#client;
    this.#client = undefined;
    await last?.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const { connect, hear, opened, log } = this.#parts;
    let fresh: pg.Client | undefined;
    try {
      fresh = await connect();
      const mine = fresh;
      mine.on("notification", ({ payload }) => payload !== undefined && hear(payload));
      mine.once("end", () => this.#lost(mine));
      await mine.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      log.warn({ err: error }, "The live events of other servers cannot be heard; it will be tried again");
      void fresh?.end().catch(() => undefined);
      return this.#again();
    }
    if (this.#isStopped) return fresh.end();
    this.#client = fresh;
    this.#retryMs = FIRST_RETRY_MS;
    opened();
  }

  #lost(one: pg.Client): void {
    if (this.#client !== one) return;
    this.#forget();
    this.#client = undefined;
    this.#again();
  }

  #again(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => (this.#opening = this.#open()), this.#retryMs).unref();
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #forget(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#client && this.#waiting.length > 0) {
      const mine = this.#client;
      const told = this.#waiting.splice(0, MOST_AT_ONCE);
      this.#waitingBytes -= told.reduce((sum, { text }) => sum + text.length, 0);
      const [channels, texts] = [told.map(({ channel }) => channel), told.map(({ text }) => text)];
      try {
        await mine.query("select pg_notify(channel, text) from unnest($1::text[], $2::text[]) as told (channel, text)", [
          channels,
          texts,
        ]);
      } catch (error) {
        this.#parts.log.warn({ err: error }, "Live events could not be told to other servers");
        this.#lost(mine);
        void mine.end().catch(() => undefined);
      }
    }
    this.#isSending = false;
  }
}

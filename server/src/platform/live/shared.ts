/**
 * What happens in a workspace, told to those who listen at any server of the installation. Servers say which workspaces somebody listens
 * to, so that only that is told. Whoever may have missed something (a connection was cut, a queue ran over) is told so and reads again.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import type { Log } from "../log/log.ts";
import { createLive, type Live, type LocalLive } from "./live.ts";
import { MOST_TEXT_BYTES, Wire } from "./wire.ts";

export interface SharedLiveParts<Event> {
  connect(): Promise<pg.Client>;
  log: Pick<Log, "warn">;
  /** Undefined: that is no event. */
  parse(told: unknown): Event | undefined;
  /** Of an event that is too long to be told: what the other servers find it by. Undefined: it cannot be found. */
  referenceTo(event: Event): string | undefined;
  find(workspaceId: string, reference: string): Promise<Event | undefined>;
  mostWaitingBytes?: number;
}

const MOST_NAMED = 180;
const Message = z.discriminatedUnion("is", [
  /** Where others have listeners is asked of everybody. */
  z.object({ is: z.literal("hello"), by: z.uuid() }),
  z.object({ is: z.literal("watch"), by: z.uuid(), at: z.array(z.uuid()).max(MOST_NAMED) }),
  /** `n`: PostgreSQL tells the same text only once. */
  z.object({ is: z.literal("event"), by: z.uuid(), n: z.number(), at: z.uuid(), event: z.unknown() }),
  z.object({ is: z.literal("long"), by: z.uuid(), n: z.number(), at: z.uuid(), reference: z.string() }),
  z.object({ is: z.literal("missed"), by: z.uuid(), n: z.number() }),
]);
type Message = z.input<typeof Message>;

const DEAF =
  "PostgreSQL's notifications do not arrive: pages hear only the calls of their own server. A pooler before PostgreSQL must work in session mode.";
const ANNOUNCE_EVERY_MS = 10_000;
/** A server that has not said for so long that somebody listens there has nobody, or is gone. */
const WATCHED_FOR_MS = 3 * ANNOUNCE_EVERY_MS;
const MOST_WATCHED = 50_000;
/** Long events that are being read. Those who wait for more are told that they have missed something. */
const MOST_READING = 50;

export class SharedLive<Event> implements Live<Event> {
  readonly #parts: SharedLiveParts<Event>;
  readonly #by = randomUUID();
  readonly #local: LocalLive<Event> = createLive<Event>();
  /** By workspace: until when somebody listens elsewhere. */
  readonly #watchedElsewhere = new Map<string, number>();
  readonly #wire: Wire;
  readonly #timer: NodeJS.Timeout;
  #reading = 0;
  #count = 0;
  #isFirst = true;
  /** Whether what was said last has come back, and whether it ever did not. */
  #isHeard = true;
  #isDeaf = false;

  constructor(parts: SharedLiveParts<Event>) {
    this.#parts = parts;
    const { connect, log, mostWaitingBytes } = parts;
    this.#wire = new Wire({
      connect,
      log,
      hear: (text) => this.#hear(messageIn(text)),
      opened: () => this.#opened(),
      overflowed: () => void setImmediate(() => this.#tellMissed()),
      ...(mostWaitingBytes === undefined ? {} : { mostWaitingBytes }),
    });
    this.#timer = setInterval(() => this.#beat(), ANNOUNCE_EVERY_MS).unref();
  }

  isWatched(workspaceId: string): boolean {
    return this.#local.isWatched(workspaceId) || this.#isWatchedElsewhere(workspaceId);
  }

  publish(workspaceId: string, event: Event): void {
    this.#local.publish(workspaceId, event);
    if (this.#isWatchedElsewhere(workspaceId)) this.#tell(workspaceId, event);
  }

  subscribe(workspaceId: string, listener: (event: Event) => void, missed?: () => void): () => void {
    const isKnown = this.#local.isWatched(workspaceId);
    const leave = this.#local.subscribe(workspaceId, listener, missed);
    if (!isKnown) this.#announce([workspaceId]);
    return leave;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#wire.stop();
  }

  #isWatchedElsewhere(workspaceId: string): boolean {
    return (this.#watchedElsewhere.get(workspaceId) ?? 0) > performance.now();
  }

  #send(message: Message): boolean {
    return this.#wire.send(JSON.stringify(message));
  }

  #announce(workspaceIds: Iterable<string>): void {
    const all = [...workspaceIds];
    for (let from = 0; from < all.length; from += MOST_NAMED)
      this.#send({ is: "watch", by: this.#by, at: all.slice(from, from + MOST_NAMED) });
  }

  #beat(): void {
    if (!this.#isHeard && !this.#isDeaf) this.#parts.log.warn({}, DEAF);
    this.#isDeaf ||= !this.#isHeard;
    // Also where nobody listens: a connection that is dead is noticed by what is said on it.
    this.#isHeard = !this.#send({ is: "watch", by: this.#by, at: [] });
    this.#announce(this.#local.watched());
    for (const [workspaceId, untilMs] of this.#watchedElsewhere)
      if (untilMs < performance.now()) this.#watchedElsewhere.delete(workspaceId);
  }

  #opened(): void {
    this.#send({ is: "hello", by: this.#by });
    this.#announce(this.#local.watched());
    // The connection was cut: what the others said meanwhile is lost here, and what was said here is lost there.
    if (!this.#isFirst) {
      this.#tellMissed();
      this.#local.missed();
    }
    this.#isFirst = false;
  }

  #tellMissed(): void {
    this.#send({ is: "missed", by: this.#by, n: this.#count++ });
  }

  #tell(workspaceId: string, event: Event): void {
    const from = { by: this.#by, n: this.#count++, at: workspaceId };
    const text = JSON.stringify({ is: "event", ...from, event } satisfies Message);
    if (Buffer.byteLength(text) <= MOST_TEXT_BYTES) return void this.#wire.send(text);
    const reference = this.#parts.referenceTo(event);
    if (reference !== undefined) this.#send({ is: "long", ...from, reference });
  }

  #hear(message: z.output<typeof Message> | undefined): void {
    if (message?.by === this.#by) this.#isHeard = true;
    if (!message || message.by === this.#by) return;
    switch (message.is) {
      case "hello":
        return this.#announce(this.#local.watched());
      case "watch":
        return this.#watchedThere(message.at);
      case "event": {
        const event = this.#parts.parse(message.event);
        return event === undefined ? undefined : this.#local.publish(message.at, event);
      }
      case "long":
        return void this.#read(message.at, message.reference);
      case "missed":
        return this.#local.missed();
    }
  }

  #watchedThere(workspaceIds: readonly string[]): void {
    for (const workspaceId of workspaceIds)
      if (this.#watchedElsewhere.size < MOST_WATCHED || this.#watchedElsewhere.has(workspaceId))
        this.#watchedElsewhere.set(workspaceId, performance.now() + WATCHED_FOR_MS);
  }

  async #read(workspaceId: string, reference: string): Promise<void> {
    const { find, log } = this.#parts;
    if (!this.#local.isWatched(workspaceId)) return;
    if (this.#reading >= MOST_READING) return this.#local.missed(workspaceId);
    this.#reading++;
    try {
      const event = await find(workspaceId, reference);
      if (event !== undefined) this.#local.publish(workspaceId, event);
    } catch (error) {
      log.warn({ err: error }, "What another server told could not be read");
      this.#local.missed(workspaceId);
    } finally {
      this.#reading--;
    }
  }
}

function messageIn(text: string): z.output<typeof Message> | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

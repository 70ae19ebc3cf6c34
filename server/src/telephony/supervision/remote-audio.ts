/**
 * The sound of a call for somebody who listens at another server, by PostgreSQL's notifications: ten pieces a second of each side that is not
 * silent, kept by nobody. Both ends say every two seconds that they are there, and whoever has not heard from the other for eight lets go.
 */
import type { SoundListener } from "../../calls/index.ts";
import type { ServerMessage } from "./commands.ts";

export interface SoundParts {
  tell(ownerId: string, told: ServerMessage): void;
  /** Steady, ms. */
  nowMs(): number;
}

/** Somebody here who hears a call of another server. */
export interface Hearing {
  /** That server has begun to send. */
  from(ownerId: string): void;
  stop(): void;
}

/** Somebody at another server who hears a call of ours. */
export interface Sending {
  listener: SoundListener;
  /** How to stop listening, once it listens. */
  began(stop: () => void): void;
  /** It does not listen. */
  failed(): void;
}

export interface Hearings {
  hear(orderId: string, listener: SoundListener): Hearing;
  told(told: ServerMessage): void;
  /** To be called every {@link BEAT_MS}. */
  beat(): void;
  stop(): void;
}

export interface Sendings {
  /** Undefined: there are as many as may be. */
  send(orderId: string, askerId: string): Sending | undefined;
  told(told: ServerMessage): void;
  /** To be called every {@link BEAT_MS}. */
  beat(): void;
  stop(): void;
}

export const BEAT_MS = 2_000;
const GONE_AFTER_MS = 8_000;
/** Of calls of ours, at all other servers together. */
const MOST_SENT = 64;

interface Heard {
  listener: SoundListener;
  ownerId: string | undefined;
  lastMs: number;
}

interface Sent {
  askerId: string;
  stop(): void;
  lastMs: number;
  /** Of the next piece. */
  n: number;
}

export function createHearings({ tell, nowMs }: SoundParts): Hearings {
  const heard = new Map<string, Heard>();

  function leave(order: string): void {
    const ownerId = heard.get(order)?.ownerId;
    heard.delete(order);
    if (ownerId !== undefined) tell(ownerId, { is: "leaves", order });
  }

  return {
    hear(order, listener) {
      const one: Heard = { listener, ownerId: undefined, lastMs: nowMs() };
      heard.set(order, one);
      return {
        from: (ownerId) => void Object.assign(one, { ownerId, lastMs: nowMs() }),
        stop: () => leave(order),
      };
    },
    told(told) {
      const one = told.is === "sound" || told.is === "over" ? heard.get(told.order) : undefined;
      if (!one) return;
      one.lastMs = nowMs();
      if (told.is === "over") {
        heard.delete(told.order);
        one.listener.over();
      } else if (told.is === "sound" && told.packet !== undefined) one.listener.hear(bytesOf(told.packet));
    },
    beat() {
      const goneMs = nowMs() - GONE_AFTER_MS;
      for (const [order, { listener, ownerId, lastMs }] of heard) {
        if (ownerId === undefined) continue;
        if (lastMs > goneMs) {
          tell(ownerId, { is: "listens", order });
          continue;
        }
        leave(order);
        listener.over("call.server_unreachable");
      }
    },
    stop() {
      for (const order of heard.keys()) leave(order);
    },
  };
}

export function createSendings({ tell, nowMs }: SoundParts): Sendings {
  const sent = new Map<string, Sent>();

  function drop(order: string): void {
    const one = sent.get(order);
    sent.delete(order);
    one?.stop();
  }

  function sound(order: string, one: Sent, packet?: ArrayBuffer): void {
    const piece = packet && { packet: Buffer.from(packet).toString("base64") };
    tell(one.askerId, { is: "sound", order, n: one.n++, ...piece });
  }

  return {
    send(order, askerId) {
      if (sent.size >= MOST_SENT) return undefined;
      const one: Sent = { askerId, stop: () => undefined, lastMs: nowMs(), n: 0 };
      sent.set(order, one);
      const listener: SoundListener = {
        hear: (packet) => sound(order, one, packet),
        over: () => void (sent.delete(order) && tell(askerId, { is: "over", order })),
      };
      return {
        listener,
        // Whoever asked may have left before it began.
        began: (stop) => (sent.has(order) ? void (one.stop = stop) : stop()),
        failed: () => void sent.delete(order),
      };
    },
    told(told) {
      if (told.is === "leaves") drop(told.order);
      const one = told.is === "listens" ? sent.get(told.order) : undefined;
      if (one) one.lastMs = nowMs();
    },
    beat() {
      const goneMs = nowMs() - GONE_AFTER_MS;
      for (const [order, one] of sent) {
        if (one.lastMs > goneMs) sound(order, one);
        else drop(order);
      }
    },
    stop() {
      for (const order of sent.keys()) drop(order);
    },
  };
}

function bytesOf(base64: string): ArrayBuffer {
  const bytes = Buffer.from(base64, "base64");
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

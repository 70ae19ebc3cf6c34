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

export interface Hearings {
  hear(orderId: string, listener: SoundListener): Hearing;
  told(told: ServerMessage): void;
  /** To be called every {@link BEAT_MS}. */
  beat(): void;
  stop(): void;
}

export const BEAT_MS = 2_000;
export const GONE_AFTER_MS = 8_000;
interface Heard {
  listener: SoundListener;
  ownerId: string | undefined;
  lastMs: number;
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

function bytesOf(base64: string): ArrayBuffer {
  const bytes = Buffer.from(base64, "base64");
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

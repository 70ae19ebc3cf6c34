/** The sound of a call that runs here, on its way to a server whose people listen. */
import type { SoundListener } from "../../calls/index.ts";
import type { ServerMessage } from "./commands.ts";
import { GONE_AFTER_MS, type SoundParts } from "./remote-audio.ts";

/** Somebody at another server who hears a call of ours. */
export interface Sending {
  listener: SoundListener;
  /** How to stop listening, once it listens. */
  began(stop: () => void): void;
  /** It does not listen. */
  failed(): void;
}

export interface Sendings {
  /** Undefined: there are as many as may be. */
  send(orderId: string, askerId: string): Sending | undefined;
  told(told: ServerMessage): void;
  /** To be called every {@link BEAT_MS}. */
  beat(): void;
  stop(): void;
}

/** Of calls of ours, at all other servers together. */
const MOST_SENT = 64;

interface Sent {
  askerId: string;
  stop(): void;
  lastMs: number;
  /** Of the next piece. */
  n: number;
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

/** A telephone without a person: calls a number over real SIP and RTP, says what it is given, keeps what it hears. */
import { createSipEndpoint, localAddressTowards, type CallEnd, type OutboundCall } from "@ongea/channels";
import { MediaClock, openRtp } from "@ongea/channels/media";

export interface PhoneCall {
  /** Resolves when the other side answers; rejects with its reason when it does not. */
  readonly answered: Promise<void>;
  readonly ended: Promise<CallEnd>;
  /** Sound at 8 kHz, after what is still being said. */
  say(samples: Int16Array): void;
  /** Everything has been said. */
  readonly isSilent: boolean;
  /** Loudest sample heard so far. */
  readonly loudestHeard: number;
  hangUp(): void;
  /** Frees its ports. */
  close(): Promise<void>;
}

export interface PhoneOrder {
  host: string;
  port: number;
  number: string;
  /** As the other side sees it. */
  from: string;
}

const RATE_HZ = 8_000;
const FRAME = 160;
const RING_TIMEOUT_MS = 30_000;

export async function dial(order: PhoneOrder): Promise<PhoneCall> {
  const host = localAddressTowards(order.host);
  const endpoint = await createSipEndpoint({ host, port: 0, userAgent: "Ongea terminal", onCall: (call) => call.reject(486) });
  const clock = new MediaClock();
  const port = await openRtp({ host, clock });
  const line = port.line(undefined);
  const microphone = createMicrophone();
  let loudestHeard = 0;
  line.open({
    heard: (frame) => {
      for (const sample of frame) loudestHeard = Math.max(loudestHeard, Math.abs(sample));
    },
    key: () => undefined,
    closed: () => undefined,
  });
  const call: OutboundCall = endpoint.place({
    to: order.number,
    from: { user: order.from },
    via: { trunk: { name: "server", host: order.host, port: order.port } },
    media: { host, port: port.port },
    ringTimeoutMs: RING_TIMEOUT_MS,
  });
  const answered = new Promise<void>((resolve, reject) => {
    call.onAnswered = (media) => {
      line.update(media);
      resolve();
    };
    void call.ended.then(({ reason, sipCause }) => reject(new Error(`${reason} (${sipCause})`)));
  });
  answered.catch(() => undefined);
  const speaking = clock.pulse(clock.now(), () => line.send(microphone.next(), false));
  return {
    answered,
    ended: call.ended,
    say: (samples) => microphone.add(samples),
    get isSilent() {
      return microphone.isEmpty;
    },
    get loudestHeard() {
      return loudestHeard;
    },
    hangUp: () => call.hangUp(),
    async close() {
      speaking.cancel();
      line.hangUp();
      await endpoint.close();
      clock.stop();
    },
  };
}

/** Twenty milliseconds at a time; silence when there is nothing to say. */
function createMicrophone(): { add(samples: Int16Array): void; next(): Int16Array; readonly isEmpty: boolean } {
  const waiting: Int16Array[] = [];
  const frame = new Int16Array(FRAME);
  let at = 0;
  return {
    add: (samples) => void waiting.push(samples),
    get isEmpty() {
      return waiting.length === 0;
    },
    next() {
      frame.fill(0);
      const first = waiting[0];
      if (!first) return frame;
      frame.set(first.subarray(at, at + FRAME));
      at += FRAME;
      if (at >= first.length) {
        waiting.shift();
        at = 0;
      }
      return frame;
    },
  };
}

export { RATE_HZ as PHONE_RATE_HZ };

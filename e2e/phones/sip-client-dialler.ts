/** A telephone company that sends calls to SIP clients which have registered there, with the person's sound. */
import { createSipEndpoint, type InboundCall, type OutboundCall, type SipEndpoint } from "@ongea/channels";
import { MediaClock, openRtp } from "@ongea/channels/media";

export interface SipClientDialler {
  readonly port: number;
  readonly endpoint: SipEndpoint;
  /** The client's telephone rings: `shows` is what it is told of the caller. */
  dial(client: string, shows: string): DialledCall;
  close(): Promise<void>;
}

export interface DialledCall {
  readonly call: OutboundCall;
  /** What the person hears, 8 kHz. */
  readonly heard: number[];
  /** Said from its answer on, and silence after it. */
  say(samples: Int16Array): void;
  /** Undefined while it rings; then whether it was answered. */
  readonly isAnswered: boolean | undefined;
}

const FRAME = 160;

export async function startSipClientDialler(options: {
  host: string;
  password(user: string): string | undefined;
}): Promise<SipClientDialler> {
  const { host, password } = options;
  const clock = new MediaClock();
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({ host, port: 0, password, onCall: (call) => (calls.push(call), call.reject(404)) });
  const talk = async (dialled: Talking, user: string, shows: string): Promise<void> => {
    const rtp = await openRtp({ host, clock });
    const call = endpoint.place({ to: user, from: { user: shows }, via: { registered: user }, media: rtp });
    dialled.began(call);
    call.onAnswered = (media) => {
      dialled.isAnswered = true;
      const line = rtp.line(media);
      let isFirst = true;
      const pulse = clock.pulse(clock.now(), () => {
        line.send(dialled.next(), isFirst);
        isFirst = false;
      });
      line.open({
        heard: (frame) => dialled.heard.push(...frame),
        key: () => undefined,
        closed: () => pulse.cancel(),
      });
      void call.ended.then(() => line.end("caller-hung-up"));
    };
    void call.ended.then(() => (dialled.isAnswered ??= false));
  };
  return {
    port: endpoint.port,
    endpoint,
    dial(client, shows) {
      const dialled = new Talking();
      void talk(dialled, client.split("@")[0] ?? "", shows);
      return dialled;
    },
    async close() {
      await endpoint.close();
      clock.stop();
    },
  };
}

class Talking implements DialledCall {
  readonly heard: number[] = [];
  isAnswered: boolean | undefined;
  #call: OutboundCall | undefined;
  #says: Int16Array = new Int16Array(0);
  #at = 0;

  began(call: OutboundCall): void {
    this.#call = call;
  }

  get call(): OutboundCall {
    if (!this.#call) throw new Error("It does not ring yet");
    return this.#call;
  }

  say(samples: Int16Array): void {
    this.#says = samples;
    this.#at = 0;
  }

  next(): Int16Array {
    const frame = new Int16Array(FRAME);
    frame.set(this.#says.subarray(this.#at, this.#at + FRAME));
    this.#at += FRAME;
    return frame;
  }
}

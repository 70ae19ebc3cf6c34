import type { RemoteInfo, Socket } from "node:dgram";
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

export interface PortRange {
  from: number;
  to: number;
}

export interface RtpSockets {
  rtp: Socket;
  /** On the next port; only where asked for and free. */
  rtcp: Socket | undefined;
  port: number;
}

/**
 * Used where no range is given. The port is always chosen here and never by the system: Linux takes a port of its own choice away again
 * when a connected socket is disconnected.
 */
const DEFAULT_RANGE: PortRange = { from: 20_000, to: 32_767 };
const MAX_ATTEMPTS = 200;

/** Binds a socket for sound, on an even port of the range. Rejects when nothing is free. */
export async function bindRtp(host: string, options: { portRange?: PortRange | undefined; rtcp: boolean }): Promise<RtpSockets> {
  for (const port of candidates(options.portRange ?? DEFAULT_RANGE)) {
    const rtp = await bind(host, port).catch(() => undefined);
    if (!rtp) continue;
    if (!options.rtcp) return { rtp, rtcp: undefined, port };
    const rtcp = await bind(host, port + 1).catch(() => undefined);
    if (rtcp) return { rtp, rtcp, port };
    rtp.close();
  }
  throw new Error("No port is free for a call's sound.");
}

/** The even ports of the range, beginning anywhere. */
function* candidates(range: PortRange): Iterable<number> {
  const first = range.from + (range.from % 2);
  const count = Math.floor((range.to - first) / 2) + 1;
  const start = Math.floor(Math.random() * count);
  for (let i = 0; i < Math.min(count, MAX_ATTEMPTS); i++) yield first + 2 * ((start + i) % count);
}

function bind(host: string, port: number): Promise<Socket> {
  const socket = createSocket({
    type: isIPv6(host) ? "udp6" : "udp4",
    // Addresses are IP addresses already: a send costs no look-up.
    lookup: (name, _options, done) => done(null, name, isIPv6(name) ? 6 : 4),
  });
  return new Promise((resolve, reject) => {
    socket.once("error", (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, address: host, exclusive: true }, () => {
      socket.removeAllListeners("error");
      // A peer that went away answers by ICMP; the watchdog decides, not that.
      socket.on("error", () => undefined);
      resolve(socket);
    });
  });
}

/**
 * A socket that locks on to the first source that may send: from then on the kernel drops everybody else's packets, and sending needs no
 * address. Until then it sends where it was told, and when it listens to all again, where it heard from last.
 */
export class LockingSocket {
  readonly #socket: Socket;
  #target: { host: string; port: number } | undefined;
  #allowed: readonly string[] = [];
  #state: "open" | "connecting" | "locked" | "closed" = "open";
  #source: { host: string; port: number } | undefined;
  #lastSource: { host: string; port: number } | undefined;

  constructor(socket: Socket, receive: (packet: Buffer) => boolean) {
    this.#socket = socket;
    socket.on("message", (packet: Buffer, from: RemoteInfo) => {
      if (this.#state === "closed" || !this.#mayCome(from) || !receive(packet)) return;
      // Receiving may have closed us.
      if (this.#isOpen()) this.#lock(from);
    });
  }

  /** The source that is locked on to. */
  get source(): { host: string; port: number } | undefined {
    return this.#source;
  }

  /** Where to send first, and which addresses may answer. Unlocks when the target is another than before. */
  aim(target: { host: string; port: number }, alsoFrom: readonly string[]): void {
    const isSame = this.#target?.host === target.host && this.#target.port === target.port;
    this.#target = target;
    this.#allowed = [target.host, ...alsoFrom];
    if (isSame) return;
    this.unlock();
    this.#lastSource = undefined;
  }

  /** Somebody has sent from where we are to send. */
  get hasHeard(): boolean {
    return this.#lastSource !== undefined;
  }

  /** Listens to everybody who may send. */
  unlock(): void {
    if (this.#state === "locked") this.#socket.disconnect();
    if (this.#state !== "closed") this.#state = "open";
    this.#source = undefined;
  }

  send(packet: Buffer): void {
    if (this.#state === "locked") this.#socket.send(packet);
    else if (this.#state !== "closed") {
      const target = this.#lastSource ?? this.#target;
      if (target && target.port > 0) this.#socket.send(packet, target.port, target.host);
    }
  }

  close(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#socket.close();
  }

  #isOpen(): boolean {
    return this.#state === "open";
  }

  #mayCome(from: RemoteInfo): boolean {
    if (this.#source) return from.address === this.#source.host && from.port === this.#source.port;
    return this.#allowed.includes(from.address);
  }

  #lock(from: RemoteInfo): void {
    const source = { host: from.address, port: from.port };
    this.#source = this.#lastSource = source;
    this.#state = "connecting";
    this.#socket.connect(from.port, from.address, () => {
      if (this.#state === "connecting" && this.#source === source) this.#state = "locked";
      else if (this.#state === "open") this.#socket.disconnect();
    });
  }
}

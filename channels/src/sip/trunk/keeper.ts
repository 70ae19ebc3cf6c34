/**
 * Keeps a trunk: registered at it before each registration ends, asked now and then whether it is there, asked again after growing pauses
 * when it is not, and told at the end that we are gone.
 */
import type { Peer } from "../transport/peer.ts";
import type { UserAgent } from "../user-agent.ts";
import { TrunkContact, type Registered } from "./contact.ts";
import type { Standing } from "./standing.ts";
import type { Trunk } from "./trunk.ts";

export interface KeepOptions {
  /** The name to register under; absent: the trunk knows us by our address. */
  register?: { contactUser: string };
  /** Between two questions whether it is there; 0: never. */
  qualifySeconds: number;
  /** Each time that it is known how it stands. */
  told(standing: Standing): void;
  timers?: KeepTimers;
}

export interface KeepTimers {
  /** Returns how to call it off. */
  after(ms: number, act: () => void): () => void;
}

export interface Registration {
  /** Gives the registration back; over in a moment, whatever the trunk does. */
  stop(): Promise<void>;
}

const REGISTER_SECONDS = 600;
/** A registration is renewed when so much of it is over. */
const RENEWED_AT = 0.7;
const SHORTEST_RENEWAL_MS = 5_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** Trunks shut out who tries wrong passwords quickly. */
const AFTER_WRONG_PASSWORD_MS = 120_000;
const FAREWELL_MS = 1_500;

const REAL: KeepTimers = {
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

export function keepTrunk(ua: UserAgent, trunk: Trunk, options: KeepOptions): Registration {
  const keeper = new Keeper(ua, trunk, options);
  keeper.start();
  return keeper;
}

class Keeper implements Registration {
  readonly #contact: TrunkContact;
  readonly #options: KeepOptions;
  readonly #timers: KeepTimers;
  #failures = 0;
  #mayBeRegistered = false;
  #isStopped = false;
  /** The only thing that is planned: the next registration, or the next question. */
  #callOff: (() => void) | undefined;
  #renewAtMs = 0;
  /** Where it is registered: over TCP and TLS its calls come by that connection. */
  #peer: Peer | undefined;
  readonly #ua: UserAgent;
  #nowMs = (): number => performance.now();

  constructor(ua: UserAgent, trunk: Trunk, options: KeepOptions) {
    this.#ua = ua;
    this.#contact = new TrunkContact(ua, trunk);
    this.#options = options;
    this.#timers = options.timers ?? REAL;
  }

  start(): void {
    void this.#step(this.#options.register !== undefined);
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#callOff?.();
    const { register } = this.#options;
    if (!register || !this.#mayBeRegistered) return;
    await Promise.race([
      this.#contact.register(register.contactUser, 0),
      new Promise<void>((resolve) => void REAL.after(FAREWELL_MS, resolve)),
    ]);
  }

  async #step(planned: boolean): Promise<void> {
    const { register } = this.#options;
    const isCutOff = this.#peer !== undefined && !this.#ua.isReachable(this.#peer);
    const registers = planned || (register !== undefined && isCutOff);
    if (registers) this.#mayBeRegistered = true;
    const standing = await (registers && register
      ? this.#contact.register(register.contactUser, REGISTER_SECONDS)
      : this.#contact.options());
    if (this.#isStopped) return this.#tooLate(standing);
    // A registration stands although a question found nobody just now: both are told, and it is registered anew.
    this.#options.told(!registers && register && standing.kind === "reachable" ? { ...standing, kind: "registered" } : standing);
    this.#plan(standing);
  }

  /** It was stopped while it registered: that registration is given back, too. */
  #tooLate(standing: Standing): void {
    const { register } = this.#options;
    if (register && standing.kind === "registered") void this.#contact.register(register.contactUser, 0);
  }

  #plan(standing: Standing | Registered): void {
    const { register, qualifySeconds } = this.#options;
    const nowMs = this.#nowMs();
    if (standing.kind === "failing") {
      const pause = standing.problem === "wrong_password" ? AFTER_WRONG_PASSWORD_MS : FIRST_PAUSE_MS;
      const waitMs = Math.min(pause * 2 ** Math.min(this.#failures++, 10), LONGEST_PAUSE_MS);
      if (register || qualifySeconds > 0) this.#after(jittered(waitMs), register !== undefined);
      return;
    }
    this.#failures = 0;
    if ("peer" in standing) this.#peer = standing.peer;
    if ("seconds" in standing) this.#renewAtMs = nowMs + Math.max(SHORTEST_RENEWAL_MS, standing.seconds * RENEWED_AT * 1_000);
    const renewMs = register ? Math.max(0, this.#renewAtMs - nowMs) : Infinity;
    const askMs = qualifySeconds > 0 ? qualifySeconds * 1_000 : Infinity;
    if (Number.isFinite(Math.min(renewMs, askMs))) this.#after(Math.min(renewMs, askMs), renewMs <= askMs);
  }

  #after(ms: number, registers: boolean): void {
    this.#callOff = this.#timers.after(ms, () => void this.#step(registers));
  }
}

/** So that a thousand trunks of one operator do not come back at the same moment. */
function jittered(ms: number): number {
  return Math.min(LONGEST_PAUSE_MS, ms * (0.9 + Math.random() * 0.2));
}

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const LIFETIME_MS = 300_000;
/** Only nonces that were used with the right password are remembered. */
const MAX_REMEMBERED = 20_000;

/** Nonces that carry their own time and seal, bound to the address that asked, so that challenging costs no memory; a used one remembers its highest count. */
export class Nonces {
  readonly #secret = randomBytes(32);
  readonly #counts = new Map<string, number>();
  readonly #lifetimeMs: number;
  readonly #nowMs: () => number;

  constructor(lifetimeMs = LIFETIME_MS, nowMs: () => number = () => performance.now()) {
    this.#lifetimeMs = lifetimeMs;
    this.#nowMs = nowMs;
  }

  issue(address: string): string {
    const body = `${Math.floor(this.#nowMs()).toString(36)}.${randomBytes(9).toString("base64url")}`;
    return `${body}.${this.#seal(body, address)}`;
  }

  /** Whether we issued it to this address, and not too long ago. */
  judge(nonce: string, address: string): "fresh" | "stale" | "foreign" {
    const dot = nonce.lastIndexOf(".");
    const body = nonce.slice(0, Math.max(0, dot));
    const seal = Buffer.from(nonce.slice(dot + 1));
    const expected = Buffer.from(this.#seal(body, address));
    if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return "foreign";
    const issuedMs = Number.parseInt(body.split(".")[0] ?? "", 36);
    return this.#nowMs() - issuedMs <= this.#lifetimeMs ? "fresh" : "stale";
  }

  /** Takes a use of the nonce. False when this count, or a higher one, was taken before: a replay. */
  take(nonce: string, count: number): boolean {
    if (count <= (this.#counts.get(nonce) ?? 0)) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    const oldest = this.#counts.size > MAX_REMEMBERED ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }

  #seal(body: string, address: string): string {
    return createHmac("sha256", this.#secret).update(`${body}|${address}`).digest("base64url").slice(0, 22);
  }
}

/** Session timers (RFC 4028): a call whose far end died without a word ends when nobody refreshes it any more. */
import type { SipRequest, SipResponse } from "../message/message.ts";

/** The option tag. */
export const TIMER = "timer";
/** The shortest interval that is taken, seconds (RFC 4028 section 5). */
export const LEAST_SECONDS = 90;
const MOST_SECONDS = 86_400;
/** Whoever hears nothing ends the call so long before the interval does, or a third of it (RFC 4028 section 10). */
const EARLIER_SECONDS = 32;
/** A refresh that was refused is tried again after so long. */
const AGAIN_SECONDS = 10;

export interface SessionTerms {
  /** Of the interval in which somebody has to refresh. */
  seconds: number;
  weRefresh: boolean;
}

/** What is answered to a request that begins or refreshes a session; undefined: it has no end by time. */
export function termsFor(request: SipRequest): SessionTerms | "too small" | undefined {
  const asked = askedIn(request);
  if (!asked) return undefined;
  const known = [...request.headers.all("supported"), ...request.headers.all("require")];
  const knowsTimers = known.some((name) => name.trim().toLowerCase() === TIMER);
  if (asked.seconds < LEAST_SECONDS && knowsTimers) return "too small";
  // Only a proxy between wants it then: the other side would not refresh.
  return { seconds: within(asked.seconds), weRefresh: !knowsTimers || asked.refresher === "uas" };
}

/** What an answer to a request of ours agreed on. */
export function termsIn(response: SipResponse): SessionTerms | undefined {
  const asked = askedIn(response);
  return asked && { seconds: within(asked.seconds), weRefresh: asked.refresher !== "uas" };
}

/** The interval that a 422 wants at least, seconds. */
export function leastIn(response: SipResponse): number | undefined {
  const seconds = Number(/^\s*(\d{1,9})/.exec(response.headers.get("min-se") ?? "")?.[1] ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : within(seconds);
}

/** Writes into an answer what it agrees to. */
export function addTerms({ headers }: SipResponse, terms: SessionTerms | undefined): void {
  headers.add("supported", TIMER);
  if (!terms) return;
  headers.add("session-expires", `${terms.seconds};refresher=${terms.weRefresh ? "uas" : "uac"}`);
  if (!terms.weRefresh) headers.add("require", TIMER);
}

/** Writes into a request of ours that we refresh every so many seconds. */
export function askTerms({ headers }: SipRequest, seconds: number | undefined): void {
  headers.add("supported", TIMER);
  if (seconds === undefined) return;
  headers.add("session-expires", `${seconds};refresher=uac`).add("min-se", String(LEAST_SECONDS));
}

function askedIn({ headers }: SipRequest | SipResponse): { seconds: number; refresher: string | undefined } | undefined {
  const text = headers.get("session-expires") ?? "";
  const seconds = /^\s*(\d{1,10})\s*(?:;|$)/.exec(text)?.[1];
  if (seconds === undefined) return undefined;
  return { seconds: Number(seconds), refresher: /;\s*refresher\s*=\s*(uac|uas)\s*(?:;|$)/i.exec(text)?.[1]?.toLowerCase() };
}

function within(seconds: number): number {
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds));
}

export interface SessionTimerOptions {
  /** What a second takes. */
  secondMs: number;
  /** It is ours to refresh, now. */
  refresh(): void;
  /** Nobody did. */
  expired(): void;
}

/** Says when a session is to be refreshed by us, and when it was not refreshed in time. */
export class SessionTimer {
  readonly #options: SessionTimerOptions;
  #terms: SessionTerms | undefined;
  #due: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;

  constructor(options: SessionTimerOptions) {
    this.#options = options;
  }

  /** As it was last agreed on. */
  get seconds(): number | undefined {
    return this.#terms?.seconds;
  }

  /** It has been agreed on, or refreshed; without terms it has no end. */
  start(terms: SessionTerms | undefined): void {
    this.stop();
    this.#terms = terms;
    if (!terms) return;
    const { seconds, weRefresh } = terms;
    const { secondMs, refresh, expired } = this.#options;
    this.#end = setTimeout(expired, (seconds - Math.min(EARLIER_SECONDS, seconds / 3)) * secondMs);
    if (weRefresh) this.#due = setTimeout(refresh, (seconds / 2) * secondMs);
  }

  /** The refresh did not succeed: once more, as long as there is time. */
  again(afterSeconds = AGAIN_SECONDS): void {
    clearTimeout(this.#due);
    if (this.#end) this.#due = setTimeout(this.#options.refresh, afterSeconds * this.#options.secondMs);
  }

  stop(): void {
    clearTimeout(this.#due);
    clearTimeout(this.#end);
    this.#end = undefined;
    this.#terms = undefined;
  }
}

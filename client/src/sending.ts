/** One request, sent again where the server asks for patience or nobody knows whether it arrived. */
import type { Fetch } from "@ongea/contract";

/** Of one question to the server. */
export interface AskOptions {
  /** Ends the waiting, retries included. */
  signal?: AbortSignal;
  /** Of a POST: sent again with the same key it is done once, also by another run of the program. Made anew for each call when absent. */
  idempotencyKey?: string;
}

export interface Sending {
  fetch: typeof globalThis.fetch;
  /** Attempts after the first. */
  retries: number;
  /** Of one attempt, its answer read to the end. */
  timeoutMs: number;
  /** A server that asks for a longer pause than this is not waited for. */
  mostWaitMs: number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
/** The server is busy, away for a moment, or still at work on the same request. */
const PATIENCE = new Set([429, 503]);

/** `fetch` for the contract's client. A POST carries an Idempotency-Key, so that none is done twice. */
export function sendWith(sending: Sending, { signal, idempotencyKey }: AskOptions): Fetch {
  return async (url, init) => {
    const isPost = init.method === "POST";
    const headers = { ...init.headers, ...(isPost ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}) };
    const maySendAgain = isPost || init.method === "GET";
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= sending.retries;
      const pauseMs = FIRST_PAUSE_MS * 2 ** attempt;
      try {
        const answer = await once(sending, url, { ...init, headers }, signal);
        const waitMs = isLast ? undefined : patienceOf(answer, isPost, pauseMs);
        if (waitMs === undefined || waitMs > sending.mostWaitMs) return answer;
        await sending.sleep(waitMs, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (isLast || !maySendAgain) throw error;
        await sending.sleep(pauseMs, signal);
      }
    }
  };
}

interface Answered {
  status: number;
  ok: boolean;
  headers: Headers;
  read: string;
  text(): Promise<string>;
}

type Init = Parameters<Fetch>[1];

async function once({ fetch, timeoutMs }: Sending, url: string, init: Init, signal: AbortSignal | undefined): Promise<Answered> {
  // A controller that its timer holds: in Node 20 `AbortSignal.any` of an `AbortSignal.timeout` may be collected (nodejs/node#57736).
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("The server took too long to answer", "TimeoutError")), timeoutMs);
  try {
    const answer = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal });
    const read = await answer.text();
    return { status: answer.status, ok: answer.ok, headers: answer.headers, read, text: async () => read };
  } finally {
    clearTimeout(timer);
  }
}

/** How long to wait before asking again; undefined: this is the answer. */
function patienceOf({ status, headers, read }: Answered, isPost: boolean, pauseMs: number): number | undefined {
  const isAtWork = isPost && status === 409 && read.includes('"request.in_progress"');
  if (!PATIENCE.has(status) && !isAtWork) return undefined;
  const asked = headers.get("retry-after");
  if (asked === null) return pauseMs;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : pauseMs;
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

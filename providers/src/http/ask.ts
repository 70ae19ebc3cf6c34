import type { IncomingMessage } from "node:http";
import { isRecord, ProviderFailure } from "@ongea/conversation";
import { linger, post, warm } from "./connections.ts";
import type { Form } from "./multipart.ts";

/** Where a service is, and how it wants to be asked. */
export interface ServiceAccess {
  /** Up to and with the version: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Absent: a local server that asks for none. */
  apiKey?: string;
  /** The header that takes the bare key, `api-key` for Azure; absent: `Authorization: Bearer`. */
  keyHeader?: string;
  /** Before the key in `Authorization`, `Token` for Deepgram; absent: `Bearer`. */
  keyScheme?: string;
  /** With every request. */
  query?: Readonly<Record<string, string>>;
  /** Sent besides. */
  headers?: Readonly<Record<string, string>>;
  /** From the request to the answer's headers. */
  connectTimeoutMs?: number;
  /** From the answer's headers to its first bytes. */
  firstBytesTimeoutMs?: number;
  /** Between two pieces of an answer. */
  idleTimeoutMs?: number;
  /** The address was given by a person: of private ones only these are reached. Absent: any is. */
  allowedPrivate?: readonly string[];
  /** For tests: connections are opened before they are needed over plain HTTP too. */
  warmsPlain?: boolean;
}

const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_BYTES_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 10_000;
/**
 * Of language models: a conversation decides how long it waits (`first_words_seconds`, `LLM_FIRST_WORDS_SECONDS`) and aborts the request.
 * These limits only end what nobody aborts.
 */
export const PATIENT: Pick<ServiceAccess, "connectTimeoutMs" | "firstBytesTimeoutMs"> = {
  connectTimeoutMs: 120_000,
  firstBytesTimeoutMs: 120_000,
};
const MAX_ERROR_BYTES = 8_192;
const SHOWN_OF_A_KEY = 8;

export interface Ask {
  path: string;
  /** Besides the one of every request. */
  query?: Readonly<Record<string, string>>;
  /** JSON, or a form with a file. */
  body: string | Form;
  /** The answer may be no longer. */
  maxBytes: number;
}

/**
 * Posts and yields the answer's body as it comes. Ending the iteration or aborting closes the connection. Every failure is a
 * {@link ProviderFailure} whose message holds no secret; an abort from outside just ends.
 */
export async function* ask(
  access: ServiceAccess,
  { path, query, body, maxBytes }: Ask,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (signal.aborted) return;
  refuseWhileResting(access);
  const watch = new Watch(signal);
  let response: IncomingMessage | undefined;
  let isRead = false;
  try {
    watch.expectWithin(access.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, "does not answer");
    const headers = {
      "content-type": typeof body === "string" ? "application/json" : body.contentType,
      ...keyIn(access),
      ...access.headers,
    };
    response = await post(urlOf(access, path, query), {
      headers,
      body: typeof body === "string" ? body : body.bytes,
      signal: watch.signal,
      allowedPrivate: access.allowedPrivate,
    });
    const status = response.statusCode ?? 0;
    if (status === 429) noteRest(access, response.headers["retry-after"]);
    if (status < 200 || status > 299) {
      const refusal = await refusalOf(response, access.apiKey);
      if (status === 429) noteRest(access, refusal.retryAfter);
      throw refusal;
    }
    watch.expectWithin(access.firstBytesTimeoutMs ?? FIRST_BYTES_TIMEOUT_MS, "says nothing");
    let bytes = 0;
    for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      // Whoever takes the pieces may take his time: that is not the provider's.
      watch.rest();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new ProviderFailure("bad-answer", `the provider's answer is longer than ${maxBytes} bytes`);
      yield chunk;
      watch.expectWithin(access.idleTimeoutMs ?? IDLE_TIMEOUT_MS, "stopped in the middle of its answer");
    }
    isRead = true;
  } catch (error) {
    // A refusal is a whole answer: the connection is as good as before.
    if (!(error instanceof Refusal)) response?.destroy();
    if (signal.aborted) return;
    throw watch.failureOf(error);
  } finally {
    watch.end(response, !isRead);
    // The caller spoke over it, and will want another answer soon.
    if (signal.aborted && !isRead) warmService(access);
  }
}

type Warmed = Pick<ServiceAccess, "baseUrl" | "warmsPlain" | "allowedPrivate">;

/** Until when a service has asked to be left alone, on this thread's clock. */
const resting = new WeakMap<ServiceAccess, number>();
/** What it asks for beyond that is not believed: a caller may come any time. */
const MOST_REST_MS = 30_000;

/** As it asks (RFC 9110, 10.2.3): seconds, as Google writes them too ("34s"), or a date. */
function noteRest(access: ServiceAccess, retryAfter: string | undefined): void {
  if (retryAfter === undefined) return;
  const restMs = /^\d+(\.\d+)?s?$/.test(retryAfter) ? Number.parseFloat(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  if (restMs > 0) resting.set(access, performance.now() + Math.min(restMs, MOST_REST_MS));
}

/** No turn waits for an answer that is known: the next provider takes over at once. */
function refuseWhileResting(access: ServiceAccess): void {
  const restMs = (resting.get(access) ?? 0) - performance.now();
  if (restMs <= 0) return;
  throw new ProviderFailure("rate-limited", `the provider wants to be asked again in ${Math.ceil(restMs / 1_000)} s`);
}

/** Opens a connection before it is needed. Over plain HTTP, to a server nearby, a handshake costs little. */
export function warmService({ baseUrl, warmsPlain = false, allowedPrivate }: Warmed): void {
  const url = new URL(baseUrl);
  if (url.protocol === "https:" || warmsPlain) warm(url, allowedPrivate);
}

/** All of a short answer as text. */
export async function askForText(access: ServiceAccess, request: Ask, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of ask(access, request, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function keyIn({ apiKey, keyHeader, keyScheme = "Bearer" }: ServiceAccess): Record<string, string> {
  if (!apiKey) return {};
  return keyHeader ? { [keyHeader]: apiKey } : { authorization: `${keyScheme} ${apiKey}` };
}

function urlOf({ baseUrl, query = {} }: ServiceAccess, path: string, more: Ask["query"] = {}): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  for (const [name, value] of Object.entries({ ...query, ...more })) url.searchParams.set(name, value);
  return url;
}

/** One for all: an abort without a reason makes an exception with a stack. */
const OVER = new Error("The answer is over or no longer wanted");

/** Aborts a request when the outside wants no more or when it takes too long. */
class Watch {
  readonly #abort = new AbortController();
  readonly #outside: AbortSignal;
  readonly #stop = (): void => this.#abort.abort(this.#outside.reason);
  #timer: NodeJS.Timeout | undefined;
  #late: ProviderFailure | undefined;
  /** Counts what was expected. */
  #expected = 0;

  constructor(outside: AbortSignal) {
    this.#outside = outside;
    outside.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  expectWithin(timeoutMs: number, otherwise: string): void {
    this.rest();
    const expected = this.#expected;
    this.#timer = setTimeout(() => {
      // Where this thread was busy, what came in time is still to be read: not the provider was late.
      setImmediate(() => {
        if (expected !== this.#expected) return;
        this.#late = new ProviderFailure("timeout", `the provider ${otherwise} (${timeoutMs} ms)`);
        this.#abort.abort(this.#late);
      });
    }, timeoutMs);
  }

  /** Expects nothing for now. */
  rest(): void {
    this.#expected++;
    clearTimeout(this.#timer);
  }

  failureOf(error: unknown): ProviderFailure {
    if (this.#late) return this.#late;
    if (error instanceof ProviderFailure) return error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    return new ProviderFailure("unavailable", `the provider can't be reached or broke off${code}`, { cause: error });
  }

  /** An answer that nobody wants to its end closes its connection, unless its end is near. */
  end(response: IncomingMessage | undefined, isLeft: boolean): void {
    this.rest();
    this.#outside.removeEventListener("abort", this.#stop);
    if (this.#abort.signal.aborted || (response && !isLeft)) return;
    if (response) linger(response);
    else this.#abort.abort(OVER);
  }
}

/** What the service answered instead. */
export class Refusal extends ProviderFailure {
  readonly status: number;
  /** The field of the request that it did not like, where it says so. */
  readonly field: string | undefined;
  /** How long it wants to be left alone, where its answer says so. */
  retryAfter: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(codeOf(status), message);
    this.status = status;
    this.field = field;
  }
}

const KEY_REFUSED = "the provider refuses the key";

/** What is said of a status that refuses somebody. */
export function describeStatus(status: number): string {
  return status === 401 || status === 403 ? KEY_REFUSED : `the provider answered ${status}`;
}

/** Whether it was the key, and nothing about what was asked. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof ProviderFailure && error.code === "refused" && error.message === KEY_REFUSED;
}

/** What a status of HTTP means for a call. */
export function codeOf(status: number): ProviderFailure["code"] {
  // 402: the account is used up. 529: overloaded, as Anthropic says it.
  if (status === 429 || status === 402 || status === 529) return "rate-limited";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "unavailable" : "refused";
}

async function refusalOf(response: IncomingMessage, apiKey: string | undefined): Promise<Refusal> {
  const status = response.statusCode ?? 0;
  if (status === 401 || status === 403) return new Refusal(status, KEY_REFUSED);
  const text = await beginningOf(response);
  let error: { message?: unknown; param?: unknown; details?: unknown } = {};
  try {
    const answer: unknown = JSON.parse(text);
    const said = isRecord(answer) ? answer["error"] : undefined;
    error = isRecord(said) ? said : { message: said };
  } catch {
    // Not JSON: a proxy's page says nothing that people could use.
  }
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  // Google answers 400.
  if (details.some(({ reason }) => reason === "API_KEY_INVALID")) return new Refusal(status, KEY_REFUSED);
  const words = typeof error.message === "string" ? withoutSecrets(error.message, apiKey ? [apiKey] : []).slice(0, 200) : "";
  const message = `the provider answered ${status}${words ? `: ${words}` : ""}`;
  const refusal = new Refusal(status, message, typeof error.param === "string" ? error.param : undefined);
  const delay = details.find(({ retryDelay }) => typeof retryDelay === "string")?.["retryDelay"];
  if (typeof delay === "string") refusal.retryAfter = delay;
  return refusal;
}

/** What a provider said, without the keys that it may have repeated, whole or in part. */
export function withoutSecrets(said: string, secrets: readonly string[]): string {
  let clean = said;
  for (const secret of secrets) {
    clean = clean.replaceAll(secret, "…");
    // Services show the beginning or the end of a key that they refuse: `sk-ab*****wxyz`.
    for (const part of [secret.slice(0, SHOWN_OF_A_KEY), secret.slice(-SHOWN_OF_A_KEY)])
      if (part.length === SHOWN_OF_A_KEY) clean = clean.replaceAll(part, "…");
  }
  return clean;
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, MAX_ERROR_BYTES);
}

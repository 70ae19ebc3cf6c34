import { isRecord } from "@ongea/conversation";
import { codeOf, withoutSecrets } from "../http/ask.ts";
import type { Form } from "../http/multipart.ts";

/** Why a provider said no, or nothing. */
export interface CheckRefusal {
  ok: false;
  /** `refused`: the key is wrong or may not do this. `unreachable`: no answer that could be used. `limited`: too often, or no credit left. */
  problem: "refused" | "unreachable" | "limited";
  /** A few words for the log and for those who know the vendor, without secrets. */
  says: string;
}

export interface CheckOptions {
  /** Instead of the vendor's address; for tests and for regions. */
  baseUrl?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface JsonQuestion {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | Form;
  /** `GET`, with a body `POST`, when absent. An empty answer to `DELETE` is `{}`. */
  method?: "DELETE";
  secrets: readonly string[];
}

export type JsonAnswer = { ok: true; json: unknown; headers: Headers } | (CheckRefusal & { status?: number; text?: string });

const TIMEOUT_MS = 8_000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ERROR_CHARACTERS = 200;

/** Asks once and never throws; the answer is JSON or a refusal. */
export async function askJson(question: JsonQuestion, options: CheckOptions): Promise<JsonAnswer> {
  const { url, headers, secrets, body, method = body === undefined ? "GET" : "POST" } = question;
  const { timeoutMs = TIMEOUT_MS, signal } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const whole = signal ? AbortSignal.any([limit, signal]) : limit;
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...typeOf(body), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : body.bytes }),
      signal: whole,
      redirect: "error",
    });
    const text = await beginningOf(response, whole);
    if (!response.ok) return { ...refusalOf(response.status, text, secrets), status: response.status, text };
    const json = method === "DELETE" && text.trim() === "" ? {} : parsed(text);
    if (typeof json === "object" && json !== null) return { ok: true, json, headers: response.headers };
    return { ok: false, problem: "unreachable", says: "the provider answers something else than expected" };
  } catch (error) {
    if (limit.aborted) return { ok: false, problem: "unreachable", says: `the provider does not answer (${timeoutMs} ms)` };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    return { ok: false, problem: "unreachable", says: `the provider can't be reached${code}` };
  }
}

function typeOf(body: JsonQuestion["body"]): Record<string, string> {
  if (body === undefined) return {};
  return { "content-type": typeof body === "string" ? "application/json" : body.contentType };
}

function refusalOf(status: number, text: string, secrets: readonly string[]): CheckRefusal {
  const said = withoutSecrets(messageIn(parsed(text)), secrets).slice(0, MOST_ERROR_CHARACTERS);
  const says = `the provider answered ${status}${said ? `: ${said}` : ""}`;
  const code = codeOf(status);
  if (code === "rate-limited") return { ok: false, problem: "limited", says };
  return { ok: false, problem: code === "refused" ? "refused" : "unreachable", says };
}

/** Vendors put their words in `error.message`, `error`, `message`, `detail.message`, `detail`, `err_msg` or `reason`. */
function messageIn(json: unknown): string {
  if (!isRecord(json)) return "";
  const { error, message, detail, err_msg: errMsg } = json;
  for (const one of [error, detail, message, errMsg]) {
    if (typeof one === "string") return one;
    if (typeof one === "object" && one !== null && "message" in one && typeof one.message === "string") return one.message;
  }
  return "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends with the signal: `fetch` may lose sight of it once the headers are there (its own controller is held weakly). */
async function beginningOf({ body }: Response, signal: AbortSignal): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return "";
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= MOST_BYTES && !signal.aborted) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.length;
  }
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (bytes > MOST_BYTES) stop();
  return Buffer.concat(chunks).toString("utf8");
}

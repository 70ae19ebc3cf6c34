/** Asks a function of the operator's own over HTTP, as its document says, and gives the mind what it answers. */
import { isRecord } from "@ongea/contract";
import type { FunctionRequest } from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import { sanitizeForPostgres, sanitizeText } from "../../platform/text.ts";
import type { Config } from "../../platform/config/config.ts";
import { fetchOutside, OutsideFailure, type FetchOutside, type OutsideProblem } from "../../platform/fetch/outside.ts";

export interface FunctionParts {
  fetch: FetchOutside;
  /** Private addresses that may be asked all the same. */
  allowed: readonly string[];
}

/** As this installation lets them be asked. */
export function functionsOf({ PRIVATE_ADDRESSES: allowed, TIME_ZONE: timeZone }: Config): FunctionParts & { timeZone: string } {
  return { fetch: fetchOutside, allowed, timeZone };
}

/** Less than a conversation waits for a tool. */
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 262_144;
/** More than this tells a mind nothing more. */
const MOST_LETTERS = 8_000;
const PLACEHOLDER = /%\((\w+)\)([sif])/g;
/** A part of a path that leads elsewhere. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

const SAYS: Readonly<Record<OutsideProblem, string>> = {
  "not-reached": "The service could not be reached.",
  private: "The service may not be asked: its address is a private one.",
  "too-large": "The answer of the service is too long.",
  "too-many-redirects": "The service could not be reached.",
  "not-http": "The service could not be reached.",
};

export interface FunctionArguments {
  /** As the mind says them. */
  said: Readonly<Record<string, unknown>>;
  /** What the call knows: no mind says otherwise. */
  known: Readonly<Record<string, string>>;
}

/** Rejects only by a fault of ours. */
export async function askFunction(
  request: FunctionRequest,
  { said, known }: FunctionArguments,
  { fetch, allowed, isTrial = false, signal }: FunctionParts & { isTrial?: boolean; signal: AbortSignal },
): Promise<ToolOutcome> {
  // Half a character cannot stand in an address.
  const given = sanitizeForPostgres({ ...said, ...known });
  const missing = placeholdersIn(request.url).find((name) => isNothing(given[name]));
  if (missing !== undefined) return { ok: false, result: `The argument "${missing}" is missing.` };
  const url = filledUrl(request.url, given);
  if (url === undefined) return { ok: false, result: "An argument cannot be part of this address." };
  const hasBody = request.method !== "GET" && request.method !== "DELETE";
  const inUrl = new Set(hasBody ? [] : placeholdersIn(request.url));
  const values = request.param
    ? filledTree(request.param, given)
    : Object.fromEntries(Object.entries(sanitizeForPostgres(said)).filter(([name]) => !inUrl.has(name)));
  const headers: Record<string, string> = { ...request.headers };
  if (request.api_token) headers["authorization"] = request.api_token;
  if (hasBody) headers["content-type"] = "application/json";
  else addQuery(url, values);
  try {
    const sent = { method: request.method, headers, body: hasBody ? JSON.stringify(values) : undefined };
    const limits = { mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, allowed, sent };
    const { status, body, charset } = await fetch(url.href, limits, signal);
    const whole = textIn(body, charset);
    if (whole === undefined) return { ok: false, result: "The service answered with something that is no text." };
    const text = sanitizeText(whole.trim().slice(0, MOST_LETTERS));
    if (status >= 200 && status < 300) return { ok: true, result: text === "" ? "Done." : text };
    return { ok: false, result: `The service answered ${status}. ${text}`.trim() };
  } catch (error) {
    // A model would read a reason that concerns the operator alone to the caller.
    if (error instanceof OutsideFailure)
      return { ok: false, result: isTrial || error.problem !== "private" ? SAYS[error.problem] : SAYS["not-reached"] };
    throw error;
  }
}

/** Undefined: a picture, a sound, a document. */
function textIn(body: Buffer, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset || "utf-8", { fatal: true }).decode(body);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/** Undefined where an argument would lead out of its place. */
function filledUrl(template: string, given: Readonly<Record<string, unknown>>): URL | undefined {
  const text = template.replace(PLACEHOLDER, (_whole, name: string) => encodeURIComponent(wordsOf(given[name])));
  const path = text.replace(/[?#].*$/s, "");
  if (path !== template.replace(/[?#].*$/s, "") && path.split("/").some((part) => DOTS.test(part))) return undefined;
  return URL.parse(text) ?? undefined;
}

function filledTree(tree: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree)
      .map(([name, value]) => [name, filledValue(value, given)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** A value that is one placeholder becomes what it stands for, in its kind; undefined where nobody says it. */
function filledValue(value: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => filledValue(one, given)).filter((one) => one !== undefined);
  if (isRecord(value)) return filledTree(value, given);
  if (typeof value !== "string") return value;
  const [, name = "", kind = ""] = /^%\((\w+)\)([sif])$/.exec(value) ?? [];
  if (name === "") return value.replace(PLACEHOLDER, (_whole, one: string) => wordsOf(given[one]));
  if (isNothing(given[name])) return undefined;
  if (kind === "s") return wordsOf(given[name]);
  const number = kind === "i" ? Math.trunc(Number(given[name])) : Number(given[name]);
  return Number.isFinite(number) ? number : wordsOf(given[name]);
}

function addQuery(url: URL, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!isNothing(value) && !url.searchParams.has(name)) url.searchParams.append(name, wordsOf(value));
  }
}

function wordsOf(value: unknown): string {
  if (isNothing(value)) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

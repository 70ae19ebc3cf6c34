/** One question to a company's REST interface, and what became of it. */
import { z } from "zod";
import { OutsideFailure, type FetchOutside } from "./outside.ts";
import { sanitizeText } from "../text.ts";

export interface RestParts {
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  baseUrl: string;
  account: string;
  secret: string;
  /** What says who asks; absent: basic authentication with the account and its secret. */
  signIn?: Readonly<Record<string, string>>;
}

export interface RestQuestion {
  method: "GET" | "POST" | "DELETE";
  /** With its query. */
  path: string;
  form?: Readonly<Record<string, string | readonly string[]>>;
  json?: unknown;
  /** Statuses that are answers, beside 2xx. */
  also?: readonly number[];
  /** Another base than the account's. */
  baseUrl?: string;
}

export interface RestAnswer {
  status: number;
  json: unknown;
}

export type Rest = (question: RestQuestion) => Promise<RestAnswer>;

/**
 * - `refused`: it said no, and nothing was done there.
 * - `credentials`: it does not take the account's key.
 * - `unknown`: no answer, or none that can be understood. It may have been done.
 */
export type RestProblem = "refused" | "credentials" | "unknown";

interface FailureFacts {
  code?: number | undefined;
  says?: string;
  status?: number | undefined;
  isUnasked?: boolean;
}

export class RestFailure extends Error {
  readonly problem: RestProblem;
  /** The company's own code, where it gives one. */
  readonly code: number | undefined;
  /** In its own words, without anything secret. */
  readonly says: string;
  /** Of its answer; undefined: there was none. */
  readonly status: number | undefined;
  /** It was not reached: nothing was done there. */
  readonly isUnasked: boolean;
  constructor(problem: RestProblem, { code, says = "", status, isUnasked = false }: FailureFacts = {}) {
    super(`A company could not do what it was asked: ${problem}${code === undefined ? "" : ` (${code})`}`);
    this.name = "RestFailure";
    this.problem = problem;
    this.code = code;
    this.says = says;
    this.status = status;
    this.isUnasked = isUnasked;
  }
}

const TIMEOUT_MS = 12_000;
const MOST_BYTES = 1_048_576;
const LONGEST_WORDS = 300;
const Words = z.object({ code: z.coerce.number().optional(), message: z.unknown(), error: z.unknown() }).partial();

/** Rejects with a {@link RestFailure}. */
export function createRest({ fetch, allowed, baseUrl, account, secret, signIn }: RestParts): Rest {
  const basic = { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}` };
  return async ({ method, path, form, json, also = [], baseUrl: base = baseUrl }) => {
    const [body, type] = written(form, json);
    const headers = { ...(signIn ?? basic), accept: "application/json", ...(body === undefined ? {} : { "content-type": type }) };
    const sent = { method, body, headers: body === undefined ? headers : { ...headers, "content-length": lengthOf(body) } };
    const limits = { mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, allowed, sent };
    const answer = await fetch(`${base}${path}`, limits, AbortSignal.timeout(TIMEOUT_MS)).catch((error: unknown) => {
      // Before anything was sent.
      const isBefore = error instanceof OutsideFailure && (error.problem === "private" || error.problem === "not-http");
      const isUnasked = isBefore || (error instanceof OutsideFailure && !error.wasSent);
      throw new RestFailure(isBefore ? "refused" : "unknown", { isUnasked });
    });
    const said = jsonIn(answer.body);
    const { status } = answer;
    if ((status >= 200 && status < 300) || also.includes(status)) return { status, json: said };
    const { code, message, error } = Words.safeParse(said).data ?? {};
    const text = [message, error].find((one): one is string => typeof one === "string") ?? "";
    const says = sanitizeText(text).replaceAll(secret, "…").slice(0, LONGEST_WORDS);
    if (status === 401) throw new RestFailure("credentials", { code, says, status });
    const isRefused = status >= 400 && status < 500 && status !== 408;
    throw new RestFailure(isRefused ? "refused" : "unknown", { code, says, status });
  };
}

/** The shape of an answer that went well. A company that answers otherwise has done nobody knows what. */
export function expectIn<T>(shape: z.ZodType<T>, { json }: RestAnswer): T {
  const read = shape.safeParse(json);
  if (!read.success) throw new RestFailure("unknown");
  return read.data;
}

function written(form: RestQuestion["form"], json: unknown): [body: string | undefined, type: string] {
  if (json !== undefined) return [JSON.stringify(json), "application/json"];
  if (form === undefined) return [undefined, ""];
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) fields.append(name, one);
  return [fields.toString(), "application/x-www-form-urlencoded"];
}

function lengthOf(body: string): string {
  return String(Buffer.byteLength(body));
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

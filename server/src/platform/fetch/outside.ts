/**
 * Fetches an address that a user gave. No address of this machine or of a private network is reached, whatever a name resolves to and
 * wherever an answer leads: each connection is checked when it is made.
 */
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { useAgent } from "request-filtering-agent";
import { timeLimit } from "@ongea/providers";

export interface OutsideAnswer {
  status: number;
  /** Without parameters, in lower case: `text/html`. */
  type: string;
  /** As the server names it; empty where it does not. */
  charset: string;
  body: Buffer;
  /** Where it was in the end. */
  url: string;
}

/** Why there is no answer. */
export type OutsideProblem = "not-reached" | "private" | "too-large" | "too-many-redirects" | "not-http";

export class OutsideFailure extends Error {
  readonly problem: OutsideProblem;
  /** False: no connection came about, so nothing of the question has left. */
  readonly wasSent: boolean;
  constructor(problem: OutsideProblem, { wasSent = true, ...options }: ErrorOptions & { wasSent?: boolean } = {}) {
    super(`An address could not be fetched: ${problem}`, options);
    this.wasSent = wasSent;
    this.name = "OutsideFailure";
    this.problem = problem;
  }
}

export interface OutsideLimits {
  mostBytes: number;
  timeoutMs: number;
  /** A body that comes more slowly on average, after its first seconds, is not waited for. Without it, any. */
  leastBytesPerSecond?: number;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** What is asked for, if not just a page. It is sent once: an answer that leads elsewhere is the answer. */
  sent?: OutsideSent;
}

export interface OutsideSent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export type FetchOutside = (url: string, limits: OutsideLimits, signal: AbortSignal) => Promise<OutsideAnswer>;

/** What fails so has reached nobody. */
const UNCONNECTED: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const MOST_REDIRECTS = 5;
const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 500;
const AGENT = "Mozilla/5.0 (compatible; Ongea)";

/** Rejects with an {@link OutsideFailure}. */
export const fetchOutside: FetchOutside = async (first, limits, signal) => {
  const over = timeLimit(limits.timeoutMs, signal);
  let url = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await once(url, limits, over);
    const { location } = answer.headers;
    const status = answer.statusCode ?? 0;
    if (limits.sent || status < 300 || status >= 400 || location === undefined) return await taken(answer, url, limits);
    answer.destroy();
    if (!URL.canParse(location, url)) throw new OutsideFailure("not-http");
    url = new URL(location, url).href;
  }
  throw new OutsideFailure("too-many-redirects");
};

/** Sends one request under the same rules and gives its answer as it comes, wherever it leads: the asker bounds it. */
export function openOutside(
  url: string,
  sent: OutsideSent,
  { allowed, signal }: { allowed: readonly string[]; signal: AbortSignal },
): Promise<IncomingMessage> {
  return once(url, { allowed, sent }, signal);
}

async function once(
  url: string,
  { allowed, sent }: Pick<OutsideLimits, "allowed" | "sent">,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!URL.canParse(url)) throw new OutsideFailure("not-http");
  const { protocol, hostname, username } = new URL(url);
  if (!["http:", "https:"].includes(protocol) || username !== "") throw new OutsideFailure("not-http");
  const request = protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const agent = useAgent(url, { allowIPAddressList: [...allowed] });
    const wanted = sent?.headers ?? { accept: "text/html, text/plain, application/pdf, */*;q=0.1" };
    const headers = { "user-agent": AGENT, ...wanted, host: new URL(url).host };
    const asked = request(url, { method: sent?.method ?? "GET", agent, headers, signal }, resolve);
    asked.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new OutsideFailure(/is not allowed/.test(error.message) ? "private" : "not-reached", {
          cause: `${hostname}: ${error.message}`,
          wasSent: !UNCONNECTED.has(error.code ?? ""),
        }),
      ),
    );
    asked.end(sent?.body);
  });
}

async function taken(
  answer: IncomingMessage,
  url: string,
  { mostBytes, leastBytesPerSecond = 0 }: OutsideLimits,
): Promise<OutsideAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  const startedMs = performance.now();
  const pace = setInterval(() => {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs >= GRACE_MS && length < (elapsedMs / 1_000) * leastBytesPerSecond) answer.destroy(new Error("too slow"));
  }, LOOK_EVERY_MS);
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > mostBytes) throw new OutsideFailure("too-large");
      parts.push(part);
    }
  } catch (error) {
    answer.destroy();
    throw error instanceof OutsideFailure ? error : new OutsideFailure("not-reached", { cause: error });
  } finally {
    clearInterval(pace);
  }
  const [type = "", ...parameters] = (answer.headers["content-type"] ?? "").toLowerCase().split(";");
  const charset = parameters.map((one) => /^\s*charset="?([\w-]+)/.exec(one)?.[1]).find((one) => one !== undefined) ?? "";
  return { status: answer.statusCode ?? 0, type: type.trim(), charset, body: Buffer.concat(parts), url };
}

import { open, stat, truncate } from "node:fs/promises";

/** A mirror that says nothing for so long is given up; what came is kept for the next try. */
const IDLE_TIMEOUT_MS = 30_000;
const PROGRESS_BYTES = 256 * 1024;

export interface Progress {
  model: string;
  file: string;
  bytes: number;
  ofBytes: number;
}

export interface DownloadOptions {
  /** Where the bytes are gathered; what is there already is continued. */
  part: string;
  /** How many there must be in the end. */
  bytes: number;
  told(bytes: number): void;
  signal?: AbortSignal;
  idleTimeoutMs?: number;
}

/** Fetches a file over HTTP, from where an earlier attempt stopped (RFC 9110, 14). Throws an Error with a reason for people. */
export async function download(url: string, options: DownloadOptions): Promise<void> {
  const { part, bytes, told, signal, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  let have = (await stat(part).catch(() => undefined))?.size ?? 0;
  if (have === bytes) return told(have);
  if (have > bytes) have = 0;
  const watch = new AbortController();
  const stop = (): void => watch.abort();
  signal?.addEventListener("abort", stop, { once: true });
  let idle = setTimeout(stop, idleTimeoutMs);
  const file = await open(part, have > 0 ? "r+" : "w");
  try {
    const response = await fetch(url, { headers: have > 0 ? { range: `bytes=${have}-` } : {}, signal: watch.signal });
    if (url.startsWith("https:") && !response.url.startsWith("https:")) throw new Error("leads to an address without encryption");
    // There is less than was kept of it: what was kept is of another file.
    if (response.status === 416) have = 0;
    if (response.status !== 200 && response.status !== 206) throw new Error(`answered ${response.status}`);
    if (response.status === 200 || !beginsAt(response, have)) have = 0;
    if (response.status === 206 && have === 0 && !beginsAt(response, 0))
      throw new Error("answers with another part than asked for");
    const announced = wholeLength(response);
    if (announced !== undefined && announced !== bytes) {
      have = 0;
      throw new Error(`has ${announced} bytes instead of ${bytes}`);
    }
    let toldBytes = have;
    for await (const chunk of response.body ?? []) {
      clearTimeout(idle);
      idle = setTimeout(stop, idleTimeoutMs);
      if (have + chunk.length > bytes) throw new Error(`is longer than ${bytes} bytes`);
      await file.write(chunk, 0, chunk.length, have);
      have += chunk.length;
      if (have - toldBytes >= PROGRESS_BYTES || have === bytes) told((toldBytes = have));
    }
    if (have !== bytes) throw new Error(`ended after ${have} of ${bytes} bytes`);
  } catch (error) {
    throw reasonOf(error, watch.signal.aborted ? idleTimeoutMs : undefined, signal);
  } finally {
    clearTimeout(idle);
    signal?.removeEventListener("abort", stop);
    watch.abort();
    await file.close();
    await truncate(part, have).catch(() => {});
  }
}

function beginsAt(response: Response, start: number): boolean {
  return response.headers.get("content-range")?.startsWith(`bytes ${start}-`) === true;
}

/** Of the whole file, as the answer says it; a packed answer says something else. */
function wholeLength({ status, headers }: Response): number | undefined {
  const text = status === 206 ? headers.get("content-range")?.split("/")[1] : headers.get("content-length");
  if (headers.has("content-encoding") || !/^\d+$/.test(text ?? "")) return undefined;
  return Number(text);
}

function reasonOf(error: unknown, silentMs: number | undefined, signal: AbortSignal | undefined): Error {
  if (signal?.aborted) return new Error("was stopped");
  if (silentMs !== undefined) return new Error(`said nothing for ${silentMs / 1_000} s`);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause : new Error(String(cause));
}

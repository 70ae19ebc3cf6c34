/** Files by Meta: at WhatsApp an id leads to an address that wants the same token; Messenger and Instagram post the address itself. */
import { z } from "zod";
import { OutsideFailure, type FetchOutside } from "../../platform/fetch/outside.ts";
import { RestFailure, type Rest } from "../../platform/fetch/rest.ts";
import type { Downloaded } from "./channel.ts";

export interface MediaParts {
  ask: Rest;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  baseUrl: string;
  token: string;
  version: string;
}

export type DownloadMedia = (ref: string, mostBytes: number) => Promise<Downloaded>;

const About = z.object({ url: z.url(), file_size: z.coerce.number().optional() });
const TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 4_096;
/** Meta's own hosts: nothing else is fetched, and the token goes nowhere else. */
const OF_META = /\.(?:fbsbx\.com|facebook\.com|fbcdn\.net|whatsapp\.net|instagram\.com|cdninstagram\.com)$/;

type Fetching = Pick<MediaParts, "fetch" | "allowed" | "baseUrl">;

/** Files that are named by their address, which needs no token. */
export function createAddressDownload(parts: Fetching): DownloadMedia {
  return (ref, mostBytes) => orFailure(() => fetched(parts, ref, mostBytes));
}

/** Files that are named by an id. */
export function createMediaDownload({ ask, token, version, ...parts }: MediaParts): DownloadMedia {
  async function address(ref: string): Promise<z.output<typeof About> | Downloaded> {
    const path = `/${version}/${encodeURIComponent(ref)}`;
    const answer = await ask({ method: "GET", path, also: [400, 403, 404] });
    const about = About.safeParse(answer.json).data;
    return answer.status < 300 && about ? about : { kind: "gone" };
  }

  return (ref, mostBytes) =>
    orFailure(async () => {
      const about = await address(ref);
      if ("kind" in about) return about;
      if ((about.file_size ?? 0) > mostBytes) return { kind: "too large" };
      return fetched(parts, about.url, mostBytes, { authorization: `Bearer ${token}` });
    });
}

async function fetched(
  { fetch, allowed, baseUrl }: Fetching,
  url: string,
  mostBytes: number,
  headers: Record<string, string> = {},
): Promise<Downloaded> {
  if (!isOfMeta(url, baseUrl)) return { kind: "gone" };
  const sent = { method: "GET", headers };
  const limits = { mostBytes, timeoutMs: TIMEOUT_MS, leastBytesPerSecond: SLOWEST_BYTES_PER_SECOND, allowed, sent };
  const { status, body } = await fetch(url, limits, AbortSignal.timeout(TIMEOUT_MS));
  if (status === 200) return { kind: "file", bytes: body };
  return { kind: status === 429 || status >= 500 ? "later" : "gone" };
}

async function orFailure(download: () => Promise<Downloaded>): Promise<Downloaded> {
  try {
    return await download();
  } catch (error) {
    if (error instanceof OutsideFailure && error.problem === "too-large") return { kind: "too large" };
    if (error instanceof RestFailure && error.problem === "credentials") return { kind: "gone" };
    return { kind: "later" };
  }
}

function isOfMeta(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  return origin === new URL(baseUrl).origin || (protocol === "https:" && OF_META.test(hostname));
}

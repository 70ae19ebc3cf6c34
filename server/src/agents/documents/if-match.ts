/** The version that a request has read. */
import { refuse } from "../../platform/http/refuse.ts";

/** `If-Match: "3"` (RFC 9110 section 13.1.1); `*` is any. */
export function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header === "*") return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw refuse("request.invalid", [
    { type: "if_match", loc: ["header", "if-match"], msg: 'must be a version in quotes, as "3"' },
  ]);
}

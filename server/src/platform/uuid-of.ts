import { createHash } from "node:crypto";

/** The same text is the same id: a UUID of version 8 (RFC 9562) from its SHA-256, so that what comes twice is stored once. */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

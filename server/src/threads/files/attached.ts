/** A file that came in its message: taken by the rules of files that are fetched. Pure. */
import type { ThreadFile } from "@ongea/contract";
import { MOST_FILE_BYTES } from "./download.ts";
import { sniffType } from "./sniff.ts";

/** A recording is a document here: nobody transcribes it, since its message has words of its own. */
export function attachmentKind(bytes: Buffer | undefined): ThreadFile["kind"] {
  const [kind] = ((bytes && sniffType(bytes)) ?? "").split("/");
  return kind === "image" || kind === "video" ? kind : "document";
}

/** `bytes`: undefined where it is too large. */
export function attachedFile(
  bytes: Buffer | undefined,
): { type: string; bytes: Buffer } | { reason: NonNullable<ThreadFile["reason"]> } {
  if (!bytes || bytes.length > MOST_FILE_BYTES) return { reason: "too_large" };
  const type = sniffType(bytes);
  return type === undefined ? { reason: "type" } : { type, bytes };
}

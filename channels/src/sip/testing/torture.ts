/**
 * The torture messages of RFC 4475, written down by section. `answer` is what a server has to reply to a request ("none": it is dropped, "ok":
 * it is well-formed and treated by its meaning).
 */
import { INVALID } from "./torture-invalid.ts";
import { MEANING } from "./torture-meaning.ts";
import type { TortureMessage } from "./torture-message.ts";
import { VALID } from "./torture-valid.ts";

export const TORTURE: readonly TortureMessage[] = [...VALID, ...INVALID, ...MEANING];

export function wireOf(message: TortureMessage): Buffer {
  return Buffer.from(message.text.replaceAll("\n", "\r\n"));
}

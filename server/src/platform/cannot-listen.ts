/** Why a port could not be opened, as whoever starts the server can mend it. */
import { errorCode } from "./error-code.ts";
import { CannotStart } from "./cannot-start.ts";

export interface ListenAddress {
  /** At the beginning of a sentence: "Port 3000". */
  what: string;
  host: string;
  /** The setting that gave the port. */
  setting: string;
}

const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_NONAME", "EINVAL"]);

/** Throws a {@link CannotStart}, or the error itself where that has another cause. */
export function explainListening(error: unknown, { what, host, setting }: ListenAddress): never {
  const code = errorCode(error) ?? "";
  const sentence = sentenceOf(code, { what, host, setting });
  throw sentence === undefined ? error : new CannotStart(sentence, { cause: error });
}

function sentenceOf(code: string, { what, host, setting }: ListenAddress): string | undefined {
  if (code === "EADDRINUSE") return `${what} on ${host} is in use by another program. Choose another with ${setting}.`;
  if (code === "EACCES") return `${what} may not be opened by this user. Choose one above 1023 with ${setting}.`;
  if (NO_SUCH_ADDRESS.has(code)) return `This machine has no address ${host}. Check HOST.`;
  return undefined;
}

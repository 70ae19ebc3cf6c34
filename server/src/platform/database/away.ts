/** Tells a database that is away for a while from a question that it will never answer. */
import { errorCode } from "../error-code.ts";

/** PostgreSQL's own codes: it stops, starts, is full, has no connection or memory to spare, is a stand-by at this moment, or took too long. */
const AWAY_CODES = new Set(["57014", "57P01", "57P02", "57P03", "57P05", "53000", "53100", "53200", "53300", "25006"]);
const CONNECTION_CLASS = /^08/;
/** The system's, of a connection. */
const SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The driver's words for it: it has no codes. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;
const DEEPEST_CAUSE = 5;

/** Whether a query failed because its connection or the whole database is gone: the same query may go well later. */
export function isAway(error: unknown): boolean {
  for (
    let [cause, depth] = [error, 0];
    cause instanceof Error && depth < DEEPEST_CAUSE;
    [cause, depth] = [cause.cause, depth + 1]
  ) {
    if (cause instanceof AggregateError && cause.errors.some(isAway)) return true;
    const code = errorCode(cause);
    if (code !== undefined) {
      if (AWAY_CODES.has(code) || CONNECTION_CLASS.test(code) || SYSTEM_CODES.has(code)) return true;
      // The socket of the built-in one is not there yet.
      if (code === "ENOENT" && "syscall" in cause && cause.syscall === "connect") return true;
    }
    if (WORDS.test(cause.message)) return true;
  }
  return false;
}

/** Two transactions stood in each other's way: the same one may go well at once. */
export function isCollision(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause);
    if (code === "40001" || code === "40P01") return true;
  }
  return false;
}

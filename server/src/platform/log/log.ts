import { openSync } from "node:fs";
import { join } from "node:path";
import { pino, type Logger } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/**
 * The log: a constant sentence and fields. What belongs to a person (numbers, names, words) stands under `pii` only, and is left out
 * unless the level is `debug`.
 */
export function openLog(options: { to: "file" | "stdout"; level: string; dataDir: string }): Logger {
  const redact = options.level === "debug" ? [] : ["pii", "*.pii"];
  const settings = {
    level: options.level,
    redact: { paths: redact, remove: true },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (options.to === "stdout") return pino(settings);
  return pino(settings, pino.destination({ dest: openSync(join(options.dataDir, "ongea.log"), "a", 0o600), sync: false }));
}

import { join } from "node:path";
import { pino, type Logger } from "pino";
import { openLogFile } from "./log-file.ts";

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
    serializers: { err: options.level === "debug" ? pino.stdSerializers.err : withoutValues },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (options.to === "stdout") return pino(settings);
  const file = openLogFile(join(options.dataDir, "ongea.log"));
  return pino(settings, file);
}

/** The message of a query that failed names the values that it was given, which may be a person's. */
function withoutValues(error: Error): unknown {
  const plain: unknown = pino.stdSerializers.err(error);
  return JSON.parse(JSON.stringify(plain), (_name, value: unknown) =>
    typeof value === "string" ? value.replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by: |: error: |$)/g, "") : dropped(value),
  );
}

/** The same values, once more, as the error's own fields. */
function dropped(value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("params" in value) || !("query" in value)) return value;
  const { params: _params, ...rest } = value as Record<string, unknown>;
  return rest;
}

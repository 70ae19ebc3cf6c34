/** The settings as text: `.env.example` and the page of the guide are made from the one object that reads them. */
import type { z } from "zod";
import { SETTINGS } from "./config.ts";

interface Setting {
  name: string;
  meaning: string;
  /** As one would write it; undefined: optional without a default. */
  standard: string | undefined;
}

export function envExample(): string {
  const entries = settings().map(({ name, meaning, standard }) => `# ${meaning}\n# ${name}=${standard ?? ""}\n`);
  return `# Every setting with its default. Copy this file to .env and take the # off a line to change it.\n\n${entries.join("\n")}`;
}

export function settingsPage(): string {
  const rows = settings().map(
    ({ name, meaning, standard }) => `| \`${name}\` | ${meaning.replaceAll("|", "\\|")} | ${standard ? `\`${standard}\`` : ""} |`,
  );
  return [
    "# Settings",
    "",
    "Given as environment variables or in a file `.env` beside `package.json`; the environment wins. A setting that is not valid, or that",
    "does not exist, stops the start with a sentence. This page and `.env.example` are made by `npm run settings` from",
    "`server/src/platform/config/config.ts`.",
    "",
    "| name | meaning | default |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** Defaults that depend on the machine are told in words by the meaning. */
const MACHINE_DEPENDENT = new Set(["MEDIA_WORKERS"]);

function settings(): Setting[] {
  return Object.entries(SETTINGS.shape).map(([name, schema]) => ({
    name,
    meaning: schema.description ?? "",
    standard: MACHINE_DEPENDENT.has(name) ? undefined : defaultOf(schema),
  }));
}

function defaultOf(schema: z.ZodType): string | undefined {
  let inner: unknown = schema;
  while (isWrapped(inner)) {
    if ("defaultValue" in inner.def) return String(inner.def.defaultValue);
    inner = inner.def.innerType ?? inner.def.in;
  }
  return undefined;
}

function isWrapped(schema: unknown): schema is { def: { innerType?: unknown; in?: unknown; defaultValue?: unknown } } {
  return typeof schema === "object" && schema !== null && "def" in schema;
}

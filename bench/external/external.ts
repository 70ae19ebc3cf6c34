/**
 * Dialogues that others wrote, played over the running product by the runner that came with them: with the rules, with scripted models of good and bad
 * character, and with an LLM where one is configured.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient, readHealth } from "@ongea/contract";
import { z } from "zod";
import type { Results } from "../driver/table.ts";
import { startProduct } from "../whole/product.ts";
import { CHARACTERS, startScriptedModels } from "./scripted-models.ts";

export interface ExternalRun {
  /** The dialogues, and the program that plays them. */
  file: string;
  runner: string;
  /** Only these dialogues, by their ids. */
  only?: string | undefined;
  /** "rules", "llm" or one of the scripted characters; absent: all that there are. */
  model?: string | undefined;
}

const Tool = z.looseObject({
  key: z.string().optional(),
  name: z.string(),
  value: z.looseObject({ method: z.string().optional() }).optional(),
});
const Dialogues = z.looseObject({
  agents: z.record(z.string(), z.looseObject({ tools: z.array(Tool).optional() })).default({}),
  dialogues: z.array(z.looseObject({ id: z.string(), tool: z.array(z.string()).optional() })),
});
const Played = z.array(
  z.looseObject({
    id: z.string(),
    pass: z.boolean(),
    missing: z.array(z.string()).optional(),
    lines: z.array(z.object({ by: z.string(), text: z.string() })),
  }),
);
type Played = z.output<typeof Played>;

const READS = /^(?:check_|calendar_slot)/;
const LIMIT_MS = 45 * 60_000;

export async function external(results: Results, run: ExternalRun): Promise<void> {
  const dialogues = Dialogues.parse(JSON.parse(readFileSync(run.file, "utf8")));
  const configured = process.env["LLM_BASE_URL"] === undefined ? [] : ["llm"];
  const models = run.model === undefined ? ["rules", ...CHARACTERS, ...configured] : [run.model];
  for (const model of models) {
    const scripted = CHARACTERS.find((one) => one === model);
    const peer = scripted && (await startScriptedModels(scripted));
    const { product, stop } = await startProduct(undefined, settingsFor(model, peer?.baseUrl));
    try {
      const played = await playAll(run, { url: product.url, token: join(product.dataDir, "operator-token") });
      const turns = played.flatMap(({ lines }) => lines).filter(({ by }) => by === "caller").length;
      results.add("external dialogues", model, {
        dialogues: played.length,
        passed: played.filter(({ pass }) => pass).length,
        "wrong effects": wrongEffects(dialogues, played),
        "false claims": falseClaims(dialogues, played),
        "caller turns": turns,
        ...(peer && {
          "requests a turn": round(peer.asked.requests / turns),
          "characters a request": Math.round(peer.asked.characters / Math.max(1, peer.asked.requests)),
        }),
      });
      results.note(`external dialogues, ${model}: ${await speechOf(product.url)}.`);
    } finally {
      await stop();
      await peer?.close();
    }
  }
  results.note(
    "external dialogues: an effect is wrong where no `tool` of its dialogue matches it; a claim is false where an agent says booked, cancelled, moved or sent without an effect before it.",
  );
}

/** The sentence model is a part of speech: whether it ran belongs to the figures. */
async function speechOf(url: string): Promise<string> {
  const { parts } = await createClient(url, fetch).call(readHealth);
  const { status, note } = parts.find(({ part }) => part === "speech") ?? {};
  return note ? `speech is ${status} (${note})` : `speech is ${status}, with its sentence model`;
}

/** The runner serves the functions of its organisations on loopback. */
const LOOPBACK = { PRIVATE_ADDRESSES: "127.0.0.1" };

function settingsFor(model: string, baseUrl: string | undefined): Record<string, string> {
  if (baseUrl !== undefined) return { ...LOOPBACK, LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_FIRST_WORDS_SECONDS: "2" };
  if (model !== "llm") return LOOPBACK;
  const names = ["LLM_BASE_URL", "LLM_API_KEY", "LLM_MODEL", "LLM_FIRST_WORDS_SECONDS"];
  return {
    ...LOOPBACK,
    ...Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  };
}

async function playAll({ file, runner, only }: ExternalRun, server: { url: string; token: string }): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-external-"));
  const json = join(folder, "played.json");
  const args = ["--import", "tsx", resolve(runner), "--repo", ".", "--server", server.url, "--token", server.token];
  const more = ["--dialogues", resolve(file), "--json", json, "--quiet", ...(only === undefined ? [] : ["--only", only])];
  try {
    const child = spawn(process.execPath, [...args, ...more], { stdio: ["ignore", "ignore", "inherit"], timeout: LIMIT_MS });
    const code = await new Promise<number | null>((ended) => child.once("exit", ended));
    if (code !== 0) throw new Error(`The runner ended with ${code}.`);
    return Played.parse(JSON.parse(readFileSync(json, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type File = z.output<typeof Dialogues>;

/** Lines of tools that did something: "name arguments → result". */
function effectsIn({ agents }: File, lines: Played[number]["lines"]): string[] {
  const tools = Object.values(agents).flatMap(({ tools: own = [] }) => own);
  const reading = new Set(tools.filter(({ value }) => value?.method === "GET").map(({ name }) => name));
  return lines.flatMap(({ by, text }) => {
    const [name = ""] = text.split(" ");
    const isEffect =
      by === "tool" &&
      !reading.has(name) &&
      !READS.test(name) &&
      !/→ .*"(?:booked|cancelled|moved|held)":\s*(?:false|true,"tool")/.test(text);
    return isEffect ? [text] : [];
  });
}

/** A day that the runner fills in stands for any; where the dialogue missed its tool, what was done instead was wrong. */
function wrongEffects(file: File, played: Played): number {
  return played.reduce((sum, { id, lines, missing = [] }) => {
    const wanted = (file.dialogues.find((one) => one.id === id)?.tool ?? []).map((pattern) =>
      pattern.replace(/\{\{[^}]*\}\}/g, ".*"),
    );
    const isMissed = missing.some((one) => one.startsWith("tool "));
    const isWanted = (text: string): boolean => !isMissed && wanted.some((pattern) => new RegExp(pattern, "i").test(text));
    return sum + effectsIn(file, lines).filter((text) => !isWanted(text)).length;
  }, 0);
}

const CLAIMS =
  /\b(?:you are|you're|is|has been|have|I've) (?:now |all )?(?:booked|cancelled|moved|rescheduled|sent|confirmed|transferred)\b/i;

function falseClaims(file: File, played: Played): number {
  return played.reduce((sum, { lines }) => {
    const at = lines.findIndex((line) => effectsIn(file, [line]).length > 0);
    const before = at < 0 ? lines : lines.slice(0, at);
    return sum + before.filter(({ by, text }) => by === "assistant" && CLAIMS.test(text) && !text.includes("?")).length;
  }, 0);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** `npm run llm`: finds a language model on this machine, measures it, and says how to use it. Nothing is fetched or written unless it is asked for. */
import { adviceFor, type Machine } from "./advice.ts";
import { createModelAt } from "./model-at.ts";
import { probe, type ProbeOptions } from "./probe.ts";
import { findServers, KNOWN_SERVERS, type LlmServer, type KnownServer } from "./servers.ts";

export interface LlmCommand {
  args: readonly string[];
  settings: { LLM_BASE_URL?: string | undefined; LLM_API_KEY: string; LLM_MODEL: string };
  machine: Machine;
  say(line: string): void;
  /** Keeps settings where the server reads them. */
  keep(settings: Readonly<Record<string, string>>): void;
  places?: readonly KnownServer[];
  probing?: ProbeOptions;
}

export const LLM_USAGE = "npm run llm [-- --use] [--model <name>] [--languages en,sw]";
/** What the server waits for first words at most, s. */
const USUAL_WAIT_S = 2.5;
const LONGEST_WAIT_S = 20;
/** Parameters. Up to this size a model invents what it says to callers. */
const SMALL = 2e9;
const VALUES = ["--model", "--languages"];

/** Returns the exit code. */
export async function runLlmCommand(command: LlmCommand): Promise<number> {
  const { args, say, settings, machine, places = KNOWN_SERVERS } = command;
  const stray = args.find((arg, at) => arg !== "--use" && !VALUES.includes(arg) && !VALUES.includes(args[at - 1] ?? ""));
  if (stray !== undefined) {
    say(`"${stray}" is not known here.\n${LLM_USAGE}`);
    return 2;
  }
  const own = settings.LLM_BASE_URL === undefined ? [] : [{ name: "LLM_BASE_URL", baseUrl: settings.LLM_BASE_URL }];
  const servers = await findServers(
    [...own, ...places.filter(({ baseUrl }) => baseUrl !== settings.LLM_BASE_URL)],
    settings.LLM_API_KEY,
  );
  for (const { name, baseUrl, models } of servers)
    say(`${name} at ${baseUrl}: ${models.length === 0 ? "no model" : models.join(", ")}.`);
  const wanted = valueOf(args, "--model") ?? settings.LLM_MODEL;
  const chosen = servers.find(({ models }) => (wanted === "" ? models.length > 0 : models.includes(wanted)));
  const model = wanted === "" ? chosen?.models[0] : wanted;
  if (!chosen || model === undefined) {
    if (servers.length === 0)
      say(`No language model answers at ${[...own, ...places].map(({ baseUrl }) => baseUrl).join(", ")}.`);
    else if (wanted !== "") say(`None of them has the model ${wanted}.`);
    for (const line of adviceFor(machine, (valueOf(args, "--languages") ?? "en").split(","))) say(line);
    return 1;
  }
  return await measured(command, chosen, model);
}

async function measured(
  { args, say, keep, settings, probing }: LlmCommand,
  { baseUrl }: LlmServer,
  model: string,
): Promise<number> {
  const isGiven = baseUrl === settings.LLM_BASE_URL && settings.LLM_API_KEY !== "";
  const access = { baseUrl, model, ...(isGiven ? { apiKey: settings.LLM_API_KEY } : {}) };
  say(`Measuring ${model}, at most 20 s …`);
  const found = await probe(createModelAt(access), probing).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  if (found instanceof Error) {
    say(`${model} cannot be used: ${found.message}`);
    return 1;
  }
  const { answersInS, tokensPerS, callsAtOnce } = found;
  say(
    `${model} answers in ${answersInS.toFixed(1)} s here, ${callsAtOnce} ${callsAtOnce === 1 ? "call" : "calls"} at once (${tokensPerS.toFixed(0)} tokens a second).`,
  );
  if (answersInS > LONGEST_WAIT_S / 2) {
    say("That is too slow for calls.");
    return 1;
  }
  if (callsAtOnce === 1) say("A second call at the same time waits; the rule-based dialogue answers it.");
  const isSmall = parametersIn(model) <= SMALL;
  if (isSmall) say("It is small: the rule-based dialogue leads calls, and asks it what a caller meant (LLM_ROLE=interprets).");
  const waitS = Math.min(LONGEST_WAIT_S, Math.ceil(answersInS * 2));
  const kept = {
    LLM_BASE_URL: baseUrl,
    LLM_MODEL: model,
    LLM_ROLE: isSmall ? "interprets" : "leads",
    ...(waitS > USUAL_WAIT_S ? { LLM_FIRST_WORDS_SECONDS: String(waitS) } : {}),
  };
  const lines = Object.entries(kept).map(([name, value]) => `${name}=${value}`);
  if (args.includes("--use")) {
    keep(kept);
    say(`Written to .env: ${lines.join(" ")}. The next start uses it.`);
  } else say(`To use it: npm run llm -- --use. That writes to .env: ${lines.join(" ")}`);
  return 0;
}

/** "qwen3:0.6b", "SmolLM2-135M-Instruct": as its name says; a model that says nothing of its size is no small one. */
function parametersIn(model: string): number {
  const [, number, unit] = /(?<![\w.])(\d+(?:\.\d+)?)(m|b)(?![a-z0-9])/i.exec(model) ?? [];
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number) * (unit?.toLowerCase() === "m" ? 1e6 : 1e9);
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/** What the product does from the command line. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { agents, parseAgents } from "./commands/agents.ts";
import { call, parseCall } from "./commands/call.ts";
import { codes, parseCodes } from "./commands/codes.ts";
import { audit } from "./commands/audit.ts";
import { keys } from "./commands/keys.ts";
import { mcp } from "./commands/mcp.ts";
import { doctor } from "./commands/doctor.ts";
import { listenForWebhooks, parseWebhooks } from "./commands/webhooks.ts";
import usage from "./commands/usage.json" with { type: "json" };
import { accessToConfigured, accessTo } from "./commands/server-access.ts";
import { parseWorkspaces, workspaces } from "./commands/workspaces.ts";
import { verifyEvidence } from "./compliance/index.ts";
import { startServer, type Server } from "./compose.ts";
import { readConfig } from "./platform/config/config.ts";
import type { ModelsOffer } from "./engines/index.ts";
import { CannotStart } from "./platform/cannot-start.ts";
import { envExample, settingsPage } from "./platform/config/settings-text.ts";

/** A Ctrl-C at a terminal reaches us twice through npm; a person who means it presses again later. */
const SAME_SIGNAL_MS = 700;

export async function main(argv: readonly string[]): Promise<void> {
  const [command = "start", ...rest] = argv;
  if (command === "start") return start(parseStart(rest));
  if (command === "settings") return writeSettings();
  if (command === "call") return finish(() => call(parseCall(rest), accessTo(readConfig()), tell));
  if (command === "codes") return finish(() => codes(parseCodes(rest), readConfig(), tell));
  if (command === "workspaces") return finish(() => workspaces(parseWorkspaces(rest), accessTo(readConfig()), tell));
  if (command === "audit") return finish(() => audit(rest, readConfig(), { tell, verifyEvidence }));
  if (command === "keys") return finish(() => keys(rest, readConfig(), tell));
  if (command === "mcp") return finish(() => mcp(accessToConfigured(readConfig())));
  if (command === "agents") return finish(() => agentFiles(rest));
  if (command === "webhooks") return finish(() => webhooks(rest));
  if (command === "doctor") return finish(() => examine(rest));
  complain(
    `Unknown command "${command}". There is: start, agents, audit, call, codes, doctor, keys, mcp, settings, webhooks, workspaces.`,
  );
  process.exitCode = 2;
}

interface StartCommand {
  /** What was said about local models; undefined: nothing. */
  models: "yes" | "no" | undefined;
}

function parseStart(argv: readonly string[]): StartCommand {
  const unknown = argv.find((argument) => !["--models", "--no-models"].includes(argument));
  if (unknown !== undefined) {
    complain(`"${unknown}" is not known here.\n${usage.start}`);
    process.exit(2);
  }
  if (argv.includes("--models") && argv.includes("--no-models")) {
    complain(`--models and --no-models say the opposite of each other.\n${usage.start}`);
    process.exit(2);
  }
  return { models: argv.includes("--no-models") ? "no" : argv.includes("--models") ? "yes" : undefined };
}

async function start({ models }: StartCommand): Promise<void> {
  const stopping = new AbortController();
  let firstSignalMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstSignalMs === undefined) {
      firstSignalMs = performance.now();
      stopping.abort();
    } else if (signal !== "SIGHUP" && performance.now() - firstSignalMs > SAME_SIGNAL_MS) {
      complain("Stopped at once.");
      process.exit(130);
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
  // A terminal that has been closed takes no more lines; the calls are ended and written down all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const server = await startOrExplain();
  if (!server) return;
  for (const line of server.lines) tell(line);
  await server.showCodes(printCodes).catch((error: unknown) => {
    complain(
      `No invitation codes were made (${error instanceof Error ? error.message : String(error)}). The next start makes them.`,
    );
  });
  tell(`\nOngea is ready: ${server.address}`);
  // The page is everybody's; whoever reads this line is the owner.
  if (server.setupLink !== undefined) tell(`Make your account: ${server.setupLink}`);
  tell("Press Ctrl-C to stop.");
  void offerModels(server.models, models, stopping.signal);
  if (!stopping.signal.aborted)
    await new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve(), { once: true }));
  tell("\nStopping: ending live calls, then the database …");
  await server.stop();
  tell("Stopped.");
  process.exit(0);
}

/** Nothing is a yes; whatever else was typed is neither. */
const YES_OR_NO = [
  [/^\s*(?:y|yes|ndi[yo]+|oui)?\s*$/i, "yes"],
  [/^\s*(?:n|no|hapana|non)\s*$/i, "no"],
] as const;

/** Calls already work. Yes is the default; a terminal that is closed has not answered. */
async function offerModels(models: ModelsOffer, said: StartCommand["models"], signal: AbortSignal): Promise<void> {
  models.onProgress(tell);
  if (said !== undefined) return models.answer(said);
  models.begin();
  const question = models.question();
  if (question === undefined || !process.stdin.isTTY || !process.stdout.isTTY) return;
  // Not as a terminal: Ctrl-C stays the kernel's signal.
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  const stop = (): void => lines.close();
  signal.addEventListener("abort", stop, { once: true });
  const ask = (text: string): void =>
    lines.question(text, (answer) => {
      const said = YES_OR_NO.find(([pattern]) => pattern.test(answer))?.[1];
      if (said === undefined) return ask("Please answer y or n [Y/n]: ");
      models.answer(said);
      lines.close();
      process.stdin.unref();
    });
  ask(`\n${question}`);
}

/** Brings `.env.example` and the guide's page in step with config.ts. */
function writeSettings(): void {
  mkdirSync("docs/guides", { recursive: true });
  writeFileSync(".env.example", envExample());
  writeFileSync("docs/guides/settings.md", settingsPage());
}

async function agentFiles(argv: readonly string[]): Promise<void> {
  if (!(await agents(parseAgents(argv), accessToConfigured(readConfig()), tell))) process.exitCode = 1;
}

function webhooks(argv: readonly string[]): Promise<void> {
  const command = parseWebhooks(argv);
  const config = readConfig();
  return listenForWebhooks(command, { way: accessToConfigured(config), secret: config.WEBHOOK_SECRET, tell });
}

async function examine(argv: readonly string[]): Promise<void> {
  if (argv.length > 0) throw new CannotStart(`"${argv[0]}" is not known here.\nnpm run doctor takes no arguments.`);
  const config = readConfig();
  const isWell = await doctor(config, tell);
  tell(isWell ? "\nEverything is well." : "\nSomething needs attention.");
  if (!isWell) process.exit(1);
}

/** Runs a command that ends by itself. */
async function finish(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    complain(error instanceof CannotStart ? error.message : String(error instanceof Error ? (error.stack ?? error) : error));
    process.exit(1);
  }
  process.exit();
}

async function startOrExplain(): Promise<Server | undefined> {
  try {
    return await startServer(readConfig());
  } catch (error) {
    if (error instanceof CannotStart) complain(error.message);
    else complain(`The server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exit(1);
  }
}

/** Resolves when the line has left this process. */
function printCodes(made: readonly string[]): Promise<void> {
  const line = `Invitations  ${made.join("  ")} (shown only now; npm run codes -- issue creates more)\n`;
  return new Promise((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(error) : resolve()));
  });
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

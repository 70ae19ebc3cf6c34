/** `npm run models`: lists, pulls, verifies and measures local models. Nothing is fetched unless it is asked for by name. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownModels, publicModels, wellKnownModels } from "./manifest/index.ts";
import { measureModel } from "./measure.ts";
import { sizeOf, type ModelDescription } from "./models/description.ts";
import { findInstalled, verifyModel, type InstalledModel } from "./models/installed.ts";
import { installLlamaEngine } from "./models/llama-engine.ts";
import { pullModel } from "./models/pull.ts";

export interface ModelsCommand {
  args: readonly string[];
  modelsFolder: string;
  mirror?: string;
  say(line: string): void;
  /** Of a line that is overwritten by the next one. */
  progress?(line: string): void;
}

export const USAGE = `npm run models -- list | pull <id> [--mirror <address>] [--trust-first] | verify [<id>] | measure <id>`;

const OPTIONS = ["--mirror", "--trust-first"];

/** Returns the exit code. */
export async function runModelsCommand(command: ModelsCommand): Promise<number> {
  const unknown = command.args.find((arg) => arg.startsWith("--") && !OPTIONS.includes(arg));
  if (unknown !== undefined) {
    command.say(`"${unknown}" is not known here.\n${USAGE}`);
    return 2;
  }
  const [verb = "list", id] = command.args.filter((arg, i, all) => !arg.startsWith("--") && all[i - 1] !== "--mirror");
  try {
    if (verb === "list") await list(command);
    else if (verb === "pull" && id) await pull(command, id);
    else if (verb === "verify") return await verify(command, id);
    else if (verb === "measure" && id) await measure(command, id);
    else {
      command.say(USAGE);
      return 2;
    }
    return 0;
  } catch (error) {
    command.say(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function list({ modelsFolder, say }: ModelsCommand): Promise<void> {
  const { models, problems } = await findInstalled(modelsFolder);
  const installed = new Set(models.map(({ description }) => description.id));
  const known = publicModels();
  say(`Models folder: ${modelsFolder}`);
  for (const description of [
    ...known,
    ...models.map((model) => model.description).filter(({ id }) => !known.some((one) => one.id === id)),
  ]) {
    say("");
    say(
      `${installed.has(description.id) ? "installed " : "          "}${description.id} · ${description.kind} · ${megabytes(sizeOf(description))} · ${description.licence}`,
    );
    say(
      `          ${description.improves} Languages: ${description.languages.map((one) => (one === "*" ? "many" : one)).join(", ")}.`,
    );
    for (const line of sourcesOf(description)) say(`          ${line}`);
    if (models.some((one) => one.description.id === description.id && one.description.trustedFirst))
      say("          Pulled with --trust-first: its bytes are pinned as they came, nobody has vouched for them.");
  }
  say("");
  say("Worth a look, to be fetched and described by hand:");
  for (const { id, kind, licence, publisher } of wellKnownModels()) say(`          ${id} · ${kind} · ${licence} · ${publisher}`);
  for (const problem of problems) say(`Not usable: ${problem}`);
}

/** Who publishes it, and for each download its address and its checksum. */
function sourcesOf({ origin, archive, files }: ModelDescription): string[] {
  const downloads = archive ? [archive] : files;
  const publishers = new Set(downloads.flatMap(({ url }) => (url === undefined ? [] : [publisherOf(url)])));
  const named = publishers.size > 0 ? [...publishers].join(", ") : "packages of the Python index";
  return [
    `Publisher: ${named}. Origin: ${origin}.`,
    ...downloads.map((one) => {
      const packages =
        "packages" in one ? one.packages?.map(({ name, version }) => `${name} ${version} of the Python index`) : undefined;
      const checksum = one.sha256 === undefined ? "no checksum: pull wants --trust-first" : `sha256 ${one.sha256}`;
      return `${one.url ?? packages?.join(" + ") ?? "by hand"} · ${checksum}`;
    }),
  ];
}

/** The account that a public host's addresses begin with: `huggingface.co/rhasspy`. */
function publisherOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}/${pathname.split("/")[1] ?? ""}`;
}

async function pull(command: ModelsCommand, id: string): Promise<void> {
  const { args, modelsFolder, say } = command;
  const description = known(id);
  const mirror = args.includes("--mirror") ? args[args.indexOf("--mirror") + 1] : command.mirror;
  say(`Pulling ${id}: ${megabytes(sizeOf(description))}. Licence: ${description.licence}. Origin: ${description.origin}.`);
  await pullModel(description, {
    modelsFolder,
    ...(mirror ? { mirror } : {}),
    trustFirst: args.includes("--trust-first"),
    progress: ({ file, bytes, ofBytes }) => command.progress?.(`${file} ${megabytes(bytes)} of ${megabytes(ofBytes)}`),
  });
  if (description.engine === "llama") {
    say("Installing the engine for language models, node-llama-cpp (85 MB).");
    await installLlamaEngine(modelsFolder);
  }
  say(`${id} is complete and verified in ${join(modelsFolder, description.folder)}.`);
}

async function verify({ modelsFolder, say }: ModelsCommand, id: string | undefined): Promise<number> {
  const { models, problems } = await findInstalled(modelsFolder);
  const asked = models.filter(({ description }) => id === undefined || description.id === id);
  if (id !== undefined && asked.length === 0) throw new Error(`${id} is not installed.`);
  if (asked.length === 0 && problems.length === 0) say(`No models are in ${modelsFolder}.`);
  let bad = problems.length;
  for (const model of asked) {
    const wrong = await verifyModel(model);
    say(`${model.description.id}: ${wrong.length === 0 ? "every byte is as pinned" : `NOT as pinned: ${wrong.join(", ")}`}`);
    if (wrong.length > 0) bad++;
  }
  for (const problem of problems) say(`Not usable: ${problem}`);
  return bad === 0 ? 0 : 1;
}

async function measure({ modelsFolder, say }: ModelsCommand, id: string): Promise<void> {
  const { models } = await findInstalled(modelsFolder);
  const model: InstalledModel | undefined = models.find(({ description }) => description.id === id);
  if (!model) throw new Error(`${id} is not installed. Pull it first: npm run models -- pull ${id}`);
  const folder = await mkdtemp(join(tmpdir(), "ongea-measure-"));
  try {
    for (const line of await measureModel(model, modelsFolder, join(folder, "host"))) say(line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function known(id: string): ModelDescription {
  const found = knownModels().find((description) => description.id === id);
  if (!found)
    throw new Error(
      `No model is called ${id}. Known: ${publicModels()
        .map((one) => one.id)
        .join(", ")}.`,
    );
  return found;
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

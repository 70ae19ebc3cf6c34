/** Who is measured: we, and others, who are installed into an ignored folder of the bench only and are no dependency of the product. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { SubjectProgram } from "../driver/subject.ts";
import type { Results } from "../driver/table.ts";

export interface Contender {
  name: string;
  program(voiceActivity: "loudness" | "silero"): SubjectProgram;
}

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(HERE, "..", "..", ".ongea", "bench-peers");
const INSTALL_LIMIT_MS = 900_000;
const LIVEKIT_JS = ["@livekit/agents@1.9.0", "@livekit/rtc-node@0.13.35"];
const LIVEKIT_PYTHON = "livekit-agents==1.8.9";
const PIPECAT = "pipecat-ai==1.14.0";
const run = promisify(execFile);

export const ongea: Contender = {
  name: "Ongea",
  program: (voiceActivity) => ({
    command: process.execPath,
    args: [
      "--expose-gc",
      "--import",
      fileURLToPath(import.meta.resolve("tsx")),
      join(HERE, "..", "subjects", "ongea.ts"),
      voiceActivity,
    ],
  }),
};

/** Those that can be had here; notes which could not, and why. */
export async function findPeers({ python, results }: { python: boolean; results: Results }): Promise<Contender[]> {
  const found: Contender[] = [];
  const withPython = { "LiveKit Agents Python": livekitPython, Pipecat: pipecat };
  const wanted = { "LiveKit Agents JS": livekitJs, ...(python ? withPython : {}) };
  for (const [name, install] of Object.entries(wanted)) {
    try {
      found.push(await install());
    } catch (error) {
      results.note(`${name} was left out, it could not be installed: ${firstLine(error)}`);
    }
  }
  return found;
}

async function livekitJs(): Promise<Contender> {
  const folder = join(FOLDER, "livekit-js");
  if (!existsSync(join(folder, "node_modules", "@livekit", "agents"))) {
    console.log(`Installing ${LIVEKIT_JS.join(" ")} for the bench only …`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "private": true }\n');
    const args = ["install", "--no-audit", "--no-fund", "--save-exact", ...LIVEKIT_JS];
    await run("npm", args, { cwd: folder, timeout: INSTALL_LIMIT_MS });
  }
  return {
    name: "LiveKit Agents JS 1.9.0",
    program: (voiceActivity) => ({
      command: process.execPath,
      args: ["--expose-gc", join(HERE, "livekit-js", "subject.mjs"), folder, voiceActivity],
    }),
  };
}

const livekitPython = (): Promise<Contender> => inPython("LiveKit Agents Python 1.8.9", LIVEKIT_PYTHON, "livekit_subject.py");
const pipecat = (): Promise<Contender> => inPython("Pipecat 1.14.0", PIPECAT, "pipecat_subject.py");

async function inPython(name: string, requirement: string, subject: string): Promise<Contender> {
  const command = await pythonWith(requirement);
  return { name, program: (voiceActivity) => ({ command, args: [join(HERE, "python", subject), voiceActivity] }) };
}

/** The interpreter of an environment that holds the package, made where it is missing. */
async function pythonWith(requirement: string): Promise<string> {
  const folder = join(FOLDER, requirement.replace("==", "-"));
  const interpreter = join(folder, "bin", "python");
  const done = join(folder, "installed");
  if (existsSync(done)) return interpreter;
  console.log(`Installing ${requirement} for the bench only …`);
  await mkdir(FOLDER, { recursive: true });
  await run("python3", ["-m", "venv", folder], { timeout: INSTALL_LIMIT_MS });
  await run(interpreter, ["-m", "pip", "install", "--quiet", requirement], { timeout: INSTALL_LIMIT_MS });
  await writeFile(done, `${requirement}\n`);
  return interpreter;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

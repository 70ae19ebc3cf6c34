import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProviderFailure, type Speech } from "@ongea/conversation";
import { outputOf, printed } from "./child.ts";
import type { Clause, Engine, Voice } from "./engine.ts";
import { WavReader } from "../../sound/wav-reader.ts";

/** The voices that sound clearly on a telephone, with the accent each has. */
const KNOWN: readonly Voice[] = [
  { id: "slt", name: "slt", language: "en-US" },
  { id: "rms", name: "rms", language: "en-US" },
  { id: "awb", name: "awb", language: "en-GB" },
  { id: "kal", name: "kal16", language: "en-US" },
];

/**
 * Debian's `flite`. It writes sound only to a file it can open by name (a pipe from Node is a socket, which has none), so text and sound
 * go through two files in a folder of this process alone: nothing of what is said shows in the list of processes either.
 */
export async function findFlite(): Promise<Engine | undefined> {
  const there = (await printed("flite", ["-lv"])).replace(/^[^:]*:/, "").split(/\s+/);
  const voices = KNOWN.filter((voice) => there.includes(voice.name));
  if (voices.length === 0) return undefined;
  clearAfterTheDead();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return {
    name: "flite",
    voices,
    speak: (clause, signal) => speak(clause, join(folder, String(count++)), signal),
  };
}

const FOLDER = "ongea-flite-";

/** A host that was killed leaves its folder behind: the next one removes it. */
function clearAfterTheDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split("-")[0]) : 0;
    if (Number.isInteger(pid) && pid > 0 && !alive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function* speak({ text, voice, pace }: Clause, path: string, signal: AbortSignal): AsyncGenerator<Speech, void, undefined> {
  const input = `${path}.txt`;
  const output = `${path}.wav`;
  try {
    await writeFile(input, text, { mode: 0o600 });
    const stretch = (1 / pace).toFixed(3);
    const args = ["-voice", voice.name, "--setf", `duration_stretch=${stretch}`, "-f", input, "-o", output];
    for await (const _ of outputOf({ command: "flite", args, input: "" }, signal));
    if (signal.aborted) return;
    const speech = new WavReader().push(await readFile(output));
    if (!speech) throw new ProviderFailure("bad-answer", "flite made no sound");
    yield speech;
  } finally {
    await Promise.all([rm(input, { force: true }), rm(output, { force: true })]);
  }
}

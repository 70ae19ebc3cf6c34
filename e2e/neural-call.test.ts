import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { listCalls, readCall, readModels, readStatus, type Turn } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, bareDataDir, newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

/** Weights that a developer may have beside the repository: the mirror that the tests pull from. */
const WEIGHTS = join(ROOT, "../shared/models");
const MODELS = ["whisper-base-int8", "piper-en_US-joe-medium", "smart-turn-v3.2-cpu"];
const hasWeights = existsSync(join(WEIGHTS, "whisper-base-int8")) && existsSync("/usr/bin/flite");
const LEFT_OUT = hasWeights ? "" : " (left out: no weights beside the repository)";

const dataDir = newDataDir();
const modelsDir = bareDataDir();
let mirror: Server | undefined;
let server: RunningServer;

beforeAll(async () => {
  if (!hasWeights) return;
  mirror = createServer((request, response) => {
    const path = join(WEIGHTS, normalize(`/${request.url ?? ""}`));
    readFile(path).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => mirror?.listen(0, "127.0.0.1", resolve));
  const address = mirror.address();
  const at = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  for (const model of MODELS) {
    const said = await npmRun(["models", "--", "pull", model, "--mirror", at], { MODELS_DIR: modelsDir });
    if (!said.includes("complete and verified")) throw new Error(said);
  }
  server = await startServer({ dataDir, settings: { MODELS_DIR: modelsDir } });
});

afterAll(async () => {
  await stopServers();
  mirror?.close();
  removeDataDir(dataDir);
  removeDataDir(modelsDir);
});

test.skipIf(!hasWeights)(
  `with local models pulled, a caller and the front desk understand each other, and every turn shows its delays${LEFT_OUT}`,
  async () => {
    const { client } = server;
    const { speech } = await client.call(readStatus);
    expect(await client.call(readModels)).toMatchObject({ state: "none", models: [] });
    expect(speech.map(({ part, name }) => `${part}: ${name}`).join("\n")).toMatch(
      /^ears: Whisper.*\nend of turn: Smart Turn.*\nmind: [^]*\nvoice: Joe/,
    );
    const lines = [
      "When are you open on Saturday?",
      "I would like to book an appointment.",
      "Next Tuesday.",
      "At ten o'clock in the morning.",
      "My name is Mary Smith.",
      "zero seven one two three four five six seven eight",
      "Yes, that is correct.",
      "No thank you, goodbye.",
    ];
    const own = { PORT: String(server.port), SIP_PORT: String(server.sipPort), DATA_DIR: dataDir };
    const said = await npmRun(["call", "--", "--to", "front_desk", ...lines.flatMap((line) => ["--say", line])], own);
    expect(said).toMatch(/Over: the agent hung up|Over: we hung up/);
    const [call] = (await client.call(listCalls, { query: {} })).data;
    expect(call?.status).toBe("completed");
    const { journal } = await client.call(readCall, { params: { execution_id: call?.id ?? "" } });
    const turns = journal.filter((entry): entry is Turn => entry.kind === "turn");
    const heard = turns.filter((turn) => turn.by === "caller").map((turn) => turn.text);
    expect(heard.join("\n")).toMatch(/open on Saturday/i);
    expect(heard.join("\n")).toMatch(/book an appointment/i);
    expect(heard.join("\n")).toMatch(/Mary Smith/i);
    expect(journal).toContainEqual(expect.objectContaining({ kind: "tool", name: "book_appointment", ok: true }));
    const answers = turns.filter((turn) => turn.by === "assistant").slice(1);
    for (const { delays } of answers) expect(delays?.firstSoundMs).toBeGreaterThan(delays?.speechEndMs ?? 0);
  },
);

function npmRun(args: string[], settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings };
  const child = spawn("npm", ["run", "-s", ...args], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}

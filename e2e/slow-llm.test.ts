/** A language model that hangs: the caller hears a filler, then another mind. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listCalls, readCall, type Turn } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteFigure } from "./figures.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const hasVoice = existsSync("/usr/bin/flite");
const LEFT_OUT = hasVoice ? "" : " (left out: no flite for the caller)";
const HANGS_MS = 60_000;

const dataDir = newDataDir();
const hanging = new Set<ReturnType<typeof setTimeout>>();
let model: OpenAiServer;
let server: RunningServer;

beforeAll(async () => {
  model = await startOpenAiServer();
  model.answer = (response, body) => {
    hanging.add(setTimeout(() => void chat([{ content: "Too late." }])(response, body), HANGS_MS));
  };
  server = await startServer({ dataDir, settings: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: "hangs" } });
});

afterAll(async () => {
  for (const timer of hanging) clearTimeout(timer);
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasVoice)(
  `a caller whose language model hangs for a minute hears a filler after a second and an answer after three and a half${LEFT_OUT}`,
  async () => {
    const caller = callAndSay("When are you open on Saturday?");
    await expect.poll(bridgedAnswer, { timeout: 60_000 }).toBeDefined();
    caller.kill();
    const answer = await bridgedAnswer();
    const { speechEndMs = 0, fillerMs = 0, firstSoundMs = 0 } = answer?.delays ?? {};
    const [fillerAfterMs, answerAfterMs] = [fillerMs - speechEndMs, firstSoundMs - speechEndMs];
    const measured = `filler after ${Math.round(fillerAfterMs)} ms, answer after ${Math.round(answerAfterMs)} ms`;
    noteFigure({ of: "speed", what: "A model that hangs", measured, bar: "≤ 1300 ms, ≤ 3500 ms" });
    expect(fillerAfterMs).toBeGreaterThan(900);
    expect(fillerAfterMs).toBeLessThan(answerAfterMs);
    // The limits themselves are proved by `no-dead-air.test.ts`, on a clock that no machine slows down.
    expect(answerAfterMs).toBeLessThan(HANGS_MS / 4);
    expect(answer?.text).toMatch(/^(?:One moment, please|Let me see|Just a second|Let me check that)\. .*\w/);
    expect(answer?.text).not.toContain("Too late");
  },
);

/** Of the last call, as soon as it is over. */
async function bridgedAnswer(): Promise<Turn | undefined> {
  const { client } = server;
  const [call] = (await client.call(listCalls, { query: {} })).data;
  if (!call) return undefined;
  const { journal } = await client.call(readCall, { params: { execution_id: call.id } });
  const turns = journal.filter((entry): entry is Turn => entry.kind === "turn");
  return turns.find(({ by, delays }) => by === "assistant" && delays?.fillerMs !== undefined);
}

function callAndSay(words: string): ChildProcess {
  const settings = { PORT: String(server.port), SIP_PORT: String(server.sipPort), DATA_DIR: dataDir };
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings };
  const args = [join(ROOT, "scripts/command.mjs"), "call", "--to", "front_desk", "--say", words];
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: "ignore" });
}

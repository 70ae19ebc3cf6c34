import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { addProvider, listCalls, listProviders, readCall, removeProvider, replaceProvider } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { freePort } from "./phones/free-port.ts";
import { ROOT, newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
const hasSpeech = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir });
});

afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasSpeech)(
  "from the terminal a caller books an appointment with spoken words, and the transcript and delays are printed",
  async () => {
    const lines = [
      "I would like to book an appointment",
      "on Tuesday",
      "at nine thirty in the morning",
      "Mary Smith",
      "zero seven one two three four five six seven eight",
      "yes",
      "no thank you, goodbye",
    ];
    const { code, output } = await command(["call", "--", "--to", "front_desk", ...lines.flatMap((line) => ["--say", line])]);
    expect(code).toBe(0);
    expect(output).toContain("agent      Hello, this is Imani Clinic. How can I help you?");
    expect(output).toMatch(/caller +.*appointment/);
    expect(output).toMatch(
      /answered after \d+ ms \(decided -?\d+, words -?\d+, first token -?\d+, first audio -?\d+; ideal \d+, overhead [\d.]+\)/,
    );
    expect(output).toMatch(/Over: the agent hung up|Over: we hung up/);
    const { client } = server;
    const [call] = (await client.call(listCalls, { query: {} })).data;
    expect(call).toMatchObject({ status: "completed", provider: "sip-trunk" });
    const { journal } = await client.call(readCall, { params: { execution_id: call?.id ?? "" } });
    expect(journal.filter((entry) => entry.kind === "turn" && entry.by === "caller").length).toBeGreaterThanOrEqual(3);
  },
);

test("a call to nobody, or to a server that does not run, is one clear sentence", async () => {
  const nobody = await command(["call", "--", "--to", "the_moon", "--say", "hello"]);
  expect(nobody.code).toBe(1);
  expect(nobody.output.trim()).toBe(
    'No agent called "the_moon". Try front_desk (Front desk), customer_service (Customer service).',
  );
  const port = await freePort();
  const nowhere = await command(["call", "--", "--to", "front_desk", "--say", "hello"], { PORT: String(port) });
  expect(nowhere.output.trim()).toBe(`No server answers at http://127.0.0.1:${port}. Start one with npm start.`);
});

test.skipIf(!hasSpeech)("Ctrl-C in a call from the terminal hangs up, and says where the call is kept", async () => {
  const env = { ...ownSettings(), PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const args = ["scripts/command.mjs", "call", "--to", "front_desk", "--say", "I would like to book an appointment"];
  const caller = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  caller.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await expect.poll(() => output).toContain("agent      Hello");
  caller.kill("SIGINT");
  const code = await new Promise((resolve) => caller.on("close", resolve));
  expect([code, output]).toEqual([0, expect.stringMatching(/Over: we hung up\.\s+The call as it is kept: http/)]);
  const [call] = (await server.client.call(listCalls, { query: {} })).data;
  expect(call?.status).toBe("completed");
});

test("an argument that a command does not know is refused with a sentence", async () => {
  expect(await command(["doctor", "--", "--fix"])).toEqual({
    code: 1,
    output: '"--fix" is not known here.\nnpm run doctor takes no arguments.\n',
  });
});

test("a new master key seals the connections beside a running server, which opens them with it from then on", async () => {
  const half = { provider_name: "TWILIO_AUTH_TOKEN", provider_value: "canary-of-the-keys" };
  await server.client.call(addProvider, { body: half });
  const before = await command(["keys"]);
  expect(before.output).toContain("Key 1: 1 connection.");
  const rotated = await command(["keys", "--", "rotate"]);
  expect([rotated.code, rotated.output]).toEqual([
    0,
    expect.stringContaining("Key 2 seals all connections: 1 connection sealed anew."),
  ]);
  expect((await command(["keys"])).output).toContain("Key 2: 1 connection.");
  // The other half: the server opens what is there, and seals it with the new key.
  const [connected] = await server.client.call(listProviders);
  const { provider_id = "" } = connected ?? {};
  await server.client.call(replaceProvider, { params: { provider_id }, body: { provider_value: "canary-of-the-keys-2" } });
  expect((await server.client.call(listProviders))[0]).toMatchObject({ provider_value: "xxxxxxxys-2" });
  await server.client.call(removeProvider, { params: { provider_id: "twilio" } });
  expect(server.output() + rotated.output + before.output).not.toContain("canary");
});

function ownSettings(): Record<string, string> {
  return settingsOf(server);
}

function command(args: string[], settings: Record<string, string> = {}): ReturnType<typeof npmCommand> {
  return npmCommand(args, { ...ownSettings(), ...settings });
}

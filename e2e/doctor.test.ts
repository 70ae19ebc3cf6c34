/** The doctor, which measures, and so must have the machine for itself. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { npmCommand, settingsOf } from "./npm-command.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
const otherDir = newDataDir();
const hasSpeech = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir });
});

afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
  removeDataDir(otherDir);
});

test.skipIf(!hasSpeech)("the doctor finds a running server well, with a call by SIP and one by browser", async () => {
  const { code, output } = await npmCommand(["doctor"], settingsOf(server));
  for (const what of ["clock", "database", "ears", "mind", "voice", "call by SIP", "call by browser"])
    expect(output).toMatch(new RegExp(`ok +${what}`));
  expect(output).toMatch(/ok +mind +sentence model/);
  expect([code, output]).toEqual([0, expect.stringContaining("Everything is well.")]);
});

test("the doctor says what to do about a port that another program has", async () => {
  const { code, output } = await npmCommand(["doctor"], { ...settingsOf(server), PORT: "0", DATA_DIR: otherDir });
  expect(code).toBe(1);
  expect(output).toContain(`SIP port ${server.sipPort} on 127.0.0.1 is in use by another program. Choose another with SIP_PORT.`);
});

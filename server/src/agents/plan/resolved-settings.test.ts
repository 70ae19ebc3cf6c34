/** A connection that is replaced, or is missing, while calls run. */
import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import type { ResolvedProviders } from "../../engines/connections/resolve-providers.ts";
import { createLive } from "../../platform/live/live.ts";
import { Calls } from "../../calls/lifecycle/calls.ts";
import { FakePool } from "../../calls/testing/fake-pool.ts";
import { TEST_AGENT } from "../../calls/testing/set-up-world.ts";

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const agent = { ...TEST_AGENT, document: AgentDocument.parse(TEST_AGENT.document) };

function callsLent(lend: () => Promise<ResolvedProviders>) {
  const pool = new FakePool();
  const written: object[] = [];
  const calls = new Calls({
    publicUrl: "https://ongea.example",
    pool,
    writer: { write: async (_row, write) => (written.push(write), true) },
    recordings: { open: () => null, written: async () => 0, close: () => undefined } as never,
    live: createLive(),
    log: silent as never,
    nowMs: () => 0,
    costOf: () => ({ llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 }),
    connections: { expect: () => undefined, lend },
    appointments: {} as never,
    messages: {} as never,
    functions: {} as never,
    timeZone: "Africa/Nairobi",
    ownerId: "",
  });
  const answer = async () => {
    const call = calls.begin({ agent, provider: "sip", direction: "inbound", status: "ringing" });
    const opened = call.openLine({ kind: "rtp", host: "127.0.0.1" });
    pool.work();
    await opened;
    return { call, isOpen: await calls.answered(call, agent, "inbound") };
  };
  return { pool, written, calls, answer };
}

const lending = (key: string, missing: ResolvedProviders["missing"] = []): ResolvedProviders => ({
  languageModels: [{ use: "groq", apiKey: key, model: "m" }],
  recognisers: [],
  voices: [],
  missing,
});

test("a running call keeps the key that it was lent; the next one has the new key", async () => {
  let key = "the-old-key";
  const { pool, answer } = callsLent(async () => lending(key));
  await answer();
  key = "the-new-key";
  await answer();
  const keys = pool.started.map(({ lent }) => lent?.languageModels.map((llm) => "apiKey" in llm && llm.apiKey));
  expect(keys).toEqual([["the-old-key"], ["the-new-key"]]);
});

test("a provider that is not connected is told in the transcript, and no key is in it", async () => {
  const missing = [{ part: "voice" as const, name: "ElevenLabs", why: "not-connected" as const }];
  const { written, answer } = callsLent(async () => lending("a-secret-key", missing));
  await answer();
  const told = JSON.stringify(written);
  expect(told).toContain("ElevenLabs is not connected");
  expect(told).not.toContain("a-secret-key");
});

test("a caller who hangs up while the connections are being read leaves no conversation behind", async () => {
  let come = (_lending: ResolvedProviders): void => undefined;
  const { pool, calls } = callsLent(() => new Promise((resolve) => (come = resolve)));
  const call = calls.begin({ agent, provider: "sip", direction: "inbound", status: "ringing" });
  const opened = call.openLine({ kind: "rtp", host: "127.0.0.1" });
  pool.work();
  await opened;
  const answered = calls.answered(call, agent, "inbound");
  call.personLeft({ sipCause: 487, by: "remote" });
  come(lending("a-key"));
  expect(await answered).toBe(false);
  expect(pool.started).toEqual([]);
});

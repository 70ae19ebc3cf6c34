import { randomUUID } from "node:crypto";
import { AgentDocument, laidOver } from "@ongea/contract";
import { expect, test } from "vitest";
import type { StoredConnection } from "./store.ts";
import { resolveProviders } from "./resolve-providers.ts";

function connected(provider: string, more: Partial<StoredConnection> = {}): StoredConnection {
  const now = new Date();
  return {
    id: randomUUID(),
    workspaceId: randomUUID(),
    provider,
    name: provider,
    own: false,
    lends: ["llm"],
    given: [],
    settings: {},
    sealed: "",
    keyVersion: 1,
    state: "ok",
    problem: null,
    failed: null,
    account: {},
    models: [],
    checkedAt: now,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...more,
  };
}

function agent(s2s: unknown): AgentDocument {
  const plain = AgentDocument.parse({ agent_config: { agent_name: "Desk" } });
  return AgentDocument.parse(laidOver(plain, { agent_config: { tasks: [{ tools_config: { s2s } }] } }));
}

const parts = { open: (row: StoredConnection) => ({ ...row.settings, key: "sk-1" }), allowed: ["127.0.0.1"] };
/** As clients of the wire write it, with what other engines read. */
const WIRE = {
  provider: "openai_realtime",
  provider_config: { model: "gpt-realtime-2.1", voice: "marin", turn_detection_type: "semantic_vad", language: null },
  welcome_audio_gate_ms: 1_500,
};

test("an agent without a realtime model is lent none", () => {
  for (const none of [null, undefined])
    expect(resolveProviders(agent(none), [connected("openai")], parts)).not.toHaveProperty("realtime");
});

test("the wire's block is kept whole and takes the key of the connected provider", () => {
  const document = agent(WIRE);
  expect(document.agent_config.tasks[0].tools_config.s2s).toMatchObject(WIRE);
  const { realtime, missing } = resolveProviders(document, [connected("openai")], parts);
  expect(realtime).toEqual({ use: "openai", apiKey: "sk-1", model: "gpt-realtime-2.1", mode: "full", voice: "marin" });
  expect(missing.map(({ part }) => part)).not.toContain("realtime");
});

test("a service of one's own is reached at its own address, private ones only where they are allowed", () => {
  const base_url = "http://127.0.0.1:9/v1";
  const own = connected("peer", { own: true, settings: { base_url } });
  const { realtime } = resolveProviders(agent({ ...WIRE, base_url: `${base_url}/` }), [own], parts);
  expect(realtime).toMatchObject({ baseUrl: base_url, allowedPrivate: ["127.0.0.1"] });
});

test("Gemini Live is reached by the service of one's own at Google's address", () => {
  const settings = { base_url: "https://generativelanguage.googleapis.com/v1beta" };
  const rows = [
    connected("other", { own: true, settings: { base_url: "https://example.com" } }),
    connected("google", { own: true, settings }),
  ];
  const { realtime } = resolveProviders(agent({ provider: "gemini_live" }), rows, parts);
  expect(realtime).toMatchObject({ use: "gemini", model: "gemini-3.8-live", mode: "full", baseUrl: settings.base_url });
});

test.each([
  ["not connected", "openai_realtime", [], "not-connected"],
  ["refused", "openai_realtime", [connected("openai", { state: "refused" })], "refused"],
  ["a provider that there is not", "else", [connected("openai")], "unusable"],
] as const)("%s: the call goes on by STT, LLM and TTS, and says why", (_what, provider, rows, why) => {
  const resolved = resolveProviders(agent({ ...WIRE, provider }), rows, parts);
  expect(resolved).not.toHaveProperty("realtime");
  expect(resolved.missing).toContainEqual({ part: "realtime", name: expect.any(String), why });
});

test("one whose key cannot be opened is missing", () => {
  const { missing } = resolveProviders(agent(WIRE), [connected("openai")], { ...parts, open: () => undefined });
  expect(missing).toContainEqual({ part: "realtime", name: "OpenAI Realtime", why: "unusable" });
});

test("Ultravox takes the key of the connected account", () => {
  const row = connected("ultravox");
  const { realtime, connections } = resolveProviders(agent({ provider: "ultravox" }), [row], parts);
  expect(realtime).toEqual({ use: "ultravox", apiKey: "sk-1", model: "ultravox-v0.7", mode: "full" });
  expect(connections).toEqual({ realtime: row.id });
});

import { randomUUID } from "node:crypto";
import { AgentDocument, laidOver, PROVIDERS, SPEECH_PARTS } from "@ongea/contract";
import { createLanguageModel } from "@ongea/providers";
import { describe, expect, test } from "vitest";
import type { Credentials } from "./credentials.ts";
import { createProviderResolver } from "./provider-resolver.ts";
import { resolveProviders } from "./resolve-providers.ts";
import type { StoredConnection } from "./store.ts";

const KEY = "key-of-the-workspace";

function connected(provider: string, more: Partial<StoredConnection> = {}): StoredConnection {
  const known = PROVIDERS.find(({ id }) => id === provider);
  const now = new Date();
  return {
    id: randomUUID(),
    workspaceId: randomUUID(),
    provider,
    name: known?.name ?? provider,
    own: known === undefined,
    lends: known?.lends ?? ["llm"],
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

const open = (row: StoredConnection): Credentials => ({ ...row.settings, key: KEY, account: "AC1" });

const parts = { open, allowed: ["10.0.0.0/8"] };

interface Chosen {
  llm?: object;
  transcriber?: object;
  synthesizer?: object;
}

function agent({ llm = {}, transcriber = {}, synthesizer = {} }: Chosen): AgentDocument {
  const tools_config = { llm_agent: { llm_config: llm }, transcriber, synthesizer };
  const plain = AgentDocument.parse({ agent_config: { agent_name: "Desk" } });
  return AgentDocument.parse(laidOver(plain, { agent_config: { tasks: [{ tools_config }] } }));
}

const SPEAKERS = PROVIDERS.flatMap(({ id, lends }) =>
  SPEECH_PARTS.filter((part) => lends.includes(part)).map((part) => [id, part] as const),
);

describe.each(SPEAKERS)("%s as %s", (id, part) => {
  test("an assistant that names it is lent it, with its key", () => {
    const chosen = {
      llm: { provider: id, model: "a-model" },
      transcriber: { provider: id, model: "" },
      synthesizer: { provider: id, provider_config: { voice_id: "a-voice", voice: "Nila" } },
    };
    const settings = id === "azure-openai" ? { base_url: "https://ours.openai.azure.com", model: "a-model" } : {};
    const lent = resolveProviders(agent(chosen), [connected(id, { settings })], parts);
    const kinds = { llm: lent.languageModels, transcriber: lent.recognisers, voice: lent.voices };
    const [made] = kinds[part] as unknown as Record<string, unknown>[];
    const choice = part === "llm" ? { model: "a-model" } : part === "voice" ? { voice: "a-voice" } : {};
    expect(made).toMatchObject({ use: id, ...choice });
    expect(made?.["apiKey"]).toContain(KEY);
  });
});

test("what a document names and nobody has connected is missed; what nobody chose is missed only where something is connected", () => {
  const named = agent({ synthesizer: { provider: "elevenlabs" } });
  expect(resolveProviders(named, [], parts)).toMatchObject({
    voices: [],
    missing: [{ name: "ElevenLabs", why: "not-connected" }],
  });
  expect(resolveProviders(agent({}), [], parts).missing).toEqual([]);
  expect(resolveProviders(agent({}), [connected("groq")], parts).missing.map(({ name }) => name)).toEqual(["OpenAI", "Deepgram"]);
});

test.each(["refused", "incomplete"] as const)("a connection that is %s is not lent, and the transcript can say why", (state) => {
  const document = agent({ llm: { provider: "groq", model: "m" } });
  expect(resolveProviders(document, [connected("groq", { state })], parts)).toMatchObject({
    languageModels: [],
    missing: [{ name: "Groq", why: state }, {}],
  });
});

test("one that cannot be opened, or that does something else, is lent to nobody and breaks nothing", () => {
  const document = agent({ llm: { provider: "groq", model: "m" }, transcriber: { provider: "cartesia" } });
  const lent = resolveProviders(document, [connected("groq"), connected("cartesia")], { ...parts, open: () => undefined });
  expect(lent).toMatchObject({ languageModels: [], recognisers: [], missing: [{ why: "unusable" }, { why: "unusable" }] });
});

test("Gemini is a service of one's own at its address, and asked by its own protocol", () => {
  const row = connected("our-gemini", { settings: { base_url: "https://generativelanguage.googleapis.com" } });
  const document = agent({ llm: { provider: "our-gemini", model: "gemini-3.8-flash" } });
  const { languageModels } = resolveProviders(document, [row], parts);
  expect(languageModels).toMatchObject([{ apiKey: KEY, allowedPrivate: parts.allowed }]);
  expect(createLanguageModel(languageModels[0]!, {}).name).toBe("gemini gemini-3.8-flash");
});

test("a service of one's own is named by its name, or as custom by its address", () => {
  const row = connected("our-model", { name: "Our model", settings: { base_url: "https://llm.example.com/v1/" } });
  const allowedPrivate = ["10.0.0.0/8"];
  const settings = { use: "openai", allowedPrivate, baseUrl: "https://llm.example.com/v1/", apiKey: KEY, model: "m" };
  expect(resolveProviders(agent({ llm: { provider: "our-model", model: "m" } }), [row], parts).languageModels).toEqual([
    settings,
  ]);
  const custom = { provider: "custom", base_url: "https://llm.example.com/v1", model: "m" };
  expect(resolveProviders(agent({ llm: custom }), [row], parts).languageModels).toEqual([settings]);
  const elsewhere = { ...custom, base_url: "https://elsewhere.example.com/v1" };
  expect(resolveProviders(agent({ llm: elsewhere }), [row], parts).languageModels).toEqual([]);
});

describe("the lender", () => {
  const silent = { warn: () => undefined };
  const ring = {
    newest: () => 1,
    add: () => undefined,
    seal: () => ({ close: String, open: () => JSON.stringify({ key: KEY }) }),
  };
  const document = agent({ llm: { provider: "groq", model: "m" } });

  test("many calls of one moment ask the database once, and the next call after a change asks anew", async () => {
    let asked = 0;
    const all = async () => (asked++, asked === 1 ? [connected("groq")] : []);
    const providerResolver = createProviderResolver({ store: { all }, ring, log: silent, allowed: [] });
    const lent = await Promise.all(Array.from({ length: 50 }, () => providerResolver.lend("w", document)));
    expect([asked, lent.every(({ languageModels }) => languageModels.length === 1)]).toEqual([1, true]);
    providerResolver.changed("w");
    expect((await providerResolver.lend("w", document)).languageModels).toEqual([]);
  });

  test("a database that stands still or is away keeps no caller waiting", async () => {
    for (const all of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error("away"))]) {
      const providerResolver = createProviderResolver({ store: { all }, ring, log: silent, allowed: [] });
      expect(await providerResolver.lend("w", document)).toMatchObject({ languageModels: [], missing: [] });
    }
  });
});

test("a service of one's own at Spitch's address is spoken with in Spitch's way, with a voice of its own only", () => {
  const at = (base_url: string) =>
    connected("nigeria", { name: "Nigeria", lends: ["transcriber", "voice"], settings: { base_url } });
  const chosen = (voice: string) =>
    agent({
      transcriber: { provider: "nigeria", model: "nova-3", language: "yo" },
      synthesizer: { provider: "nigeria", provider_config: { voice, language: "yo" } },
    });
  const spitch = resolveProviders(chosen("sade"), [at("https://api.spi-tch.com/v1")], parts);
  expect(spitch.voices).toMatchObject([{ use: "spitch", apiKey: KEY, voice: "sade" }]);
  expect(spitch.recognisers).toMatchObject([{ use: "spitch", apiKey: KEY, model: "mansa_v1" }]);
  expect(resolveProviders(chosen("alloy"), [at("https://api.spi-tch.com")], parts).voices).toEqual([
    { use: "spitch", apiKey: KEY },
  ]);
  expect(resolveProviders(chosen("sade"), [at("https://api.spi-tch.com.example.com")], parts).voices).toMatchObject([
    { use: "openai" },
  ]);
  // Those that only hear have no voice to lend, and say so.
  for (const [address, use] of [
    ["https://vulavula-services.lelapa.ai/api", "lelapa"],
    ["https://api.botlhale.xyz", "botlhale"],
  ] as const) {
    const lent = resolveProviders(chosen("sade"), [at(address)], parts);
    expect(lent.recognisers).toEqual([{ use, apiKey: KEY }]);
    expect(lent.voices).toEqual([]);
    expect(lent.missing).toContainEqual({ part: "voice", name: "Nigeria", why: "unusable" });
  }
});

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VoiceList } from "@ongea/providers";
import { afterAll, expect, test } from "vitest";
import { openKeyRing } from "../../platform/secrets/key-ring.ts";
import { sealCredentials } from "./credentials.ts";
import type { StoredConnection } from "./store.ts";
import { createConnectedVoices } from "./voices.ts";

const folder = mkdtempSync(join(tmpdir(), "ongea-voices-"));
const ring = openKeyRing({ given: [], folder, purpose: "connections" });
const workspaceId = randomUUID();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function connected(provider: string, more: Partial<StoredConnection> = {}): StoredConnection {
  const id = randomUUID();
  const sealed = sealCredentials(ring, { id, workspaceId }, { key: `key-of-${provider}` });
  return {
    id,
    workspaceId,
    provider,
    name: provider,
    own: false,
    lends: ["voice"],
    state: "ok",
    revision: 1,
    ...sealed,
    ...more,
  } as StoredConnection;
}

const SARAH: VoiceList = {
  ok: true,
  voices: [{ id: "x1", name: "Sarah", language: "en", accent: "american", gender: "female" }],
};

function voicesWith(rows: StoredConnection[], answer: () => Promise<VoiceList>) {
  const asked: string[] = [];
  const voices = createConnectedVoices({
    store: { all: async () => rows },
    ring,
    list: (provider, key) => (asked.push(`${provider} ${key}`), answer()),
    log: { warn: () => {} },
  });
  return { voices, asked };
}

test("the voices of a connected provider are asked for once, with its key, until the key is replaced", async () => {
  const row = connected("elevenlabs");
  const { voices, asked } = voicesWith([row], async () => SARAH);
  const [first] = await Promise.all([voices.voicesOf(workspaceId), voices.voicesOf(workspaceId)]);
  expect(first).toMatchObject([{ provider: "elevenlabs", voiceId: "x1", name: "Sarah", accent: "american", gender: "female" }]);
  row.revision = 2;
  await voices.voicesOf(workspaceId);
  expect(asked).toEqual(["elevenlabs key-of-elevenlabs", "elevenlabs key-of-elevenlabs"]);
  expect(await voices.settingsOf(workspaceId, { provider: "elevenlabs", voice_id: "x1" })).toMatchObject({
    use: "elevenlabs",
    apiKey: "key-of-elevenlabs",
    voice: "x1",
  });
});

test("a provider that does not answer has no voices for now, and is asked again; one that was refused is not asked", async () => {
  let up = false;
  const rows = [connected("cartesia"), connected("elevenlabs", { state: "refused" })];
  const { voices, asked } = voicesWith(rows, async () => (up ? SARAH : { ok: false, problem: "unreachable", says: "no answer" }));
  expect(await voices.voicesOf(workspaceId)).toEqual([]);
  up = true;
  expect(await voices.voicesOf(workspaceId)).toHaveLength(1);
  expect(asked).toHaveLength(2);
  expect(await voices.settingsOf(workspaceId, { provider: "elevenlabs", voice_id: "x1" })).toBeUndefined();
});

import type { JournalEntry } from "@ongea/conversation";
import { beforeEach, expect, test } from "vitest";
import { connectedProviders, NO_CONNECTED_PROVIDERS } from "./costs/provider-usage.ts";
import { createProviderFailures, type ProviderFailures } from "./provider-failures.ts";

const MINUTE_MS = 60_000;
const here = { workspaceId: "w", lent: NO_CONNECTED_PROVIDERS };
let nowMs: number;
let written: { id: string; by: string; message: string }[];
let failures: ProviderFailures;

beforeEach(() => {
  nowMs = 0;
  written = [];
  const store = {
    failed: async ({ id }: { id: string }, { by, message }: { by: string; message: string }) =>
      void written.push({ id, by, message }),
  };
  failures = createProviderFailures({ store, log: { warn: () => undefined }, nowMs: () => nowMs });
});

const failed = (by: string, code: "timeout" | "cancelled" = "timeout"): JournalEntry => ({
  kind: "failure",
  atMs: 0,
  stage: "think",
  by,
  problem: { code, message: "It is late" },
  recovery: "fallback",
});
const answered = (by: string): JournalEntry => ({ kind: "usage", atMs: 0, stage: "think", by, usage: { tokensIn: 1 } });

test("a model of this installation that fails again in calls is in trouble, until it answers more often than it fails", () => {
  failures.note(failed("openai qwen3"), here);
  expect(failures.troubles()).toEqual([]);
  failures.note(failed("openai qwen3"), here);
  expect(failures.troubles()).toMatchObject([{ part: "mind", name: "openai qwen3", note: expect.stringContaining("2 times") }]);
  failures.note(answered("openai qwen3"), here);
  expect(failures.troubles()).toHaveLength(1);
  failures.note(answered("openai qwen3"), here);
  expect(failures.troubles()).toEqual([]);
});

test("what failed five minutes ago is over, and what nobody waited for any more is no failure", () => {
  for (let times = 0; times < 3; times++) failures.note(failed("openai qwen3", "cancelled"), here);
  expect(failures.troubles()).toEqual([]);
  for (let times = 0; times < 3; times++) failures.note(failed("openai qwen3"), here);
  nowMs = 5 * MINUTE_MS - 1;
  expect(failures.troubles()).toHaveLength(1);
  nowMs = 5 * MINUTE_MS;
  expect(failures.troubles()).toEqual([]);
});

test("a workspace's own connection is no trouble of the installation: its row has the last failure, twice a minute at most", () => {
  const lent = connectedProviders({
    lent: {
      recognisers: [],
      languageModels: [{ use: "anthropic", apiKey: "k", model: "claude-haiku-4-5" }],
      voices: [],
      connections: { llm: "c1" },
    },
  });
  for (let times = 0; times < 4; times++) failures.note(failed("anthropic claude-haiku-4-5"), { workspaceId: "w", lent });
  expect(failures.troubles()).toEqual([]);
  expect(written).toEqual([{ id: "c1", by: "anthropic claude-haiku-4-5", message: "It is late" }]);
  nowMs = MINUTE_MS / 2;
  failures.note(failed("anthropic claude-haiku-4-5"), { workspaceId: "w", lent });
  expect(written).toHaveLength(2);
});

test("many models that fail fill no memory", () => {
  for (let model = 0; model < 1_000; model++) {
    failures.note(failed(`openai ${model}`), here);
    failures.note(failed(`openai ${model}`), here);
  }
  expect(failures.troubles().length).toBeLessThanOrEqual(200);
});

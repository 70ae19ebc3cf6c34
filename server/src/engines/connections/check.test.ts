/** Services of one's own, each asked for its models in the way of its protocol. */
import { expect, test } from "vitest";
import { createChecks, type CheckParts } from "./check.ts";

const GEMINI = "https://generativelanguage.googleapis.com";

async function checked(base_url: string, status: number, answer: unknown) {
  const asked: unknown[] = [];
  const fetch = ((url: string, { sent }: { sent: { headers: object } }) => {
    asked.push([url, sent.headers]);
    return Promise.resolve({ status, body: Buffer.from(JSON.stringify(answer)) });
  }) as unknown as CheckParts["fetch"];
  const checks = createChecks({ provider: () => Promise.reject(new Error("nobody's")), fetch, allowed: [] });
  return { asked, found: await checks.check({ provider: "ours", own: true }, { base_url, key: "k" }) };
}

test("Gemini lists its models under its own path, by its own header", async () => {
  expect(await checked(GEMINI, 200, { models: [{ name: "models/gemini-3.8-flash" }] })).toEqual({
    asked: [[`${GEMINI}/v1beta/models`, { "x-goog-api-key": "k" }]],
    found: { outcome: "ok", models: ["gemini-3.8-flash"] },
  });
  expect((await checked(GEMINI, 200, "a page")).found).toEqual({ outcome: "ok", models: [] });
});

test("a wrong key is refused, which Google answers with 400 and others with 401", async () => {
  expect((await checked(GEMINI, 400, {})).found).toEqual({ outcome: "refused" });
  const { asked, found } = await checked("https://llm.example.com/v1/", 401, {});
  expect([asked, found]).toEqual([
    [["https://llm.example.com/v1/models", { authorization: "Bearer k" }]],
    { outcome: "refused" },
  ]);
  expect((await checked("https://speech.example.com/v1", 400, {})).found).toEqual({ outcome: "ok", models: [] });
});

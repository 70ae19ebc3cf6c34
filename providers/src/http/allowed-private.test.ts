/** A service whose address a person gave: where its name leads is looked at in the call, too. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { chat, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { askForText } from "./ask.ts";
import { warm } from "./connections.ts";

const BODY = JSON.stringify({ model: "a-model", messages: [{ role: "user", content: "Hello" }], stream: true });

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
  server.answer = chat([{ content: "Here." }]);
});
beforeEach(() => void server.requests.splice(0));
afterAll(() => server.close());

const ask = (baseUrl: string, allowedPrivate?: readonly string[]): Promise<string> => {
  const access = { baseUrl, apiKey: "a-key", ...(allowedPrivate && { allowedPrivate }) };
  return askForText(access, { path: "chat/completions", body: BODY, maxBytes: 10_000 }, AbortSignal.timeout(5_000));
};
const named = (): string => server.baseUrl.replace("127.0.0.1", "localhost");

test("an address or a name that leads into this machine is not reached, and hears no key", async () => {
  for (const baseUrl of [server.baseUrl, named()]) await expect(ask(baseUrl, [])).rejects.toThrow("can't be reached");
  warm(new URL(server.baseUrl), []);
  await expect(ask(server.baseUrl, ["10.0.0.0/8"])).rejects.toThrow("can't be reached");
  expect(server.requests).toEqual([]);
});

test("one that the operator allows is reached, and so is every one that the operator gave himself", async () => {
  expect(await ask(server.baseUrl, ["127.0.0.1"])).toContain("Here.");
  expect(await ask(server.baseUrl)).toContain("Here.");
  expect(server.requests.every(({ headers }) => headers.authorization === "Bearer a-key")).toBe(true);
});

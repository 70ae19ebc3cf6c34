/** What a turn pays for a connection: nothing, where there was one before. */
import type { Socket } from "node:net";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOpenAiModel } from "../openai/chat.ts";
import { chat, chunkOf } from "../testing/openai-server.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";

interface Asked {
  method: string;
  socket: Socket;
}
let asked: Asked[] = [];
let connections: Socket[] = [];
let answer: (response: ServerResponse, place: number) => void;
const server = createServer((request, response) => {
  asked.push({ method: request.method ?? "", socket: request.socket });
  request.resume();
  if (request.method === "HEAD") return void response.writeHead(404, { "content-length": 0 }).end();
  answer(response, asked.filter(({ method }) => method === "POST").length);
});
server.keepAliveTimeout = 60_000;
server.on("connection", (socket: Socket) => connections.push(socket));

let baseUrl = "";
beforeEach(async () => {
  asked = [];
  connections = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

const request = {
  instructions: "",
  knowledge: [],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [],
  language: "en",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 100, temperature: 0 },
} as const;
const model = () => createOpenAiModel({ baseUrl, model: "m", warmsPlain: true });
async function said(llm = model(), signal = new AbortController().signal): Promise<string> {
  let text = "";
  for await (const thought of llm.think(request, signal)) if (thought.kind === "text") text += thought.text;
  return text;
}
const yes = (response: ServerResponse): void => void chat([{ content: "Yes" }])(response, Buffer.alloc(0));
/** Until the answer's connection is free again. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

test("one turn after another is thought over one connection", async () => {
  answer = yes;
  const llm = model();
  for (let i = 0; i < 3; i++) {
    expect(await said(llm)).toBe("Yes");
    await settled();
  }
  expect(connections).toHaveLength(1);
});

test("a connection is there before a call's first question", async () => {
  answer = yes;
  const llm = model();
  llm.warm?.();
  llm.warm?.();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await settled();
  expect(await said(llm)).toBe("Yes");
  expect(connections).toHaveLength(1);
});

test("a caller who speaks over an answer ends its connection, and the next question finds another open", async () => {
  answer = (response) => void response.write(chunkOf({ content: "Well, " }, null));
  const llm = model();
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 40);
  await said(llm, abort.signal);
  await expect.poll(() => connections.length).toBe(2);
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
  await settled();
  answer = yes;
  expect(await said(llm)).toBe("Yes");
  expect(connections).toHaveLength(2);
  expect(asked.at(-1)).toMatchObject({ method: "POST", socket: connections[1] });
});

test("a kept connection that the other side closes at that moment is replaced, and the question is asked again", async () => {
  answer = (response, place) => (place === 2 ? void response.socket?.destroy() : yes(response));
  const llm = model();
  expect(await said(llm)).toBe("Yes");
  await settled();
  expect(await said(llm)).toBe("Yes");
  expect(connections).toHaveLength(2);
});

test("a server that always closes is not asked for ever", async () => {
  answer = (response) => void response.socket?.destroy();
  await expect(said()).rejects.toMatchObject({ code: "unavailable" });
  expect(asked.length).toBeLessThan(3);
});

test("a refusal leaves the connection as it is, also with a long page", async () => {
  answer = (response, place) => (place === 1 ? void response.writeHead(500).end("<p>sorry</p>".repeat(3_000)) : yes(response));
  const llm = model();
  await expect(said(llm)).rejects.toMatchObject({ code: "unavailable" });
  await settled();
  expect(await said(llm)).toBe("Yes");
  expect(connections).toHaveLength(1);
});

test("a provider that wants to be left alone for a while is, and for half a minute at most", async () => {
  answer = (response) => void response.writeHead(429, { "retry-after": "1", "content-length": 0 }).end();
  const llm = model();
  for (let i = 0; i < 3; i++) await expect(said(llm)).rejects.toMatchObject({ code: "rate-limited" });
  expect(asked).toHaveLength(1);
  answer = yes;
  await expect.poll(() => said(llm).catch(() => ""), { timeout: 3_000, interval: 100 }).toBe("Yes");
  expect(asked).toHaveLength(2);
  for (const odd of ["", "soon", "-5", "0", new Date(Date.now() - 60_000).toUTCString()]) {
    answer = (response) => void response.writeHead(429, { "retry-after": odd, "content-length": 0 }).end();
    const other = model();
    await expect(said(other)).rejects.toMatchObject({ message: "the provider answered 429" });
    answer = yes;
    expect(await said(other)).toBe("Yes");
  }
  answer = (response) => void response.writeHead(429, { "retry-after": "86400", "content-length": 0 }).end();
  const long = model();
  await said(long).catch(() => "");
  await expect(said(long)).rejects.toThrow(/again in (29|30) s/);
});

test("what nobody takes is not read for ever", async () => {
  let sent = 0;
  answer = (response) => {
    const piece = Buffer.alloc(64 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
  const body = (): Record<string, unknown> => ({});
  const voice = createHttpVoice({ access: { baseUrl }, name: "v", path: "speak", mostCharacters: 99, sampleRateHz: 8_000, body });
  for await (const piece of voice.speak({ text: "Hello", language: "en" }, new AbortController().signal)) {
    expect(piece.samples.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
  expect(sent).toBeLessThan(20 * 1024 * 1024);
});

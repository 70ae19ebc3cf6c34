import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listVoices } from "./list.ts";

const SECRET = "canary-0123456789abcdef";
let answer: (url: URL, response: ServerResponse) => void;
let asked: URL[] = [];
let baseUrl = "";
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://peer");
  asked.push(url);
  answer(url, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void (asked = []));

const json = (response: ServerResponse, value: unknown): void => void response.end(JSON.stringify(value));

test("ElevenLabs' voices are listed page by page, with language, accent, gender and a sample", async () => {
  answer = (url, response) =>
    json(
      response,
      url.searchParams.has("next_page_token")
        ? { voices: [{ voice_id: "b", name: "Baraka", labels: null, verified_languages: [{ language: "sw" }] }], has_more: false }
        : {
            voices: [
              {
                voice_id: "a",
                name: "Amina",
                labels: { accent: "kenyan", gender: "female", age: "young" },
                preview_url: "https://storage.example/a.mp3",
              },
            ],
            has_more: true,
            next_page_token: "t&1",
          },
    );
  expect(await listVoices("elevenlabs", SECRET, { baseUrl })).toEqual({
    ok: true,
    voices: [
      {
        id: "a",
        name: "Amina",
        language: "en",
        accent: "kenyan",
        gender: "female",
        previewUrl: "https://storage.example/a.mp3",
      },
      { id: "b", name: "Baraka", language: "sw" },
    ],
  });
  expect(asked.map(({ searchParams }) => searchParams.get("next_page_token"))).toEqual([null, "t&1"]);
});

test("Cartesia's voices are listed until there are no more, also where their list never ends", async () => {
  let page = 0;
  answer = (_, response) =>
    json(response, { data: [{ id: `v${page++}`, name: "Zuri", language: "en", gender: "feminine" }], has_more: true });
  const list = await listVoices("cartesia", SECRET, { baseUrl });
  expect(list.ok && list.voices).toHaveLength(10);
  expect(list.ok && list.voices[0]).toEqual({ id: "v0", name: "Zuri", language: "en", gender: "female" });
  expect(asked[1]?.searchParams.get("starting_after")).toBe("v0");
});

test("Deepgram's voices are those of its models", async () => {
  answer = (_, response) =>
    json(response, {
      stt: [{ name: "general" }],
      tts: [
        {
          name: "thalia",
          canonical_name: "aura-2-thalia-en",
          languages: ["en", "en-US"],
          metadata: { accent: "American", tags: ["clear", "feminine"], sample: "https://static.example/thalia.wav" },
        },
      ],
    });
  expect(await listVoices("deepgram", SECRET, { baseUrl })).toEqual({
    ok: true,
    voices: [
      {
        id: "aura-2-thalia-en",
        name: "Thalia",
        language: "en-US",
        accent: "American",
        gender: "female",
        previewUrl: "https://static.example/thalia.wav",
      },
    ],
  });
});

test("OpenAI's and Sarvam's are known here, each once", async () => {
  for (const id of ["openai", "sarvam"] as const) {
    const list = await listVoices(id, SECRET);
    const ids = list.ok ? list.voices.map((voice) => voice.id) : [];
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("a refusal, a list of another shape and a key that is none are told without the key", async () => {
  answer = (_, response) => void response.writeHead(401).end(JSON.stringify({ detail: { message: `bad ${SECRET}` } }));
  const refused = await listVoices("elevenlabs", SECRET, { baseUrl });
  expect(refused).toMatchObject({ ok: false, problem: "refused" });
  expect(JSON.stringify(refused)).not.toContain(SECRET);
  answer = (_, response) => json(response, { voices: [{ id: 7 }] });
  expect(await listVoices("elevenlabs", SECRET, { baseUrl })).toMatchObject({ problem: "unreachable" });
  expect(await listVoices("cartesia", "a\r\nb", { baseUrl })).toMatchObject({ problem: "refused" });
});

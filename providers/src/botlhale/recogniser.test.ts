/** Botlhale in its own way; what every recogniser must do is held in vendors.conformance.test.ts. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRecogniser } from "../create.ts";
import { listenWith, type TestListening } from "../testing/hear-utterance.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";

const KEY = "canary-refresh-0123456789";
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));

let server: OpenAiServer;
/** What it knows by now. */
let valid: string;
/** How it tells of a token; undefined: it refuses the key. */
let telling: ((token: string) => object) | undefined;
beforeEach(async () => {
  server = await startOpenAiServer();
  valid = "token-1";
  telling = (token) => ({ token, expires: 86_400 });
  server.answer = (response, body) => {
    const asked = server.requests.at(-1);
    if (body.toString().startsWith("refresh_token="))
      return telling
        ? void response.end(JSON.stringify(telling(valid)))
        : void response.writeHead(400).end(JSON.stringify({ error: `no such token: ${KEY}` }));
    const isKnown = asked?.headers.authorization === `Bearer ${valid}`;
    return void response
      .writeHead(isKnown ? 200 : 401)
      .end(JSON.stringify({ text: " Dumela ", language_code: "tn-ZA", id: "N5" }));
  };
});
afterEach(() => server.close());

const ears = (language = "tn"): TestListening =>
  listenWith(createRecogniser({ use: "botlhale", apiKey: KEY, baseUrl: new URL(server.baseUrl).origin }, {}), language);
const asked = (path: string): number => server.requests.filter((one) => one.path === path).length;

test("the key is changed into a token once, for all calls, and each segment carries the token", async () => {
  const [one, other] = [ears(), ears("ve")];
  expect((await one.hear(sound)).words).toEqual({ text: "Dumela", language: "tn-ZA" });
  await other.hear(sound);
  expect([asked("/auth/generate"), asked("/asr")]).toEqual([1, 2]);
  const [first, second] = server.requests.filter(({ path }) => path === "/asr").map(({ body }) => body.toString("latin1"));
  expect(first).toMatch(/name="language_code"\r\n\r\ntn-ZA\r\n/);
  expect(second).toMatch(/name="language_code"\r\n\r\nvr-ZA\r\n/);
  expect(first).toContain('name="speech_file"; filename="speech.wav"');
  expect(server.requests.filter(({ path }) => path === "/asr").some(({ body }) => body.includes(KEY))).toBe(false);
});

test("a token that is not known any more is changed for another, and the segment is heard all the same", async () => {
  const one = ears();
  await one.hear(sound);
  valid = "token-2";
  expect((await one.hear(sound)).words.text).toBe("Dumela");
  expect([asked("/auth/generate"), asked("/asr")]).toEqual([2, 3]);
  valid = "token-3";
  telling = () => ({ token: "stale" });
  await expect(one.hear(sound)).rejects.toMatchObject({ code: "refused" });
  // Not for ever.
  expect([asked("/auth/generate"), asked("/asr")]).toEqual([3, 5]);
});

test("a token that ends soon is not kept", async () => {
  telling = (token) => ({ token, expires: 60 });
  const one = ears();
  await one.hear(sound);
  await one.hear(sound);
  expect(asked("/auth/generate")).toBeGreaterThan(1);
});

test("a token is taken as its older documents write it", async () => {
  telling = (token) => ({
    AuthenticationResult: { IdToken: token, AccessToken: "other", ExpiresIn: 86_400, TokenType: "Bearer" },
  });
  expect((await ears().hear(sound)).words.text).toBe("Dumela");
});

test("a key that is refused is said without the key, and asked for anew at the next segment", async () => {
  telling = undefined;
  const one = ears();
  const failure = await one.hear(sound).catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code: "refused" });
  expect(String(failure)).not.toContain("canary");
  telling = (token) => ({ token });
  expect((await one.hear(sound)).words.text).toBe("Dumela");
  telling = () => ({ secret: 1 });
});

test("an answer without a token, or a language that it does not speak, is refused", async () => {
  telling = () => ({ hello: "there" });
  await expect(ears().hear(sound)).rejects.toMatchObject({ code: "bad-answer" });
  await expect(ears("yo").hear(sound)).rejects.toMatchObject({ code: "refused" });
});

test("an exchange of tokens that stalls in the middle of a turn fails within what a turn waits, and the next turn asks anew", async () => {
  const one = ears();
  await one.hear(sound);
  // The token is not known any more, and the exchange for the next one keeps still: before its headers, then in the middle of its answer.
  const usual = server.answer;
  for (const stall of ["headers", "body"]) {
    valid = `token-after-${stall}`;
    server.answer = (response, body) => {
      if (!body.toString().startsWith("refresh_token=")) return usual(response, body);
      if (stall === "body") response.writeHead(200, { "content-type": "application/json" }).write('{"tok');
    };
    const failure = await one.hear(sound).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "timeout" });
    server.answer = usual;
    expect((await one.hear(sound)).words.text).toBe("Dumela");
  }
});

test("words that do not come fail within what a turn waits", async () => {
  const one = ears();
  await one.hear(sound);
  const usual = server.answer;
  server.answer = () => undefined;
  await expect(one.hear(sound)).rejects.toMatchObject({ code: "timeout", message: "no words within 2500 ms" });
  server.answer = usual;
  expect((await one.hear(sound)).words.text).toBe("Dumela");
});

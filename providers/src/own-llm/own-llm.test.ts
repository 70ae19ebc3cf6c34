/** `npm run llm`: what it finds, measures, says and writes, against servers that speak OpenAI's protocol. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { ollamaLines, streamsLines } from "../testing/ollama-answers.ts";
import { chat, refuses, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { adviceFor } from "./advice.ts";
import { runLlmCommand, type LlmCommand } from "./command.ts";
import { withSettings } from "./env-file.ts";

const open: OpenAiServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Has these models, and answers as told. */
async function serverWith(models: readonly string[] | undefined, answer: OpenAiServer["answer"]): Promise<OpenAiServer> {
  const server = await startOpenAiServer();
  open.push(server);
  server.answer = (response, body) => {
    if (body.length > 0) return answer(response, body);
    const list = { object: "list", data: models?.map((id) => ({ id, object: "model" })) ?? null };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
  };
  return server;
}

const WORDS = [{ content: "We are open " }, { content: "from eight to five, every day." }];
const BIG = { cores: 8, memoryGb: 16 };

async function run(places: readonly OpenAiServer[], more: Partial<LlmCommand> = {}) {
  const lines: string[] = [];
  let kept: object | undefined;
  const code = await runLlmCommand({
    args: [],
    settings: { LLM_API_KEY: "", LLM_MODEL: "" },
    machine: BIG,
    say: (line) => lines.push(line),
    keep: (settings) => (kept = settings),
    places: places.map(({ baseUrl }, at) => ({ name: `server ${at}`, baseUrl })),
    ...more,
  });
  return { code, said: lines.join("\n"), kept };
}

test("a model that is there is measured, and nothing is written unless that is asked for", async () => {
  const server = await serverWith(["qwen3:4b", "other"], chat(WORDS));
  const { code, said, kept } = await run([server]);
  expect(code).toBe(0);
  expect(said).toContain(`server 0 at ${server.baseUrl}: qwen3:4b, other.`);
  expect(said).toMatch(/qwen3:4b answers in \d\.\d s here, 8 calls at once \(\d+ tokens a second\)\./);
  expect(said).toContain(`npm run llm -- --use. That writes to .env: LLM_BASE_URL=${server.baseUrl} LLM_MODEL=qwen3:4b`);
  expect([kept, server.refused]).toEqual([undefined, []]);
  const used = await run([server], { args: ["--use", "--model", "other"] });
  expect(used.kept).toEqual({ LLM_BASE_URL: server.baseUrl, LLM_MODEL: "other", LLM_ROLE: "leads" });
});

test.each(["qwen3:0.6b", "SmolLM2-135M-Instruct", "lfm2.5-1.2b", "Qwen3.5-2B-Q4_K_M.gguf"])(
  "a small model, %s, helps the rules and does not lead calls",
  async (model) => {
    const server = await serverWith([model], chat(WORDS));
    const { kept, said } = await run([server], { args: ["--use"] });
    expect(kept).toMatchObject({ LLM_MODEL: model, LLM_ROLE: "interprets" });
    expect(said).toContain("asks it what a caller meant");
  },
);

test("Ollama is found and measured by its own protocol", async () => {
  const server = await serverWith(undefined, streamsLines(ollamaLines(["We are open ", "from eight to five, every day."])));
  const answer = server.answer;
  server.answer = (response, body) =>
    body.length > 0 ? answer(response, body) : void response.end(JSON.stringify({ models: [{ name: "qwen3:4b" }] }));
  const baseUrl = `${new URL(server.baseUrl).origin}/api/chat`;
  const { code, said } = await run([{ ...server, baseUrl }]);
  expect(said).toContain(`server 0 at ${baseUrl}: qwen3:4b.`);
  expect(said).toMatch(/qwen3:4b answers in \d\.\d s here/);
  expect([code, server.refused]).toEqual([0, []]);
  expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(["/api/tags", "/api/chat"]));
});

test("one that answers slowly gets the time it needs; one call at a time is said plainly", async () => {
  let busy: Promise<unknown> = Promise.resolve();
  // One after another, as a processor without room for two.
  const server = await serverWith(["slow"], async (response, body) => {
    busy = busy.then(() => sleep(1_600));
    await busy;
    return chat(WORDS)(response, body);
  });
  const { code, said, kept } = await run([server], { args: ["--use"], probing: { limitMs: 20_000 } });
  expect(code).toBe(0);
  expect(said).toMatch(/slow answers in 1\.\d s here, 1 call at once/);
  expect(said).toContain("A second call at the same time waits");
  expect(kept).toMatchObject({ LLM_FIRST_WORDS_SECONDS: "4" });
}, 30_000);

test.each([
  ["stalls", () => {}, /did not answer within/],
  ["refuses", refuses(500, "out of memory"), /500/],
  ["says nothing", chat([]), /said nothing/],
  ["is cut off", (response) => void response.writeHead(200).end("data: {"), /cannot be used/],
] as const satisfies readonly (readonly [string, OpenAiServer["answer"], RegExp])[])(
  "one that %s cannot be used, and is not kept",
  async (_what, answer, says) => {
    const server = await serverWith(["m"], answer);
    const { code, said, kept } = await run([server], { args: ["--use"], probing: { limitMs: 800 } });
    expect([code, kept]).toEqual([1, undefined]);
    expect(said).toMatch(says);
  },
);

test("without a server, or without a model, it says which model fits and how to get it", async () => {
  const gone = await startOpenAiServer();
  await gone.close();
  const { code, said } = await run([gone, await serverWith(undefined, chat(WORDS))]);
  expect(code).toBe(1);
  expect(said).toContain("server 1 at");
  expect(said).toMatch(
    /8 cores and 16 GB[^]*Qwen3 4B[^]*Apache-2\.0[^]*curl -L -o \S+\.gguf https:[^]*llama-server -m \S+\.gguf --jinja/,
  );
  expect((await run([gone], { settings: { LLM_BASE_URL: gone.baseUrl, LLM_API_KEY: "", LLM_MODEL: "" } })).said).toContain(
    "No language model answers",
  );
  expect((await run([await serverWith(["a"], chat(WORDS))], { args: ["--model", "b"] })).said).toContain(
    "None of them has the model b.",
  );
  expect((await run([], { args: ["--yes"] })).code).toBe(2);
});

test("the advice fits the machine and its languages", () => {
  expect(adviceFor({ cores: 1, memoryGb: 2 }, ["en"]).join(" ")).toMatch(/needs two cores and 4 GB.*rule-based dialogue/);
  expect(adviceFor({ cores: 2, memoryGb: 4 }, ["en"]).join(" ")).toMatch(/Qwen3 0\.6B.*tells the rule-based dialogue/);
  expect(adviceFor({ cores: 4, memoryGb: 8 }, ["en"]).join(" ")).toMatch(/Qwen3\.5 2B.*never run here/);
  expect(adviceFor(BIG, ["en", "sw-KE"]).join(" ")).toContain("It speaks Swahili badly.");
});

test("settings are replaced or added in .env, and all else stays", () => {
  const before = "# mine\nPORT=8000\nLLM_MODEL=old\n\n";
  expect(withSettings(before, { LLM_MODEL: "new:4b", LLM_BASE_URL: "http://127.0.0.1:1/v1" })).toBe(
    "# mine\nPORT=8000\nLLM_MODEL=new:4b\nLLM_BASE_URL=http://127.0.0.1:1/v1\n",
  );
  expect(withSettings("", { A: "b" })).toBe("A=b\n");
});

/**
 * A client of the hosted vendor that has only been given another base URL and key: plain requests, with the names of fields, statuses and
 * shapes that such clients send and read. It knows nothing of the contract in this repository.
 */
import { createKey } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOBODY = "3c90c3cc-0d44-4b50-8888-8dd25736052a";

const dataDir = newDataDir();
let server: RunningServer;
let model: OpenAiServer;
let owner: Account;
let key: string;

beforeAll(async () => {
  model = await startOpenAiServer();
  model.answer = chat([{ content: "We open at eight." }]);
  server = await startServer({ dataDir, settings: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" } });
  owner = await firstAccount(server);
  key = (await owner.client.call(createKey, { body: { name: "Old client", role: "admin" } })).key;
});

afterAll(async () => {
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
});

interface Told {
  status: number;
  body: Record<string, unknown>;
}

async function ask(method: string, path: string, body?: unknown, bearer: string | undefined = key): Promise<Told> {
  const isForm = body instanceof FormData;
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const AGENT = {
  agent_config: {
    agent_name: "Alfred",
    agent_welcome_message: "How are you doing {name}?",
    webhook_url: null,
    agent_type: "other",
    tasks: [
      {
        task_type: "conversation",
        toolchain: { execution: "parallel", pipelines: [["transcriber", "llm", "synthesizer"]] },
        tools_config: {
          llm_agent: {
            agent_type: "simple_llm_agent",
            agent_flow_type: "streaming",
            llm_config: { provider: "openai", family: "openai", model: "gpt-4.1-mini", max_tokens: 150, temperature: 0.1 },
          },
          synthesizer: {
            provider: "polly",
            provider_config: { voice: "Matthew", engine: "generative", sampling_rate: "8000", language: "en-US" },
            stream: true,
            buffer_size: 150,
            audio_format: "wav",
          },
          transcriber: { provider: "deepgram", model: "nova-3", language: "en", endpointing: 250 },
          input: { provider: "plivo", format: "wav" },
          output: { provider: "plivo", format: "wav" },
          api_tools: null,
        },
        task_config: { hangup_after_silence: 10, call_terminate: 90, voicemail: false, optimize_latency: true },
      },
    ],
    ingest_source_config: { source_type: "api", source_url: "https://crm.example", source_auth_token: "abc" },
  },
  agent_prompts: { task_1: { system_prompt: "What is the Ultimate Question of Life, the Universe, and Everything?" } },
};

test("without a key it is told 401, with a wrong one 403, in an envelope that old clients read", async () => {
  const missing = await ask("GET", "/v2/agent/all", undefined, "");
  expect([missing.status, missing.body["error"]]).toEqual([401, 401]);
  const wrong = await ask("GET", "/v2/agent/all", undefined, "bn-not-a-key");
  expect([wrong.status, wrong.body["error"]]).toEqual([403, 403]);
  for (const { body } of [missing, wrong]) expect([typeof body["message"], typeof body["detail"]]).toEqual(["string", "string"]);
});

test("agents: made, read, listed, replaced, changed and deleted", async () => {
  const made = await ask("POST", "/v2/agent", AGENT);
  expect(made).toMatchObject({ status: 201, body: { state: "created", status: "created" } });
  const id = String(made.body["agent_id"]);
  expect(id).toMatch(UUID);

  const read = await ask("GET", `/v2/agent/${id}`);
  expect(read).toMatchObject({
    status: 200,
    body: { id, agent_name: "Alfred", agent_type: "other", agent_status: "processed", agent_prompts: AGENT.agent_prompts },
  });
  expect(read.body).toMatchObject({
    tasks: AGENT.agent_config.tasks,
    // A token is never shown again; a reference stands for it.
    ingest_source_config: { ...AGENT.agent_config.ingest_source_config, source_auth_token: expect.stringMatching(/^hidden:/) },
  });
  for (const name of ["created_at", "updated_at"]) expect(Date.parse(String(read.body[name]))).not.toBeNaN();

  const all = (await ask("GET", "/v2/agent/all")).body as unknown as { id: string }[];
  expect(all.map((one) => one.id)).toContain(id);

  const patched = await ask("PATCH", `/v2/agent/${id}`, {
    agent_config: { agent_name: "Beatrice", agent_welcome_message: "Hi" },
  });
  const updated = { message: "success", state: "updated", status: "success", agent_id: id };
  expect(patched).toMatchObject({ status: 200, body: updated });
  expect((await ask("GET", `/v2/agent/${id}`)).body).toMatchObject({
    agent_name: "Beatrice",
    tasks: AGENT.agent_config.tasks,
    agent_prompts: AGENT.agent_prompts,
  });

  const put = await ask("PUT", `/v2/agent/${id}`, {
    ...AGENT,
    agent_config: { ...AGENT.agent_config, ingest_source_config: undefined },
  });
  expect(put).toMatchObject({ status: 200, body: { state: "updated", status: "updated", agent_id: id } });
  expect((await ask("GET", `/v2/agent/${id}`)).body).not.toHaveProperty("ingest_source_config");

  expect(await ask("DELETE", `/v2/agent/${id}`)).toEqual({ status: 200, body: { message: "success", state: "deleted" } });
  expect((await ask("GET", `/v2/agent/${id}`)).status).toBe(404);
});

test("numbers and booleans that are written as text are taken, out of range they are refused by field", async () => {
  const settings = (llm: object, task: object) => {
    const [first] = AGENT.agent_config.tasks;
    const tools = { ...first!.tools_config, llm_agent: { llm_config: { provider: "openai", model: "gpt-4.1-mini", ...llm } } };
    const tasks = [{ ...first, tools_config: tools, task_config: { ...first!.task_config, ...task } }];
    return { ...AGENT, agent_config: { ...AGENT.agent_config, tasks } };
  };
  const written = settings(
    { temperature: "0.2", max_tokens: "100", request_json: "true" },
    { hangup_after_silence: "15", voicemail: "False", optimize_latency: "true" },
  );
  const taken = {
    tools_config: { llm_agent: { llm_config: { temperature: 0.2, max_tokens: 100, request_json: true } } },
    // A name that is not known here is kept as it was sent.
    task_config: { hangup_after_silence: 15, voicemail: false, optimize_latency: "true" },
  };
  const made = await ask("POST", "/v2/agent", written);
  expect(made.status).toBe(201);
  const path = `/v2/agent/${String(made.body["agent_id"])}`;
  expect((await ask("GET", path)).body).toMatchObject({ tasks: [taken] });
  expect((await ask("PUT", path, written)).status).toBe(200);
  const patch = { agent_config: { tasks: [{ task_config: { incremental_delay: "700", backchanneling: "true" } }] } };
  expect((await ask("PATCH", path, patch)).status).toBe(200);
  expect((await ask("GET", path)).body).toMatchObject({
    tasks: [{ ...taken, task_config: { incremental_delay: 700, backchanneling: true } }],
  });
  const fields = ["agent_config", "tasks", 0, "tools_config", "llm_agent", "llm_config"];
  for (const [llm, msg] of [
    [{ temperature: "1.5" }, "must be from 0 to 1"],
    [{ temperature: "warm" }, expect.any(String)],
    [{ temperature: "" }, expect.any(String)],
    [{ temperature: "0x1" }, expect.any(String)],
  ] as const) {
    const refused = await ask("POST", "/v2/agent", settings(llm, {}));
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", ...fields, "temperature"], msg }] } });
  }
  const outside = { agent_config: { tasks: [{ task_config: { incremental_delay: "7" } }] } };
  expect(await ask("PATCH", path, outside)).toMatchObject({
    status: 422,
    body: { detail: [{ msg: "must be from 200 to 1500" }] },
  });
  await ask("DELETE", path);
});

test("what is missing or of the wrong kind is told field by field, what is not there by 404", async () => {
  const none = await ask("POST", "/v2/agent", { agent_prompts: {} });
  expect([none.status, none.body["error"]]).toEqual([422, 422]);
  const [first] = none.body["detail"] as { type: string; loc: string[]; msg: string }[];
  expect(first).toMatchObject({ loc: ["body", "agent_config"] });
  expect([typeof first?.type, typeof first?.msg]).toEqual(["string", "string"]);
  expect(await ask("GET", `/v2/agent/${NOBODY}`)).toMatchObject({ status: 404, body: { error: 404 } });
  expect((await ask("PUT", `/v2/agent/${NOBODY}`, AGENT)).status).toBe(404);
  expect((await ask("GET", `/v2/agent/${NOBODY}/executions`)).status).toBe(404);
  expect((await ask("GET", `/executions/${NOBODY}`)).status).toBe(404);
});

test("calls of an agent are listed and read under each of their addresses", async () => {
  const id = String((await ask("POST", "/v2/agent", AGENT)).body["agent_id"]);
  const empty = { page_number: 1, page: 1, page_size: 20, total: 0, has_more: false, data: [] };
  expect((await ask("GET", `/v2/agent/${id}/executions`)).body).toEqual(empty);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    // A call without a telephone.
    const call = await ask("POST", "/api/browser-calls", { agent_id: id });
    ids.unshift(String(call.body["execution_id"]));
    expect(await ask("POST", `/call/${ids[0]}/stop`)).toMatchObject({
      status: 200,
      body: { status: "stopped", execution_id: ids[0] },
    });
  }
  const first = await ask("GET", `/v2/agent/${id}/executions?page_number=1&page_size=2&from=2026-01-01&to=2100-01-01T00:00:00`);
  expect(first.body).toMatchObject({ total: 3, has_more: true, page_size: 2 });
  expect((first.body["data"] as { id: string }[]).map((one) => one.id)).toEqual(ids.slice(0, 2));
  const second = await ask("GET", `/v2/agent/${id}/executions?page_number=2&page_size=2`);
  expect(second.body).toMatchObject({ page_number: 2, has_more: false, data: [{ id: ids[2] }] });
  expect((await ask("GET", `/v2/agent/${id}/executions?status=completed`)).body).toMatchObject({ total: 0 });
  expect((await ask("GET", `/v2/agent/${id}/executions?batch_id=baab7cdc833145bf8dd260ff1f0a3f21`)).body).toMatchObject({
    total: 0,
  });
  expect((await ask("GET", `/v2/agent/${id}/executions?answered_by_voice_mail=true`)).body).toMatchObject({ total: 0 });
  expect((await ask("GET", `/v2/agent/${id}/executions?answered_by_voice_mail=false`)).body).toMatchObject({ total: 3 });
  expect((await ask("GET", `/v2/agent/${id}/executions?from=yesterday`)).status).toBe(422);
  const bare = (await ask("GET", `/agent/${id}/executions`)).body as unknown as { id: string }[];
  expect(bare.map((one) => one.id)).toEqual(ids);
  const one = ids[0]!;
  const wanted = { id: one, execution_id: one, agent_id: id, status: "canceled", conversation_duration: 0, transcript: null };
  const places = [`/executions/${one}`, `/call/${one}`, `/v2/execution/${one}`, `/agent/${id}/execution/${one}`];
  for (const path of [...places, `/v2/agent/${id}/execution/${one}`]) {
    const { status, body } = await ask("GET", path);
    expect({ path, status, body }).toMatchObject({ path, status: 200, body: wanted });
    expect(body["telephony_data"]).toMatchObject({ duration: "0", recording_url: "", call_type: "inbound" });
    expect(body).toHaveProperty("cost_breakdown.synthesizer");
  }
  expect((await ask("GET", `/v2/agent/${NOBODY}/execution/${one}`)).status).toBe(404);
});

test("a prompt is tested; one that is empty is refused in the words that clients know", async () => {
  for (const path of ["/test-prompt", "/v2/test-prompt"]) {
    const { status, body } = await ask("POST", path, { prompt: "When do you open?" });
    expect({ status, reply: body["reply"] }).toEqual({ status: 200, reply: "We open at eight." });
    for (const given of [{}, { prompt: "  " }, { prompt: null }])
      expect(await ask("POST", path, given)).toMatchObject({ status: 400, body: { message: "Prompt is required" } });
  }
  model.answer = (response) => void response.destroy();
  expect(await ask("POST", "/test-prompt", { prompt: "Hello" })).toMatchObject({ status: 502, body: { error: 502 } });
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask("POST", "/test-prompt", { prompt: "Again" })));
  expect(replies.some(({ status }) => status === 429)).toBe(true);
});

test("credentials of providers: added by a name in any case, masked, replaced and removed by id or name", async () => {
  // Half of an account: nobody is asked whether it is right.
  const added = { status: 200, body: { message: "successful", status: "added" } };
  expect(await ask("POST", "/providers", { provider_name: "twilio_auth_token", provider_value: "secret-of-ours" })).toEqual(
    added,
  );
  const list = async () => (await ask("GET", "/providers")).body as unknown as Record<string, string>[];
  const [one] = await list();
  expect(one).toMatchObject({ provider_name: "twilio_auth_token", provider_value: "xxxxxxxours" });
  expect(Object.keys(one ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "created_at",
    "humanized_created_at",
    "provider_id",
    "provider_name",
    "provider_value",
  ]);
  expect((await ask("PUT", `/providers/${one?.["provider_id"]}`, { provider_value: "another-1234" })).status).toBe(200);
  expect((await list())[0]?.["provider_value"]).toBe("xxxxxxx1234");
  const removed = { status: 200, body: { message: "successful", status: "removed" } };
  expect(await ask("DELETE", "/providers/TWILIO_AUTH_TOKEN")).toEqual(removed);
  expect(await list()).toEqual([]);
  expect((await ask("DELETE", "/providers/TWILIO_AUTH_TOKEN")).status).toBe(404);
  expect((await ask("POST", "/providers", { provider_name: "NOBODY_KNOWS", provider_value: "x1" })).status).toBe(422);
});

test("knowledge: a file is taken, worked on, read and deleted", async () => {
  const form = new FormData();
  form.append("file", new Blob(["The clinic opens at eight."], { type: "text/plain" }), "hours.txt");
  form.append("chunk_size", "512");
  form.append("language_support", "multilingual");
  const made = await ask("POST", "/knowledgebase", form);
  expect(made).toMatchObject({ status: 200, body: { file_name: "hours.txt", status: "processing" } });
  const ragId = String(made.body["rag_id"]);
  const read = () => ask("GET", `/knowledgebase/${ragId}`);
  await expect.poll(async () => (await read()).body["status"]).toBe("processed");
  expect((await read()).body).toMatchObject({ rag_id: ragId, file_name: "hours.txt", chunk_size: 512, overlapping: 128 });
  const all = (await ask("GET", "/knowledgebase/all")).body as unknown as { rag_id: string }[];
  expect(all.map((one) => one.rag_id)).toEqual([ragId]);
  expect(await ask("DELETE", `/knowledgebase/${ragId}`)).toEqual({ status: 200, body: { message: "success", state: "deleted" } });
  expect((await read()).status).toBe(404);
});

test("voices are listed in both shapes, and text is spoken as base64", async () => {
  const { status, body } = await ask("GET", "/me/voices");
  expect({ status, state: body["state"] }).toEqual({ status: 200, state: "success" });
  const data = body["data"] as Record<string, string>[];
  expect(data.length).toBeGreaterThan(0);
  for (const name of ["id", "voice_id", "provider", "name", "model", "accent"]) expect(data[0]).toHaveProperty(name);
  expect((await ask("GET", "/me/voices?format=array")).body).toEqual(data);
  const { voice_id: voice, provider } = data[0]!;
  const spoken = await ask("POST", "/tts/generate", {
    text: "Good morning.",
    provider,
    provider_config: { voice, language: "en-US" },
  });
  expect({ status: spoken.status, state: spoken.body["state"] }).toEqual({ status: 200, state: "success" });
  expect(Buffer.from(String(spoken.body["data"]), "base64").toString("latin1", 0, 4)).toBe("RIFF");
  const empty = await ask("POST", "/tts/generate", { text: "", provider, provider_config: { voice } });
  expect([empty.status, Array.isArray(empty.body["detail"])]).toEqual([422, true]);
});

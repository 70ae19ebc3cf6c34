/** What existing clients of the hosted vendor meet in the details of answers and refusals: plain requests, as they send them. */
import { createKey } from "@ongea/contract";
import { startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let model: OpenAiServer;
let key: string;
let agentId: string;

beforeAll(async () => {
  model = await startOpenAiServer();
  server = await startServer({
    dataDir,
    settings: { PRIVATE_ADDRESSES: "127.0.0.1", SIP_TRUNK: "sip:u:p@127.0.0.1:5999", DIAL_COUNTRIES: "KE,US" },
  });
  const owner = await firstAccount(server);
  key = (await owner.client.call(createKey, { body: { name: "Old client", role: "admin" } })).key;
  agentId = String((await ask("POST", "/v2/agent", { agent_config: { agent_name: "Desk" } })).body["agent_id"]);
});
afterAll(async () => {
  await stopServers();
  await model.close();
  removeDataDir(dataDir);
});

interface Answered {
  status: number;
  body: Record<string, unknown>;
}

async function ask(method: string, path: string, body?: unknown): Promise<Answered> {
  const isForm = body instanceof FormData;
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function newBatch(csv: string): Promise<Answered> {
  const form = new FormData();
  form.append("agent_id", agentId);
  form.append("file", new Blob([csv], { type: "text/csv" }), "people.csv");
  return ask("POST", "/batches", form);
}

test("a 422 says in its message which field is wrong and why: clients show nothing else", async () => {
  const missing = await ask("POST", "/v2/agent", { agent_prompts: {} });
  expect(missing).toMatchObject({ status: 422, body: { message: expect.stringMatching(/^agent_config: ./) } });
  const outside = await ask("PATCH", `/v2/agent/${agentId}`, {
    agent_config: { tasks: [{ task_config: { incremental_delay: 7 } }] },
  });
  expect(outside.body["message"]).toBe("agent_config.tasks[0].task_config.incremental_delay: must be from 200 to 1500");
  expect((await ask("GET", "/v2/agent/1/executions")).body["message"]).toMatch(/^agent_id: ./);
});

test("a PATCH with a key that no agent has at its top changes nothing and says which key", async () => {
  for (const path of [`/v2/agent/${agentId}`, `/agent/${agentId}`]) {
    const refused = await ask("PATCH", path, { agent_name: "Renamed" });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "agent_name"] }] } });
    expect(refused.body["message"]).toMatch(/^agent_name: /);
  }
  expect((await ask("PATCH", `/v2/agent/${agentId}`, { agent_config: { of_ours: 1 } })).status).toBe(200);
  expect((await ask("GET", `/v2/agent/${agentId}`)).body).toMatchObject({ agent_name: "Desk", of_ours: 1 });
});

test("agents of several nodes or several agents are refused on every way in, with the reason", async () => {
  for (const kind of ["graph_agent", "llm_agent_graph", "multiagent"]) {
    const tasks = [{ tools_config: { llm_agent: { agent_type: kind } } }];
    const document = { agent_config: { agent_name: "Nodes", tasks } };
    for (const [method, path, body] of [
      ["POST", "/v2/agent", document],
      ["PUT", `/v2/agent/${agentId}`, document],
      ["PATCH", `/v2/agent/${agentId}`, { agent_config: { tasks } }],
      ["POST", "/agent", { ...document, agent_prompts: {} }],
    ] as const) {
      const refused = await ask(method, path, body);
      expect([kind, method, path, refused.status]).toEqual([kind, method, path, 422]);
      expect(refused.body["message"]).toContain("agent_type");
      expect(refused.body["message"]).toContain("simple_llm_agent");
    }
  }
});

test("a menu by keys is refused with what a client can send instead", async () => {
  const setUp = (ivr_config: unknown) =>
    ask("POST", "/inbound/setup", { agent_id: agentId, phone_number_id: "3c90c3cc0d444b5088888dd25736052a", ivr_config });
  for (const config of [{ enabled: true }, { steps: [{ step_id: "a", type: "menu" }] }]) {
    const refused = await setUp(config);
    expect(refused.status).toBe(422);
    expect(refused.body["message"]).toMatch(/^ivr_config.*enabled: false/);
  }
  for (const config of [undefined, null, {}, { enabled: false, steps: [{ step_id: "a" }] }])
    expect((await setUp(config)).body["code"]).toBe("number.not_found");
});

test("calls are filtered by the names of providers that clients know", async () => {
  const call = await ask("POST", "/api/browser-calls", { agent_id: agentId, user_data: { name: "Asha" } });
  const id = String(call.body["execution_id"]);
  await ask("POST", `/call/${id}/stop`);
  const of = async (provider: string) => {
    const { body } = await ask("GET", `/v2/agent/${agentId}/executions?provider=${provider}`);
    return ((body["data"] as { id: string }[] | undefined) ?? []).map((one) => one.id);
  };
  for (const name of ["web-call", "websocket", "webrtc"]) expect([name, await of(name)]).toEqual([name, [id]]);
  for (const name of ["sip-trunk", "twilio", "plivo", "exotel", "vobiz"]) expect([name, await of(name)]).toEqual([name, []]);
  expect((await ask("GET", `/v2/agent/${agentId}/executions?provider=nobody`)).status).toBe(422);
  const { body } = await ask("GET", `/executions/${id}`);
  expect(body).toMatchObject({ provider: "web-call", user_data: { name: "Asha" } });
  expect(body["telephony_data"]).toMatchObject({ provider: "web-call" });
  expect(body["telephony_data"]).toHaveProperty(
    "hangup_code",
    (body["telephony_data"] as Record<string, unknown>)["hangup_provider_code"],
  );
});

test("a knowledge base keeps how many passages it gives and which languages it is for", async () => {
  const add = (fields: Record<string, string>) => {
    const form = new FormData();
    form.append("file", new Blob(["The clinic opens at eight."], { type: "text/plain" }), "hours.txt");
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return ask("POST", "/knowledgebase", form);
  };
  const made = await add({ similarity_top_k: "7", language_support: "multilingual" });
  expect(made).toMatchObject({ status: 200, body: { language_support: "multilingual" } });
  const read = await ask("GET", `/knowledgebase/${String(made.body["rag_id"])}`);
  expect(read.body).toMatchObject({ similarity_top_k: 7, language_support: "multilingual" });
  const plain = await add({});
  const other = await ask("GET", `/knowledgebase/${String(plain.body["rag_id"])}`);
  expect(other.body).toMatchObject({ similarity_top_k: 15, language_support: null });
  expect((await add({ similarity_top_k: "many" })).body["message"]).toMatch(/^similarity_top_k: /);
  expect((await add({ similarity_top_k: "0" })).status).toBe(422);
  expect((await add({ language_support: "klingon" })).body["message"]).toMatch(/^language_support: /);
});

test("a batch in which nobody may be called says so when it is made, and again when it is planned or run", async () => {
  const foreign = await newBatch("contact_number\n+33612345678\n+4915112345678\n");
  expect(foreign).toMatchObject({ status: 422, body: { code: "batch.nobody_may_be_called" } });
  expect(foreign.body["detail"]).toMatchObject([{ type: "call.foreign", loc: ["body", "file"] }]);
  const mixed = await newBatch("contact_number\n+33612345678\n+254711000001\n");
  expect(mixed.status).toBe(201);
  const id = String(mixed.body["batch_id"]);
  await ask("POST", "/api/do-not-call", { numbers: ["+254711000001"] });
  const refused = { status: 422, body: { code: "batch.nobody_may_be_called" } };
  expect(await ask("POST", `/batches/${id}/run`)).toMatchObject(refused);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  expect(await ask("POST", `/batches/${id}/schedule`, { scheduled_at: at })).toMatchObject(refused);
  expect((await ask("GET", `/batches/${id}`)).body).toMatchObject({ status: "created" });
  expect(await newBatch("contact_number\n+254711000001\n")).toMatchObject(refused);
});

test("the calls of a batch come whole, or as numbered pages for a client that asks for one", async () => {
  const { body } = await newBatch("contact_number\n+254711000009\n");
  const path = `/batches/${String(body["batch_id"])}/executions`;
  expect((await ask("GET", path)).body).toEqual([]);
  const page = { page_number: 1, page: 1, page_size: 5, total: 0, has_more: false, data: [] };
  expect((await ask("GET", `${path}?page_size=5`)).body).toEqual(page);
  expect((await ask("GET", `${path}?page_number=0`)).status).toBe(422);
});

test("a provider that has no such model is the client's mistake, not a failing server", async () => {
  model.answer = (response) =>
    void response.writeHead(404, { "content-type": "application/json" }).end(
      JSON.stringify({
        error: { message: "The model `gone` does not exist", type: "invalid_request_error", code: "model_not_found" },
      }),
    );
  const service = { custom_model_name: "House model", custom_model_url: model.baseUrl };
  expect((await ask("POST", "/user/model/custom", service)).status).toBe(200);
  const agent_config = {
    agent_name: "Asks",
    tasks: [{ tools_config: { llm_agent: { llm_config: { provider: "house-model", model: "gone" } } } }],
  };
  const made = await ask("POST", "/v2/agent", { agent_config, agent_prompts: { task_1: { system_prompt: "Be kind." } } });
  const id = String(made.body["agent_id"]);
  const question = { agent_id: id, name: "Outcome", question: "What was it?", category: "Lead", is_subjective: true };
  expect((await ask("POST", "/dispositions", question)).status).toBe(201);
  const outcome = await ask("POST", `/v2/agent/${id}/dispositions/test`, { transcript: "user: hello" });
  expect(outcome).toMatchObject({ status: 422, body: { code: "prompt.model_refused", detail: [{ loc: ["body", "model"] }] } });
});

test("every list refuses times and places that it cannot have, with 422 and the field", async () => {
  for (const query of [
    "from=%2B012345-01-01T00:00:00Z",
    "to=99999-01-01",
    "from=0000-01-01T00:00:00Z",
    "to=-000001-01-01T00:00:00Z",
    "from=2026-13-45",
  ])
    for (const list of [`/v2/agent/${agentId}/executions`, "/api/calls"]) {
      const { status } = await ask("GET", `${list}?${query}`);
      expect([list, query, status]).toEqual([list, query, 422]);
    }
});

/** The rest of the hosted vendor's API, asked as its clients ask: plain requests, that know nothing of the contract in this repository. */
import { createKey } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const NOBODY = "3c90c3cc-0d44-4b50-8888-8dd25736052a";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const dataDir = newDataDir();
let server: RunningServer;
let model: OpenAiServer;
let owner: Account;
let key: string;

beforeAll(async () => {
  model = await startOpenAiServer();
  server = await startServer({
    dataDir,
    settings: {
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: "scripted",
      PRIVATE_ADDRESSES: "127.0.0.1",
      SIP_TRUNK: "sip:u:p@127.0.0.1:5999",
    },
  });
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

async function ask(method: string, path: string, body?: unknown): Promise<Told> {
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

async function newAgent(name: string): Promise<string> {
  const { body } = await ask("POST", "/v2/agent", { agent_config: { agent_name: name } });
  return String(body["agent_id"]);
}

test("whose key it is, the balance in cents and the lines are told under both addresses", async () => {
  for (const path of ["/user/me", "/me", "/user/me/"]) {
    const { status, body } = await ask("GET", path);
    expect([path, status]).toEqual([path, 200]);
    expect(body).toMatchObject({ wallet: 0, concurrency: { max: 100, current: 0 } });
    expect([body["name"], body["email"]]).toEqual([expect.any(String), expect.stringContaining("@")]);
    expect(body["id"]).toMatch(UUID);
  }
});

test("a model of one's own is connected by its name and address", async () => {
  const added = await ask("POST", "/user/model/custom", { custom_model_name: "House model", custom_model_url: model.baseUrl });
  expect(added).toEqual({ status: 200, body: { message: "model added successfully", status: "added" } });
  const providers = (await ask("GET", "/providers")).body as unknown as { provider_name: string }[];
  expect(providers.map((one) => one.provider_name)).toContain("house-model");
  expect((await ask("POST", "/user/model/custom", { custom_model_name: "x" })).status).toBe(422);
});

test("the first version of agents keeps what the model is told flat, and both versions read the same agent", async () => {
  const agent_config = {
    agent_name: "Flat",
    tasks: [
      { task_type: "conversation", tools_config: { llm_agent: { model: "gpt-4.1-mini", max_tokens: 200, family: "openai" } } },
    ],
  };
  const agent_prompts = { task_1: { system_prompt: "Be kind." } };
  const made = await ask("POST", "/agent", { agent_config, agent_prompts });
  expect(made).toMatchObject({ status: 200, body: { state: "created", status: "created" } });
  const id = String(made.body["agent_id"]);
  const old = (await ask("GET", `/agent/${id}`)).body as { tasks: { tools_config: { llm_agent: object } }[] };
  expect(old).toMatchObject({ id, agent_name: "Flat", agent_prompts });
  expect(old.tasks[0]?.tools_config.llm_agent).toMatchObject({ model: "gpt-4.1-mini", max_tokens: 200 });
  const now = (await ask("GET", `/v2/agent/${id}`)).body as typeof old;
  expect(now.tasks[0]?.tools_config.llm_agent).toMatchObject({ llm_config: { model: "gpt-4.1-mini", max_tokens: 200 } });
  expect((await ask("PATCH", `/agent/${id}`, { agent_config: { agent_name: "Flatter" } })).body).toMatchObject({
    state: "updated",
  });
  const all = (await ask("GET", "/agent/all")).body as unknown as { id: string; agent_name: string }[];
  expect(all.find((one) => one.id === id)?.agent_name).toBe("Flatter");
  expect((await ask("PUT", `/agent/${id}`, { agent_config, agent_prompts })).body).toMatchObject({
    agent_id: id,
    state: "updated",
  });
  expect((await ask("POST", "/agent", { agent_config: { agent_name: "" } })).status).toBe(422);
});

test("dispositions: made, listed, changed for one of those who share them, asked of a model and deleted", async () => {
  const [first, second] = [await newAgent("First"), await newAgent("Second")];
  const outcome = {
    agent_id: first,
    name: "Call Outcome",
    question: "What was the outcome?",
    category: "Lead Quality",
    is_subjective: true,
    is_objective: true,
    objective_options: [
      { value: "interested", condition: "wants to buy" },
      { value: "not_interested", condition: "declined" },
    ],
  };
  const made = await ask("POST", "/dispositions/", outcome);
  expect(made).toMatchObject({ status: 201, body: { message: "Disposition created successfully" } });
  const id = String(made.body["id"]);
  expect((await ask("POST", "/dispositions", { ...outcome, objective_options: [] })).status).toBe(422);
  expect((await ask("POST", "/dispositions", { ...outcome, agent_id: NOBODY })).status).toBe(404);
  const bulk = {
    agent_id: first,
    dispositions: [{ name: "Budget", question: "Which budget?", is_subjective: true, subjective_type: "numeric" }],
  };
  expect(await ask("POST", "/dispositions/bulk", bulk)).toMatchObject({
    status: 201,
    body: { ids: [expect.stringMatching(UUID)] },
  });
  const broken = { ...bulk, dispositions: [...bulk.dispositions, { name: "Bad", question: "?", is_objective: true }] };
  expect((await ask("POST", "/dispositions/bulk", broken)).status).toBe(422);

  const listed = (await ask("GET", `/dispositions/?agent_id=${first}`)).body as unknown as Record<string, unknown>[];
  expect(listed.map(({ name }) => name)).toEqual(["Call Outcome", "Budget"]);
  expect(listed[0]).toMatchObject({
    id,
    model: "gpt-4.1-mini",
    system_prompt: null,
    agent_ids: [first],
    subjective_type: "text",
  });

  model.answer = chat([
    { content: '{"1":{"subjective":"Wants the plan","objective":"Interested"},"2":{"subjective":"a lot","objective":"x"}}' },
  ]);
  const tried = await ask("POST", `/v2/agent/${first}/dispositions/test`, { transcript: "user: I want it" });
  expect(tried).toEqual({
    status: 200,
    body: {
      extracted_data: {
        "Lead Quality": { "Call Outcome": { subjective: "Wants the plan", objective: "interested" } },
        General: { Budget: { subjective: "", objective: "" } },
      },
    },
  });
  expect((await ask("POST", `/v2/agent/${second}/dispositions/test`, { transcript: "x" })).body).toEqual({ extracted_data: {} });

  const copied = await ask("PUT", `/dispositions/${id}`, { agent_id: second, name: "Outcome" });
  expect(copied).toMatchObject({ status: 201, body: { message: "Disposition copy created and linked to agent" } });
  expect((await ask("GET", `/dispositions/${String(copied.body["id"])}`)).body).toMatchObject({
    name: "Outcome",
    agent_ids: [second],
  });
  expect((await ask("PUT", `/dispositions/${id}`, { question: "How did it end?" })).status).toBe(200);
  expect((await ask("GET", `/dispositions/${id}`)).body).toMatchObject({ name: "Call Outcome", question: "How did it end?" });
  expect((await ask("DELETE", `/dispositions/${id}`)).status).toBe(200);
  for (const method of ["GET", "DELETE"]) expect((await ask(method, `/dispositions/${id}`)).status).toBe(404);
});

test("extraction templates: made, read, listed, changed and deleted, each wrapped in data", async () => {
  const template = { name: "Lead", json_schema: { type: "object", properties: { budget: { type: "string" } } } };
  const made = await ask("POST", "/extractions", template);
  expect(made).toMatchObject({
    status: 201,
    body: { data: { ...template, model: "gpt-4.1-mini", display: true, instructions: null } },
  });
  const { id } = made.body["data"] as { id: string };
  expect(await ask("PUT", `/extractions/${id}`, { instructions: "Ask twice." })).toMatchObject({
    status: 200,
    body: { data: { id, name: "Lead", instructions: "Ask twice." } },
  });
  expect((await ask("GET", "/extractions/")).body).toMatchObject({ data: [{ id }] });
  expect((await ask("POST", "/extractions", { ...template, json_schema: { a: "x".repeat(60_000) } })).status).toBe(413);
  expect((await ask("DELETE", `/extractions/${id}`)).status).toBe(200);
  expect((await ask("GET", `/extractions/${id}`)).status).toBe(404);
});

test("a trunk is added with its numbers, told without its password, changed and removed", async () => {
  const trunk = {
    name: "Prod",
    provider: "zadarma",
    auth_type: "userpass",
    auth_username: "u",
    auth_password: "siri-ya-trunk",
    gateways: [{ gateway_address: "sip.example.invalid", port: 5060, priority: 1 }],
    ip_identifiers: [{ ip_address: "15.207.90.192/31" }],
    phone_numbers: [{ phone_number: "254711000001", name: "Desk", e164_check_enabled: false }],
  };
  expect(await ask("GET", "/sip-trunks/trunks?is_active=true")).toEqual({ status: 200, body: [] });
  const made = await ask("POST", "/sip-trunks/trunks", trunk);
  const { auth_password: _secret, phone_numbers: _numbers, ...told } = trunk;
  expect(made).toMatchObject({ status: 201, body: { ...told, transport: "transport-udp", allow: "ulaw,alaw", is_active: true } });
  expect(JSON.stringify(made.body)).not.toContain("siri-ya-trunk");
  const path = `/sip-trunks/trunks/${String(made.body["id"])}`;
  const number = { phone_number: "+254711000001", name: "Desk", byot_trunk_id: made.body["id"], telephony_provider: "sip-trunk" };
  expect((await ask("GET", `${path}/numbers`)).body).toMatchObject([number]);
  expect(await ask("POST", `${path}/numbers`, { phone_number: "254711000002" })).toMatchObject({ status: 201 });
  expect((await ask("GET", "/phone-numbers/all")).body).toContainEqual(
    expect.objectContaining({ phone_number: "+254711000002", telephony_provider: "sip-trunk", trunk_id: made.body["id"] }),
  );
  expect(await ask("DELETE", `${path}/numbers/254711000002`)).toMatchObject({
    status: 200,
    body: { message: "Phone number removed successfully" },
  });
  expect(await ask("PATCH", path, { name: "Spare", is_active: false })).toMatchObject({ status: 200, body: { name: "Spare" } });
  expect((await ask("GET", "/sip-trunks/trunks?is_active=true")).body).toEqual([]);
  expect(await ask("POST", "/sip-trunks/trunks", { ...trunk, auth_username: "" })).toMatchObject({ status: 422 });
  expect(await ask("DELETE", path)).toEqual({
    status: 200,
    body: { message: "Trunk deleted successfully. 1 phone number(s) removed." },
  });
  expect((await ask("GET", path)).status).toBe(404);
});

test("what this product has none of is said so: nothing is made up", async () => {
  for (const [method, path] of [
    ["GET", `/sip-trunks/trunks/${NOBODY}`],
    ["DELETE", `/sip-trunks/trunks/${NOBODY}`],
    ["GET", `/sip-trunks/trunks/${NOBODY}/numbers`],
    ["DELETE", `/sip-trunks/trunks/${NOBODY}/numbers/1`],
    ["DELETE", `/sub-accounts/${NOBODY}`],
    ["GET", `/sub-accounts/${NOBODY}/usage?from=2026-01-01`],
  ] as const)
    expect([path, (await ask(method, path)).status]).toEqual([path, 404]);
  expect((await ask("PATCH", `/sub-accounts/${NOBODY}`, { name: "alpha" })).status).toBe(404);
  const account = { name: "alpha", allow_concurrent_calls: 10 };
  expect(await ask("POST", "/sub-accounts/create", account)).toMatchObject({ status: 403, body: { error: 403 } });
  for (const path of ["/sub-accounts/all", "/sub-accounts/all/usage"])
    expect(await ask("GET", path)).toEqual({ status: 200, body: [] });
  expect(await ask("GET", "/violations/list?page_number=2&page_size=5")).toEqual({
    status: 200,
    body: { data: [], total: 0, limit: 5, offset: 5, has_more: false },
  });
  const form = new FormData();
  form.set("violation_id", NOBODY);
  form.set("violation_file", new Blob(["x"]), "proof.png");
  expect((await ask("POST", "/violations/submit", form)).status).toBe(404);
});

test("a body may come as a form, of either kind, with what is no text written as JSON", async () => {
  const agent = await newAgent("By form");
  const fields = {
    agent_id: agent,
    recipient_phone_number: "+254711000001",
    user_data: '{"name":"Asha"}',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  for (const body of [new URLSearchParams(fields), multipart]) {
    const answer = await fetch(`${server.url}/call`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
    const placed = (await answer.json()) as { execution_id: string };
    // In an hour it may be night there: then it waits for the morning.
    const status = expect.stringMatching(/^(re)?scheduled$/);
    expect([answer.status, placed]).toEqual([200, expect.objectContaining({ message: "done", status })]);
    const read = await ask("GET", `/executions/${placed.execution_id}`);
    expect(read.body["context_details"]).toMatchObject({ recipient_data: { name: "Asha" } });
  }
  expect(await ask("POST", `/v2/agent/${agent}/stop`)).toMatchObject({
    body: { stopped_executions: [expect.any(String), expect.any(String)] },
  });
});

test("a call is stopped, logged and told of events under every address", async () => {
  const agent = await newAgent("Caller");
  expect(await ask("POST", `/v2/agent/${agent}/stop`)).toEqual({ status: 200, body: { stopped_executions: [] } });
  expect((await ask("POST", `/v2/agent/${NOBODY}/stop`)).status).toBe(404);
  const { body } = await ask("POST", "/api/browser-calls", { agent_id: agent });
  const call = String(body["execution_id"]);
  const event = { event: "paid", properties: { amount: 5 } };
  expect(await ask("POST", `/v1/call/${call}/events`, event)).toMatchObject({ status: 400, body: { code: "call.no_events" } });
  expect(await ask("POST", `/call/stop/${call}`)).toEqual({
    status: 200,
    body: { message: "done", status: "stopped", execution_id: call },
  });
  const notActive = { status: 404, body: { detail: "No active call found for this run_id" } };
  for (const run of [NOBODY, "no-uuid"]) expect(await ask("POST", `/v1/call/${run}/events`, event)).toMatchObject(notActive);
  await expect.poll(() => ask("POST", `/v1/call/${call}/events`, event)).toMatchObject(notActive);
  for (const path of [`/executions/${call}/log`, `/executions/${call}/logs/`])
    expect(await ask("GET", path)).toMatchObject({ status: 200, body: { status: "success", data: expect.any(Array) } });
  expect((await ask("GET", `/executions/${NOBODY}/log`)).status).toBe(404);
  expect((await ask("GET", `/batch/${NOBODY}`)).status).toBe(404);
});

test("all calls of an assistant that wait for their time are taken back at once, and those that are placed go on", async () => {
  const agent = await newAgent("Later");
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const order = { agent_id: agent, recipient_phone_number: "+254711000001", scheduled_at: at, bypass_call_guardrails: true };
  const waiting = await ask("POST", "/call", order);
  const stopped = await ask("POST", `/v2/agent/${agent}/stop/`);
  const ids = waiting.status === 200 ? [waiting.body["execution_id"]] : [];
  expect(stopped).toEqual({ status: 200, body: { stopped_executions: ids } });
  expect(waiting.status).toBe(200);
  expect((await ask("GET", `/executions/${String(ids[0])}`)).body).toMatchObject({ status: "stopped" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { DEMO_CALLS: "2" } });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

interface Prepared {
  execution_id: string;
  token: string;
  pass: string;
  most_seconds: number;
}

test("a few visitors may call at once; one more is told that all lines are busy", async () => {
  const [first, second] = [await prepared(), await prepared()];
  expect(first.most_seconds).toBeLessThanOrEqual(180);
  expect(await refusal("/api/demo-calls", {})).toEqual([503, "call.busy"]);
  expect(await refusal(`/api/demo-calls/${first.execution_id}/stop`, { pass: second.pass })).toEqual([403, "call.bad_token"]);
  expect(await refusal(`/api/demo-calls/${first.execution_id}/text`, { pass: first.token, text: "hello" })).toEqual([
    403,
    "call.bad_token",
  ]);
  expect(await refusal(`/api/calls/${first.execution_id}/text`, { text: "hello" })).toEqual([401, "access.missing"]);
  for (const { execution_id, pass } of [first, second]) {
    const ended = await post(`/api/demo-calls/${execution_id}/stop`, { pass });
    expect(ended.status).toBe(200);
  }
  const third = await prepared();
  expect((await post(`/api/demo-calls/${third.execution_id}/stop`, { pass: third.pass })).status).toBe(200);
  expect((await post(`/api/demo-calls/${third.execution_id}/stop`, { pass: third.pass })).status).toBe(403);
});

test("whoever calls again and again is asked to wait", async () => {
  const answers: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await post("/api/demo-calls", {});
    const { execution_id, pass, code } = (await answer.json()) as Partial<Prepared> & { code?: string };
    answers.push(code);
    if (execution_id) await post(`/api/demo-calls/${execution_id}/stop`, { pass });
  }
  expect(answers).toContain("request.too_many");
});

test("an operator may switch these calls off", async () => {
  const folder = newDataDir();
  const closed = await startServer({ dataDir: folder, settings: { DEMO_CALLS: "0" } });
  const answer = await post("/api/demo-calls", {}, closed.url);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, "call.demo_off"]);
  await closed.stop();
  removeDataDir(folder);
});

async function prepared(): Promise<Prepared> {
  const answer = await post("/api/demo-calls", {});
  expect(answer.status).toBe(201);
  return (await answer.json()) as Prepared;
}

async function refusal(path: string, body: unknown): Promise<[number, string]> {
  const answer = await post(path, body);
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

function post(path: string, body: unknown, base = server.url): Promise<Response> {
  return fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

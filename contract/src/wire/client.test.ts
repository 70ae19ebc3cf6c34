import { expect, test } from "vitest";
import * as wire from "../index.ts";
import { createClient, Refused, Unpromised, Unreachable, type Route } from "../index.ts";

const ID = "3c90c3cc-0d44-4b50-8888-8dd25736052a";

/** Asks a server, or whatever stands before it, that answers so. */
function asked(route: Route, answer: { status: number; statusText?: string; text: string }): Promise<unknown> {
  const client = createClient("", async () => ({ ...answer, ok: answer.status < 300, text: async () => answer.text }));
  return client
    .call(route as typeof wire.placeCall, { params: { agent_id: ID, batch_id: ID, execution_id: ID }, body: {} } as never)
    .catch((error: unknown) => error);
}

const bad = { status: 502, statusText: "Bad Gateway", text: "<h1>Bad Gateway</h1>" };

test.each([
  [wire.placeCall, "Call request failed: 502"],
  [wire.createBatch, "Create batch failed: 502"],
  [wire.readBatch, "Get batch failed: 502"],
  [wire.listBatches, "Get all batches failed: 502"],
  [wire.scheduleBatch, "Schedule batch failed: 502"],
  [wire.stopBatch, "Stop batch failed: 502"],
  [wire.deleteBatch, "Delete batch failed: 502"],
  [wire.listBatchExecutions, "Get batch executions failed: 502"],
  [wire.listPhoneNumbers, "Get phone numbers failed: 502"],
  [wire.readCall, "Get execution failed: 502"],
  [wire.listAgentExecutions, "Get agent executions failed: 502"],
  [wire.listAgents, "API request failed: 502 Bad Gateway"],
] as [Route, string][])("what is no answer of ours is told in the specification's words: $1", async (route, words) => {
  const error = await asked(route, bad);
  expect(error).toBeInstanceOf(Unpromised);
  expect((error as Error).message).toBe(words);
});

test("a refusal of ours keeps its own words and code, whatever the call", async () => {
  const body = { error: 422, code: "call.do_not_call", message: "This number is on the do-not-call list.", detail: "" };
  const error = await asked(wire.placeCall, { status: 422, text: JSON.stringify(body) });
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ code: "call.do_not_call" });
});

test("an answer in another form than was promised is told as such", async () => {
  for (const text of ["{}", "[{}]", "<html>"]) {
    const error = await asked(wire.listAgents, { status: 200, text });
    expect(error).toMatchObject({ message: "Invalid response format" });
    expect(error).toBeInstanceOf(Unreachable);
  }
});

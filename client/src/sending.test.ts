import { listAgents, placeCall, readMe, Refused, Unreachable } from "@ongea/contract";
import { expect, test } from "vitest";
import { createOngea, type OngeaOptions } from "./ongea.ts";

const CALL = { agent_id: "3c90c3cc-0d44-4b50-8888-8dd25736052a", recipient_phone_number: "+254711000001" };
const PLACED = { message: "done", status: "queued", execution_id: CALL.agent_id };
const refusal = (error: number, code: string) => ({ error, code, message: code, detail: code });

type Answer = (init: RequestInit) => Response | Promise<Response>;

/** A server that answers as it is told, one answer a request, and a program whose pauses take no time. */
function talk(answers: Answer[], options: Partial<OngeaOptions> = {}) {
  const asked: RequestInit[] = [];
  const pauses: number[] = [];
  const ongea = createOngea({
    url: "http://127.0.0.1/",
    key: "ong_key",
    fetch: async (_url, init = {}) => {
      asked.push(init);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (!answer) throw new TypeError("fetch failed");
      return answer(init);
    },
    sleep: async (ms) => void pauses.push(ms),
    ...options,
  });
  const keys = () => asked.map(({ headers }) => (headers as Record<string, string>)["idempotency-key"]);
  return { ongea, asked, pauses, keys };
}

const answered = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return () => new Response(JSON.stringify(body), { status, headers });
};
const lost: Answer = () => Promise.reject(new TypeError("fetch failed"));

test("who is asked for patience waits as long as Retry-After says, and asks again with the same key", async () => {
  const busy = answered(503, refusal(503, "call.busy"), { "retry-after": "7" });
  const many = answered(429, refusal(429, "request.too_many"), { "retry-after": "2" });
  const { ongea, pauses, keys } = talk([busy, many, answered(200, PLACED)]);
  expect(await ongea.calls.place(CALL)).toEqual(PLACED);
  expect(pauses).toEqual([7_000, 2_000]);
  expect(new Set(keys()).size).toBe(1);
});

test("a refusal that no waiting mends is thrown at once, with its code", async () => {
  const { ongea, asked } = talk([answered(422, refusal(422, "call.do_not_call"))]);
  const error = await ongea.calls.place(CALL).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ code: "call.do_not_call", status: 422 });
  expect(asked).toHaveLength(1);
});

test("a server that asks for more patience than the program has, or for ever, is not waited for", async () => {
  const long = talk([answered(429, refusal(429, "request.too_many"), { "retry-after": "600" })]);
  await expect(long.ongea.agents.list()).rejects.toMatchObject({ status: 429 });
  expect(long.pauses).toEqual([]);
  const always = talk([answered(503, refusal(503, "server.stopping"), { "retry-after": "1" })]);
  await expect(always.ongea.agents.list()).rejects.toMatchObject({ code: "server.stopping" });
  expect(always.asked).toHaveLength(4);
});

test("where nobody knows whether a request arrived, it is sent again only if that does no harm", async () => {
  const placed = talk([lost, lost, answered(200, PLACED)]);
  expect(await placed.ongea.calls.place(CALL, { idempotencyKey: "mine" })).toEqual(PLACED);
  expect(placed.keys()).toEqual(["mine", "mine", "mine"]);
  expect(placed.pauses).toEqual([500, 1_000]);
  const deleted = talk([lost, answered(404, refusal(404, "agent.not_found"))]);
  await expect(deleted.ongea.agents.delete(CALL.agent_id)).rejects.toBeInstanceOf(Unreachable);
  expect(deleted.asked).toHaveLength(1);
});

test("the same request that is still being worked on is asked for again", async () => {
  const { ongea, asked } = talk([answered(409, refusal(409, "request.in_progress")), answered(200, PLACED)]);
  expect(await ongea.call(placeCall, { body: CALL })).toEqual(PLACED);
  expect(asked).toHaveLength(2);
});

test("who is no longer interested hears nothing more, also while waiting", async () => {
  const stop = new AbortController();
  const { ongea, asked } = talk([answered(503, refusal(503, "call.busy"))], {
    sleep: async (_ms, signal) => {
      stop.abort();
      signal?.throwIfAborted();
    },
  });
  await expect(ongea.agents.list({ signal: stop.signal })).rejects.toBeDefined();
  expect(asked).toHaveLength(1);
});

test("a server that never answers is given up", async () => {
  const never: Answer = ({ signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  const { ongea, asked } = talk([never], { timeoutMs: 5, retries: 1 });
  await expect(ongea.call(readMe)).rejects.toBeInstanceOf(Unreachable);
  expect(asked).toHaveLength(2);
});

test("a page of a proxy in place of an answer is no refusal of ours", async () => {
  const { ongea } = talk([() => new Response("<h1>Bad gateway</h1>", { status: 502 })]);
  await expect(ongea.call(listAgents)).rejects.toBeInstanceOf(Unreachable);
});

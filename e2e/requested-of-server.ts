/** A server is asked generated requests as everybody who may, and each answer is held against the contract. */
import { setTimeout as sleep } from "node:timers/promises";
import * as wire from "@ongea/contract";
import { REFUSALS, Refused, ROUTES, type Client, type RefusalCode, type Route } from "@ongea/contract";
import { createGenerator, createRandom, type GeneratedRequest } from "./generated-requests.ts";

export interface AskedParts {
  url: string;
  /** Of a person who owns a workspace, and the same as headers. */
  client: Client;
  credentials: Readonly<Record<string, string>>;
  count: number;
  seed: number;
}

export interface AskedResult {
  asked: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** What is not as it was promised, each with the request that brought it. */
  faults: string[];
}

/** A key may ask a thousand times in a minute. */
const ASKED_BY_KEY = 700;
const AT_ONCE = 8;
const WAIT_MS = 5_000;
const MOST_WAITS = 15;
const MOST_FAULTS = 40;
/** That the world outside did not answer, or all lines are busy, is no fault of ours: said with these. */
const MAY_FAIL: ReadonlySet<string> = new Set(["prompt.no_answer", "voice.failed", "call.busy", "demo.full"]);
/** They would end what the questions are asked with, or speak a protocol of their own. */
const LEFT_OUT = /^\/api\/(sign-out|me\/delete|account\/delete)/;

export async function askGenerated({ url, client, credentials, count, seed }: AskedParts): Promise<AskedResult> {
  const random = createRandom(seed);
  const routes = ROUTES.filter(({ path }) => !LEFT_OUT.test(path));
  const result: AskedResult = { asked: 0, statuses: {}, faults: [] };
  const key = async (): Promise<string> =>
    (await client.call(wire.createKey, { body: { name: `Generated ${result.asked}`, role: "owner" } })).key;
  for (let begun = 0; begun < count; begun += ASKED_BY_KEY) {
    // What was deleted meanwhile is there again.
    const generator = createGenerator(random, await patiently(() => knownIds(client)));
    const bearer = { authorization: `Bearer ${await patiently(key)}` };
    const mine = Array.from({ length: Math.min(ASKED_BY_KEY, count - begun) }, (_, n) => {
      const route = routes[(begun + n) % routes.length] as Route;
      return { route, request: generator.request(route), headers: route.who === "person" ? credentials : bearer };
    });
    const ask = async (): Promise<void> => {
      for (let next = mine.shift(); next; next = mine.shift()) {
        const from = `198.18.${(result.asked >> 8) & 255}.${result.asked & 255}`;
        result.asked++;
        const fault = await askOne(url, next, { ...next.headers, "x-forwarded-for": from }, result);
        if (fault !== undefined && result.faults.length < MOST_FAULTS) result.faults.push(fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  }
  return result;
}

/** Whoever made the keys has a limit of a thousand requests a minute, too. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = MOST_WAITS; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !(error instanceof Refused) || error.code !== "request.too_many") throw error;
      await sleep(WAIT_MS);
    }
  }
}

interface One {
  route: Route;
  request: GeneratedRequest;
}

async function askOne(
  url: string,
  { route, request }: One,
  headers: Record<string, string>,
  result: AskedResult,
): Promise<string | undefined> {
  const { method, path, body } = request;
  const told = (what: string): string =>
    `${method} ${path.slice(0, 200)} ${typeof body === "string" ? body.slice(0, 300) : body ? "(bytes)" : ""}: ${what}`;
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...request.headers, ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    const fault = answer.ok ? faultOfAnswer(route, answer, text) : faultOfRefusal(answer.status, text);
    return fault === undefined ? undefined : told(`${answer.status} ${fault} ${text.slice(0, 300)}`);
  } catch (error) {
    return told(`no answer: ${String(error)}`);
  }
}

function faultOfAnswer(route: Route, answer: Response, text: string): string | undefined {
  if (!route.answer) return undefined;
  // A page stands at some addresses for whoever wants HTML; nobody here does.
  if (answer.headers.get("content-type")?.startsWith("application/json") !== true) return "is not JSON:";
  const checked = route.answer.safeParse(parsed(text));
  if (checked.success) return undefined;
  return `is not as promised (${checked.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}):`;
}

/** One shape from every layer. */
export function faultOfRefusal(status: number, text: string): string | undefined {
  const body = parsed(text) as wire.RefusalBody | undefined;
  if (body && "jsonrpc" in body) return undefined;
  if (typeof body !== "object" || body === null || !(body.code in REFUSALS)) return "is no refusal of ours:";
  if (body.error !== status || REFUSALS[body.code as RefusalCode].status !== status) return "has another status in its body:";
  if (typeof body.message !== "string" || !(typeof body.detail === "string" || Array.isArray(body.detail))) return "lacks words:";
  return status >= 500 && !MAY_FAIL.has(body.code) ? "must not happen:" : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Things that there are, made anew where they were deleted. */
async function knownIds(client: Client): Promise<Record<string, string>> {
  const agents = await client.call(wire.listAgents);
  const [template] = (await client.call(wire.listAgentTemplates)).data;
  const agent_id = agents[0]?.id ?? (await client.call(wire.createAgent, { body: template!.document })).agent_id;
  const calls = (await client.call(wire.listCalls, { query: { limit: 5 } })).data;
  const items = (await client.call(wire.listKnowledge, { query: { limit: 5 } })).data;
  const note = { type: "text" as const, title: "Hours", content: "The clinic opens at eight." };
  const item = items[0] ?? (await client.call(wire.addKnowledge, { body: note }));
  const batches = await client.call(wire.listBatches, { params: { agent_id } });
  const numbers = await client.call(wire.listPhoneNumbers);
  const execution = calls[0]?.id ?? (await client.call(wire.startBrowserCall, { body: { agent_id } })).execution_id;
  return {
    agent_id,
    execution_id: execution,
    run_id: execution,
    item_id: item.id,
    rag_id: item.id,
    ...(batches[0] ? { batch_id: batches[0].batch_id } : {}),
    ...(numbers[0] ? { phone_number_id: numbers[0].id } : {}),
  };
}

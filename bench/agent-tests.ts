/** Tests of one's own agent: how long a suite takes in writing and by voice, how it ends, and whether repeats of one test agree. */
import { loadavg } from "node:os";
import {
  AgentTestDraft,
  type AgentTestResult,
  createAgentTest,
  deleteAgentTest,
  listAgents,
  readAgentTestRun,
  runAgentTests,
  type Client,
} from "@ongea/contract";
import { firstAccount } from "../e2e/account.ts";
import { round } from "./driver/figures.ts";
import type { Results } from "./driver/table.ts";
import { startProduct } from "./whole/product.ts";

const WRITTEN = 50;
const SPOKEN = 20;
const REPEATS = 20;
const POLL_MS = 250;
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;
const TIMES = [
  ["nine", "09:00"],
  ["ten", "10:00"],
  ["eleven", "11:00"],
] as const;
const PHONES = ["0712 345 678", "0723 456 789", "0734 567 890"] as const;
const QUESTIONS = [
  ["What does a consultation cost?", "1,500"],
  ["When are you open on Saturday?", "9 in the morning"],
] as const;

export async function agentTests(results: Results, quick: boolean): Promise<void> {
  const { product, stop } = await startProduct(undefined);
  try {
    const { client } = await firstAccount(product);
    const agent = (await client.call(listAgents)).find(({ agent_name }) => agent_name === "Front desk");
    if (!agent) throw new Error("There is no front desk");
    const suite = { client, agentId: agent.id, results };
    await measure(suite, { name: "in writing", by: "text", drafts: suiteOf(quick ? 10 : WRITTEN) });
    await measure(suite, { name: "in writing, one test repeated", by: "text", drafts: repeated(quick ? 4 : REPEATS) });
    await measure(suite, { name: "by voice", by: "voice", drafts: suiteOf(quick ? 4 : SPOKEN) });
    await measure(suite, { name: "by voice, one test repeated", by: "voice", drafts: repeated(quick ? 4 : REPEATS) });
  } finally {
    await stop();
  }
}

interface Suite {
  client: Client;
  agentId: string;
  results: Results;
}

interface Measured {
  name: string;
  by: "text" | "voice";
  drafts: readonly AgentTestDraft[];
}

async function measure({ client, agentId: agent_id, results }: Suite, { name, by, drafts }: Measured): Promise<void> {
  const params = { agent_id };
  const tests: string[] = [];
  for (const body of drafts) tests.push((await client.call(createAgentTest, { params, body })).id);
  const loadBefore = loadavg()[0] ?? 0;
  const beganMs = performance.now();
  const { id: test_run_id } = await client.call(runAgentTests, { params, body: { tests, by } });
  const read = () => client.call(readAgentTestRun, { params: { ...params, test_run_id } });
  let run = await read();
  while (run.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    run = await read();
  }
  const seconds = (performance.now() - beganMs) / 1_000;
  for (const test_id of tests) await client.call(deleteAgentTest, { params: { ...params, test_id } });
  const distinct = new Set(run.results.map(saidIn)).size;
  results.add("agent-tests", name, {
    tests: run.tests,
    seconds: round(seconds),
    passed: run.passed,
    "different conversations": distinct,
    turns: run.results.reduce((sum, { turns }) => sum + turns, 0),
    "load before": round(loadBefore),
  });
  for (const { name: test, passed, problem } of run.results)
    if (!passed) results.note(`${name}: "${test}" failed (${problem ?? "conditions"})`);
}

/** References of bookings and messages are random. */
function saidIn({ lines }: AgentTestResult): string {
  return JSON.stringify(lines).replace(/"?reference\\?":\\?"[^"]*"|reference (?:[A-Z\d] ?)+/gi, "");
}

/** Bookings that differ by day, time and person, and questions. */
function suiteOf(count: number): AgentTestDraft[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 2 === 0) return booking(at / 2, `Books ${at}`);
    const [line, answer] = QUESTIONS[((at - 1) / 2) % QUESTIONS.length] ?? QUESTIONS[0];
    return AgentTestDraft.parse({ name: `Asks ${at}`, lines: [line, "Goodbye"], checks: [{ kind: "said", text: answer }] });
  });
}

function repeated(count: number): AgentTestDraft[] {
  return Array.from({ length: count }, (_, at) => booking(0, `Repeat ${at}`));
}

function booking(at: number, name: string): AgentTestDraft {
  const day = DAYS[at % DAYS.length] ?? "Monday";
  const [spoken, time] = TIMES[at % TIMES.length] ?? TIMES[0];
  const phone = PHONES[at % PHONES.length] ?? PHONES[0];
  return AgentTestDraft.parse({
    name,
    lines: [],
    persona: {
      wants: [`I would like to book an appointment next ${day} at ${spoken} in the morning`],
      facts: [
        { fact: "name", says: "Mary Smith" },
        { fact: "phone", says: phone },
        { fact: "reason", says: "A check-up" },
      ],
    },
    line: { noise: "room", loss_percent: 1 },
    checks: [
      {
        kind: "tool",
        tool: "book_appointment",
        values: { date: `{${day.slice(0, 3).toLowerCase()}}`, time, phone: phone.replaceAll(" ", "") },
      },
    ],
  });
}

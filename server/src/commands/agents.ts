/** `npm run agents`: agents as files that stand in version control, compared, put back, and tested, for people and for CI. */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type Agent,
  AgentDocument,
  type AgentTestRun,
  type Client,
  createAgent,
  documentOf,
  listAgents,
  readAgent,
  readAgentTestRun,
  replaceAgent,
  runAgentTests,
  saveAgentDraft,
} from "@ongea/contract";
import { parse, stringify } from "yaml";
import { CannotStart } from "../platform/cannot-start.ts";
import usage from "./usage.json" with { type: "json" };
import { clientOn, type ServerAccess } from "./server-access.ts";
import { LINE_WIDTH, differences } from "./document-differences.ts";

export type AgentsCommand =
  | { act: "pull"; agent: string; file: string | undefined }
  | { act: "push"; file: string; agent: string | undefined; isDraft: boolean }
  | { act: "diff"; file: string; agent: string | undefined }
  | { act: "check"; file: string }
  | { act: "test"; agent: string; file: string | undefined; byVoice: boolean };

type Tell = (line: string) => void;

const POLL_MS = 500;
export function parseAgents(argv: readonly string[]): AgentsCommand {
  try {
    const flag = { type: "boolean", default: false } as const;
    const options = { to: { type: "string" }, file: { type: "string" }, draft: flag, voice: flag } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [act, first, second, ...more] = positionals;
    if (first === undefined || more.length > 0) throw new Error("usage");
    if (act === "push" && second === undefined && values.file === undefined && !values.voice)
      return { act, file: first, agent: values.to, isDraft: values.draft };
    if (values.draft) throw new Error("usage");
    if (act === "test" && second === undefined && values.to === undefined)
      return { act, agent: first, file: values.file, byVoice: values.voice };
    if (values.voice) throw new Error("usage");
    if (act === "pull" && values.to === undefined) return { act, agent: first, file: values.file ?? second };
    if (second !== undefined || values.file !== undefined) throw new Error("usage");
    if (act === "diff") return { act, file: first, agent: values.to };
    if (act === "check" && values.to === undefined) return { act, file: first };
    throw new Error("usage");
  } catch (error) {
    throw new CannotStart(usage.agents, { cause: error });
  }
}

/** @returns whether all is well: a difference and a failed test are not. */
export async function agents(command: AgentsCommand, way: ServerAccess, tell: Tell): Promise<boolean> {
  try {
    return await done(command, clientOn(way), tell);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${way.url}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function done(command: AgentsCommand, client: Client, tell: Tell): Promise<boolean> {
  switch (command.act) {
    case "check":
      tell(`${command.file} holds the agent "${fileIn(command.file).agent_config.agent_name}".`);
      return true;
    case "pull":
      return pull(command, client, tell);
    case "push":
      return push(command, client, tell);
    case "diff": {
      const document = fileIn(command.file);
      const agent = await found(client, command.agent ?? document.agent_config.agent_name);
      const lines = differences(documentOf(agent), document);
      for (const line of lines) tell(line);
      if (lines.length === 0) tell(`${command.file} is as ${agent.agent_name} is.`);
      return lines.length === 0;
    }
    case "test":
      return test(command, client, tell);
  }
}

async function pull({ agent: wanted, file }: AgentsCommand & { act: "pull" }, client: Client, tell: Tell): Promise<boolean> {
  const agent = await found(client, wanted);
  // References stand for its secrets: the server that gave them knows what they mean.
  const document = documentOf(agent);
  const text = stringify(document, { lineWidth: LINE_WIDTH });
  if (file === undefined) tell(text.trimEnd());
  else {
    writeFileSync(file, file.endsWith(".json") ? `${JSON.stringify(document, null, 2)}\n` : text);
    tell(`${agent.agent_name} stands in ${file}.`);
  }
  return true;
}

async function push(
  { file, agent: wanted, isDraft }: AgentsCommand & { act: "push" },
  client: Client,
  tell: Tell,
): Promise<boolean> {
  const document = fileIn(file);
  const name = wanted ?? document.agent_config.agent_name;
  const agent = namedIn(await client.call(listAgents), name);
  if (isDraft) {
    if (!agent) throw new CannotStart(`There is no agent "${name}" that could have a draft.`);
    await client.call(saveAgentDraft, { params: { agent_id: agent.id }, body: document });
    tell(`The draft of ${agent.agent_name} is as ${file} says.`);
  } else if (agent) {
    await client.call(replaceAgent, { params: { agent_id: agent.id }, body: document });
    tell(`${agent.agent_name} is as ${file} says.`);
  } else if (wanted === undefined) {
    await client.call(createAgent, { body: document });
    tell(`${name} is new.`);
  } else throw new CannotStart(`There is no agent "${wanted}".`);
  return true;
}

async function test(
  { agent: wanted, file, byVoice }: AgentsCommand & { act: "test" },
  client: Client,
  tell: Tell,
): Promise<boolean> {
  const document = file === undefined ? undefined : fileIn(file);
  const { id: agent_id } = await found(client, wanted);
  const started = await client.call(runAgentTests, {
    params: { agent_id },
    body: { ...(document && { document }), by: byVoice ? "voice" : "text" },
  });
  let run: AgentTestRun = started;
  while (run.state === "running") {
    await delay(POLL_MS);
    run = await client.call(readAgentTestRun, { params: { agent_id, test_run_id: started.id } });
  }
  const { results } = await client.call(readAgentTestRun, { params: { agent_id, test_run_id: started.id } });
  for (const { name, passed, failed_checks: failed, problem } of results) {
    const why = problem ?? (failed.length > 0 ? `condition ${failed.map((at) => at + 1).join(", ")}` : "");
    tell(`${passed ? "passed" : "FAILED"}  ${name}${passed || why === "" ? "" : `: ${why}`}`);
  }
  tell(
    `${run.passed} of ${run.tests} tests passed, with ${run.model}${byVoiceOf(run)}${run.state === "interrupted" ? "; the run was interrupted" : ""}.`,
  );
  return run.state === "passed";
}

function byVoiceOf({ voice }: AgentTestRun): string {
  return voice ? `, by voice: ${voice.caller}, heard by ${voice.stt}` : "";
}

function fileIn(path: string): AgentDocument {
  let value: unknown;
  try {
    const text = readFileSync(path, "utf8");
    value = path.endsWith(".json") ? JSON.parse(text) : parse(text, { schema: "core" });
  } catch (error) {
    throw new CannotStart(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = AgentDocument.safeParse(value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path: place, message }) => `  ${place.join(".") || "the file"}: ${message}`);
  throw new CannotStart(`${path} holds no agent:\n${problems.join("\n")}`);
}

async function found(client: Client, wanted: string): Promise<Agent> {
  const all = await client.call(listAgents);
  const agent = namedIn(all, wanted);
  if (agent) return client.call(readAgent, { params: { agent_id: agent.id } });
  throw new CannotStart(`No agent called "${wanted}". Try ${all.map((one) => one.agent_name).join(", ")}.`);
}

function namedIn(all: readonly Agent[], wanted: string): Agent | undefined {
  const plain = (text: string): string => text.trim().toLowerCase();
  const named = all.filter(({ id, agent_name: name }) => [id, name].some((one) => plain(one) === plain(wanted)));
  if (named.length > 1) throw new CannotStart(`Several agents are called "${wanted}": say the id of one of them.`);
  return named[0];
}

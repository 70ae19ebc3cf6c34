import { AgentDocument } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "./agents.ts";

const TOKEN = "Bearer correct-horse-battery";
const HEADER = "staple-4711";
const BY = { by: "Amina" };
const REFERENCE = /^hidden:[0-9a-f]{16}$/;

let database: TestDatabase;
let agents: Agents;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
  workspaceId = await openTestWorkspace(database);
});
afterAll(() => database.close());

function documentWith(request: object): AgentDocument {
  const tool = { key: "custom_task", name: "look_up", description: "Looks it up.", value: request };
  return AgentDocument.parse({
    agent_config: { agent_name: "Clerk", tasks: [{ tools_config: { api_tools: { tools: [tool], tools_params: {} } } }] },
  });
}

function requestIn(document: AgentDocument): { url: string; api_token: string; headers: Record<string, string> } {
  const tools = document.agent_config.tasks[0]!.tools_config.api_tools!.tools;
  return tools[0]!["value"] as ReturnType<typeof requestIn>;
}

const REQUEST = {
  url: "https://one.example/look?name=%(name)s",
  api_token: TOKEN,
  headers: { "X-Key": HEADER, Accept: "text/plain" },
};

test("a function's token and headers are references for readers, sealed in the database, and whole in a call", async () => {
  const { id } = await agents.create(workspaceId, documentWith(REQUEST), BY);
  const stored = await agents.read(workspaceId, id);
  expect(requestIn(stored.document)).toMatchObject(REQUEST);
  const shown = agents.hideSecrets(stored.document);
  expect(requestIn(shown)).toMatchObject({
    url: REQUEST.url,
    api_token: expect.stringMatching(REFERENCE) as string,
    headers: { "X-Key": expect.stringMatching(REFERENCE) as string, Accept: "text/plain" },
  });
  const rows = JSON.stringify((await database.everywhere.execute("select config from agents")).rows);
  expect(rows).not.toContain("correct-horse");
  expect(rows).not.toContain(HEADER);
});

test("who writes back what was read keeps the secrets, moved or renamed too, and every version keeps its own", async () => {
  const { id } = await agents.create(workspaceId, documentWith(REQUEST), BY);
  const key = { workspaceId, id };
  const shown = requestIn(agents.hideSecrets((await agents.read(workspaceId, id)).document));
  const moved = AgentDocument.parse({
    agent_config: {
      agent_name: "Clerk",
      tasks: [
        {
          tools_config: {
            api_tools: { tools: [{ key: "custom_task", name: "find", description: "" }], tools_params: { find: shown } },
          },
        },
      ],
    },
  });
  await agents.replace(key, moved, BY);
  const tools = (await agents.read(workspaceId, id)).document.agent_config.tasks[0]?.tools_config.api_tools;
  expect(tools?.tools_params["find"]).toMatchObject(REQUEST);
  const earlier = await agents.version(key, 1);
  expect(requestIn(earlier.document)).toMatchObject(REQUEST);
  expect(JSON.stringify(agents.hideSecrets(earlier.document))).not.toContain("correct-horse");
  const copy = await agents.create(workspaceId, agents.hideSecrets(documentWith(REQUEST)), BY);
  expect(requestIn((await agents.read(workspaceId, copy.id)).document)).toMatchObject(REQUEST);
});

test("a reference does not follow to another server, workspace or agent that is not there", async () => {
  const { id } = await agents.create(workspaceId, documentWith(REQUEST), BY);
  const key = { workspaceId, id };
  const shown = requestIn(agents.hideSecrets((await agents.read(workspaceId, id)).document));
  const elsewhere = documentWith({ ...shown, url: "https://thief.example/look" });
  const refusal = {
    code: "request.invalid",
    detail: [expect.objectContaining({ type: "secret" }), expect.objectContaining({ type: "secret" })],
  };
  await expect(agents.replace(key, elsewhere, BY)).rejects.toMatchObject(refusal);
  const patch = { agent_config: elsewhere.agent_config as Readonly<Record<string, unknown>>, agent_prompts: {} };
  await expect(agents.change(key, patch, BY)).rejects.toMatchObject(refusal);
  const other = await openTestWorkspace(database);
  await expect(agents.create(other, documentWith(shown), BY)).rejects.toMatchObject(refusal);
  expect(requestIn((await agents.read(workspaceId, id)).document)).toMatchObject(REQUEST);
});

test("an installation whose secret was changed has its agents without their secrets", async () => {
  const { id } = await agents.create(workspaceId, documentWith(REQUEST), BY);
  const after = createAgents(database, "another secret");
  expect(requestIn((await after.read(workspaceId, id)).document)).toMatchObject({ url: REQUEST.url, api_token: "" });
});

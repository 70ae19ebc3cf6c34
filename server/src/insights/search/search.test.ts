import { randomUUID } from "node:crypto";
import { fold } from "@ongea/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { otherDomains } from "../testing/other-domains.ts";
import { openSearch } from "../open-search.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import type { Search } from "./search.ts";
import { parseNumberQuery, numberWords, wordsOf } from "./words.ts";

let database: TestDatabase;
let search: Search;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  search = openSearch(database, otherDomains(database));
  workspaceId = await openTestWorkspace(database);
  await addAgent(workspaceId, "Teranga Santé accueil", "+22160555");
  await addCall(workspaceId, {
    agent: "Imani Clinic",
    number: "+254712345678",
    said: "I would like a check-up for Wanjikũ at the clinic",
  });
  await addCall(workspaceId, {
    agent: "Kano Light",
    number: "+2348031234567",
    said: "Babu wuta a ƙauye, the transformer is burnt",
  });
  await addCall(workspaceId, { agent: "Ẹkọ́ College", number: null, said: "Ẹ káàárọ̀, school fees" });
  await addCall(workspaceId, { agent: "صيدلية", number: "+212600000001", said: "هل عندكم أَنْسُولِين؟" });
});

afterAll(() => database.close());

async function addAgent(workspace: string, name: string, number: string): Promise<void> {
  const id = randomUUID();
  const db = database.of(workspace);
  await db.execute(sql`insert into agents (id, workspace_id, status, config, prompts)
    values (${id}, ${workspace}, 'processed', ${JSON.stringify({ agent_name: name })}::jsonb, '{}')`);
  await db.execute(sql`insert into numbers (number, workspace_id, agent_id) values (${number}, ${workspace}, ${id})`);
}

async function addCall(
  workspace: string,
  call: { agent: string; number: string | null; said: string },
  at = new Date(),
): Promise<string> {
  const id = randomUUID();
  const transcript = `assistant: Hello\nuser: ${call.said}`;
  await database.of(workspace).transaction(async (db) => {
    await db.execute(sql`
      insert into executions (id, workspace_id, agent_name, status, provider, direction, from_number, transcript, created_at, ended_at, cost)
      values (${id}, ${workspace}, ${call.agent}, 'completed', 'sip', 'inbound', ${call.number}, ${transcript}, ${at.toISOString()}, now(), '{}')`);
    const facts = { agentName: call.agent, direction: "inbound", fromNumber: call.number, toNumber: null, notes: 0 } as const;
    await search.remember(db, [{ id, workspaceId: workspace, createdAt: at, transcript, ...facts }]);
  });
  return id;
}

const found = async (text: string, workspace = workspaceId): Promise<string[]> =>
  (await search.find(workspace, text)).map(({ kind, title }) => `${kind} ${title}`);

test.each([
  "+254 712 345 678",
  "0712345678",
  "0712 345",
  "254712345678",
  "00254712345678",
  "5678",
  "(0712) 345-678",
  "٠٧١٢٣٤٥٦٧٨",
])("a call is found by its number written as %s", async (text) => {
  expect(await found(text)).toEqual(["call +254712345678"]);
});

test("a Nigerian number is found with ten digits behind the nought", async () => {
  expect(await found("0803 123 4567")).toEqual(["call +2348031234567"]);
});

test("words are found without their accents, marks and capitals, in Latin and in Arabic letters", async () => {
  expect(await found("wanjiku")).toEqual(["call +254712345678"]);
  expect(await found("WANJIKŨ")).toEqual(["call +254712345678"]);
  expect(await found("kauye")).toEqual(["call +2348031234567"]);
  expect(await found("e kaaaro")).toEqual(["call Ẹkọ́ College"]);
  expect(await found("انسولين")).toEqual(["call +212600000001"]);
});

test("calls that begin alike are told apart by their time, their length and the caller's first words", async () => {
  const clinic = await openTestWorkspace(database);
  const at = new Date("2026-11-21T09:38:00Z");
  await addCall(clinic, { agent: "Hello desk", number: "browser", said: "i lost my card at the desk" }, at);
  const [byGreeting] = await search.find(clinic, "hello");
  expect(byGreeting).toMatchObject({ at: at.toISOString(), seconds: 0, note: "Hello desk: I lost my card at the desk" });
});

test("the last word need not be typed to its end, the ones before it must all be there", async () => {
  expect(await found("transfo")).toEqual(["call +2348031234567"]);
  expect(await found("burnt transf")).toEqual(["call +2348031234567"]);
  expect(await found("trans burnt")).toEqual([]);
  expect(await found("clinic transformer")).toEqual([]);
});

test("assistants and their numbers are found by the assistant's name", async () => {
  expect(await found("sante")).toEqual(["agent Teranga Santé accueil", "number +22160555"]);
  expect(await found("2216055")).toEqual(["number +22160555"]);
});

test("documents are found by their title or file, batches by the name of their file, and only in their workspace", async () => {
  const db = database.of(workspaceId);
  const agentId = randomUUID();
  await db.execute(sql`insert into agents (id, workspace_id, status, config, prompts)
    values (${agentId}, ${workspaceId}, 'processed', '{"agent_name": "Mkulima"}'::jsonb, '{}')`);
  await db.execute(sql`insert into knowledge_items (id, workspace_id, title, type, source, chunk_size, overlap, mode)
    values (${randomUUID()}, ${workspaceId}, 'Opening hours', 'document', 'Öffnungszeiten 2026.pdf', 500, 50, 'automatic')`);
  await db.execute(sql`insert into batches (id, workspace_id, agent_id, file_name, from_numbers, valid_contacts, total_contacts)
    values (${randomUUID()}, ${workspaceId}, ${agentId}, 'reminders-november.csv', '{}', 1, 1)`);
  expect(await search.find(workspaceId, "offnungsz")).toMatchObject([{ kind: "document", title: "Opening hours" }]);
  expect(await search.find(workspaceId, "reminders nov")).toMatchObject([{ kind: "batch", title: "reminders-november.csv" }]);
  const other = await openTestWorkspace(database);
  expect(await search.find(other, "reminders")).toEqual([]);
  expect(await search.find(other, "opening")).toEqual([]);
});

test("what was said in an old call is found behind thousands of newer ones", async () => {
  const busy = await openTestWorkspace(database);
  await addCall(
    busy,
    { agent: "Front desk", number: "+254300111222", said: "the giraffe stood in the road" },
    new Date("2020-01-01"),
  );
  await database.of(busy).execute(sql`
    with fresh as (
      insert into executions (id, workspace_id, agent_name, status, provider, direction, created_at, cost)
      select gen_random_uuid(), ${busy}, 'Front desk', 'completed', 'sip', 'inbound', now() - n * interval '1 minute', '{}'
      from generate_series(1, 2600) n returning id, created_at
    ) insert into call_words (call_id, workspace_id, at, words)
    select id, ${busy}, created_at, array_to_tsvector(array[${`${busy.slice(0, 8)}appointment`}]) from fresh`);
  expect(await found("giraffe road", busy)).toEqual(["call +254300111222"]);
  expect((await found("appointment", busy)).length).toBe(6);
  expect(await found("zebra", busy)).toEqual([]);
});

test("PostgreSQL looks into the words' own index although row-level security is on", async () => {
  const plan = await database.of(workspaceId).transaction(async (db) => {
    await db.execute(sql`select set_config('ongea.asked', ${`'${workspaceId.slice(0, 8)}giraffe'`}, true),
      set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
    const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`explain select call_id from call_words limit 10`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("Bitmap Index Scan on call_words_found");
  const [user] = (
    await database.of(workspaceId).execute(sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`)
  ).rows;
  expect(user).toEqual({ rolsuper: false, rolbypassrls: false });
});

test("nothing of another workspace is found, not even with its own index key", async () => {
  const other = await openTestWorkspace(database);
  for (const text of ["wanjiku", "0712345678", "sante", "clinic"]) expect(await found(text, other)).toEqual([]);
  const asked = `'${workspaceId.slice(0, 8)}wanjiku'`;
  const rows = await database.of(other).transaction(async (db) => {
    await db.execute(sql`select set_config('ongea.asked', ${asked}, true)`);
    return (await db.execute(sql`select * from call_words`)).rows;
  });
  expect(rows).toEqual([]);
});

test("a call is found by the words that are left of it, and by those that were taken away no more", async () => {
  const workspace = await openTestWorkspace(database);
  const [agent, number, at] = ["Desk", "+254712000111", new Date()];
  const id = await addCall(workspace, { agent, number, said: "my name is Zainabu and I need a plumber" }, at);
  await addCall(workspace, { agent, number, said: "Zainabu again" });
  expect(await found("zainabu", workspace)).toHaveLength(2);
  const facts = { agentName: agent, direction: "inbound", fromNumber: number, toNumber: null, notes: 0 } as const;
  const row = { id, workspaceId: workspace, createdAt: at, transcript: "user: my name is … and I need a plumber", ...facts };
  await database.together(workspace, () => search.rememberAnew(database.of(workspace), [row]));
  expect(await found("zainabu", workspace)).toHaveLength(1);
  expect(await found("plumber", workspace)).toHaveLength(1);
});

test("whatever is typed, searching never fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "grapheme", maxLength: 60 }), fc.string({ maxLength: 60 })), async (text) => {
      await search.find(workspaceId, text);
    }),
    { numRuns: 60 },
  );
});

test("folding twice changes nothing, and every word of a text is one of its words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      for (const word of wordsOf(text)) expect(wordsOf(word)).toEqual([word]);
    }),
  );
});

test("a text with letters is no number, and a short one neither", () => {
  expect(parseNumberQuery("order 12345")).toBeUndefined();
  expect(parseNumberQuery("12")).toBeUndefined();
  expect(numberWords(null)).toEqual([]);
});

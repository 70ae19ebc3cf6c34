/** What the API's list writes, beside the rows as they are, on a real database: kept texts are never those of an earlier state. */
import { randomUUID } from "node:crypto";
import { Execution } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallStore, type NewCall } from "../records/store.ts";
import { wireExecution } from "../records/wire-execution.ts";
import { createTexts, writtenLists } from "./written-calls.ts";

const PUBLIC_URL = "https://ongea.example";

let database: TestDatabase;
let store: CallStore;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCallStore(database);
  workspaceId = await openTestWorkspace(database);
});

afterAll(() => database.close());

const unasked = () => Promise.reject(new Error("is not asked"));

/** With the ids of the rows that were read whole. */
function listing(running: ReadonlySet<string> = new Set()) {
  const read: string[] = [];
  const list = writtenLists({
    store: {
      state: store.state,
      those: (workspace, ids, kind) => (read.push(...ids), store.those(workspace, ids, kind)),
    },
    history: unasked,
    matchingNotes: unasked,
    isRunning: (id) => running.has(id),
    wire: (row) => wireExecution(row, PUBLIC_URL),
  });
  return { list, read };
}

async function added(at: string, ended = true): Promise<string> {
  const id = randomUUID();
  const begin: NewCall = {
    id,
    workspaceId,
    agentName: "Front desk",
    status: "in-progress",
    provider: "sip",
    direction: "inbound",
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    createdAt: new Date(at),
  };
  const finish = { endedAt: new Date(), status: "completed", transcript: 'user: "ọ̀" 😀' } as const;
  const write = { begin, ...(ended && { finish }) };
  await store.apply({ id, workspaceId }, write, async () => () => undefined);
  return id;
}

async function asWritten(text: Promise<Buffer>): Promise<{ data: Execution[]; next: string | null }> {
  return JSON.parse((await text).toString()) as { data: Execution[]; next: string | null };
}

test("the list is that of the rows, page by page, and reads a call that is over once", async () => {
  const ids = [await added("2026-11-01T10:00Z"), await added("2026-11-02T10:00Z"), await added("2026-11-03T10:00Z", false)];
  const { list, read } = listing();
  const first = await asWritten(list(workspaceId, { limit: 2 }));
  const second = await asWritten(list(workspaceId, { limit: 2, cursor: first.next ?? "" }));
  const rows = (await store.list(workspaceId, { limit: 3 })).data.map((row) => Execution.encode(wireExecution(row, PUBLIC_URL)));
  expect([...first.data, ...second.data]).toEqual(rows);
  expect(second.next).toBeNull();
  expect(read.splice(0)).toEqual(ids.toReversed());
  await list(workspaceId, { limit: 3 });
  expect(read).toEqual([ids[2]]);
});

test("what changes in a call that is over is in the next list, and one that is gone is not", async () => {
  const id = await added("2026-11-04T10:00Z");
  const { list } = listing();
  const words = async () => (await asWritten(list(workspaceId, { limit: 1 }))).data[0];
  // Read, put together from what was read, and kept as a page.
  for (let n = 0; n < 3; n++) expect((await words())?.transcript).toBe('user: "ọ̀" 😀');
  await database.of(workspaceId).execute(sql`update executions set transcript = 'user: [redacted]' where id = ${id}`);
  expect((await words())?.transcript).toBe("user: [redacted]");
  await store.remove({ id, workspaceId });
  expect((await words())?.id).not.toBe(id);
});

test("a page that is kept is one of what was asked for, and of whoever may see it", async () => {
  const ids = [await added("2026-11-04T11:00Z"), await added("2026-11-04T12:00Z")];
  const { list } = listing();
  const idsOf = async (wanted: { limit: number; to?: string }) =>
    (await asWritten(list(workspaceId, wanted))).data.map(({ id }) => id);
  for (let n = 0; n < 3; n++) {
    expect(await idsOf({ limit: 1 })).toEqual([ids[1]]);
    expect(await idsOf({ limit: 1, to: "2026-11-04T11:30Z" })).toEqual([ids[0]]);
    expect(await idsOf({ limit: 2 })).toEqual(ids.toReversed());
    const ends = { once: () => undefined };
    expect(await withinReach([randomUUID()], ends, () => idsOf({ limit: 2 }))).toEqual([]);
  }
});

test("a call that still writes its last words is read each time", async () => {
  const id = await added("2026-11-05T10:00Z");
  const { list, read } = listing(new Set([id]));
  await list(workspaceId, { limit: 1 });
  await list(workspaceId, { limit: 1 });
  expect(read).toEqual([id, id]);
});

test("no more is kept than so many bytes; what was asked for last stays", () => {
  const texts = createTexts(14);
  const call = (id: string, version = "1") => ({ id, version });
  texts.keep(call("a"), Buffer.from("aaaa"));
  texts.keep(call("b"), Buffer.from("bbbb"));
  texts.read(call("a"));
  texts.keep(call("c"), Buffer.from("cccc"));
  expect(["a", "b", "c"].map((id) => texts.read(call(id))?.toString())).toEqual(["aaaa", undefined, "cccc"]);
  expect(texts.read(call("a", "2"))).toBeUndefined();
  texts.keep(call("d"), Buffer.alloc(13));
  expect(["a", "c", "d"].map((id) => texts.read(call(id)))).toEqual([undefined, undefined, undefined]);
});

/** What is older than its workspace keeps it is deleted, by a clock that stands. */
import type { Retention } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { applyRetention, privacyActor } from "./retention.ts";
import { testParts, type TestParts } from "../erasure/testing/on-database.ts";
import { remnantsOf, seedPerson, type SeededPerson } from "../erasure/testing/person.ts";

const KEPT: Retention = { audio: null, transcripts: null, calls: null, messages: null, deliveries: null };
const DAY_MS = 86_400_000;
let database: TestDatabase;
let parts: TestParts;
let atMs = Date.now();
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  parts = testParts(database, { homeId: await openTestWorkspace(database), now: () => new Date(atMs) });
});
afterAll(async () => {
  await parts.close();
  await database.close();
});

/** Somebody of ten days ago, in a workspace of their own that keeps everything else. */
async function tenDaysAgo(days: Partial<Retention>, calls = 3): Promise<SeededPerson> {
  atMs = Date.now();
  // Of earlier tests.
  await database.asOwner("delete from retention");
  const workspaceId = await openTestWorkspace(database);
  await parts.store.setRetention(workspaceId, { ...KEPT, ...days });
  return seedPerson(database, {
    workspaceId,
    number: "+254711888777",
    mark: `kept${workspaceId.slice(0, 8)}`,
    calls,
    daysAgo: 10,
  });
}
const deletedIn = async ({ workspaceId }: SeededPerson) =>
  (await parts.store.deletions(workspaceId, { limit: 100 })).data.map(({ reason, counts }) => ({ reason, counts }));
const acts = async ({ workspaceId }: SeededPerson) =>
  (await parts.audit.list(workspaceId, { limit: 100 })).data.map(({ act, details }) => ({ act, details }));

test("nothing is deleted a day too early, and within the hour in which it is due", async () => {
  const one = await tenDaysAgo({ calls: 11 });
  for (const id of one.callIds) parts.record(`${id}.wav`);
  await applyRetention(parts.retaining);
  expect(await deletedIn(one)).toEqual([]);
  atMs += DAY_MS + 3_600_000;
  await applyRetention(parts.retaining);
  expect(await deletedIn(one)).toEqual([{ reason: "retention", counts: { calls: 3 } }]);
  expect(await acts(one)).toEqual([{ act: "privacy.retention_applied", details: { calls: 3 } }]);
  expect(await remnantsOf(database, one.callIds.slice(0, 1))).toEqual([
    // A test that somebody made of it, until it or the person is deleted.
    "agent_tests.draft",
    "batch_contacts.execution_id",
    "consents.call_id",
    "do_not_call.call_id",
    "happenings.subject",
  ]);
});

test("each kind goes by itself: the sound, the words with all that was made of them, what was written, what webhooks were told", async () => {
  const marks = async (one: SeededPerson) => (await remnantsOf(database, [one.mark])).map((place) => place.split(".")[0]);
  const sound = await tenDaysAgo({ audio: 9 });
  parts.record(`${sound.callIds[0]}.wav`);
  await applyRetention(parts.retaining);
  expect(await deletedIn(sound)).toMatchObject([{ counts: { audio: 3 } }]);
  expect(parts.recordings.path(`${sound.callIds[0]}.wav`)).toBeUndefined();
  expect(await marks(sound)).toEqual(expect.arrayContaining(["call_entries", "call_analyses", "call_words", "executions"]));

  const words = await tenDaysAgo({ transcripts: 9 });
  await applyRetention(parts.retaining);
  expect(await deletedIn(words)).toMatchObject([{ counts: { transcripts: 3 } }]);
  const left = await marks(words);
  for (const gone of ["call_entries", "call_analyses", "call_words"]) expect(left).not.toContain(gone);
  const { rows } = await database.query("select event from webhook_deliveries where workspace_id = $1", [words.workspaceId]);
  expect(rows).toEqual([{ event: "message.received" }]);
  expect(left).toEqual(expect.arrayContaining(["contacts", "thread_messages"]));

  const written = await tenDaysAgo({ messages: 9, deliveries: 9 });
  await applyRetention(parts.retaining);
  expect(await deletedIn(written)).toMatchObject([{ counts: { messages: 1, deliveries: 3 } }]);
  const kept = await marks(written);
  for (const gone of ["thread_messages", "threads", "webhook_deliveries"]) expect(kept).not.toContain(gone);
  expect(kept).toContain("call_entries");

  const sent = await tenDaysAgo({ deliveries: 9 });
  await applyRetention(parts.retaining);
  expect(await deletedIn(sent)).toMatchObject([{ counts: { deliveries: 4 } }]);
  expect(await marks(sent)).toEqual(expect.arrayContaining(["call_entries", "thread_messages"]));
});

test("what is on legal hold stays however old it is, and goes when the hold is lifted", async () => {
  const one = await tenDaysAgo({ audio: 1, transcripts: 1, calls: 1, messages: 1, deliveries: 1 });
  const { workspaceId, contactId, number } = one;
  const hold = await parts.store.placeHold({ workspaceId, reason: "a case", placedBy: "asha", contactId, numbers: [number] });
  await applyRetention(parts.retaining);
  expect(await deletedIn(one)).toEqual([]);
  await parts.store.liftHold(workspaceId, hold.id);
  const ofCall = await parts.store.placeHold({ workspaceId, reason: "a case", placedBy: "asha", callId: one.callIds[0]! });
  await applyRetention(parts.retaining);
  expect(await deletedIn(one)).toMatchObject([{ counts: { audio: 2, transcripts: 2, calls: 2, messages: 1 } }]);
  await parts.store.liftHold(workspaceId, ofCall.id);
  atMs += 1_000;
  await applyRetention(parts.retaining);
  expect((await deletedIn(one))[0]).toMatchObject({ counts: { audio: 1, transcripts: 1, calls: 1 } });
});

test("two servers that delete at once count every call once, and a run that is interrupted is gone on with", async () => {
  const one = await tenDaysAgo({ calls: 1 }, 1_203);
  const stopping = new AbortController();
  const interrupted = { ...parts.retaining, due: { ...parts.retaining.due } };
  interrupted.due.calls = async (...asked) => {
    stopping.abort();
    return parts.retaining.due.calls(...asked);
  };
  await expect(applyRetention(interrupted, stopping.signal)).rejects.toThrow("aborted");
  expect(await deletedIn(one)).toMatchObject([{ counts: { calls: 500 } }]);
  await Promise.all([applyRetention(parts.retaining), applyRetention(parts.retaining)]);
  const all = (await deletedIn(one)).reduce((sum, { counts }) => sum + (counts["calls"] ?? 0), 0);
  expect(all).toBe(1_203);
  expect((await parts.audit.verify()).broken).toEqual([]);
});

test("a call that runs is never due, and what is deleted is told as the installation's own act", async () => {
  const one = await tenDaysAgo({ calls: 1, audio: 1 });
  await database.asOwner(`update executions set ended_at = null, status = 'in-progress' where id = '${one.callIds[0]}'`);
  await applyRetention(parts.retaining);
  expect(await deletedIn(one)).toMatchObject([{ counts: { calls: 2, audio: 2 } }]);
  expect((await parts.audit.list(one.workspaceId, { limit: 1 })).data[0]?.actor).toBe(privacyActor("").name);
});

test("what cannot be deleted in one workspace keeps no other one's data", async () => {
  const one = await tenDaysAgo({ calls: 5 });
  const other = await openTestWorkspace(database);
  await parts.store.setRetention(other, { ...KEPT, calls: 5 });
  const due = {
    ...parts.retaining.due,
    calls: (workspaceId: string, before: Date, most: number) =>
      workspaceId === other ? Promise.reject(new Error("broken")) : parts.retaining.due.calls(workspaceId, before, most),
  };
  await expect(applyRetention({ ...parts.retaining, due })).rejects.toThrow("some workspaces");
  expect(await deletedIn(one)).toEqual([{ reason: "retention", counts: { calls: 3 } }]);
});

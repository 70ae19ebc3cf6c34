/** Which calls are followed by a message, with which words, and to whom. */
import { randomUUID } from "node:crypto";
import { CallMessageDraft } from "@ongea/contract";
import { beforeEach, expect, test } from "vitest";
import { refuse } from "../../platform/http/refuse.ts";
import { afterCallQueue, createFollowing, startFollowing, type AfterCallParts } from "./after-call.ts";
import type { CallMessageRow } from "./store.ts";

const WORKSPACE = randomUUID();
const AGENT = randomUUID();
const WRITING_BATCH = randomUUID();
const PERSON = "+254712000001";

let rules: CallMessageRow[];
let calls: Record<string, Record<string, unknown>>;
let reached: boolean;
let begun: { text: string; clientId: string; address: string; author: string }[];
let sent: unknown[];
let listed: boolean;
let follow: (key: { id: string; workspaceId: string }, job: never) => Promise<void>;
let ended: ReturnType<typeof createFollowing>;

beforeEach(() => {
  [rules, calls, reached, begun, sent, listed] = [[], {}, true, [], [], false];
  const parts = {
    store: { ofAgents: async (_: string, ids: readonly string[]) => rules.filter(({ agentId }) => ids.includes(agentId)) },
    calls: {
      archive: {
        ended: async (_: string, ids: readonly string[]) => ids.flatMap((id) => calls[id] ?? []),
        read: async ({ id }: { id: string }) => ({ journal: calls[id]!["journal"], made: calls[id]!["made"] }),
      },
      goals: { reachedBy: async (_: string, ids: readonly string[]) => (reached ? [...ids] : []) },
    },
    contacts: { knownOf: async () => ({ "contact.name": "Asha" }) },
    gate: {
      admit: async (_: string, to: string) => {
        if (listed) throw refuse("call.do_not_call");
        return to;
      },
    },
    threads: {
      begin: async (message: (typeof begun)[number]) => {
        const isNew = !begun.some(({ clientId }) => clientId === message.clientId);
        if (isNew) begun.push(message);
        return { isNew, thread: {}, row: {} };
      },
      tell: () => undefined,
    },
    tenancy: { together: (_: string, does: () => Promise<unknown>) => does() },
    jobs: {
      send: async (_: unknown, data: unknown) => void sent.push(data),
      work: (_: unknown, does: unknown) => void (follow = does as typeof follow),
    },
    log: { info: () => undefined },
  } as unknown as AfterCallParts;
  startFollowing(parts);
  const following = async (_: string, ids: readonly string[]) => new Set(ids.filter((id) => id === WRITING_BATCH));
  ended = createFollowing({ ...parts, campaigns: { messages: { following } } });
});

function rule(when: CallMessageRow["when"], text: string, goal: CallMessageRow["goal"] = null): void {
  const senderId = randomUUID();
  rules.push({ id: randomUUID(), workspaceId: WORKSPACE, agentId: AGENT, senderId, when, goal, text, createdAt: new Date() });
}

function call(change: Record<string, unknown> = {}): string {
  const id = randomUUID();
  const made = { summary: null, extracted_data: null, analysis_problem: null };
  const now = new Date();
  calls[id] = {
    id,
    workspaceId: WORKSPACE,
    agentId: AGENT,
    person: PERSON,
    answeredAt: now,
    endedAt: now,
    userData: {},
    traits: {},
    journal: [],
    made,
    ...change,
  };
  return id;
}
const after = (id: string): Promise<void> => follow({ id, workspaceId: WORKSPACE }, undefined as never);
const told = (): string[] => begun.map(({ text }) => text);

test("a call is followed once by each rule that holds, however often its job is done", async () => {
  rule("answered", "Thank you for calling.");
  rule("unanswered", "We tried to reach you.");
  const [answered, missed] = [call(), call({ answeredAt: null })];
  for (const _ of [1, 2]) await after(answered);
  expect(told()).toEqual(["Thank you for calling."]);
  await after(missed);
  expect(told()).toEqual(["Thank you for calling.", "We tried to reach you."]);
  expect(begun[0]).toMatchObject({ address: PERSON, author: "agent" });
});

test("a goal divides the calls that were answered", async () => {
  const goal = { kind: "tool", name: "book" } as const;
  rule("reached", "See you soon.", goal);
  rule("not_reached", "Call us to book.", goal);
  await after(call());
  reached = false;
  await after(call());
  await after(call({ answeredAt: null }));
  expect(told()).toEqual(["See you soon.", "Call us to book."]);
});

test("the words hold facts of the call; what has no value is left out, and an empty text is not sent", async () => {
  rule("answered", "Hello {contact.name}, {book.start} with {doctor}, {unknown}.");
  rule("answered", "{unknown}");
  const tool = { kind: "tool", name: "book", result: "", startMs: 0, endMs: 1 };
  const journal = [
    { ...tool, arguments: '{"start":"9:00"}', ok: true },
    { ...tool, arguments: '{"start":"10:00"}', ok: true },
    { ...tool, arguments: '{"start":"11:00"}', ok: false },
    { ...tool, name: "odd", arguments: "not JSON", ok: true },
  ];
  await after(call({ journal, userData: { doctor: "Dr Otieno" } }));
  expect(told()).toEqual(["Hello Asha, 10:00 with Dr Otieno."]);
});

test("what a model finds is waited for, but not for ever", async () => {
  rule("answered", "Noted: {call.summary} {facts.visit.day}");
  const id = call();
  await expect(after(id)).rejects.toMatchObject({ afterSeconds: 5 });
  calls[id]!["made"] = { summary: "A visit.", extracted_data: { visit: { day: "Monday" } }, analysis_problem: null };
  await after(id);
  await after(call({ endedAt: new Date(Date.now() - 600_000) }));
  expect(told()).toEqual(["Noted: A visit. Monday", "Noted:"]);
});

test("a number that wants nothing gets nothing; a caller without a number and an agent without rules make no job", async () => {
  rule("answered", "Thank you.");
  listed = true;
  await after(call());
  expect(told()).toEqual([]);
  const rows = [call(), call({ person: "anonymous" }), call({ agentId: null }), call({ agentId: randomUUID() })].map(
    (id) => calls[id],
  );
  await ended(undefined, WORKSPACE, rows as never);
  expect(sent).toEqual([{ id: rows[0]!["id"], workspaceId: WORKSPACE }]);
  expect(afterCallQueue.data.safeParse(sent[0]).success).toBe(true);
});

test("a batch that writes after its calls does so itself: no rule does", async () => {
  rule("unanswered", "We tried to reach you.");
  const rows = [call({ batchId: WRITING_BATCH }), call({ batchId: randomUUID() }), call({ batchId: null })].map(
    (id) => calls[id],
  );
  await ended(undefined, WORKSPACE, rows as never);
  expect(sent).toEqual(rows.slice(1).map((row) => ({ id: row!["id"], workspaceId: WORKSPACE })));
});

test("a goal belongs to the rules that ask for it", () => {
  const draft = { agent_id: AGENT, sender_id: AGENT, text: "Hi" };
  const goal = { kind: "tool", name: "book" };
  const isTaken = (more: object): boolean => CallMessageDraft.safeParse({ ...draft, ...more }).success;
  expect([isTaken({ when: "reached" }), isTaken({ when: "answered", goal })]).toEqual([false, false]);
  expect([isTaken({ when: "reached", goal }), isTaken({ when: "answered" })]).toEqual([true, true]);
});

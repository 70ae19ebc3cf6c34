/** What people have written follows their numbers and addresses, when contacts are merged and split. */
import type { ContactIdentity } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents, type Agents } from "../../agents/documents/agents.ts";
import { createMergingStore, type MergingStore } from "../../contacts/people/merging/store.ts";
import { type ContactStore, createContactStore } from "../../contacts/people/store.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createSenderStore } from "../senders/store.ts";
import { createPost } from "./post.ts";
import { createThreadStore, type ThreadStore } from "./store.ts";
import { addressesOf, createThreads, type Threads } from "./threads.ts";

let database: TestDatabase;
let store: ThreadStore;
let contacts: ContactStore;
let merging: MergingStore;
let agents: Agents;
let threads: Threads;
let workspaceId: string;
let senderId: string;
let agentId: string;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  [store, contacts, merging] = [createThreadStore(database), createContactStore(database), createMergingStore(database)];
  agents = createAgents(database, "a secret of tests");
  const nothing = async (): Promise<void> => undefined;
  const webhooks = { received: nothing, changed: nothing };
  const [jobs, live, audit] = [{ send: nothing }, { publish: () => undefined }, { act: () => Promise.reject(new Error()) }];
  const post = createPost({ store, jobs, webhooks });
  threads = createThreads({ store, post, tenancy: database, contacts, jobs, live, audit, admit: nothing, webhooks });
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  agentId = (await agents.all(workspaceId))[0]!.id;
  const sender = { workspaceId, agentId, provider: "africastalking", sender: "22384", label: "", hook: "h" } as const;
  senderId = (await createSenderStore(database).add(sender))!.id;
});

const phone = (n: number): ContactIdentity => ({ kind: "phone", value: `+25471200${String(n).padStart(4, "0")}` });
const add = (identities: ContactIdentity[]) =>
  database.together(workspaceId, () => contacts.add(workspaceId, { name: "", language: "", tags: [], fields: {}, identities }));
const write = (address: string, channel: "sms" | "whatsapp" | "web-chat" = "sms") => {
  const at = { workspaceId, channel, address, ...(channel === "web-chat" ? {} : { senderId }) };
  return threads.receive({ ...at, agentId, clientId: crypto.randomUUID(), text: "Habari", page: "", welcome: "" });
};
const merge = (toId: string, fromId: string): Promise<void> =>
  database.together(workspaceId, async () => {
    const [to, from] = await merging.hold(workspaceId, [toId, fromId]);
    await store.move(workspaceId, { to: toId, from: fromId, only: undefined });
    await merging.merge(to!, from!);
  });
const split = (fromId: string, only: ContactIdentity[]): Promise<string> =>
  database.together(workspaceId, async () => {
    const [from] = await merging.hold(workspaceId, [fromId]);
    const { id: to } = await merging.split(from!, { name: "", identities: only });
    await store.move(workspaceId, { to, from: fromId, only: addressesOf(only) });
    return to;
  });
const ofContact = async (contactId: string) =>
  (await store.list(workspaceId, { contactId, limit: 100 })).data
    .map(({ channel, address }) => `${channel} ${address}`)
    .toSorted();

test("the threads of a number and of a visitor go with it, and the others stay", async () => {
  const visitor: ContactIdentity = { kind: "visitor", value: "visitor-1" };
  const { id } = await add([phone(1), phone(2), visitor]);
  await write(phone(1).value);
  await write(phone(2).value);
  await write(phone(2).value, "whatsapp");
  await write(visitor.value, "web-chat");
  const other = await split(id, [phone(2), visitor]);
  expect(await ofContact(id)).toEqual([`sms ${phone(1).value}`]);
  const theirs = [`sms ${phone(2).value}`, `web-chat ${visitor.value}`, `whatsapp ${phone(2).value}`];
  expect(await ofContact(other)).toEqual(theirs);
  await merge(id, other);
  expect(await ofContact(id)).toHaveLength(4);
});

test("a first message that comes while its contact is merged or split is kept, with whoever has its number", async () => {
  for (let times = 0; times < 25; times++) {
    const [kept, moved] = [phone(2 * times), phone(2 * times + 1)];
    const [to, from] = [await add([kept]), await add([moved])];
    await Promise.all([write(moved.value), merge(to.id, from.id)]);
    expect(await ofContact(to.id)).toEqual([`sms ${moved.value}`]);
    const [, other] = await Promise.all([write(kept.value), split(to.id, [kept])]);
    expect(await ofContact(other)).toEqual([`sms ${kept.value}`]);
  }
});

/** What people write and are answered: stored first, then the agent is asked, or a person reads it. */
import { type ContactIdentity, keysOf, type LiveEvent, type ThreadState } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { Contacts, MailFacts, TemplateUse } from "../../contacts/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import type { createPost } from "./post.ts";
import type { MessageWebhooks } from "./webhooks.ts";
import { answerQueue, deliverQueue } from "./queue.ts";
import type { Address, ListedThread, MessageRow, NewThread, ThreadKey, ThreadRow, ThreadStore } from "./store.ts";

export interface ThreadsParts {
  store: ThreadStore;
  post: ReturnType<typeof createPost>;
  tenancy: Pick<Tenancy, "together">;
  contacts: Pick<Contacts, "metBy">;
  jobs: Pick<Jobs, "send">;
  live: Pick<Live<LiveEvent>, "publish">;
  audit: Pick<Audit, "act">;
  webhooks: Pick<MessageWebhooks, "received" | "changed">;
  /** Refuses a number that nothing may be written to. */
  admit(workspaceId: string, number: string): Promise<void>;
}

export interface Incoming extends Address {
  agentId: string;
  /** By the id of whoever sent it: the same again is the same message. */
  clientId: string;
  text: string;
  page: string;
  /** The agent's first words, where this begins the thread. */
  welcome: string;
  /** As the channel calls the person; a new contact is named so. */
  name?: string;
  /** Answered by these words, and not by what the agent would say; empty: by the agent. */
  greeting?: string;
  /** It wants no answer of the agent. */
  isSilent?: boolean;
  /** It is a voice note: it is answered when it has been written down. */
  isUnheard?: boolean;
  mail?: MailFacts | undefined;
  /** What else happens with it, once, however often it is delivered. */
  whenNew?(row: MessageRow): Promise<void>;
  /** The thread, where it was just read. */
  known?: ThreadRow | undefined;
}

/** What the organisation writes first. */
export interface Beginning extends Address {
  agentId: string;
  clientId: string;
  text: string;
  author: "agent" | "person";
  authorName: string;
  /** The call in which it is written. */
  callId?: string;
  /** The batch that it belongs to. */
  batchId?: string;
  template?: TemplateUse | undefined;
}

export interface PersonsAnswer {
  clientId: string;
  text: string;
  /** The organisation begins with it: quiet hours hold. */
  template?: TemplateUse;
  /** It asks the person to allow calls. */
  asksToCall?: true;
}

type Act = "take_over" | "hand_back" | "close";

/** What has become of a voice note. `silent`: it wants no answer; `person`: the agent cannot make anything of it. */
export type VoiceNoteOutcome = { position: number; wants: "answer" | "silent" | "person" };

export interface Threads {
  /** Returns it with its whole words, for whoever wrote it. */
  receive(message: Incoming): Promise<MessageRow>;
  /** `write` writes it down, in the same transaction, with the thread held; undefined: it was done before. */
  heard(key: ThreadKey, write: () => Promise<VoiceNoteOutcome | undefined>): Promise<void>;
  /** Writes to somebody who need not have written. In a transaction of the caller's, who tells of the thread. */
  begin(message: Beginning): Promise<{ row: MessageRow; thread: ThreadRow; isNew: boolean }>;
  /** Undefined: nobody has written from there. `messages`: those after this position, with their whole words. */
  seen(at: Address, after: number): Promise<{ thread: ThreadRow; messages: MessageRow[] } | undefined>;
  /** As a person, who takes the thread over by it. */
  answer(actor: Actor & { name: string }, id: string, message: PersonsAnswer): Promise<MessageRow>;
  /** Refuses with "message.not_found" what has not failed. */
  retry(actor: Actor, id: string, messageId: string): Promise<MessageRow>;
  handle(actor: Actor & { name: string }, id: string, act: Act): Promise<ListedThread>;
  read(key: ThreadKey): Promise<ListedThread>;
  tell(thread: Pick<ThreadRow, "id" | "workspaceId" | "agentId">): void;
}

/** What a contact is known by who writes there. Of channels without numbers the address is the id in another system. */
const KINDS = {
  "web-chat": "visitor",
  sms: "phone",
  whatsapp: "phone",
  telegram: "external",
  messenger: "external",
  instagram: "external",
  email: "email",
} as const;

/** Where threads of these identities are. */
export function addressesOf(identities: readonly ContactIdentity[]): Pick<Address, "channel" | "address">[] {
  return identities.flatMap(({ kind, value: address }) =>
    keysOf(KINDS).flatMap((channel) => (KINDS[channel] === kind ? [{ channel, address }] : [])),
  );
}

const ACTS = { take_over: "thread.taken_over", hand_back: "thread.handed_back", close: "thread.closed" } as const;

export function createThreads({ store, post, tenancy, contacts, jobs, live, audit, admit, webhooks }: ThreadsParts): Threads {
  const tell: Threads["tell"] = ({ id, workspaceId, agentId }) =>
    live.publish(workspaceId, { event: "thread", thread_id: id, agent_id: agentId });
  const wanted = async (key: ThreadKey): Promise<ThreadRow> => {
    const row = await store.lock(key);
    if (!row) throw refuse("thread.not_found");
    return row;
  };
  /** The thread at an address, of the contact who is there, answered by the agent that answers there now. */
  const held = async ({
    name = "",
    ...from
  }: Omit<NewThread, "contactId"> & { name?: string | undefined; known?: ThreadRow | undefined }) => {
    const { workspaceId, channel, address: value, agentId } = from;
    const known = "known" in from ? from.known : await store.at(from);
    const contactId = known?.contactId ?? (await contacts.metBy(workspaceId, { kind: KINDS[channel], value }, name));
    const thread = await store.hold({ ...from, contactId, known });
    if (thread.row.agentId !== agentId) await store.change(thread.row, { agentId });
    return { ...thread, row: { ...thread.row, agentId } };
  };
  return {
    tell,
    async receive({ clientId, text, welcome, greeting = "", isSilent = false, isUnheard = false, mail, whenNew, ...from }) {
      const { workspaceId } = from;
      const { row, thread } = await tenancy.together(workspaceId, async () => {
        const { row: thread, isNew } = await held(from);
        const first = welcome.trim();
        if (isNew && first !== "") {
          const { row: said } = await store.add(thread, { direction: "out", author: "agent", text: first, state: "delivered" });
          await webhooks.changed(thread, [said]);
        }
        const message = { direction: "in", author: "contact", text, state: "received", clientId, mail: mail ?? null } as const;
        const added = await store.add(thread, message, { isBegun: isNew });
        if (!added.isNew) return { row: added.row, thread };
        await whenNew?.(added.row);
        await webhooks.received(thread, added.row);
        if (isSilent) {
          await store.silence(thread, added.row.position);
          return { row: added.row, thread };
        }
        const isAgents = thread.state === "open" || thread.state === "closed";
        if (thread.state === "closed") await store.change(thread, { state: "open", person: null });
        if (isAgents && greeting !== "") {
          await post(thread, { author: "agent", text: greeting });
          await store.silence(thread, added.row.position);
        } else if (isAgents && !isUnheard) await jobs.send(answerQueue, { workspaceId, id: thread.id, at: Date.now() });
        return { row: added.row, thread };
      });
      tell(thread);
      return store.whole(row);
    },
    async heard({ workspaceId, id }, write) {
      await tenancy.together(workspaceId, async () => {
        const thread = await store.lock({ workspaceId, id });
        const note = thread && (await write());
        if (!note) return;
        const { position, wants } = note;
        if (wants === "silent") await store.silence(thread, position);
        if (thread.state !== "open") return;
        // Also what was written after it has waited for it.
        if (wants !== "person") await jobs.send(answerQueue, { workspaceId, id });
        else if (thread.answeredUpTo < position) await store.change(thread, { state: "waiting", person: null });
      });
    },
    async begin({ clientId, text, author, authorName, callId, batchId, template, ...to }) {
      const { row: thread } = await held({ ...to, page: "" });
      const { row, isNew } = await post(thread, {
        author,
        authorName,
        text,
        clientId,
        begins: true,
        ...(callId && { callId }),
        ...(batchId && { batchId }),
        ...(template && { template }),
      });
      if (isNew && thread.state === "closed") await store.change(thread, { state: "open", person: null });
      return { row, thread, isNew };
    },
    async seen(at, after) {
      const thread = await store.at(at);
      if (!thread) return undefined;
      const messages = await store.messages(thread, { after });
      const last = messages.findLast(({ direction, state }) => direction === "out" && state === "sent");
      if (last)
        await tenancy.together(thread.workspaceId, async () =>
          webhooks.changed(thread, await store.delivered(thread, last.position)),
        );
      return { thread, messages: messages.map(store.whole) };
    },
    async answer(actor, id, { clientId, text, template, asksToCall }) {
      const { workspaceId } = actor;
      const [row, thread] = await audit.act(actor, async (write) => {
        const thread = await wanted({ workspaceId, id });
        if (thread.channel !== "web-chat") await admit(workspaceId, thread.address);
        const { row, isNew } = await post(thread, {
          author: "person",
          authorName: actor.name,
          text,
          clientId,
          ...(template && { template, begins: true }),
          ...(asksToCall && { asksToCall }),
        });
        if (isNew) {
          await store.change(thread, { state: "person", person: actor.name, answeredUpTo: row.position });
          await write({ act: "thread.answered", subject: id });
        }
        return [row, thread];
      });
      tell(thread);
      return row;
    },
    async retry(actor, id, messageId) {
      const { workspaceId } = actor;
      const [row, thread] = await audit.act(actor, async (write) => {
        const thread = await wanted({ workspaceId, id });
        await admit(workspaceId, thread.address);
        const row = await store.queueAgain(thread, messageId);
        if (!row) throw refuse("message.not_found");
        await jobs.send(deliverQueue, { workspaceId, id: messageId });
        await write({ act: "thread.resent", subject: id });
        return [row, thread];
      });
      tell(thread);
      return row;
    },
    async handle(actor, id, act) {
      const { workspaceId } = actor;
      const thread = await audit.act(actor, async (write) => {
        const thread = await wanted({ workspaceId, id });
        const state: ThreadState = act === "take_over" ? "person" : act === "close" ? "closed" : "open";
        const person = act === "take_over" ? actor.name : null;
        const closed = act === "close" ? { answeredUpTo: await store.end(thread) } : {};
        await store.change(thread, { state, person, ...closed });
        if (act === "hand_back") await jobs.send(answerQueue, { workspaceId, id });
        await write({ act: ACTS[act], subject: id });
        return thread;
      });
      tell(thread);
      return this.read({ workspaceId, id });
    },
    async read(key) {
      const row = await store.read(key);
      if (!row) throw refuse("thread.not_found");
      return row;
    },
  };
}

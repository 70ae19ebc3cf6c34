import { answerThread, handleThread, listThreads, readThread, retryMessage, type Thread, type ThreadFile } from "@ongea/contract";
import type { Contacts } from "../../contacts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { addressOnWire, messageOnWire } from "./on-wire.ts";
import type { ListedThread, ThreadStore } from "./store.ts";
import type { Threads } from "./threads.ts";

export interface ThreadRoutesParts {
  threads: Threads;
  store: Pick<ThreadStore, "list" | "messages">;
  /** Of these messages, by their ids. */
  filesOf(workspaceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, ThreadFile[]>>;
  contacts: Pick<Contacts, "namesOf">;
}

export function threadRoutes(app: Http, { threads, store, filesOf, contacts }: ThreadRoutesParts): void {
  const told = async (row: ListedThread): Promise<Thread> =>
    onWire(row, await contacts.namesOf(row.workspaceId, [row.contactId]));
  serve(app, listThreads, async ({ query: { contact_id: contactId, ...page } }, { principal }) => {
    const { data, next } = await store.list(principal.workspaceId, { ...page, contactId });
    const names = await contacts.namesOf(
      principal.workspaceId,
      data.map((one) => one.contactId),
    );
    return { data: data.map((one) => onWire(one, names)), next };
  });
  serve(app, readThread, async ({ params, query: { before } }, { principal: { workspaceId } }) => {
    const thread = await threads.read({ workspaceId, id: params.thread_id });
    const messages = await store.messages(thread, { before });
    const ids = messages.filter(({ direction }) => direction === "in").map(({ id }) => id);
    const files = await filesOf(workspaceId, ids);
    const shown = messages.map((row) => ({ ...messageOnWire(row), files: files.get(row.id) ?? [] }));
    return { ...(await told(thread)), messages: shown };
  });
  serve(app, answerThread, async ({ params, body: { id: clientId, text } }, { principal }) =>
    messageOnWire(await threads.answer(principal, params.thread_id, { clientId, text })),
  );
  serve(app, retryMessage, async ({ params }, { principal }) =>
    messageOnWire(await threads.retry(principal, params.thread_id, params.message_id)),
  );
  serve(app, handleThread, async ({ params, body }, { principal }) =>
    told(await threads.handle(principal, params.thread_id, body.act)),
  );
}

function onWire(row: ListedThread, names: ReadonlyMap<string, string>): Thread {
  const { id, contactId, agentId, channel, state, person, page, lastText, lastAt, createdAt } = row;
  return {
    id,
    contact_id: contactId,
    contact_name: names.get(contactId) ?? "",
    agent_id: agentId,
    channel,
    address: addressOnWire(row),
    state,
    person,
    page,
    last_text: lastText,
    last_at: lastAt.toISOString(),
    created_at: createdAt.toISOString(),
  };
}

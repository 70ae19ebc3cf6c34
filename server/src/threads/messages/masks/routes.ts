/** The whole words of a thread with masks, for those who may read them; each reading stands in the audit log. */
import { readWholeThread } from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import { messageOnWire } from "../on-wire.ts";
import type { ThreadStore } from "../store.ts";
import type { Threads } from "../threads.ts";

export interface WholeThreadRoutesParts {
  threads: Pick<Threads, "read">;
  store: Pick<ThreadStore, "messages" | "whole">;
  audit: Pick<Audit, "act">;
}

export function wholeThreadRoutes(app: Http, { threads, store, audit }: WholeThreadRoutesParts): void {
  serve(app, readWholeThread, async ({ params: { thread_id: id }, query: { before } }, { principal }) => {
    const thread = await threads.read({ workspaceId: principal.workspaceId, id });
    const messages = await store.messages(thread, { before });
    // What is kept for the conversation alone is nobody's to read.
    const told = messages.map((row) => (row.wholePasses ? row : store.whole(row)));
    const unmasked = told.filter(({ text }, at) => text !== messages[at]?.text).length;
    if (unmasked > 0) await audit.act(principal, (write) => write({ act: "thread.unmasked", subject: id }));
    return { messages: told.map(messageOnWire), unmasked };
  });
}

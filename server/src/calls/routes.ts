/** Calls over HTTP: their list, one call, its sound and its words. */
import { deleteCall, listCalls, readCall } from "@ongea/contract";
import type { Audit } from "../accounts/index.ts";
import type { Contacts } from "../contacts/index.ts";
import type { Principal } from "../platform/http/authorise.ts";
import type { Http } from "../platform/http/http.ts";
import { refuse } from "../platform/http/refuse.ts";
import { serve } from "../platform/http/serve.ts";
import { Written } from "../platform/http/written.ts";
import type { Archive } from "./history/archive.ts";
import type { CallKey } from "./records/store.ts";

export interface CallRoutesParts {
  archive: Archive;
  audit: Pick<Audit, "act">;
  /** The telephone numbers of a contact; undefined: there is none. */
  numbersOf: Contacts["numbersOf"];
}

export function callRoutes(app: Http, parts: CallRoutesParts): void {
  const { archive, audit, numbersOf } = parts;
  serve(
    app,
    listCalls,
    async (
      { query: { agent_id: agentId, topic_id: topicId, contact_id: contactId, ...filter } },
      { principal: { workspaceId } },
    ) => {
      const persons = contactId && (await numbersOf({ workspaceId, id: contactId }));
      if (contactId && !persons) throw refuse("contact.not_found");
      return new Written(await archive.written(workspaceId, { agentId, topicId, persons: persons || undefined, ...filter }));
    },
  );
  serve(app, readCall, async ({ params }, { principal }) => {
    const { call, journal, made } = await archive.read(keyOf(params, principal));
    return { ...call, journal, ...made };
  });
  serve(app, deleteCall, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const key = keyOf(params, principal);
      await archive.remove(key, ({ agentName }) =>
        write({ act: "call.deleted", subject: key.id, details: { agent_name: agentName } }),
      );
    });
    return { message: "done", state: "deleted" as const };
  });
}

function keyOf({ execution_id: id }: { execution_id: string }, { workspaceId }: Principal): CallKey {
  return { id, workspaceId };
}

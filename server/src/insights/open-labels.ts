/** What people write about calls, and with whom they share them. */
import type { Http } from "../platform/http/http.ts";
import type { Search } from "./search/search.ts";
import { labelRoutes } from "./labels/routes.ts";
import { shareRoute } from "./labels/share-route.ts";
import { createNoteStore, noteWords } from "./labels/store.ts";
import type { HealthParts } from "./open-health.ts";

export function openLabels(
  { platform: { database }, accounts, calls }: HealthParts,
  search: Pick<Search, "rememberAnew">,
): { routes(app: Http): void } {
  calls.addWords(noteWords(database));
  return {
    routes(app) {
      labelRoutes(app, {
        labels: calls.labels,
        notes: createNoteStore(database, calls.labels),
        audit: accounts.audit,
        changed: calls.labelled,
        // A call that runs is found by its notes when it ends.
        foundAgain: async (row) => {
          if (row.endedAt) await search.rememberAnew(database.of(row.workspaceId), [row]);
        },
      });
      shareRoute(app, {
        archive: calls.archive,
        tell: (workspaceId, event) => accounts.activity.tell(workspaceId, event),
        members: async (workspaceId) => (await accounts.members.in(workspaceId)).map(({ userId }) => userId),
      });
    },
  };
}

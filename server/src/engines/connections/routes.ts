import {
  checkConnection,
  connectOwnService,
  connectProvider,
  listConnections,
  removeConnection,
  type Connection,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Connections } from "./connections.ts";
import type { StoredConnection } from "./store.ts";

export function connectionRoutes(app: Http, connections: Connections): void {
  serve(app, listConnections, async (_, { asker }) => ({ data: (await connections.list(asker.workspaceId)).map(told) }));
  serve(app, connectProvider, async ({ body }, { asker }) => told(await connections.connect(asker, body.provider, body.values)));
  serve(app, connectOwnService, async ({ body }, { asker }) => told(await connections.connectOwn(asker, body)));
  serve(app, checkConnection, async ({ params }, { asker }) => told(await connections.check(asker, params.connection_id)));
  serve(app, removeConnection, async ({ params }, { asker }) => {
    await connections.remove(asker, params.connection_id);
    return { success: true as const };
  });
}

function told(row: StoredConnection): Connection {
  const { id, provider, name, own, given, state, problem, account, lends, models, settings, checkedAt, createdAt } = row;
  return {
    id,
    provider,
    name,
    own,
    last_four: given.find(({ part }) => part === "key")?.lastFour ?? "",
    state,
    problem,
    account,
    lends: [...lends],
    models: [...models],
    base_url: settings.base_url ?? null,
    checked_at: checkedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

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
  serve(app, listConnections, async (_, { principal }) => ({ data: (await connections.list(principal.workspaceId)).map(told) }));
  serve(app, connectProvider, async ({ body }, { principal }) =>
    told(await connections.connect(principal, body.provider, body.values)),
  );
  serve(app, connectOwnService, async ({ body }, { principal }) => told(await connections.connectOwn(principal, body)));
  serve(app, checkConnection, async ({ params }, { principal }) =>
    told(await connections.check(principal, params.connection_id)),
  );
  serve(app, removeConnection, async ({ params }, { principal }) => {
    await connections.remove(principal, params.connection_id);
    return { success: true as const };
  });
}

function told(row: StoredConnection): Connection {
  const { id, provider, name, own, given, state, problem, failed, account, lends, models, settings, checkedAt, createdAt } = row;
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
    failed,
    checked_at: checkedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

/** Credentials as existing clients name them. */
import { addCustomModel, addProvider, listProviders, removeProvider, replaceProvider, type Provider } from "@ongea/contract";
import { ago } from "../../platform/http/ago.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Connections } from "./connections.ts";
import type { StoredConnection } from "./store.ts";

const MASK = "xxxxxxx";

export function connectionWireRoutes(app: Http, connections: Connections): void {
  serve(app, listProviders, async (_, { asker }) => (await connections.list(asker.workspaceId)).flatMap(wire));
  serve(app, addProvider, async ({ body }, { asker }) => {
    await connections.give(asker, body.provider_name, body.provider_value);
    return { message: "successful" as const, status: "added" as const };
  });
  serve(app, replaceProvider, async ({ params, body }, { asker }) => {
    await connections.replace(asker, params.provider_id, body.provider_value);
    return { message: "successful" as const, status: "updated" as const };
  });
  serve(app, removeProvider, async ({ params }, { asker }) => {
    await connections.take(asker, params.provider_id);
    return { message: "successful" as const, status: "removed" as const };
  });
  serve(app, addCustomModel, async ({ body }, { asker }) => {
    const { custom_model_name: name, custom_model_url: base_url } = body;
    await connections.connectOwn(asker, { name, base_url, key: "", lends: ["llm"] });
    return { message: "model added successfully" as const, status: "added" as const };
  });
}

/** A service of one's own is one credential here: its address is no secret. */
function wire({ id: rowId, own, provider, given, createdAt }: StoredConnection): Provider[] {
  const key = given.find(({ part }) => part === "key");
  const one = { id: rowId, name: provider, lastFour: key?.lastFour ?? "", at: createdAt.toISOString() };
  return (own ? [one] : given).map(({ id, name, lastFour, at }) => ({
    provider_id: id,
    provider_name: name,
    provider_value: MASK + lastFour,
    humanized_created_at: ago(at, Date.now()),
    created_at: at,
  }));
}

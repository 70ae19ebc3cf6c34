/** Credentials as existing clients name them. */
import { addCustomModel, addProvider, listProviders, removeProvider, replaceProvider, type Provider } from "@ongea/contract";
import { ago } from "../../platform/http/ago.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Connections } from "./connections.ts";
import type { StoredConnection } from "./store.ts";

const MASK = "xxxxxxx";

export function connectionWireRoutes(app: Http, connections: Connections): void {
  serve(app, listProviders, async (_, { principal }) => (await connections.list(principal.workspaceId)).flatMap(wire));
  serve(app, addProvider, async ({ body }, { principal }) => {
    await connections.give(principal, body.provider_name, body.provider_value);
    return { message: "successful" as const, status: "added" as const };
  });
  serve(app, replaceProvider, async ({ params, body }, { principal }) => {
    await connections.replace(principal, params.provider_id, body.provider_value);
    return { message: "successful" as const, status: "updated" as const };
  });
  serve(app, removeProvider, async ({ params }, { principal }) => {
    await connections.take(principal, params.provider_id);
    return { message: "successful" as const, status: "removed" as const };
  });
  serve(app, addCustomModel, async ({ body }, { principal }) => {
    const { custom_model_name: name, custom_model_url: base_url } = body;
    await connections.connectOwn(principal, { name, base_url, key: "", lends: ["llm"] });
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

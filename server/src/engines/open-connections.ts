/** Connections to providers, from the key that somebody types to the settings that a call is resolved to. */
import { checkProvider, listVoices } from "@ongea/providers";
import type { Audit } from "../accounts/index.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createChecks, type CheckProvider } from "./connections/check.ts";
import { createConnectedCloners, type ConnectedCloners } from "./connections/cloners.ts";
import { createConnections } from "./connections/connections.ts";
import { createConnectedEmbedders, type ConnectedEmbedders } from "./connections/embedding.ts";
import { createProviderResolver, type ProviderResolver } from "./connections/provider-resolver.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { type ConnectionStore, createConnectionStore } from "./connections/store.ts";
import { createConnectedVoices, type ConnectedVoices } from "./connections/voices.ts";
import { connectionWireRoutes } from "./connections/wire-routes.ts";

export interface OpenedConnections {
  store: ConnectionStore;
  providerResolver: ProviderResolver;
  voices: ConnectedVoices;
  cloners: ConnectedCloners;
  embedders: ConnectedEmbedders;
  routes(app: Http, audit: Audit): void;
}

export function openConnections({ config, database, ring, log }: Platform): OpenedConnections {
  const store = createConnectionStore(database);
  const addresses = config.PROVIDER_ADDRESSES;
  const providerResolver = createProviderResolver({ store, ring, log, allowed: config.PRIVATE_ADDRESSES, addresses });
  const provider: CheckProvider = (id, key, options) => {
    const baseUrl = addresses[id];
    return checkProvider(id, key, baseUrl === undefined ? options : { ...options, baseUrl });
  };
  const checks = createChecks({ provider, fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES });
  return {
    store,
    providerResolver,
    voices: createConnectedVoices({ store, ring, list: listVoices, log, addresses }),
    cloners: createConnectedCloners({ store, ring, log, addresses }),
    embedders: createConnectedEmbedders({ store, ring, allowed: config.PRIVATE_ADDRESSES, log }),
    routes(app, audit) {
      const { changed } = providerResolver;
      const connections = createConnections({ store, ring, checks, audit, changed });
      connectionRoutes(app, connections);
      connectionWireRoutes(app, connections);
    },
  };
}

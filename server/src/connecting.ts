/** Connections to providers, from the key that somebody types to what a call is lent. Part of the composition. */
import { join } from "node:path";
import { checkProvider, listVoices } from "@ongea/providers";
import type { Audit } from "./accounts/audit/index.ts";
import type { Config } from "./config.ts";
import {
  connectionRoutes,
  connectionWireRoutes,
  createChecks,
  createConnectedCloners,
  createConnectedEmbedders,
  createConnectedVoices,
  createConnections,
  createConnectionStore,
  createLender,
  type ConnectedCloners,
  type ConnectedEmbedders,
  type ConnectedVoices,
  type CheckProvider,
  type Lender,
} from "./engines/connections/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import type { Http } from "./platform/http/http.ts";
import type { Log } from "./platform/log/log.ts";
import { openKeyRing, type KeyRing } from "./platform/secrets/key-ring.ts";

export interface ConnectingParts {
  config: Pick<Config, "AUTH_SECRET" | "CONNECTION_KEYS" | "PRIVATE_ADDRESSES" | "PROVIDER_ADDRESSES">;
  dataDir: string;
  tenancy: Tenancy;
  log: Log;
}

export interface Connecting {
  lender: Lender;
  voices: ConnectedVoices;
  cloners: ConnectedCloners;
  embedders: ConnectedEmbedders;
  routes(app: Http, audit: Audit): void;
}

export function openConnecting({ config, dataDir, tenancy, log }: ConnectingParts): Connecting {
  const store = createConnectionStore(tenancy);
  const addresses = config.PROVIDER_ADDRESSES;
  const ring = connectionKeys(config, dataDir);
  const lender = createLender({ store, ring, log, allowed: config.PRIVATE_ADDRESSES, addresses });
  const provider: CheckProvider = (id, key, options) => {
    const baseUrl = addresses[id];
    return checkProvider(id, key, baseUrl === undefined ? options : { ...options, baseUrl });
  };
  const checks = createChecks({ provider, fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES });
  return {
    lender,
    voices: createConnectedVoices({ store, ring, list: listVoices, log, addresses }),
    cloners: createConnectedCloners({ store, ring, log, addresses }),
    embedders: createConnectedEmbedders({ store, ring, allowed: config.PRIVATE_ADDRESSES, log }),
    routes(app, audit) {
      const { changed } = lender;
      const connections = createConnections({ store, ring, checks, audit, changed });
      connectionRoutes(app, connections);
      connectionWireRoutes(app, connections);
    },
  };
}

/** Below every number that a key can have. */
const FROM_AUTH_SECRET = 0;

export function connectionKeys(
  { AUTH_SECRET, CONNECTION_KEYS }: Pick<Config, "AUTH_SECRET" | "CONNECTION_KEYS">,
  dataDir: string,
): KeyRing {
  const shared = AUTH_SECRET === undefined ? [] : [{ version: FROM_AUTH_SECRET, key: AUTH_SECRET }];
  return openKeyRing({
    given: [...shared, ...CONNECTION_KEYS],
    folder: join(dataDir, "connection-keys"),
    purpose: "connections",
  });
}

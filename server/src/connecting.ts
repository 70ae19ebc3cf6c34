/** Connections to providers, from the key that somebody types to what a call is lent. Part of the composition. */
import { join } from "node:path";
import { checkProvider, listVoices } from "@ongea/providers";
import type { Audit } from "./audit/index.ts";
import type { Config } from "./config.ts";
import {
  connectionRoutes,
  connectionWireRoutes,
  createChecks,
  createConnectedEmbedders,
  createConnectedVoices,
  createConnections,
  createConnectionStore,
  createLender,
  type ConnectedEmbedders,
  type ConnectedVoices,
  type Lender,
} from "./connections/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import type { Http } from "./platform/http/http.ts";
import type { Log } from "./platform/log/log.ts";
import { openKeyRing, type KeyRing } from "./platform/secrets/key-ring.ts";

export interface ConnectingParts {
  config: Pick<Config, "AUTH_SECRET" | "CONNECTION_KEYS" | "PRIVATE_ADDRESSES">;
  dataDir: string;
  tenancy: Tenancy;
  log: Log;
}

export interface Connecting {
  lender: Lender;
  voices: ConnectedVoices;
  embedders: ConnectedEmbedders;
  routes(app: Http, audit: Audit): void;
}

export function openConnecting({ config, dataDir, tenancy, log }: ConnectingParts): Connecting {
  const store = createConnectionStore(tenancy);
  const ring = connectionKeys(config, dataDir);
  const lender = createLender({ store, ring, log, allowed: config.PRIVATE_ADDRESSES });
  const checks = createChecks({ provider: checkProvider, fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES });
  return {
    lender,
    voices: createConnectedVoices({ store, ring, list: listVoices, log }),
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

export function connectionKeys({ AUTH_SECRET, CONNECTION_KEYS }: ConnectingParts["config"], dataDir: string): KeyRing {
  const shared = AUTH_SECRET === undefined ? [] : [{ version: FROM_AUTH_SECRET, key: AUTH_SECRET }];
  return openKeyRing({
    given: [...shared, ...CONNECTION_KEYS],
    folder: join(dataDir, "connection-keys"),
    purpose: "connections",
  });
}

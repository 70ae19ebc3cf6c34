/** Lends a call what its assistant has chosen, from the connections as they stand when the call is answered. */
import type { AgentDocument, ProviderId } from "@ongea/contract";
import type { Log } from "../../platform/log/log.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import type { ProviderAddresses } from "../../platform/config/provider-addresses.ts";
import { openCredentials, type Credentials } from "./credentials.ts";
import { resolveProviders, NOTHING_RESOLVED, type ResolvedProviders } from "./resolve-providers.ts";
import type { ConnectionStore, StoredConnection } from "./store.ts";

export interface ProviderResolver {
  /** A call is about to come: what it will need is asked for already. */
  expect(workspaceId: string): void;
  /** Never rejects, and keeps no caller waiting for a database that is away. */
  lend(workspaceId: string, document: AgentDocument): Promise<ResolvedProviders>;
  /** Of a provider that is asked within a call; undefined: it is not connected, or its key is refused. Never rejects. */
  keyOf(workspaceId: string, provider: ProviderId): Promise<string | undefined>;
  /** The workspace's account at a telephone company, and what is signed with; undefined as of `keyOf`. Never rejects. */
  accountOf(workspaceId: string, provider: ProviderId): Promise<{ account: string; secret: string } | undefined>;
  /** The next call is lent what stands there now. */
  changed(workspaceId: string): void;
}

export interface ProviderResolverParts {
  store: Pick<ConnectionStore, "all">;
  ring: KeyRing;
  log: Pick<Log, "warn">;
  /** Private addresses that a service of one's own may have all the same. */
  allowed: readonly string[];
  addresses?: ProviderAddresses;
}

/** Another server may have changed something. */
const FRESH_MS = 2_000;
/** A caller who has answered hears nothing meanwhile. */
const PATIENCE_MS = 1_000;

export function createProviderResolver({ store, ring, log, allowed, addresses = {} }: ProviderResolverParts): ProviderResolver {
  const rowsOf = memoizeFor(FRESH_MS, (workspaceId) => store.all(workspaceId));
  const open = (row: StoredConnection) => {
    try {
      return openCredentials(ring, row);
    } catch (error) {
      log.warn({ err: error, connection: row.id }, "A connection could not be opened");
      return undefined;
    }
  };
  async function opened(workspaceId: string, provider: ProviderId): Promise<Credentials | undefined> {
    const rows = await rowsOf(workspaceId).catch(() => []);
    const row = rows.find((one) => !one.own && one.provider === provider);
    return row && row.state !== "refused" && row.state !== "incomplete" ? open(row) : undefined;
  }

  return {
    expect(workspaceId) {
      rowsOf(workspaceId).catch(() => undefined);
    },
    async lend(workspaceId, document) {
      try {
        return resolveProviders(document, await withTimeout(rowsOf(workspaceId), PATIENCE_MS, DATABASE_IS_LATE), {
          open,
          allowed,
          addresses,
        });
      } catch (error) {
        log.warn({ err: error }, "A call is not lent its workspace's connections");
        return NOTHING_RESOLVED;
      }
    },
    keyOf: async (workspaceId, provider) => (await opened(workspaceId, provider))?.key,
    async accountOf(workspaceId, provider) {
      const { account, key: secret } = (await opened(workspaceId, provider)) ?? {};
      return account && secret ? { account, secret } : undefined;
    },
    changed: (workspaceId) => rowsOf.forget(workspaceId),
  };
}

/** The connected accounts in which voices can be made after a person's. */
import { PROVIDERS } from "@ongea/contract";
import { createCloner, WITH_CLONING, type Cloner, type WithCloning } from "@ongea/providers";
import type { Log } from "../../platform/log/log.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import type { ProviderAddresses } from "../../platform/config/provider-addresses.ts";
import { oneKey, openCredentials } from "./credentials.ts";
import type { ConnectionStore, StoredConnection } from "./store.ts";

export interface CloningEngine {
  provider: WithCloning;
  /** For people. */
  name: string;
  /** That such voices speak with, where nothing else is chosen. */
  model: string;
}

export interface ConnectedCloners {
  /** Of those that are connected and whose keys are not refused, in the order in which they are asked. */
  engines(workspaceId: string): Promise<CloningEngine[]>;
  /** Undefined: it is not connected, or its key cannot be used. */
  of(workspaceId: string, provider: string): Promise<Cloner | undefined>;
}

export interface ConnectedClonersParts {
  store: Pick<ConnectionStore, "all">;
  ring: KeyRing;
  log: Pick<Log, "warn">;
  addresses: ProviderAddresses;
}

export function createConnectedCloners({ store, ring, log, addresses }: ConnectedClonersParts): ConnectedCloners {
  const usable = async (workspaceId: string): Promise<StoredConnection[]> =>
    (await store.all(workspaceId)).filter(({ own, state }) => !own && state !== "refused" && state !== "incomplete");
  return {
    async engines(workspaceId) {
      const rows = await usable(workspaceId);
      return WITH_CLONING.flatMap((provider) => {
        const known = PROVIDERS.find(({ id }) => id === provider);
        if (!known || !rows.some((row) => row.provider === provider)) return [];
        return [{ provider, name: known.name, model: known.models.voice?.[0] ?? provider }];
      });
    },
    async of(workspaceId, provider) {
      const row = (await usable(workspaceId)).find((one) => one.provider === provider);
      const id = WITH_CLONING.find((one) => one === provider);
      if (!row || !id) return undefined;
      try {
        const baseUrl = addresses[id];
        return createCloner(id, oneKey(id, openCredentials(ring, row)), baseUrl === undefined ? {} : { baseUrl });
      } catch (error) {
        log.warn({ err: error, connection: row.id }, "A connection could not be opened");
        return undefined;
      }
    },
  };
}

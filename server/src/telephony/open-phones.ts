/** Phones of workspaces, from the row to the registration. */
import type { SipEndpoint } from "@ongea/channels";
import type { Http } from "../platform/http/http.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import type { TelephonyParts } from "./dependencies.ts";
import { createPhones, createPhoneStore, isWorkspacePhone, phoneRoutes, type Phones } from "../accounts/index.ts";

export interface OpenedPhones extends Pick<Phones, "secretsOf" | "ownerOf" | "changed"> {
  /** A phone of the installation's own is registered here under this name. */
  isRegistered(phone: string): boolean;
  phoneOf: Phones["reach"];
  /** From now on it is confirmed that phones are registered here. */
  keep(): void;
  routes(app: Http): void;
}

export interface PhonePorts {
  /** Undefined: the SIP port is not open yet. */
  endpoint(): SipEndpoint | undefined;
  addressTowards(remoteHost: string): string;
}

const CONFIRM_EVERY_MS = 15_000;

export function openPhones(
  { platform: { database, secret, log, closing }, accounts: { audit, isDemo }, calls: { ownerId } }: TelephonyParts,
  { endpoint, addressTowards }: PhonePorts,
): OpenedPhones {
  const phones = createPhones({
    store: createPhoneStore(database),
    audit,
    isDemo,
    seal: createSeal(secret, "phones"),
    ownerId,
    bindings: (user) => endpoint()?.bindings(user) ?? [],
    signOut: (user) => endpoint()?.signOut(user),
    log,
  });
  return {
    secretsOf: phones.secretsOf,
    ownerOf: phones.ownerOf,
    changed: phones.changed,
    isRegistered: (name) => !isWorkspacePhone(name) && (endpoint()?.bindings(name).length ?? 0) > 0,
    phoneOf: phones.reach,
    keep() {
      const timer = setInterval(() => void phones.confirm(), CONFIRM_EVERY_MS).unref();
      closing.add("phones", async () => clearInterval(timer));
    },
    routes(app) {
      phoneRoutes(app, phones, () => ({
        address: addressTowards(""),
        port: endpoint()?.port ?? 0,
        tls_port: endpoint()?.tlsPort ?? null,
      }));
    },
  };
}

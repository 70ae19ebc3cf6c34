/** The keys that seal what workspaces entrust to the installation: keys of their providers, passwords of their trunks. */
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { openKeyRing, type KeyRing } from "./key-ring.ts";

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

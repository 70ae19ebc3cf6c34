/** `npm run audit -- verify`: whether the log of who did what is as it was written. */
import { resolve } from "node:path";
import { localSecret } from "../platform/secrets/local-secrets.ts";
import { createAnchor, createAudit } from "../accounts/index.ts";
import type { Config } from "../platform/config/config.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import usage from "./usage.json" with { type: "json" };
import { databaseBeside } from "./database-beside.ts";

export async function audit(argv: readonly string[], config: Config, tell: (line: string) => void): Promise<void> {
  if (argv.length !== 1 || argv[0] !== "verify") throw new CannotStart(usage.audit);
  const { database, close } = await databaseBeside(config);
  try {
    const dataDir = resolve(config.DATA_DIR);
    const secret = config.AUTH_SECRET ?? localSecret(dataDir);
    const { chains, entries, broken } = await createAudit({
      tenancy: database,
      secret,
      anchor: createAnchor(dataDir, secret),
    }).verify();
    const named = broken.map(({ workspaceId, position, problem }) =>
      workspaceId === "" ? `In the data folder, ${problem}.` : `In workspace ${workspaceId}, entry ${position} ${problem}.`,
    );
    if (named.length > 0) throw new CannotStart(`The audit log is not as it was written.\n${named.join("\n")}`);
    tell(
      `The audit log is whole: ${entries} ${entries === 1 ? "entry" : "entries"} in ${chains} ${chains === 1 ? "workspace" : "workspaces"}.`,
    );
  } finally {
    await close();
  }
}

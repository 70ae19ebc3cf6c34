/** `npm run audit -- verify`: whether the log of who did what is as it was written, or a file of evidence. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { localSecret } from "../platform/secrets/local-secrets.ts";
import { createAnchor, createAudit } from "../accounts/index.ts";
import type { Config } from "../platform/config/config.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import usage from "./usage.json" with { type: "json" };
import { databaseBeside } from "./database-beside.ts";

export interface AuditParts {
  tell(line: string): void;
  /** Reads a file of evidence, by the installation's secret. Rejects where it cannot be read. */
  verifyEvidence(secret: string, lines: AsyncIterable<string>): Promise<FoundEvidence>;
}

interface FoundEvidence {
  calls: number;
  messages: number;
  sealed: number;
  unsealed: number;
  /** Undefined: it is as it was written. */
  broken?: { line: number; problem: string } | undefined;
}

export async function audit(argv: readonly string[], config: Config, parts: AuditParts): Promise<void> {
  const { tell } = parts;
  const [command, file, ...more] = argv;
  if (command !== "verify" || more.length > 0) throw new CannotStart(usage.audit);
  if (file !== undefined) return verifyFile(file, config, parts);
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

/** Without the database: by the installation's secret alone. */
async function verifyFile(file: string, config: Config, { tell, verifyEvidence }: AuditParts): Promise<void> {
  const secret = config.AUTH_SECRET ?? localSecret(resolve(config.DATA_DIR));
  const found = await verifyEvidence(secret, linesOf(file)).catch((error: unknown) => {
    throw new CannotStart(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { calls, messages, sealed, unsealed, broken } = found;
  if (broken) throw new CannotStart(`The evidence is not as it was written: line ${broken.line} ${broken.problem}.`);
  const older = unsealed === 0 ? "" : ` Answers without a seal: ${unsealed}.`;
  const written = messages === 0 ? "" : ` Messages: ${messages}.`;
  tell(
    `The evidence is whole. Calls: ${calls}.${written} Answers of the gate that were sealed as they were given: ${sealed}.${older}`,
  );
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, "utf8");
  // A file that cannot be opened says so here, and not to nobody.
  await new Promise<void>((opened, failed) => void input.once("open", () => opened()).once("error", failed));
  yield* createInterface({ input, crlfDelay: Infinity });
}

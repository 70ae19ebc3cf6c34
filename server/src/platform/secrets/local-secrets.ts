/** What only this machine's owner can read, in files of the data folder. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SECRET_FILE = "secret";
const OPERATOR_FILE = "operator-token";
const SETUP_FILE = "setup-token";

/** Signs cookies and seals what is kept; the same for as long as the data folder lives. */
export function localSecret(dataDir: string): string {
  return kept(join(dataDir, SECRET_FILE));
}

/** Opens the API to commands that run on this machine as the server's own user. */
export function operatorToken(dataDir: string): string {
  return kept(join(dataDir, OPERATOR_FILE));
}

/** As a command beside the server reads it; undefined when no server has run here. */
export function knownOperatorToken(dataDir: string): string | undefined {
  const file = join(dataDir, OPERATOR_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Makes the first account of an installation. */
export function setupToken(dataDir: string): string {
  return kept(join(dataDir, SETUP_FILE));
}

export function forgetSetupToken(dataDir: string): void {
  rmSync(join(dataDir, SETUP_FILE), { force: true });
}

function kept(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const made = randomBytes(32).toString("base64url");
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** What a connection is made of, in the open: only here, in the check and in the message that lends it to a call. */
import { randomUUID } from "node:crypto";
import { CREDENTIAL_PARTS, SECRET_PARTS, type CredentialPart } from "@ongea/contract";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import type { StoredConnection } from "./store.ts";
import type { StoredCredential } from "./tables.ts";

export type Credentials = Readonly<Partial<Record<CredentialPart, string>>>;

/** Their key is written behind the account that it belongs to. */
const HAVE_ACCOUNTS: ReadonlySet<string> = new Set(["twilio", "plivo", "africastalking", "whatsapp", "messenger", "instagram"]);

/** The one text by which adapters know a provider's credentials. */
export function oneKey(provider: string, { key = "", account = "", base_url = "" }: Credentials): string {
  if (HAVE_ACCOUNTS.has(provider)) return `${account}:${key}`;
  return provider === "azure-openai" ? `${base_url}|${key}` : key;
}

/** A key that was given in one text with what belongs to it, in its parts. */
export function inParts(provider: string, credentials: Credentials): Credentials {
  const { key = "" } = credentials;
  const apart = (sign: string): [string, string] => [key.slice(0, key.indexOf(sign)), key.slice(key.indexOf(sign) + 1)];
  if (HAVE_ACCOUNTS.has(provider) && key.includes(":")) {
    const [account, token] = apart(":");
    return { ...credentials, account, key: token };
  }
  if (provider !== "azure-openai" || !key.includes("|")) return credentials;
  const [base_url, bare] = apart("|");
  return { ...credentials, base_url, key: bare };
}

export function isAzure(url: string): boolean {
  return URL.canParse(url) && /\.azure\.(?:com|us)$/u.test(new URL(url).hostname);
}

type Sealed = Pick<StoredConnection, "sealed" | "keyVersion" | "settings">;

export function sealCredentials(ring: KeyRing, place: { id: string; workspaceId: string }, credentials: Credentials): Sealed {
  const keyVersion = ring.newest();
  const of = (isSecret: boolean): Credentials =>
    Object.fromEntries(CREDENTIAL_PARTS.filter((part) => SECRET_PARTS.has(part) === isSecret).flatMap((part) => entry(part)));
  const entry = (part: CredentialPart): [string, string][] =>
    credentials[part] === undefined ? [] : [[part, credentials[part]]];
  const seal = ring.seal(keyVersion);
  if (!seal) throw new Error("The newest key is not there");
  return { keyVersion, settings: of(false), sealed: seal.close(JSON.stringify(of(true)), aboutOf(place)) };
}

/** Throws when the key that sealed it is not there, or when it was sealed for something else. */
export function openCredentials(ring: KeyRing, row: Sealed & { id: string; workspaceId: string }): Credentials {
  const seal = ring.seal(row.keyVersion);
  if (!seal) throw new Error(`There is no key ${row.keyVersion} to open a connection with`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed from the same shape
  return { ...row.settings, ...(JSON.parse(seal.open(row.sealed, aboutOf(row))) as Credentials) };
}

function aboutOf({ id, workspaceId }: { id: string; workspaceId: string }): string {
  return `${workspaceId}/${id}`;
}

/** What may be shown of credentials. One that was there before keeps its id and its name, unless it was given under another. */
export function shown(
  credentials: Credentials,
  before: readonly StoredCredential[],
  nameOf: (part: CredentialPart) => string,
): StoredCredential[] {
  return CREDENTIAL_PARTS.flatMap((part) => {
    const value = credentials[part];
    if (value === undefined) return [];
    const known = before.find((one) => one.part === part);
    const fresh = { id: known?.id ?? randomUUID(), part, name: nameOf(part) };
    return [{ ...fresh, lastFour: lastFourOf(value), at: known?.at ?? new Date().toISOString() }];
  });
}

/** Of a short one nothing: four characters would be half of it. */
function lastFourOf(value: string): string {
  return value.length >= 8 ? value.slice(-4) : "";
}

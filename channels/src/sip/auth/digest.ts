import { emptyFields } from "../message/fields.ts";
import { createHash, randomBytes } from "node:crypto";
import { splitOutsideQuotes } from "../message/headers.ts";
import { unquote } from "../message/name-address.ts";

/** Digest authentication as SIP uses it (RFC 3261 section 22, RFC 7616, RFC 8760). */
export type DigestAlgorithm = "MD5" | "SHA-256";

export type DigestFields = Readonly<Record<string, string>>;

/** What proves an account in a realm without its password (HA1 of RFC 7616), by algorithm. */
export interface DigestSecrets {
  md5: string;
  sha256: string;
}

export function digestSecrets(account: { user: string; realm: string; password: string }): DigestSecrets {
  return { md5: secretOf("MD5", account), sha256: secretOf("SHA-256", account) };
}

export interface DigestInput {
  algorithm: DigestAlgorithm;
  user: string;
  realm: string;
  /** Or what is kept instead of it. */
  password: string | DigestSecrets;
  method: string;
  uri: string;
  nonce: string;
  /** Absent for challenges without qop (RFC 2069). */
  auth?: { nc: string; cnonce: string };
}

/** Reads a challenge or credentials. Undefined for schemes other than Digest and for what can't be read. */
export function parseDigest(value: string): DigestFields | undefined {
  const match = /^Digest\s+(.*)$/is.exec(value.trim());
  if (!match) return undefined;
  const fields = emptyFields();
  for (const part of splitOutsideQuotes(match[1] ?? "", ",")) {
    const equals = part.indexOf("=");
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    const text = part.slice(equals + 1).trim();
    if (!/^[a-z0-9_-]+$/.test(name) || name in fields) return undefined;
    fields[name] = /^".*"$/s.test(text) && text.length >= 2 ? unquote(text) : text;
  }
  return fields;
}

/** The response field. */
export function digestOf(input: DigestInput): string {
  const { algorithm, password } = input;
  const hash = (text: string): string => hashBy(algorithm, text);
  const kept = typeof password === "string" ? undefined : password;
  const secret =
    (algorithm === "MD5" ? kept?.md5 : kept?.sha256) ?? secretOf(algorithm, { ...input, password: String(password) });
  const request = hash(`${input.method}:${input.uri}`);
  const { auth } = input;
  return hash(
    auth ? `${secret}:${input.nonce}:${auth.nc}:${auth.cnonce}:auth:${request}` : `${secret}:${input.nonce}:${request}`,
  );
}

function secretOf(
  algorithm: DigestAlgorithm,
  { user, realm, password }: { user: string; realm: string; password: string },
): string {
  return hashBy(algorithm, `${user}:${realm}:${password}`);
}

function hashBy(algorithm: DigestAlgorithm, text: string): string {
  return createHash(algorithm === "MD5" ? "md5" : "sha256")
    .update(text)
    .digest("hex");
}

export function algorithmOf(fields: DigestFields): DigestAlgorithm | undefined {
  const name = (fields["algorithm"] ?? "MD5").toUpperCase();
  return name === "MD5" || name === "SHA-256" ? name : undefined;
}

/**
 * Our credentials for the best of the challenges: the header's value, or undefined when none of them can be met.
 * The first challenge of the strongest algorithm wins.
 */
export function answerChallenges(
  challenges: readonly string[],
  account: { user: string; password: string },
  request: { method: string; uri: string },
): { value: string; nonce: string } | undefined {
  const usable = challenges.flatMap((text) => {
    const fields = parseDigest(text);
    const algorithm = fields && algorithmOf(fields);
    const qops = (fields?.["qop"] ?? "").split(",").map((qop) => qop.trim().toLowerCase());
    const canAuth = qops.includes("auth");
    if (!fields || !algorithm || fields["nonce"] === undefined || (fields["qop"] && !canAuth)) return [];
    return [{ fields, algorithm, nonce: fields["nonce"], canAuth }];
  });
  const best = usable.find(({ algorithm }) => algorithm === "SHA-256") ?? usable[0];
  if (!best) return undefined;
  const realm = best.fields["realm"] ?? "";
  const auth = { nc: "00000001", cnonce: randomBytes(12).toString("hex") };
  const input: DigestInput = { ...account, ...request, algorithm: best.algorithm, realm, nonce: best.nonce };
  if (best.canAuth) input.auth = auth;
  let value = `Digest username=${quote(account.user)}, realm=${quote(realm)}, nonce=${quote(best.nonce)}, uri=${quote(request.uri)}`;
  value += `, response="${digestOf(input)}", algorithm=${best.algorithm}`;
  if (best.canAuth) value += `, qop=auth, nc=${auth.nc}, cnonce="${auth.cnonce}"`;
  if (best.fields["opaque"] !== undefined) value += `, opaque=${quote(best.fields["opaque"])}`;
  return { value, nonce: best.nonce };
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

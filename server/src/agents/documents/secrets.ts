/**
 * Secrets in agent documents (tokens and headers of functions, keys of sources): sealed in the database, shown to nobody. Who reads a
 * document gets a reference in the place of each secret; who writes the reference back keeps the secret, for the same server only.
 */
import { createHmac, hkdfSync } from "node:crypto";
import { createSeal, type Seal } from "../../platform/secrets/seal.ts";
import { refuse } from "../../platform/http/refuse.ts";

export interface AgentSecrets {
  /** For the database. */
  seal<T>(document: T): T;
  /** From the database; a value that was stored before values were sealed stays as it is. */
  open<T>(document: T): T;
  /** For an answer: each secret is a reference. */
  hide<T>(document: T): T;
  /** For another workspace: each secret is empty. */
  remove<T>(document: T): T;
  /** What a client wrote, with the secrets that its references stand for; `known`: where those are looked for. Refuses with "request.invalid". */
  restore<T>(written: T, known: () => Promise<readonly unknown[]>): Promise<T>;
}

const SEALED = "sealed:";
const SEALED_FOR = "agent";
const REFERENCE = /^hidden:[0-9a-f]{16}$/;
const REFERENCE_CHARACTERS = 16;
const SECRET_NAME = /(?:^|[_-])(?:token|secret|password|passwd|api[_-]?key|credentials?|authorization)$/i;
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "content-type", "user-agent"]);

export function createAgentSecrets(secret: string): AgentSecrets {
  const seal = createSeal(secret, "agents");
  const key = Buffer.from(hkdfSync("sha256", secret, "ongea", "agent references", 32));
  const referenceOf = (value: string): string =>
    `hidden:${createHmac("sha256", key).update(value).digest("hex").slice(0, REFERENCE_CHARACTERS)}`;
  return {
    seal: (document) =>
      mapSecrets(document, ({ value }) => (value.startsWith(SEALED) ? value : SEALED + seal.close(value, SEALED_FOR))),
    open: (document) => mapSecrets(document, ({ value }) => (value.startsWith(SEALED) ? opened(seal, value) : value)),
    hide: (document) => mapSecrets(document, ({ value }) => referenceOf(value)),
    remove: (document) => mapSecrets(document, () => ""),
    async restore(written, known) {
      const references: Secret[] = [];
      mapSecrets(written, (one) => (REFERENCE.test(one.value) ? (references.push(one), one.value) : one.value));
      if (references.length === 0) return written;
      const values = new Map<string, string>();
      for (const document of await known())
        mapSecrets(document, (one) => (values.set(`${referenceOf(one.value)} ${one.origin}`, one.value), one.value));
      const unknown = references.filter(({ value, origin }) => !values.has(`${value} ${origin}`));
      if (unknown.length > 0)
        throw refuse(
          "request.invalid",
          unknown.map(({ path }) => ({ type: "secret", loc: ["body", ...path], msg: "must be entered again for this address" })),
        );
      return mapSecrets(written, ({ value, origin }) => values.get(`${value} ${origin}`) ?? value);
    },
  };
}

/** Sealed under another secret (AUTH_SECRET was changed): it is lost, and the agent lives on without it. */
function opened(seal: Seal, value: string): string {
  try {
    return seal.open(value.slice(SEALED.length), SEALED_FOR);
  } catch {
    return "";
  }
}

interface Secret {
  value: string;
  /** Of the request that it is sent with; empty where it belongs to none. */
  origin: string;
  path: readonly (string | number)[];
}

type Change = (secret: Secret) => string;

/** The same tree with every secret changed; parts without one stay the same objects. */
function mapSecrets<T>(tree: T, change: Change): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only secrets within it change
  return mapped(tree, { origin: "", path: [], isHeaders: false }, change) as T;
}

interface Place {
  origin: string;
  path: readonly (string | number)[];
  isHeaders: boolean;
}

function mapped(node: unknown, place: Place, change: Change): unknown {
  if (Array.isArray(node)) {
    const entries = node.map((one: unknown, at) =>
      mapped(one, { ...place, path: [...place.path, at], isHeaders: false }, change),
    );
    return entries.every((one, at) => one === node[at]) ? node : entries;
  }
  if (typeof node !== "object" || node === null) return node;
  const origin = originOf("url" in node ? node.url : undefined) ?? place.origin;
  let isChanged = false;
  const entries = Object.entries(node).map(([name, value]: [string, unknown]) => {
    const path = [...place.path, name];
    const isSecret = typeof value === "string" && value !== "" && isSecretName(name, place.isHeaders);
    const next = isSecret
      ? change({ value, origin, path })
      : mapped(value, { origin, path, isHeaders: name === "headers" }, change);
    isChanged ||= next !== value;
    return [name, next] as const;
  });
  return isChanged ? Object.fromEntries(entries) : node;
}

function isSecretName(name: string, isHeader: boolean): boolean {
  return isHeader ? !HARMLESS_HEADERS.has(name.toLowerCase()) : SECRET_NAME.test(name);
}

/** An address that holds placeholders has an origin too: those stand behind its server's name. */
function originOf(address: unknown): string | undefined {
  const origin = typeof address === "string" ? /^https?:\/\/[^/?#]+/i.exec(address)?.[0] : undefined;
  return origin?.toLowerCase();
}

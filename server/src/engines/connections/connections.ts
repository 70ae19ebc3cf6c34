/** Connections of workspaces to providers: made, changed and taken away, each with its entry in the log; keys are seen by nobody. */
import { randomUUID } from "node:crypto";
import {
  PROVIDERS,
  providerNamed,
  type CatalogueProvider,
  type CredentialPart,
  type ProviderId,
  type SpeechPart,
} from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { BadAddress, type Checked, type Checks } from "./check.ts";
import { inParts, openCredentials, sealCredentials, shown, type Credentials } from "./credentials.ts";
import type { ConnectionChange, ConnectionStore, StoredConnection } from "./store.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";

export interface ConnectionsParts {
  store: ConnectionStore;
  ring: KeyRing;
  checks: Checks;
  audit: Audit;
  /** What is lent in this workspace has changed. */
  changed(workspaceId: string): void;
}

export interface OwnService {
  name: string;
  base_url: string;
  key: string;
  lends: readonly SpeechPart[];
}

export interface Connections {
  list(workspaceId: string): Promise<StoredConnection[]>;
  /** All credentials at once; they take the place of those that were there. */
  connect(actor: Actor, provider: ProviderId, values: Credentials): Promise<StoredConnection>;
  connectOwn(actor: Actor, service: OwnService): Promise<StoredConnection>;
  /** One credential by its name on the wire, beside those that are there. */
  give(actor: Actor, name: string, value: string): Promise<void>;
  /** One credential anew, by its id or its name. */
  replace(actor: Actor, idOrName: string, value: string): Promise<void>;
  /** One credential by its id or name; all of a provider's by the provider's. */
  take(actor: Actor, idOrName: string): Promise<void>;
  /** Refuses with "provider.unreadable" where the key that sealed it is lost. */
  check(actor: Actor, id: string): Promise<StoredConnection>;
  remove(actor: Actor, id: string): Promise<void>;
}

/** Who is connected, whatever it is made of. */
interface Target {
  provider: string;
  name: string;
  own: boolean;
  lends: readonly string[];
  /** Without these it cannot be used, nor checked. */
  needs: readonly CredentialPart[];
}

interface Order {
  target: Target;
  /** From what is there to what shall be; undefined: there shall be nothing. */
  change(before: Credentials, row: StoredConnection | undefined): Credentials | undefined;
  /** On the wire; absent: as it was, or as the catalogue has it. */
  names?: Partial<Record<CredentialPart, string>>;
}

const MOST_IN_A_WORKSPACE = 40;
/** Whoever changes the same connection at the same time is let go first; then it is done anew, on what is there by then. */
const MOST_ATTEMPTS = 4;

export function createConnections(parts: ConnectionsParts): Connections {
  const { store } = parts;
  const found = async (workspaceId: string, matches: (row: StoredConnection) => boolean): Promise<StoredConnection> => {
    const row = (await store.all(workspaceId)).find(matches);
    if (!row) throw refuse("provider.not_found");
    return row;
  };
  return {
    list: (workspaceId) => store.all(workspaceId),
    connect(actor, id, values) {
      const provider = PROVIDERS.find((one) => one.id === id);
      if (!provider) throw refuse("provider.not_found");
      const target = catalogueTarget(provider);
      const whole = inParts(id, values);
      const missing = target.needs.find((part) => !whole[part]);
      if (missing !== undefined)
        throw refuse("request.invalid", [{ type: "missing", loc: ["body", "values", missing], msg: "must be given" }]);
      const known = Object.entries(whole).filter(([part, value]) => value && isKnown(id, part));
      return kept(parts, actor, { target, change: () => Object.fromEntries(known) });
    },
    async connectOwn(actor, { name, base_url, key, lends }) {
      const provider = ownName(name);
      if (providerNamed(provider)) throw refuse("provider.name_taken");
      const target = { provider, name, own: true, lends, needs: ["base_url" as const] };
      return kept(parts, actor, {
        target,
        change: (_before, row) => {
          if (row) throw refuse("provider.name_taken");
          return { base_url, ...(key === "" ? {} : { key }) };
        },
      });
    },
    ...byName(parts),
    async check(actor, id) {
      const row = await found(actor.workspaceId, (one) => one.id === id);
      const result = await examine(parts, targetOf(row), readable(parts, row));
      return parts.audit.act(actor, async (write) => {
        // Replaced or removed meanwhile: what was found out is about a key that is gone.
        const checked = await store.change(row, result);
        await write({ act: "provider.checked", subject: row.name, details: { outcome: result.state } });
        parts.changed(actor.workspaceId);
        return checked ?? found(actor.workspaceId, (one) => one.id === id);
      });
    },
    async remove(actor, id) {
      await remove(parts, actor, await found(actor.workspaceId, (one) => one.id === id));
    },
  };
}

/** As the wire names credentials. */
function byName(parts: ConnectionsParts): Pick<Connections, "give" | "replace" | "take"> {
  const { store } = parts;
  return {
    async give(actor, name, value) {
      const named = providerNamed(name);
      if (!named) throw refuse("provider.unknown");
      const { provider, part } = named;
      await kept(parts, actor, {
        target: catalogueTarget(provider),
        names: { [part]: name },
        change: (before) => ({ ...before, [part]: value }),
      });
    },
    async replace(actor, idOrName, value) {
      const { row, part } = await meant(store, actor.workspaceId, idOrName);
      await kept(parts, actor, { target: targetOf(row), change: (before) => ({ ...before, [part ?? "key"]: value }) });
    },
    async take(actor, idOrName) {
      const { row, part } = await meant(store, actor.workspaceId, idOrName);
      if (part === undefined) return remove(parts, actor, row);
      await put(parts, actor, {
        target: targetOf(row),
        change: ({ [part]: _gone, ...left }) => (Object.keys(left).length === 0 ? undefined : left),
      });
    },
  };
}

async function kept(parts: ConnectionsParts, actor: Actor, order: Order): Promise<StoredConnection> {
  const row = await put(parts, actor, order);
  if (!row) throw refuse("provider.not_found");
  return row;
}

async function remove(parts: ConnectionsParts, actor: Actor, row: StoredConnection): Promise<void> {
  await put(parts, actor, { target: targetOf(row), change: () => undefined });
}

/** One change from reading to writing; undefined when there is nothing left. A key that the provider refuses changes nothing. */
async function put(parts: ConnectionsParts, actor: Actor, order: Order): Promise<StoredConnection | undefined> {
  const { store, audit } = parts;
  const { target } = order;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const rows = await store.all(actor.workspaceId);
    const row = rows.find(({ provider }) => provider === target.provider);
    if (!row && rows.length >= MOST_IN_A_WORKSPACE) throw refuse("provider.too_many");
    const changed = order.change(row ? known(parts, row) : {}, row);
    const wanted = changed && inParts(target.provider, changed);
    if (!row && !wanted) throw refuse("provider.not_found");
    const result = wanted && (await examine(parts, target, wanted));
    if (result?.state === "refused") {
      await audit.write(actor, { act: "provider.refused", subject: target.name });
      throw refuse("provider.key_refused");
    }
    const done = await audit.act(actor, async (write) => {
      const saved = await save(parts, { actor, order, row, wanted, result });
      const act = wanted === undefined ? "provider.removed" : row ? "provider.replaced" : "provider.connected";
      if (saved !== undefined) await write({ act, subject: target.name, details: result ? { outcome: result.state } : {} });
      return saved;
    });
    if (done === undefined) continue;
    parts.changed(actor.workspaceId);
    return done === "gone" ? undefined : done;
  }
  throw refuse("request.in_progress");
}

function readable({ ring }: ConnectionsParts, row: StoredConnection): Credentials {
  try {
    return openCredentials(ring, row);
  } catch {
    throw refuse("provider.unreadable");
  }
}

/** Where the key that sealed it is lost, what is no secret: such a connection can be given its credentials anew, or be removed. */
function known({ ring }: ConnectionsParts, row: StoredConnection): Credentials {
  try {
    return openCredentials(ring, row);
  } catch {
    return row.settings;
  }
}

interface Saving {
  actor: Actor;
  order: Order;
  row: StoredConnection | undefined;
  wanted: Credentials | undefined;
  result: ConnectionChange | undefined;
}

/** Undefined: somebody else was quicker. */
async function save(
  { store, ring }: ConnectionsParts,
  { actor: { workspaceId }, order, row, wanted, result }: Saving,
): Promise<StoredConnection | "gone" | undefined> {
  if (!wanted || !result) return row ? ((await store.remove(row)) ? "gone" : undefined) : "gone";
  const { target, names = {} } = order;
  const place = { id: row?.id ?? randomUUID(), workspaceId };
  const before = row?.given ?? [];
  const given = shown(wanted, before, (part) => {
    return names[part] ?? before.find((one) => one.part === part)?.name ?? wireNameOf(target.provider, part);
  });
  const { provider, name, own, lends } = target;
  const change = { ...result, ...sealCredentials(ring, place, wanted), name, lends, given, failed: null } as const;
  return row
    ? store.change(row, change)
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of one that is new come from its place
      store.add({ ...place, provider, own, ...change } as Parameters<ConnectionStore["add"]>[0]);
}

type Examined = Required<Pick<StoredConnection, "state" | "problem" | "account" | "models" | "checkedAt">>;

async function examine({ checks }: ConnectionsParts, target: Target, credentials: Credentials): Promise<Examined> {
  const nothing = { problem: null, account: {}, models: [], checkedAt: null };
  if (target.needs.some((part) => !credentials[part])) return { ...nothing, state: "incomplete" };
  const checked = await checks.check(target, credentials).catch((error: unknown): never => {
    throw error instanceof BadAddress ? refuse("provider.bad_address") : error;
  });
  return examined(checked);
}

function examined({ outcome, account = {}, models = [] }: Checked): Examined {
  const isUnknown = outcome === "unreachable" || outcome === "limited";
  const problem = isUnknown ? outcome : null;
  const state = isUnknown ? "unchecked" : outcome;
  return { state, problem, account, models, checkedAt: state === "unchecked" ? null : new Date() };
}

function catalogueTarget({ id, name, lends, fields }: CatalogueProvider): Target {
  const needed = fields.filter(({ optional }) => !optional).map(({ part }) => part);
  return { provider: id, name, own: false, lends, needs: ["key", ...needed] };
}

function targetOf(row: StoredConnection): Target {
  const known = row.own ? undefined : PROVIDERS.find(({ id }) => id === row.provider);
  if (known) return catalogueTarget(known);
  const { provider, name, lends } = row;
  return { provider, name, own: true, lends, needs: ["base_url"] };
}

function isKnown(id: ProviderId, part: string): boolean {
  const provider = PROVIDERS.find((one) => one.id === id);
  return part === "key" || provider?.fields.some((field) => field.part === part) === true;
}

/** The provider's id for its key, as our own screen names it; else the credential's name on the wire. */
function wireNameOf(provider: string, part: CredentialPart): string {
  const known = PROVIDERS.find(({ id }) => id === provider);
  if (part === "key") return provider;
  return Object.entries(known?.wireNames ?? {}).find(([, one]) => one === part)?.[0] ?? `${provider}_${part}`;
}

/** By the id of a connection or of a credential, by a credential's name in any case, or by the provider's: then no part is meant. */
async function meant(
  store: ConnectionStore,
  workspaceId: string,
  idOrName: string,
): Promise<{ row: StoredConnection; part: CredentialPart | undefined }> {
  const rows = await store.all(workspaceId);
  const plain = idOrName.trim().toLowerCase();
  const whole = rows.find(({ id, provider, name }) => [id, provider, name.toLowerCase()].includes(plain));
  if (whole) return { row: whole, part: undefined };
  for (const row of rows) {
    const given = row.given.find(({ id, name }) => id === plain || name.toLowerCase() === plain);
    if (given) return { row, part: row.given.length === 1 ? undefined : given.part };
  }
  const named = providerNamed(idOrName);
  const row = named && rows.find(({ provider }) => provider === named.provider.id);
  if (!row || !row.given.some(({ part }) => part === named.part)) throw refuse("provider.not_found");
  return { row, part: row.given.length === 1 ? undefined : named.part };
}

/** As an assistant's document calls it. */
function ownName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}

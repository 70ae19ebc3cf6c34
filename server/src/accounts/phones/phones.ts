/** Phones that register here: made by people, known by the digests of their passwords, reached by their names within their workspace. */
import { randomInt, randomUUID } from "node:crypto";
import { MOST_PHONES } from "@ongea/contract";
import { digestSecrets, type Binding, type DigestSecrets } from "@ongea/channels";
import type { Actor, Audit } from "../audit/audit.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { PhoneStore, StoredPhone } from "./store.ts";

export interface PhonesParts {
  store: PhoneStore;
  audit: Pick<Audit, "act">;
  isDemo(workspaceId: string): Promise<boolean>;
  seal: Seal;
  /** This server. */
  ownerId: string;
  /** Where a phone is registered with this server; newest first. */
  bindings(user: string): readonly Binding[];
  /** What is registered under this user with this server holds no longer. */
  signOut(user: string): void;
  log: Pick<Log, "warn">;
}

export interface Phones {
  list(workspaceId: string): Promise<StoredPhone[]>;
  create(actor: Actor, name: string): Promise<PhoneWithPassword>;
  renew(actor: Actor, id: string): Promise<PhoneWithPassword>;
  remove(actor: Actor, id: string): Promise<void>;
  /** What a phone proves itself by; undefined: there is none under this user. */
  secretsOf(user: string): Promise<DigestSecrets | undefined>;
  /** Whose phone registers under this user. */
  ownerOf(user: string): Promise<Pick<StoredPhone, "workspaceId" | "name"> | undefined>;
  /**
   * The user under which a workspace's phone of this name is registered here; undefined: it has none. Refuses with "call.phone_offline" or
   * "call.phone_elsewhere".
   */
  reach(workspaceId: string, name: string): Promise<string | undefined>;
  /** A phone has registered with this server, or has signed out. Never rejects. */
  changed(user: string): Promise<void>;
  /** What is registered here is so still. Never rejects. */
  confirm(): Promise<void>;
}

export interface PhoneWithPassword {
  phone: StoredPhone;
  password: string;
}

/** No two letters that look alike: a password is typed on a telephone. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const USER = /^phone-[a-z2-9]{10}$/;
const NAME = /^\p{L}/u;
const USER_LETTERS = 10;
const PASSWORD_LETTERS = 20;
/** As the SIP port challenges. */
const REALM = "ongea";
/** A password that was replaced, or a phone that was removed, is good for no longer at another server. */
const KNOWN_MS = 2_000;
const CONFIRMED_MS = 45_000;
const MOST_USER_AGENT = 200;

/** Users that belong to phones of workspaces: nobody is reached by them, only by the name in the workspace. */
export function isWorkspacePhone(user: string): boolean {
  return USER.test(user);
}

export function createPhones(parts: PhonesParts): Phones {
  const { store, audit, seal, ownerId, log } = parts;
  const known = memoizeFor(KNOWN_MS, (user) => store.byUser(user));
  const find = async (user: string): Promise<StoredPhone | undefined> => (isWorkspacePhone(user) ? known(user) : undefined);

  /** A fresh password; of it only digests are kept. */
  function secretFor(phone: Pick<StoredPhone, "id" | "workspaceId" | "username">): { password: string; sealed: string } {
    const password = lettersOf(PASSWORD_LETTERS);
    const secrets = digestSecrets({ user: phone.username, realm: REALM, password });
    return { password, sealed: seal.close(JSON.stringify(secrets), aboutOf(phone)) };
  }

  function forget(user: string): void {
    known.forget(user);
    parts.signOut(user);
  }

  async function quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, what);
    }
  }

  return {
    list: (workspaceId) => store.all(workspaceId),
    async create(actor, name) {
      const { workspaceId } = actor;
      if (await parts.isDemo(workspaceId)) throw refuse("phone.demo");
      return audit.act(actor, async (write) => {
        if ((await store.hold(workspaceId)) >= MOST_PHONES) throw refuse("phone.too_many");
        if (await store.named(workspaceId, name)) throw refuse("phone.name_taken");
        const place = { id: randomUUID(), workspaceId, username: `phone-${lettersOf(USER_LETTERS)}` };
        const { password, sealed } = secretFor(place);
        const phone = await store.add({ ...place, name, sealed });
        await write({ act: "phone.added", subject: name });
        return { phone, password };
      });
    },
    async renew(actor, id) {
      const renewed = await audit.act(actor, async (write) => {
        const found = await store.find(actor.workspaceId, id);
        const { password, sealed } = found ? secretFor(found) : { password: "", sealed: "" };
        const phone = found && (await store.renew(actor.workspaceId, id, sealed));
        if (!phone) throw refuse("phone.not_found");
        await write({ act: "phone.renewed", subject: phone.name });
        return { phone, password };
      });
      forget(renewed.phone.username);
      return renewed;
    },
    async remove(actor, id) {
      const gone = await audit.act(actor, async (write) => {
        const phone = await store.remove(actor.workspaceId, id);
        if (!phone) throw refuse("phone.not_found");
        await write({ act: "phone.removed", subject: phone.name });
        return phone;
      });
      forget(gone.username);
    },
    async secretsOf(user) {
      const phone = await find(user);
      return phone && openSecrets(seal, phone);
    },
    ownerOf: (user) => find(user),
    async reach(workspaceId, name) {
      if (!NAME.test(name)) return undefined;
      const phone = await store.named(workspaceId, name.trim());
      if (!phone) return undefined;
      if (!phone.isRegistered) throw refuse("call.phone_offline");
      const isHere = phone.registeredBy === ownerId && parts.bindings(phone.username).length > 0;
      if (!isHere) throw refuse("call.phone_elsewhere");
      return phone.username;
    },
    async changed(user) {
      if (!isWorkspacePhone(user)) return;
      const [newest] = parts.bindings(user);
      const { host = "", port = 0, transport = "udp" } = newest?.peer ?? {};
      await quietly("A phone's registration could not be written down", async () => {
        const phone = await known(user);
        if (!phone) return;
        await store.registered(user, {
          serverId: ownerId,
          sealed: phone.sealed,
          lastsMs: newest ? Math.max(0, newest.expiresAtMs - performance.now()) : null,
          address: `${host}:${port} ${transport}`,
          userAgent: newest?.userAgent?.slice(0, MOST_USER_AGENT) ?? null,
        });
      });
    },
    confirm: () => quietly("Registrations of phones could not be confirmed", () => store.confirm(ownerId, CONFIRMED_MS)),
  };
}

function openSecrets(seal: Seal, phone: StoredPhone): DigestSecrets | undefined {
  try {
    const { md5, sha256 }: Partial<DigestSecrets> = JSON.parse(seal.open(phone.sealed, aboutOf(phone)));
    return md5 === undefined || sha256 === undefined ? undefined : { md5, sha256 };
  } catch {
    return undefined;
  }
}

function aboutOf({ id, workspaceId }: Pick<StoredPhone, "id" | "workspaceId">): string {
  return `phone ${workspaceId}/${id}`;
}

function lettersOf(count: number): string {
  return Array.from({ length: count }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

/** Trunks of workspaces: added, changed and removed, each with its entry in the log; a password is seen by nobody. */
import { randomBytes, randomUUID } from "node:crypto";
import type { NewTrunk, TrunkChange, TrunkState } from "@ongea/contract";
import { parsePhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { RentedNumber } from "../numbers/store.ts";
import type { TrunkNumbers } from "../numbers/of-trunks/store.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { changedOrders, checkOrders, ordering } from "./orders.ts";
import { sealSecrets } from "./password.ts";
import type { StoredTrunk, TrunkStore } from "./store.ts";
import { checkAccount, checkPlaces, settingsIn, settingsOf } from "./trunk-settings.ts";

export interface TrunksParts {
  store: TrunkStore;
  numbers: TrunkNumbers;
  ring: KeyRing;
  audit: Pick<Audit, "act">;
  /** Visitors have none. */
  isDemo(workspaceId: string): Promise<boolean>;
  /** Whether this address of the network may be sent to. */
  mayReach(address: string): boolean;
  /** Something has changed: who keeps trunks and who leads calls looks again. */
  changed(): void;
  /** What is wrong with it now. */
  check(row: StoredTrunk): Promise<TrunkState>;
}

export interface Trunk {
  row: StoredTrunk;
  numbers: readonly RentedNumber[];
}

type NewNumber = NewTrunk["phone_numbers"][number];

export interface Trunks {
  list(workspaceId: string): Promise<Trunk[]>;
  read(workspaceId: string, id: string): Promise<Trunk>;
  create(actor: Actor, wanted: NewTrunk): Promise<Trunk>;
  change(actor: Actor, id: string, change: TrunkChange): Promise<Trunk>;
  /** Returns how many numbers went with it. */
  remove(actor: Actor, id: string): Promise<number>;
  addNumber(actor: Actor, id: string, number: NewNumber): Promise<RentedNumber>;
  removeNumber(actor: Actor, id: string, idOrNumber: string): Promise<void>;
  /** Whoever asks again while it is looked at gets the same answer. */
  test(actor: Actor, id: string): Promise<TrunkState>;
}

const MOST_IN_A_WORKSPACE = 20;
const MOST_NUMBERS_OF_TRUNK = 50;
const CONTACT_BYTES = 12;

export function createTrunks(parts: TrunksParts): Trunks {
  const { store, numbers, audit, ring, changed } = parts;

  const { found, whole, put } = rowsOf(parts);
  return {
    async list(workspaceId) {
      const [rows, held] = await Promise.all([store.all(workspaceId), numbers.of(workspaceId)]);
      return rows.map((row) => ({ row, numbers: held.filter(({ trunkId }) => trunkId === row.id) }));
    },
    read: async (workspaceId, id) => whole(await found(workspaceId, id)),
    async create(actor, wanted) {
      const { workspaceId } = actor;
      if (await parts.isDemo(workspaceId)) throw refuse("trunk.demo");
      checkPlaces(wanted.gateways, parts.mayReach);
      checkAccount(wanted.auth_type, wanted.auth_username);
      checkOrders(wanted.africastalking, { isNew: true, inbound: wanted.inbound_enabled, auth: wanted.auth_type });
      const place = { id: randomUUID(), workspaceId };
      const added = await audit.act(actor, async (write) => {
        if ((await store.hold(workspaceId)) >= MOST_IN_A_WORKSPACE) throw refuse("trunk.too_many");
        const { name, provider, description, auth_type: authType, auth_username: username } = wanted;
        const contact = randomBytes(CONTACT_BYTES).toString("hex");
        const { auth_password: password, africastalking } = wanted;
        const secret = sealSecrets(ring, place, { password, apiKey: africastalking?.api_key });
        const settings = { ...settingsOf(wanted), ...ordering(africastalking, undefined) };
        const row = await store.add({ ...place, name, provider, description, authType, username, contact, settings, ...secret });
        for (const number of wanted.phone_numbers) await put(row, number);
        await write({ act: "trunk.added", subject: name });
        return whole(row);
      });
      changed();
      return added;
    },
    async change(actor, id, change) {
      checkPlaces(change.gateways ?? [], parts.mayReach);
      const done = await audit.act(actor, async (write) => {
        const row = await found(actor.workspaceId, id);
        checkAccount(row.authType, change.auth_username ?? row.username);
        const ordered = changedOrders(ring, row, change);
        const { name, description, auth_username: username, auth_password: password, is_active: isActive } = change;
        const saved = await store.change(row, {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(username !== undefined && { username }),
          ...(isActive !== undefined && { isActive }),
          ...ordered.secrets,
          settings: { ...row.settings, ...settingsIn(change), ...ordered.settings },
        });
        if (!saved) throw refuse("request.in_progress");
        await write({ act: "trunk.changed", subject: saved.name, details: { password: password !== undefined } });
        return whole(saved);
      });
      changed();
      return done;
    },
    async remove(actor, id) {
      const { workspaceId } = actor;
      const removed = await audit.act(actor, async (write) => {
        const { name } = await found(workspaceId, id);
        const count = await numbers.removeAll({ workspaceId, trunkId: id });
        if (!(await store.remove(workspaceId, id))) throw refuse("trunk.not_found");
        await write({ act: "trunk.removed", subject: name, details: { numbers: count } });
        return count;
      });
      changed();
      return removed;
    },
    ...numbersOf(parts),
    ...testOf(parts),
  };
}

function testOf(parts: TrunksParts): Pick<Trunks, "test"> {
  const { found } = rowsOf(parts);
  const looking = new Map<string, Promise<TrunkState>>();
  return {
    async test({ workspaceId }, id) {
      const row = await found(workspaceId, id);
      const look = looking.get(id) ?? parts.check(row).finally(() => looking.delete(id));
      looking.set(id, look);
      return look;
    },
  };
}

interface TrunkRows {
  found(workspaceId: string, id: string): Promise<StoredTrunk>;
  whole(row: StoredTrunk): Promise<Trunk>;
  put(trunk: Pick<StoredTrunk, "workspaceId" | "id">, wanted: NewNumber): Promise<RentedNumber>;
}

function rowsOf({ store, numbers }: TrunksParts): TrunkRows {
  return {
    async found(workspaceId, id) {
      const row = await store.find(workspaceId, id);
      if (!row) throw refuse("trunk.not_found");
      return row;
    },
    async whole(row) {
      const held = await numbers.of(row.workspaceId);
      return { row, numbers: held.filter(({ trunkId }) => trunkId === row.id) };
    },
    async put({ workspaceId, id: trunkId }, wanted) {
      const added = await numbers.add({ workspaceId, trunkId }, { number: plainNumber(wanted), name: wanted.name });
      if (!added) throw refuse("trunk.number_taken");
      return added;
    },
  };
}

function numbersOf(parts: TrunksParts): Pick<Trunks, "addNumber" | "removeNumber"> {
  const { store, numbers, audit, changed } = parts;
  const { found, whole, put } = rowsOf(parts);
  return {
    async addNumber(actor, id, wanted) {
      const added = await audit.act(actor, async (write) => {
        await store.hold(actor.workspaceId);
        const { row, numbers: held } = await whole(await found(actor.workspaceId, id));
        if (held.length >= MOST_NUMBERS_OF_TRUNK) throw refuse("number.too_many");
        const number = await put(row, wanted);
        await write({ act: "trunk.number_added", subject: number.number, details: { trunk: row.name } });
        return number;
      });
      changed();
      return added;
    },
    async removeNumber(actor, id, idOrNumber) {
      await audit.act(actor, async (write) => {
        const { workspaceId, id: trunkId, name } = await found(actor.workspaceId, id);
        const number = await numbers.remove({ workspaceId, trunkId }, idOrNumber);
        if (number === undefined) throw refuse("number.not_found");
        await write({ act: "trunk.number_removed", subject: number, details: { trunk: name } });
      });
      changed();
    },
  };
}

function plainNumber({ phone_number: written, e164_check_enabled: checks }: NewNumber): string {
  const number = `+${written.replace(/^\+/, "")}`;
  if (checks && parsePhoneNumber(number) === undefined) throw refuse("call.bad_number");
  return number;
}

/** All the SQL of phones. Moments are the database's: servers agree on no other clock. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { sipPhones } from "./tables.ts";

export type StoredPhone = typeof sipPhones.$inferSelect & { isRegistered: boolean };
export type NewStoredPhone = Pick<StoredPhone, "id" | "workspaceId" | "name" | "username" | "sealed">;

/** A registration, as the server has it at which it was made. */
export interface Registered {
  serverId: string;
  /** By which it has proved itself: where that has been replaced meanwhile, nothing is written. */
  sealed: string;
  /** Null: it has signed out. */
  lastsMs: number | null;
  address: string;
  userAgent: string | null;
}

export interface PhoneStore {
  /** By name. */
  all(workspaceId: string): Promise<StoredPhone[]>;
  find(workspaceId: string, id: string): Promise<StoredPhone | undefined>;
  named(workspaceId: string, name: string): Promise<StoredPhone | undefined>;
  /** Until the transaction around it is done, nobody else adds one to this workspace. Returns how many there are. */
  hold(workspaceId: string): Promise<number>;
  add(phone: NewStoredPhone): Promise<StoredPhone>;
  /** Its registrations hold no longer. Undefined: it is gone. */
  renew(workspaceId: string, id: string, sealed: string): Promise<StoredPhone | undefined>;
  remove(workspaceId: string, id: string): Promise<StoredPhone | undefined>;
  /** Of any workspace. */
  byUser(username: string): Promise<StoredPhone | undefined>;
  registered(username: string, registration: Registered): Promise<void>;
  /** This server still runs: what is registered there stays so for this long. */
  confirm(serverId: string, forMs: number): Promise<void>;
}

const isRegistered = sql<boolean>`coalesce(registered_until > now() and confirmed_until > now(), false)`;
const later = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;
/** How long a registration counts before its server confirms it. */
const UNCONFIRMED_MS = 45_000;
/** Of one workspace, while one is added. */
const LOCK = "sip_phones";

function keyOf(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

export function createPhoneStore(tenancy: Tenancy): PhoneStore {
  const columns = { phone: sipPhones, isRegistered };
  type Row = { phone: typeof sipPhones.$inferSelect; isRegistered: boolean };
  const whole = ({ phone, isRegistered: is }: Row): StoredPhone => ({ ...phone, isRegistered: is });
  const the = (workspaceId: string, id: string) => and(eq(sipPhones.workspaceId, workspaceId), eq(sipPhones.id, id));
  return {
    async all(workspaceId) {
      const rows = tenancy.of(workspaceId).select(columns).from(sipPhones).where(eq(sipPhones.workspaceId, workspaceId));
      return (await rows.orderBy(asc(sipPhones.nameKey))).map(whole);
    },
    async find(workspaceId, id) {
      const [row] = await tenancy.of(workspaceId).select(columns).from(sipPhones).where(the(workspaceId, id));
      return row && whole(row);
    },
    async named(workspaceId, name) {
      const isIt = and(eq(sipPhones.workspaceId, workspaceId), eq(sipPhones.nameKey, keyOf(name)));
      const [row] = await tenancy.of(workspaceId).select(columns).from(sipPhones).where(isIt);
      return row && whole(row);
    },
    async hold(workspaceId) {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${LOCK} ${workspaceId}`}, 0))`);
      const [row] = await db.select({ total: count() }).from(sipPhones).where(eq(sipPhones.workspaceId, workspaceId));
      return row?.total ?? 0;
    },
    async add(phone) {
      const [row] = await tenancy
        .of(phone.workspaceId)
        .insert(sipPhones)
        .values({ ...phone, nameKey: keyOf(phone.name) })
        .returning();
      if (!row) throw new Error("A phone was not stored");
      return { ...row, isRegistered: false };
    },
    async renew(workspaceId, id, sealed) {
      const set = { sealed, registeredBy: null, registeredSince: null, registeredUntil: null, confirmedUntil: null };
      const [row] = await tenancy.of(workspaceId).update(sipPhones).set(set).where(the(workspaceId, id)).returning();
      return row && { ...row, isRegistered: false };
    },
    async remove(workspaceId, id) {
      const [row] = await tenancy.of(workspaceId).delete(sipPhones).where(the(workspaceId, id)).returning();
      return row && { ...row, isRegistered: false };
    },
    async byUser(username) {
      const [row] = await tenancy.everywhere.select(columns).from(sipPhones).where(eq(sipPhones.username, username));
      return row && whole(row);
    },
    async registered(username, { serverId, sealed, lastsMs, address, userAgent }) {
      const isIt = and(eq(sipPhones.username, username), eq(sipPhones.sealed, sealed));
      if (lastsMs === null) {
        const set = { registeredUntil: null, registeredSince: null, seenAt: sql`now()` };
        await tenancy.everywhere
          .update(sipPhones)
          .set(set)
          .where(and(isIt, eq(sipPhones.registeredBy, serverId)));
        return;
      }
      const since = sql`case when ${isRegistered} and registered_by = ${serverId} then registered_since else now() end`;
      await tenancy.everywhere
        .update(sipPhones)
        .set({
          registeredBy: serverId,
          registeredSince: since,
          registeredUntil: later(lastsMs),
          confirmedUntil: later(UNCONFIRMED_MS),
          address,
          userAgent,
          seenAt: sql`now()`,
        })
        .where(isIt);
    },
    async confirm(serverId, forMs) {
      await tenancy.everywhere
        .update(sipPhones)
        .set({ confirmedUntil: later(forMs) })
        .where(and(eq(sipPhones.registeredBy, serverId), sql`registered_until > now()`));
    },
  };
}

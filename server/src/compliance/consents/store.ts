/** All the SQL of consents, and of where they are required. */
import type { Consent, ConsentPolicy } from "@ongea/contract";
import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { among } from "../../platform/database/values.ts";
import { consentPolicies, consents } from "./tables.ts";
import { type ConsentRow, type WithdrawnConsents, withdrawing } from "./withdrawn/store.ts";
import { type ConsentsOfPeople, personal } from "./personal/store.ts";

export type NewConsent = Omit<ConsentRow, "id" | "createdAt" | "withdrawnAt" | "withdrawnBy" | "expiresAt"> &
  Partial<Pick<ConsentRow, "expiresAt">>;
export interface ConsentQuery {
  numbers?: readonly string[] | undefined;
  q?: string | undefined;
  purpose?: Consent["purpose"] | undefined;
  callId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** By which somebody may be reached. */
export interface StandingConsent {
  number: string;
  id: string;
  givenAt: Date;
}

export interface ConsentStore extends WithdrawnConsents, ConsentsOfPeople {
  /** Undefined where it stands there already: then `same` has it. */
  add(db: Db, consent: NewConsent): Promise<ConsentRow | undefined>;
  same(consent: NewConsent): Promise<ConsentRow | undefined>;
  read(workspaceId: string, id: string): Promise<ConsentRow | undefined>;
  /** Of these ids. */
  byIds(workspaceId: string, ids: readonly string[]): Promise<ConsentRow[]>;
  /** The last entered first. */
  list(workspaceId: string, query: ConsentQuery): Promise<PageOf<ConsentRow>>;
  /** Of these numbers, those that may be reached by this channel with advertising at this moment, each by its newest consent. */
  standing(
    workspaceId: string,
    asked: { numbers: readonly string[]; channel: "call" | "message"; at: Date },
  ): Promise<StandingConsent[]>;
  policy(workspaceId: string): Promise<ConsentPolicy>;
  setPolicy(workspaceId: string, policy: ConsentPolicy): Promise<void>;
}

const NOTHING_REQUIRED: ConsentPolicy = { required: "off", agent_ids: [], transfers: false };
const DIGITS = /\D/g;

export function createConsentStore(tenancy: Tenancy): ConsentStore {
  return { ...ledger(tenancy), ...withdrawing(tenancy), ...policies(tenancy), ...personal(tenancy) };
}

function ledger(tenancy: Tenancy): Pick<ConsentStore, "add" | "same" | "read" | "byIds" | "list" | "standing"> {
  const of = (workspaceId: string) => eq(consents.workspaceId, workspaceId);
  return {
    async add(db, consent) {
      const [row] = await db.insert(consents).values(consent).onConflictDoNothing().returning();
      return row;
    },
    async same({ workspaceId, number, purpose, channel, givenAt }) {
      const is = [eq(consents.number, number), eq(consents.purpose, purpose), eq(consents.channel, channel)];
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(consents)
        .where(and(of(workspaceId), ...is, eq(consents.givenAt, givenAt)));
      return row;
    },
    async read(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(consents)
        .where(and(of(workspaceId), eq(consents.id, id)));
      return row;
    },
    async byIds(workspaceId, ids) {
      if (ids.length === 0) return [];
      return tenancy
        .of(workspaceId)
        .select()
        .from(consents)
        .where(and(of(workspaceId), sql`${consents.id} in ${among(ids, "uuid")}`));
    },
    async list(workspaceId, { numbers, q = "", purpose, callId, cursor, limit }) {
      const { createdAt, id } = consents;
      const digits = q.replace(DIGITS, "");
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: consents, place: cursorOf(createdAt, id) })
        .from(consents)
        .where(
          and(
            of(workspaceId),
            numbers && inArray(consents.number, [...numbers]),
            digits === "" ? undefined : like(consents.number, `%${digits}%`),
            purpose && eq(consents.purpose, purpose),
            callId === undefined ? undefined : eq(consents.callId, callId),
            afterCursor(cursor, createdAt, id),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ row }) => row), next };
    },
    async standing(workspaceId, { numbers, channel, at }) {
      if (numbers.length === 0) return [];
      const { rows } = await tenancy.of(workspaceId).execute<{ number: string; id: string; given: string }>(sql`
        select distinct on (number) number, id, (extract(epoch from given_at) * 1000)::bigint::text as given from consents
        where workspace_id = ${workspaceId} and number in ${among(numbers)} and purpose = 'marketing'
          and channel in ('any', ${channel}) and withdrawn_at is null and given_at <= ${at.toISOString()}::timestamptz
          and (expires_at is null or expires_at > ${at.toISOString()}::timestamptz)
        order by number, given_at desc, id desc`);
      return rows.map(({ number, id, given }) => ({ number, id, givenAt: new Date(Number(given)) }));
    },
  };
}

function policies(tenancy: Tenancy): Pick<ConsentStore, "policy" | "setPolicy"> {
  return {
    async policy(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(consentPolicies)
        .where(eq(consentPolicies.workspaceId, workspaceId));
      return row ? { required: row.required, agent_ids: row.agentIds, transfers: row.transfers } : NOTHING_REQUIRED;
    },
    async setPolicy(workspaceId, { required, agent_ids: agentIds, transfers }) {
      const set = { required, agentIds, transfers };
      const target = consentPolicies.workspaceId;
      await tenancy
        .of(workspaceId)
        .insert(consentPolicies)
        .values({ workspaceId, ...set })
        .onConflictDoUpdate({ target, set });
    },
  };
}

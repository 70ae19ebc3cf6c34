/** All the SQL of one person as a contact. */
import type { ContactIdentity } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { pagesById } from "../../../platform/database/values.ts";
import type { Person, PersonalData } from "../../../compliance/index.ts";

export interface PersonStore extends PersonalData {
  /** Whoever has this identity, which is as `readIdentity` writes it. */
  find(workspaceId: string, identity: ContactIdentity): Promise<Person>;
  /** All identities of the workspace, a page at a time. */
  identities(workspaceId: string): AsyncIterable<ContactIdentity[]>;
}

const PAGE = 10_000;

export function createPersonStore(tenancy: Tenancy): PersonStore {
  return {
    async find(workspaceId, identity) {
      const { rows } = await tenancy.of(workspaceId).execute<ContactIdentity & { id: string }>(sql`
        select other.contact_id as id, other.kind, other.value from contact_identities one
        join contact_identities other on other.contact_id = one.contact_id
        where one.workspace_id = ${workspaceId} and one.kind = ${identity.kind} and one.value = ${identity.value}
        order by other.kind, other.value`);
      const identities = rows.length > 0 ? rows.map(({ kind, value }) => ({ kind, value })) : [identity];
      const phones = identities.flatMap(({ kind, value }) => (kind === "phone" ? value : []));
      return { workspaceId, contactId: rows[0]?.id ?? null, identities, phones };
    },
    async *identities(workspaceId) {
      for (let last = { kind: "", value: "" }; ;) {
        const { rows } = await tenancy.of(workspaceId).execute<ContactIdentity & Record<string, unknown>>(sql`
          select kind, value from contact_identities where workspace_id = ${workspaceId} and (kind, value) > (${last.kind}, ${last.value})
          order by kind, value limit ${PAGE}`);
        const end = rows.at(-1);
        if (!end) return;
        yield rows;
        last = end;
      }
    },
    read({ workspaceId, contactId }) {
      const next = (after: string) =>
        tenancy.of(workspaceId).execute<{ id: string; row: Record<string, unknown> }>(sql`
          select id, to_jsonb(one) || jsonb_build_object(
            'identities', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value)), '[]')
              from contact_identities where contact_id = one.id),
            'notes', (select coalesce(jsonb_agg(to_jsonb(note) order by created_at), '[]')
              from contact_notes note where contact_id = one.id)) as row
          from contacts one where workspace_id = ${workspaceId} and id = ${contactId} and id > ${after}::uuid`);
      return { contacts: pagesById(next) };
    },
    async erase({ workspaceId, contactId }) {
      if (contactId === null) return {};
      const { rows } = await tenancy.of(workspaceId).execute<{ notes: number; gone: number }>(sql`
        with gone as (delete from contacts where workspace_id = ${workspaceId} and id = ${contactId} returning id)
        select (select count(*)::int from contact_notes where contact_id = ${contactId}) as notes, count(*)::int as gone from gone`);
      return { contacts: rows[0]?.gone ?? 0, notes: rows[0]?.notes ?? 0 };
    },
  };
}

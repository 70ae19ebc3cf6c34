/** The SQL of contacts that become one, and of one that becomes two. */
import type { ContactIdentity } from "@ongea/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { COLUMNS, type ContactKey, type ContactRow, countryIn, identityLock, isKnown, isOne } from "../store.ts";
import { contactIdentities, contactNotes, contacts } from "../tables.ts";

export type MergingStore = ReturnType<typeof createMergingStore>;

export function createMergingStore(tenancy: Tenancy) {
  return {
    /**
     * These contacts as they are, until the transaction around it is done; no message from one of their numbers or addresses finds its contact
     * meanwhile. Refuses with "contact.not_found".
     */
    async hold(workspaceId: string, ids: readonly string[]): Promise<ContactRow[]> {
      const db = tenancy.of(workspaceId);
      const those = and(eq(contacts.workspaceId, workspaceId), inArray(contacts.id, [...ids]));
      const before = await db.select(COLUMNS).from(contacts).where(those);
      const known = new Map(before.flatMap(({ identities }) => identities).map((one) => [`${one.kind} ${one.value}`, one]));
      // All in the same order, so that nobody waits for each other.
      for (const [, one] of [...known].toSorted(([a], [b]) => (a < b ? -1 : 1))) await db.execute(identityLock(workspaceId, one));
      // Another one that merges or splits them has changed what was read.
      await db.select({ id: contacts.id }).from(contacts).where(those).orderBy(contacts.id).for("update");
      const rows = await db.select(COLUMNS).from(contacts).where(those);
      return ids.map((id) => rows.find((row) => row.id === id) ?? missing());
    },
    /** All that `from` has goes to `to`, and `from` is gone. Both are held. */
    async merge(to: ContactRow, from: ContactRow): Promise<void> {
      const db = tenancy.of(to.workspaceId);
      await db.update(contactIdentities).set({ contactId: to.id }).where(eq(contactIdentities.contactId, from.id));
      await db.update(contactNotes).set({ contactId: to.id }).where(eq(contactNotes.contactId, from.id));
      await db
        .update(contacts)
        .set({
          name: to.name || from.name,
          language: to.language || from.language,
          country: to.country ?? from.country,
          tags: [...new Set([...to.tags, ...from.tags])],
          fields: { ...from.fields, ...to.fields },
          updatedAt: sql<Date>`now()`,
        })
        .where(isOne(to));
      await db.delete(contacts).where(isOne(from));
    },
    /**
     * Some of its identities become a new contact, and one stays. It is held. Refuses with "contact.identity_not_theirs" or
     * "contact.last_identity".
     */
    async split(
      from: ContactRow,
      { name, identities }: { name: string; identities: readonly ContactIdentity[] },
    ): Promise<ContactKey> {
      const { workspaceId } = from;
      const isGiven = ({ kind, value }: ContactIdentity): boolean =>
        identities.some((one) => one.kind === kind && one.value === value);
      const rest = from.identities.filter((one) => !isGiven(one));
      if (rest.length + identities.length !== from.identities.length) throw refuse("contact.identity_not_theirs");
      if (rest.length === 0) throw refuse("contact.last_identity");
      const db = tenancy.of(workspaceId);
      const [made] = await db
        .insert(contacts)
        .values({ workspaceId, name, country: countryIn(identities) })
        .returning();
      if (!made) throw new Error("A contact was added and is not there");
      await db.execute(sql`update contact_identities one set contact_id = ${made.id}
        where one.workspace_id = ${workspaceId} and one.contact_id = ${from.id} and ${isKnown(identities)}`);
      const changed = { country: countryIn(rest) ?? from.country, updatedAt: sql<Date>`now()` };
      await db.update(contacts).set(changed).where(isOne(from));
      return made;
    },
  };
}

function missing(): never {
  throw refuse("contact.not_found");
}

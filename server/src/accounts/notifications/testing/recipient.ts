import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { sql } from "drizzle-orm";
import type { MemberKey, Recipient } from "../store.ts";

/** A member as the database has them. */
export function recipientOf({ everywhere }: Pick<Tenancy, "everywhere">): (member: MemberKey) => Promise<Recipient | undefined> {
  return async ({ workspaceId, userId }) => {
    const { rows } = await everywhere.execute<Omit<Recipient, keyof MemberKey> & Record<string, unknown>>(sql`
      select person.email, (person.email_verified or person.operator) as proven, person.operator, person.language, member.role,
        workspaces.name as workspace
      from members member join users person on person.id = member.user_id join workspaces on workspaces.id = member.workspace_id
      where member.workspace_id = ${workspaceId} and member.user_id = ${userId}`);
    return rows[0] && { workspaceId, userId, ...rows[0] };
  };
}

/** What the operator of an installation does: invitation codes for visitors. */
import { z } from "zod";
import { route } from "./route.ts";

export const InvitationCode = z.object({
  prefix: z.string(),
  uses: z.number(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type InvitationCode = z.output<typeof InvitationCode>;

export const listCodes = route({
  method: "GET",
  path: "/api/operator/codes",
  who: "operator",
  does: "Lists the invitation codes by their first letters.",
  answer: z.object({ data: z.array(InvitationCode) }),
});

export const issueCode = route({
  method: "POST",
  path: "/api/operator/codes",
  who: "operator",
  does: "Issues an invitation code, told this once.",
  status: 201,
  answer: z.object({ code: z.string() }),
});

export const revokeCode = route({
  method: "DELETE",
  path: "/api/operator/codes/:prefix",
  who: "operator",
  does: "Revokes an invitation code.",
  params: z.object({ prefix: z.string().length(4) }),
  answer: z.object({ success: z.literal(true) }),
});

/** A workspace, its people and its keys. */
import { z } from "zod";
import { Currency, Me, Workspace } from "./access.ts";
import { Role } from "./roles.ts";
import { route } from "../wire/route.ts";
import { KeyScope, MOST_AGENTS_OF_KEY } from "./scopes.ts";

const Name = z.string().trim().min(1).max(100);
const Done = z.object({ success: z.literal(true) });

export const createWorkspace = route({
  method: "POST",
  path: "/api/workspaces",
  who: "person",
  does: "Makes a workspace with oneself as its owner, and opens it.",
  body: z.object({ name: Name, currency: Currency.default("USD") }),
  status: 201,
  answer: Workspace,
});

export const openWorkspace = route({
  method: "POST",
  path: "/api/workspaces/:workspace_id/open",
  who: "person",
  does: "Goes on in another of one's workspaces.",
  params: z.object({ workspace_id: z.uuid() }),
  answer: Me,
});

export const changeWorkspace = route({
  method: "PATCH",
  path: "/api/workspace",
  who: "admin",
  does: "Changes the workspace's name or currency.",
  body: z.object({ name: Name.optional(), currency: Currency.optional() }),
  answer: Workspace,
});

export const Member = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  /** It is the one who asks. */
  self: z.boolean(),
  joined_at: z.string(),
});
export type Member = z.output<typeof Member>;

export const listMembers = route({
  method: "GET",
  path: "/api/members",
  who: "viewer",
  does: "Lists the people of the workspace.",
  answer: z.object({ data: z.array(Member) }),
});

const MemberId = z.object({ member_id: z.uuid() });

export const changeMember = route({
  method: "PATCH",
  path: "/api/members/:member_id",
  who: "admin",
  does: "Gives a member another role. Only an owner makes or unmakes owners; the last owner stays.",
  params: MemberId,
  body: z.object({ role: Role }),
  answer: Member,
});

export const removeMember = route({
  method: "DELETE",
  path: "/api/members/:member_id",
  who: "admin",
  does: "Takes a member out of the workspace. The last owner stays.",
  params: MemberId,
  answer: Done,
});

export const leaveWorkspace = route({
  method: "POST",
  path: "/api/workspace/leave",
  who: "person",
  does: "Leaves the workspace. The last owner stays.",
  answer: Done,
});

export const MemberInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: Role,
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type MemberInvitation = z.output<typeof MemberInvitation>;

export const listMemberInvitations = route({
  method: "GET",
  path: "/api/member-invitations",
  who: "admin",
  does: "Lists the invitations that nobody has taken yet.",
  answer: z.object({ data: z.array(MemberInvitation) }),
});

export const inviteMember = route({
  method: "POST",
  path: "/api/member-invitations",
  who: "admin",
  does: "Invites somebody by e-mail. The link is also in the answer, this once.",
  body: z.object({ email: z.string().trim().toLowerCase().max(254).pipe(z.email()), role: Role }),
  status: 201,
  answer: MemberInvitation.extend({
    link: z.string(),
    /** What became of the letter; `none`: this server sends no mail, so the link is to be passed on by hand. */
    letter: z.enum(["sent", "failed", "none"]),
  }),
});

export const withdrawMemberInvitation = route({
  method: "DELETE",
  path: "/api/member-invitations/:invitation_id",
  who: "admin",
  does: "Withdraws an invitation.",
  params: z.object({ invitation_id: z.uuid() }),
  answer: Done,
});

const InvitationToken = z.object({ token: z.string().min(10).max(200) });

export const readInvitation = route({
  method: "POST",
  path: "/api/member-invitations/read",
  who: "anyone",
  does: "Says what an invitation's link invites to.",
  body: InvitationToken,
  answer: z.object({ workspace: z.string(), role: Role, email: z.string(), invited_by: z.string() }),
});

export const acceptInvitation = route({
  method: "POST",
  path: "/api/member-invitations/accept",
  who: "person",
  does: "Joins the workspace of an invitation, and opens it.",
  body: InvitationToken,
  answer: Me,
});

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first letters, by which people know it again. */
  prefix: z.string(),
  /** Null of a key that is older than this field. */
  last_four: z.string().nullable(),
  scope: KeyScope,
  /** The agents that it is held to; null: the whole workspace. Those that are deleted stay named. */
  agent_ids: z.array(z.uuid()).nullable(),
  /** The role in which it acts, within its scope. */
  role: Role,
  status: z.enum(["active", "expired"]),
  /** The member whose key it is, and with whom it ends; null: a visitor's. */
  owner: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** Requests in the last thirty days (UTC), today among them. */
  calls_30_days: z.number(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const listKeys = route({
  method: "GET",
  path: "/api/keys",
  who: "admin",
  does: "Lists the keys that are not revoked.",
  answer: z.object({ data: z.array(ApiKey) }),
});

export const createKey = route({
  method: "POST",
  path: "/api/keys",
  who: "admin",
  does: "Makes a key for programs; it is told this once. Nobody gives a key more than they may do themselves.",
  body: z.object({
    name: Name,
    /** What it may do. Absent: what `role` comes to, which older programs send; `write` without either. */
    scope: KeyScope.optional(),
    role: Role.optional(),
    /** Agents that it is held to: it sees, changes and calls nothing else. Null: the whole workspace. */
    agent_ids: z.array(z.uuid()).min(1).max(MOST_AGENTS_OF_KEY).nullable().default(null),
    /** Null: until it is revoked. A key that is made with a key ends no later than that one. */
    expires_in_days: z.int().min(1).max(3_650).nullable().default(null),
  }),
  status: 201,
  answer: ApiKey.extend({ key: z.string() }),
});

export const readKeyFigures = route({
  method: "GET",
  path: "/api/keys/figures",
  who: "admin",
  does: "Counts the keys in force and the requests made with keys, by days in UTC; and says how many requests a key may make.",
  answer: z.object({
    active_keys: z.number(),
    calls_today: z.number(),
    /** Today among them. */
    calls_30_days: z.number(),
    /** For each key. */
    rate_limit: z.object({ requests: z.number(), seconds: z.number() }),
  }),
});

export const readReach = route({
  method: "GET",
  path: "/api/reach",
  who: "viewer",
  ofAgents: true,
  does: "Tells a key its scope and the agents that it is held to. Who asks without a key has the scope admin, within their role.",
  answer: z.object({ scope: KeyScope, role: Role, agent_ids: z.array(z.uuid()).nullable() }),
});

export const revokeKey = route({
  method: "DELETE",
  path: "/api/keys/:key_id",
  who: "admin",
  does: "Revokes a key at once.",
  params: z.object({ key_id: z.uuid() }),
  answer: Done,
});

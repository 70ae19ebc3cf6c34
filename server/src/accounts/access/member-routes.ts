/** Members of a workspace, and those who are invited. */
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  leaveWorkspace,
  listMemberInvitations,
  listMembers,
  type Me,
  readInvitation,
  removeMember,
  withdrawMemberInvitation,
} from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Audit } from "../audit/audit.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Invitations } from "../workspaces/invitations/store.ts";
import type { Keys } from "../workspaces/keys/store.ts";
import type { Members } from "../workspaces/members/store.ts";
import type { Workspaces } from "../workspaces/store.ts";
import { userOf } from "./account-routes.ts";
import { DONE } from "./answers.ts";
import type { UserStore } from "./store.ts";
import type { PublishEvent } from "./publish-event.ts";

export interface MemberRoutesParts {
  users: UserStore;
  audit: Audit;
  invitations: Invitations;
  keys: Keys;
  log: Log;
  mail: Mail;
  members: Members;
  workspaces: Workspaces;
  publicUrl: string;
  tell: PublishEvent;
  describe(principal: Principal, request: FastifyRequest): Promise<Me>;
}

export function memberRoutes(app: Http, { users, audit, members, tell }: MemberRoutesParts): void {
  serve(app, listMembers, async (_given, { principal }) => ({ data: await wireMembers(principal) }));
  serve(app, changeMember, async ({ params, body }, { principal }) => {
    const change = { workspaceId: principal.workspaceId, userId: params.member_id, role: body.role };
    const member = (await wireMembers(principal)).find(({ id }) => id === params.member_id);
    if (!member) throw refuse("member.not_found");
    await audit.act(principal, async (write) => {
      await members.change(change, principal.role);
      await write({ act: "member.changed", subject: member.email, details: { role: body.role } });
    });
    return { ...member, role: body.role };
  });
  serve(app, removeMember, async ({ params }, { principal }) => {
    const member = (await wireMembers(principal)).find(({ id }) => id === params.member_id);
    if (!member) throw refuse("member.not_found");
    await audit.act(principal, async (write) => {
      await members.remove({ workspaceId: principal.workspaceId, userId: params.member_id }, principal.role);
      await write({ act: "member.removed", subject: member.email });
    });
    await tell(principal.workspaceId, "member.left", member.email);
    return DONE;
  });
  serve(app, leaveWorkspace, async (_given, { principal }) => {
    await audit.act(principal, async (write) => {
      await members.remove({ workspaceId: principal.workspaceId, userId: userOf(principal) }, principal.role);
      await write({ act: "member.left", subject: principal.name });
    });
    await tell(principal.workspaceId, "member.left", principal.name);
    return DONE;
  });

  async function wireMembers({ workspaceId, userId }: Principal) {
    const rows = await members.in(workspaceId);
    if (rows.length === 0) return [];
    const people = await users.readAll(rows.map((row) => row.userId));
    const named = new Map(people.map((person) => [person.id, person]));
    return rows.map((row) => ({
      id: row.userId,
      name: named.get(row.userId)?.name ?? "",
      email: named.get(row.userId)?.email ?? "",
      role: row.role,
      self: row.userId === userId,
      joined_at: row.joinedAt.toISOString(),
    }));
  }
}

type GoTo = (principal: Principal, workspaceId: string) => Promise<void>;

export function invitationRoutes(app: Http, parts: MemberRoutesParts, goTo: GoTo): void {
  const { users, audit, invitations, keys, log, mail, members, workspaces, publicUrl, describe, tell } = parts;
  const letters = createRateLimit({ burst: 20, refillMs: 30_000, nowMs: () => performance.now() });
  const guesses = createRateLimit({ burst: 30, refillMs: 5_000, nowMs: () => performance.now() });

  serve(app, listMemberInvitations, async (_given, { principal }) => ({ data: await invitations.list(principal.workspaceId) }));
  serve(app, inviteMember, async ({ body }, { principal }) => {
    const { workspaceId } = principal;
    const { name, kind } = await workspaces.read(workspaceId);
    if (kind === "demo") throw refuse("member.demo");
    if (body.role === "owner" && principal.role !== "owner") throw refuse("member.above_you");
    letters.take(workspaceId);
    const inviterId = await keys.memberBehind(principal);
    const { invitation, token, letterToken } = await audit.act(principal, async (write) => {
      const made = await invitations.invite({ workspaceId, ...body, invitedBy: principal.name, inviterId });
      await write({ act: "member.invited", subject: body.email, details: { role: body.role } });
      return made;
    });
    const link = `${publicUrl}/join?token=${letterToken}`;
    const text = `${principal.name} invites you to the workspace "${name}" on Ongea. The link is good for a week:\n\n${link}\n`;
    const wasTaken = await mail.send({ to: body.email, subject: `An invitation to ${name}`, text }).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, "A letter could not be sent");
        return false;
      },
    );
    const letter = mail.isDelivered ? ("sent" as const) : ("none" as const);
    return { ...invitation, letter: wasTaken ? letter : ("failed" as const), link: `${publicUrl}/join?token=${token}` };
  });
  serve(app, withdrawMemberInvitation, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const email = await invitations.withdraw(principal.workspaceId, params.invitation_id);
      await write({ act: "member.invitation_withdrawn", subject: email });
    });
    return DONE;
  });
  serve(app, readInvitation, async ({ body }, { request }) => {
    guesses.take(networkOf(request.ip));
    const { workspaceId, role, email, invitedBy } = await invitations.read(body.token);
    const { name } = await workspaces.read(workspaceId);
    return { workspace: name, role, email, invited_by: invitedBy };
  });
  serve(app, acceptInvitation, async ({ body }, { principal, request }) => {
    guesses.take(networkOf(request.ip));
    const invitation = await invitations.read(body.token);
    const { workspaceId, role, email } = invitation;
    if (email !== principal.name) throw refuse("access.wrong_person");
    const joined = await audit.act({ ...principal, workspaceId }, async (write) => {
      await invitations.take(invitation);
      const member = await members.add({ workspaceId, userId: userOf(principal), role });
      await write({ act: "member.joined", subject: email, details: { role: member.role } });
      return member;
    });
    if (invitation.proven) await users.prove({ userId: userOf(principal), keepSession: principal.sessionId });
    await goTo(principal, workspaceId);
    await tell(workspaceId, "member.joined", email);
    return describe({ ...principal, workspaceId, role: joined.role }, request);
  });
}

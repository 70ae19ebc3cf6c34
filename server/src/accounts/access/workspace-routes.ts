/** A workspace, its people, its keys. */
import { randomUUID } from "node:crypto";
import {
  acceptInvitation,
  changeMember,
  changeWorkspace,
  createWorkspace,
  inviteMember,
  leaveWorkspace,
  listMemberInvitations,
  listMembers,
  type Me,
  openWorkspace,
  readInvitation,
  removeMember,
  withdrawMemberInvitation,
} from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Audit } from "../audit/index.ts";
import type { Asker } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Invitations, Keys, KeyUse, Members, Workspaces } from "../workspaces/index.ts";
import { userOf } from "./account-routes.ts";
import { DONE } from "./answers.ts";
import { keyRoutes, type KeyRoutesParts } from "./key-routes.ts";
import { wireWorkspace } from "./me-routes.ts";
import type { SessionStore, UserStore } from "./store.ts";
import type { Tell } from "./tell.ts";

export interface WorkspaceRoutesParts {
  users: UserStore;
  sessions: SessionStore;
  audit: Audit;
  invitations: Invitations;
  keys: Keys;
  keyUse: KeyUse;
  agents: KeyRoutesParts["agents"];
  log: Log;
  mail: Mail;
  members: Members;
  workspaces: Workspaces;
  publicUrl: string;
  tell: Tell;
  currencyUsed(workspaceId: string): Promise<boolean>;
  describe(asker: Asker, request: FastifyRequest): Promise<Me>;
}

export function workspaceRoutes(app: Http, parts: WorkspaceRoutesParts): void {
  const { sessions, audit, workspaces, members, describe, tell } = parts;

  serve(app, createWorkspace, async ({ body }, { asker }) => {
    const id = randomUUID();
    const made = await audit.actEverywhere({ ...asker, workspaceId: id }, async (write) => {
      const fresh = await workspaces.create({ ...body, id, kind: "real", admitted: asker.operator });
      await members.add({ workspaceId: id, userId: userOf(asker), role: "owner" });
      await goTo(asker, id);
      await write({ act: "workspace.created", subject: fresh.name });
      return fresh;
    });
    await tell(made.id, "workspace.created", made.name);
    return wireWorkspace(made, "owner");
  });
  serve(app, openWorkspace, async ({ params }, { asker, request }) => {
    const own = await members.of(userOf(asker));
    const chosen = own.find(({ workspaceId }) => workspaceId === params.workspace_id);
    if (!chosen) throw refuse("workspace.not_found");
    await goTo(asker, chosen.workspaceId);
    return describe({ ...asker, workspaceId: chosen.workspaceId, role: chosen.role }, request);
  });
  serve(app, changeWorkspace, async ({ body }, { asker }) => {
    const { currency } = await workspaces.read(asker.workspaceId);
    if (body.currency !== undefined && body.currency !== currency && (await parts.currencyUsed(asker.workspaceId)))
      throw refuse("workspace.currency_used");
    const changed = await audit.act(asker, async (write) => {
      const row = await workspaces.change(asker.workspaceId, body);
      await write({ act: "workspace.changed", subject: row.name, details: { ...body } as Record<string, string> });
      return row;
    });
    return wireWorkspace(changed, asker.role);
  });

  memberRoutes(app, parts);
  keyRoutes(app, parts);
  invitationRoutes(app, parts, goTo);

  async function goTo(asker: Asker, workspaceId: string): Promise<void> {
    if (asker.sessionId !== null) await sessions.goTo(asker.sessionId, workspaceId);
  }
}

function memberRoutes(app: Http, { users, audit, members, tell }: WorkspaceRoutesParts): void {
  serve(app, listMembers, async (_given, { asker }) => ({ data: await wireMembers(asker) }));
  serve(app, changeMember, async ({ params, body }, { asker }) => {
    const change = { workspaceId: asker.workspaceId, userId: params.member_id, role: body.role };
    const member = (await wireMembers(asker)).find(({ id }) => id === params.member_id);
    if (!member) throw refuse("member.not_found");
    await audit.act(asker, async (write) => {
      await members.change(change, asker.role);
      await write({ act: "member.changed", subject: member.email, details: { role: body.role } });
    });
    return { ...member, role: body.role };
  });
  serve(app, removeMember, async ({ params }, { asker }) => {
    const member = (await wireMembers(asker)).find(({ id }) => id === params.member_id);
    if (!member) throw refuse("member.not_found");
    await audit.act(asker, async (write) => {
      await members.remove({ workspaceId: asker.workspaceId, userId: params.member_id }, asker.role);
      await write({ act: "member.removed", subject: member.email });
    });
    await tell(asker.workspaceId, "member.left", member.email);
    return DONE;
  });
  serve(app, leaveWorkspace, async (_given, { asker }) => {
    await audit.act(asker, async (write) => {
      await members.remove({ workspaceId: asker.workspaceId, userId: userOf(asker) }, asker.role);
      await write({ act: "member.left", subject: asker.name });
    });
    await tell(asker.workspaceId, "member.left", asker.name);
    return DONE;
  });

  async function wireMembers({ workspaceId, userId }: Asker) {
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

type GoTo = (asker: Asker, workspaceId: string) => Promise<void>;

function invitationRoutes(app: Http, parts: WorkspaceRoutesParts, goTo: GoTo): void {
  const { users, audit, invitations, keys, log, mail, members, workspaces, publicUrl, describe, tell } = parts;
  const letters = createRateLimit({ burst: 20, refillMs: 30_000, nowMs: () => performance.now() });
  const guesses = createRateLimit({ burst: 30, refillMs: 5_000, nowMs: () => performance.now() });

  serve(app, listMemberInvitations, async (_given, { asker }) => ({ data: await invitations.list(asker.workspaceId) }));
  serve(app, inviteMember, async ({ body }, { asker }) => {
    const { workspaceId } = asker;
    const { name, kind } = await workspaces.read(workspaceId);
    if (kind === "demo") throw refuse("member.demo");
    if (body.role === "owner" && asker.role !== "owner") throw refuse("member.above_you");
    letters.take(workspaceId);
    const inviterId = await keys.memberBehind(asker);
    const { invitation, token, letterToken } = await audit.act(asker, async (write) => {
      const made = await invitations.invite({ workspaceId, ...body, invitedBy: asker.name, inviterId });
      await write({ act: "member.invited", subject: body.email, details: { role: body.role } });
      return made;
    });
    const link = `${publicUrl}/join?token=${letterToken}`;
    const text = `${asker.name} invites you to the workspace "${name}" on Ongea. The link is good for a week:\n\n${link}\n`;
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
  serve(app, withdrawMemberInvitation, async ({ params }, { asker }) => {
    await audit.act(asker, async (write) => {
      const email = await invitations.withdraw(asker.workspaceId, params.invitation_id);
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
  serve(app, acceptInvitation, async ({ body }, { asker, request }) => {
    guesses.take(networkOf(request.ip));
    const invitation = await invitations.read(body.token);
    const { workspaceId, role, email } = invitation;
    if (email !== asker.name) throw refuse("access.wrong_person");
    const joined = await audit.act({ ...asker, workspaceId }, async (write) => {
      await invitations.take(invitation);
      const member = await members.add({ workspaceId, userId: userOf(asker), role });
      await write({ act: "member.joined", subject: email, details: { role: member.role } });
      return member;
    });
    if (invitation.proven) await users.prove({ userId: userOf(asker), keepSession: asker.sessionId });
    await goTo(asker, workspaceId);
    await tell(workspaceId, "member.joined", email);
    return describe({ ...asker, workspaceId, role: joined.role }, request);
  });
}

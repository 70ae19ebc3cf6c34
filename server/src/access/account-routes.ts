/** One's own account: name and preferences, password, passkeys, second factor, sessions. */
import {
  addPasskey,
  beginSecondFactor,
  changePassword,
  claimDemo,
  confirmSecondFactor,
  endSecondFactor,
  endSession,
  listPasskeys,
  listSessions,
  passkeyOptions,
  removePasskey,
  signOutEverywhere,
} from "@ongea/contract";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Visits } from "../leads/index.ts";
import type { Db } from "../platform/database/db.ts";
import type { Asker } from "../platform/http/door.ts";
import type { Http } from "../platform/http/http.ts";
import { createRateLimit } from "../platform/http/rate-limit.ts";
import { refuse } from "../platform/http/refuse.ts";
import { serve } from "../platform/http/serve.ts";
import { headersOf, passOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { SignUps } from "./sign-ups.ts";
import { passkeys, sessions, users } from "./tables.ts";

export interface AccountRoutesParts {
  identity: Identity;
  db: Db;
  visits: Visits;
  signUps: SignUps;
}

const DONE = { success: true as const };

export function accountRoutes(app: Http, { identity, db, visits, signUps }: AccountRoutesParts): void {
  const { api } = identity;
  const passwords = createRateLimit({ burst: 10, refillMs: 30_000, nowMs: () => performance.now() });

  serve(app, claimDemo, async (_given, { asker, request, reply }) => {
    const workspaceId = (await visits.of(request))?.workspaceId;
    if (workspaceId == null) throw refuse("workspace.not_found");
    await signUps.claim({ id: userOf(asker), email: asker.name }, workspaceId, reply);
    return DONE;
  });
  serve(app, changePassword, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    const given = { currentPassword: body.password, newPassword: body.new_password, revokeOtherSessions: true };
    await passOn(
      api.changePassword({ body: given, headers: headersOf(request), asResponse: true }),
      reply,
      "access.bad_password",
    );
    return DONE;
  });
  serve(app, listSessions, async (_given, { asker, request }) => {
    const current = await api.getSession({ headers: headersOf(request) });
    const rows = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userOf(asker)), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.updatedAt));
    const data = rows.map(({ id, userAgent, ipAddress, createdAt, expiresAt }) => ({
      id,
      current: id === current?.session.id,
      browser: userAgent,
      address: ipAddress,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
    return { data };
  });
  serve(app, endSession, async ({ params }, { asker }) => {
    const own = and(eq(sessions.userId, userOf(asker)), sql`${sessions.id}::text = ${params.session_id}`);
    const ended = await db.delete(sessions).where(own).returning({ id: sessions.id });
    if (ended.length === 0) throw refuse("access.session_not_found");
    return DONE;
  });
  serve(app, signOutEverywhere, async (_given, { asker, request, reply }) => {
    await db.delete(sessions).where(eq(sessions.userId, userOf(asker)));
    await passOn(api.signOut({ headers: headersOf(request), asResponse: true }), reply, "access.missing");
    return DONE;
  });

  serve(app, beginSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    const [user] = await db
      .select()
      .from(users)
      .where(eq(users.id, userOf(asker)));
    if (user?.twoFactorEnabled) throw refuse("access.second_factor_on");
    const asked = api.enableTwoFactor({ body, headers: headersOf(request), asResponse: true });
    const { totpURI, backupCodes } = (await passOn(asked, reply, "access.bad_password")) as SecondFactor;
    return { otpauth: totpURI, backup_codes: backupCodes };
  });
  serve(app, confirmSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    await passOn(api.verifyTOTP({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_code");
    return DONE;
  });
  serve(app, endSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    await passOn(api.disableTwoFactor({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_password");
    return DONE;
  });

  serve(app, listPasskeys, async (_given, { asker }) => {
    const rows = await db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, userOf(asker)))
      .orderBy(desc(passkeys.createdAt));
    return { data: rows.map(wirePasskey) };
  });
  serve(app, passkeyOptions, async (_given, { request, reply }) => {
    const asked = api.generatePasskeyRegistrationOptions({ headers: headersOf(request), asResponse: true });
    return (await passOn(asked, reply, "access.bad_passkey")) as { challenge: string };
  });
  serve(app, addPasskey, async ({ body: { name, response } }, { request, reply }) => {
    const given = { response: response as never, ...(name === undefined ? {} : { name }) };
    const asked = api.verifyPasskeyRegistration({ body: given, headers: headersOf(request), asResponse: true });
    const made = (await passOn(asked, reply, "access.bad_passkey")) as { id: string };
    const [row] = await db.select().from(passkeys).where(eq(passkeys.id, made.id));
    if (!row) throw refuse("access.bad_passkey");
    return wirePasskey(row);
  });
  serve(app, removePasskey, async ({ params }, { asker }) => {
    const own = and(eq(passkeys.userId, userOf(asker)), sql`${passkeys.id}::text = ${params.passkey_id}`);
    const removed = await db.delete(passkeys).where(own).returning({ id: passkeys.id });
    if (removed.length === 0) throw refuse("access.passkey_not_found");
    return DONE;
  });
}

interface SecondFactor {
  totpURI: string;
  backupCodes: string[];
}

/** Routes for people only are reached by nobody else. */
export function userOf(asker: Asker): string {
  if (asker.userId === null) throw refuse("access.person_only");
  return asker.userId;
}

function wirePasskey({ id, name, createdAt }: typeof passkeys.$inferSelect) {
  return { id, name: name ?? "Passkey", created_at: createdAt?.toISOString() ?? null };
}

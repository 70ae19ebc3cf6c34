/** One's own account: password, second factor, sessions. */
import { z } from "zod";
import {
  beginSecondFactor,
  changePassword,
  claimDemo,
  confirmSecondFactor,
  endSecondFactor,
  endSession,
  listSessions,
  signOutEverywhere,
} from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import type { Visits } from "../leads/visits/visits.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, type RateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { actOnSelf } from "./act-on-self.ts";
import { DONE, headersOf, passOn, readOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { SignUps } from "./sign-ups.ts";
import type { UserStore } from "./store.ts";
import type { SessionStore } from "./sessions/store.ts";

export interface AccountRoutesParts {
  identity: Identity;
  users: UserStore;
  sessions: SessionStore;
  audit: Audit;
  visits: Visits;
  signUps: SignUps;
}

export function accountRoutes(app: Http, parts: AccountRoutesParts): void {
  const { identity, sessions, audit, visits, signUps } = parts;
  const { api } = identity;
  const passwords = createRateLimit({ burst: 10, refillMs: 30_000, nowMs: () => performance.now() });

  serve(app, claimDemo, async (_given, { principal, request, reply }) => {
    const workspaceId = (await visits.of(request))?.workspaceId;
    if (workspaceId == null) throw refuse("workspace.not_found");
    await signUps.claim({ id: userOf(principal), email: principal.name }, workspaceId, reply);
    return DONE;
  });
  serve(app, changePassword, async ({ body }, { principal, request, reply }) => {
    passwords.take(principal.id);
    const given = { currentPassword: body.password, newPassword: body.new_password, revokeOtherSessions: true };
    await actOnSelf({ audit, principal, reply }, { act: "account.password_changed" }, async () => {
      const asked = api.changePassword({ body: given, headers: headersOf(request), asResponse: true });
      await passOn(asked, reply, "access.bad_password");
      await keepPlace(sessions, principal);
    });
    return DONE;
  });
  serve(app, listSessions, async (_given, { principal, request }) => {
    const current = await api.getSession({ headers: headersOf(request) });
    const data = (await sessions.of(userOf(principal))).map(({ id, userAgent, ipAddress, createdAt, expiresAt }) => ({
      id,
      current: id === current?.session.id,
      browser: userAgent,
      address: ipAddress,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
    return { data };
  });
  serve(app, endSession, async ({ params }, { principal, reply }) => {
    await actOnSelf({ audit, principal, reply }, { act: "account.session_ended" }, async () => {
      if (!(await sessions.end(userOf(principal), params.session_id))) throw refuse("access.session_not_found");
    });
    return DONE;
  });
  serve(app, signOutEverywhere, async (_given, { principal, request, reply }) => {
    await actOnSelf({ audit, principal, reply }, { act: "account.signed_out_everywhere" }, async () => {
      await sessions.endAll(userOf(principal));
      await passOn(api.signOut({ headers: headersOf(request), asResponse: true }), reply, "access.missing");
    });
    return DONE;
  });
  secondFactorRoutes(app, parts, passwords);
}

function secondFactorRoutes(app: Http, parts: AccountRoutesParts, passwords: RateLimit): void {
  const { identity, users, sessions, audit } = parts;
  const { api } = identity;

  serve(app, beginSecondFactor, async ({ body }, { principal, request, reply }) => {
    passwords.take(principal.id);
    const user = await users.read(userOf(principal));
    if (user?.twoFactorEnabled) throw refuse("access.second_factor_on");
    const asked = api.enableTwoFactor({ body, headers: headersOf(request), asResponse: true });
    const { totpURI, backupCodes } = await readOn(SecondFactor, asked, reply, "access.bad_password");
    return { otpauth: totpURI, backup_codes: backupCodes };
  });
  serve(app, confirmSecondFactor, async ({ body }, { principal, request, reply }) => {
    passwords.take(principal.id);
    if (!(await users.useCode(userOf(principal), body.code))) throw refuse("access.bad_code");
    await actOnSelf({ audit, principal, reply }, { act: "account.second_factor_on" }, async () => {
      await passOn(api.verifyTOTP({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_code");
      await keepPlace(sessions, principal);
    });
    return DONE;
  });
  serve(app, endSecondFactor, async ({ body }, { principal, request, reply }) => {
    passwords.take(principal.id);
    await actOnSelf({ audit, principal, reply }, { act: "account.second_factor_off" }, async () => {
      await passOn(api.disableTwoFactor({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_password");
      await keepPlace(sessions, principal);
    });
    return DONE;
  });
}

const SecondFactor = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

/** These changes give this browser a new session; it goes on in the same workspace, and nobody has signed in. */
async function keepPlace(sessions: SessionStore, { workspaceId, userId }: Principal): Promise<void> {
  if (userId === null) return;
  await sessions.placeNew(userId, workspaceId);
}

/** Routes for people only are reached by nobody else. */
export function userOf(principal: Principal): string {
  if (principal.userId === null) throw refuse("access.person_only");
  return principal.userId;
}

/** One's own account: password, second factor, sessions. */
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
import type { Audit } from "../audit/index.ts";
import type { Visits } from "../leads/index.ts";
import type { Asker } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, type RateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { actOnSelf } from "./act-on-self.ts";
import { DONE, headersOf, passOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { SignUps } from "./sign-ups.ts";
import type { SessionStore, UserStore } from "./store.ts";

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

  serve(app, claimDemo, async (_given, { asker, request, reply }) => {
    const workspaceId = (await visits.of(request))?.workspaceId;
    if (workspaceId == null) throw refuse("workspace.not_found");
    await signUps.claim({ id: userOf(asker), email: asker.name }, workspaceId, reply);
    return DONE;
  });
  serve(app, changePassword, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    const given = { currentPassword: body.password, newPassword: body.new_password, revokeOtherSessions: true };
    await actOnSelf({ audit, asker, reply }, { act: "account.password_changed" }, async () => {
      const asked = api.changePassword({ body: given, headers: headersOf(request), asResponse: true });
      await passOn(asked, reply, "access.bad_password");
      await keepPlace(sessions, asker);
    });
    return DONE;
  });
  serve(app, listSessions, async (_given, { asker, request }) => {
    const current = await api.getSession({ headers: headersOf(request) });
    const data = (await sessions.of(userOf(asker))).map(({ id, userAgent, ipAddress, createdAt, expiresAt }) => ({
      id,
      current: id === current?.session.id,
      browser: userAgent,
      address: ipAddress,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
    return { data };
  });
  serve(app, endSession, async ({ params }, { asker, reply }) => {
    await actOnSelf({ audit, asker, reply }, { act: "account.session_ended" }, async () => {
      if (!(await sessions.end(userOf(asker), params.session_id))) throw refuse("access.session_not_found");
    });
    return DONE;
  });
  serve(app, signOutEverywhere, async (_given, { asker, request, reply }) => {
    await actOnSelf({ audit, asker, reply }, { act: "account.signed_out_everywhere" }, async () => {
      await sessions.endAll(userOf(asker));
      await passOn(api.signOut({ headers: headersOf(request), asResponse: true }), reply, "access.missing");
    });
    return DONE;
  });
  secondFactorRoutes(app, parts, passwords);
}

function secondFactorRoutes(app: Http, parts: AccountRoutesParts, passwords: RateLimit): void {
  const { identity, users, sessions, audit } = parts;
  const { api } = identity;

  serve(app, beginSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    const user = await users.read(userOf(asker));
    if (user?.twoFactorEnabled) throw refuse("access.second_factor_on");
    const asked = api.enableTwoFactor({ body, headers: headersOf(request), asResponse: true });
    const { totpURI, backupCodes } = (await passOn(asked, reply, "access.bad_password")) as SecondFactor;
    return { otpauth: totpURI, backup_codes: backupCodes };
  });
  serve(app, confirmSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    if (!(await users.useCode(userOf(asker), body.code))) throw refuse("access.bad_code");
    await actOnSelf({ audit, asker, reply }, { act: "account.second_factor_on" }, async () => {
      await passOn(api.verifyTOTP({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_code");
      await keepPlace(sessions, asker);
    });
    return DONE;
  });
  serve(app, endSecondFactor, async ({ body }, { asker, request, reply }) => {
    passwords.take(asker.id);
    await actOnSelf({ audit, asker, reply }, { act: "account.second_factor_off" }, async () => {
      await passOn(api.disableTwoFactor({ body, headers: headersOf(request), asResponse: true }), reply, "access.bad_password");
      await keepPlace(sessions, asker);
    });
    return DONE;
  });
}

interface SecondFactor {
  totpURI: string;
  backupCodes: string[];
}

/** These changes give this browser a new session; it goes on in the same workspace, and nobody has signed in. */
async function keepPlace(sessions: SessionStore, { workspaceId, userId }: Asker): Promise<void> {
  if (userId === null) return;
  await sessions.placeNew(userId, workspaceId);
}

/** Routes for people only are reached by nobody else. */
export function userOf(asker: Asker): string {
  if (asker.userId === null) throw refuse("access.person_only");
  return asker.userId;
}

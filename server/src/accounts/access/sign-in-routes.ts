/** Coming in and going out. */
import { z } from "zod";
import {
  askForPasswordReset,
  passkeySignInOptions,
  readFirstAccount,
  resetPassword,
  signIn,
  signInWithCode,
  signInWithPasskey,
  signOut,
  signUp,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { createRateLimit, networkOf, type RateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { Challenge, DONE, headersOf, passOn, readOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { SignUps } from "./sign-ups.ts";
import type { UserStore } from "./store.ts";
import type { SessionStore } from "./sessions/store.ts";

const nowMs = (): number => performance.now();

export interface SignInRoutesParts {
  identity: Identity;
  users: UserStore;
  sessions: SessionStore;
  signUps: SignUps;
  mail: Pick<Mail, "isDelivered">;
  /** Whether the first account is still to be made. */
  wantsFirst(): Promise<boolean>;
}

export function signInRoutes(app: Http, { identity, users, sessions, signUps, mail, wantsFirst }: SignInRoutesParts): void {
  const { api } = identity;
  /** A call centre begins its shift behind one address. */
  const fromOneNetwork = createRateLimit({ burst: 100, refillMs: 3_000, nowMs });
  const atOneAccount = createRateLimit({ burst: 10, refillMs: 30_000, nowMs });
  /** From many networks together; so high that nobody easily keeps its owner out. */
  const atOneAccountInAll = createRateLimit({ burst: 200, refillMs: 20_000, nowMs });

  serve(app, readFirstAccount, async (_given, { request }) => {
    fromOneNetwork.take(networkOf(request.ip));
    return { wanted: await wantsFirst() };
  });
  serve(app, signUp, async ({ body }, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    await signUps.signUp(body, request, reply);
    return DONE;
  });
  serve(app, signIn, async ({ body }, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    const account = `${networkOf(request.ip)} ${body.email}`;
    atOneAccount.take(account);
    atOneAccountInAll.take(body.email);
    const asked = api.signInEmail({ body, headers: headersOf(request), asResponse: true });
    const answer = await readOn(z.object({ twoFactorRedirect: z.boolean().optional() }), asked, reply, "access.bad_password");
    // Guesses are counted, not people who know their password.
    atOneAccount.giveBack(account);
    atOneAccountInAll.giveBack(body.email);
    return { ...DONE, second_factor: answer.twoFactorRedirect === true };
  });
  serve(app, signInWithCode, async ({ body }, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    const given = { body: { code: body.code }, headers: headersOf(request), asResponse: true as const };
    // An app's code is six digits; anything else can only be a backup code.
    const asked = /^\d{6}$/.test(body.code) ? api.verifyTOTP(given) : api.verifyBackupCode(given);
    const { user, token } = await readOn(
      z.object({ user: z.object({ id: z.string() }), token: z.string() }),
      asked,
      reply,
      "access.bad_code",
    );
    if (!(await users.useCode(user.id, body.code))) {
      await sessions.endByToken(token);
      reply.removeHeader("set-cookie");
      throw refuse("access.bad_code");
    }
    return DONE;
  });
  serve(app, passkeySignInOptions, async (_given, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    const asked = api.generatePasskeyAuthenticationOptions({ headers: headersOf(request), asResponse: true });
    return await readOn(Challenge, asked, reply, "access.bad_passkey");
  });
  serve(app, signInWithPasskey, async ({ body }, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    const asked = api.verifyPasskeyAuthentication({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads it itself
      body: { response: body.response as never },
      headers: headersOf(request),
      asResponse: true,
    });
    await passOn(asked, reply, "access.bad_passkey");
    return DONE;
  });
  serve(app, signOut, async (_given, { request, reply }) => {
    await passOn(api.signOut({ headers: headersOf(request), asResponse: true }), reply, "access.missing");
    return DONE;
  });
  resetRoutes(app, { identity, mail, fromOneNetwork });
}

interface ResetParts extends Pick<SignInRoutesParts, "identity" | "mail"> {
  fromOneNetwork: RateLimit;
}

function resetRoutes(app: Http, { identity: { api }, mail, fromOneNetwork }: ResetParts): void {
  const letters = createRateLimit({ burst: 3, refillMs: 300_000, nowMs });
  serve(app, askForPasswordReset, async ({ body }, { request }) => {
    fromOneNetwork.take(networkOf(request.ip));
    letters.take(body.email);
    await api.requestPasswordReset({ body, headers: headersOf(request) });
    return { ...DONE, sends_mail: mail.isDelivered };
  });
  serve(app, resetPassword, async ({ body }, { request, reply }) => {
    fromOneNetwork.take(networkOf(request.ip));
    const given = { newPassword: body.password, token: body.token };
    await passOn(api.resetPassword({ body: given, headers: headersOf(request), asResponse: true }), reply, "access.bad_link");
    return DONE;
  });
}

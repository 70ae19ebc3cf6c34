/** Proving who one is: passwords, passkeys, second factors, sessions. A library carries it; this is how it is set up. */
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { twoFactor } from "better-auth/plugins";
import type { Db } from "../../platform/database/db.ts";
import { noticing } from "../../platform/database/noticing.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { SlowHash } from "../../platform/secrets/slow-hash.ts";
import type { UserStore } from "./store.ts";
import { accounts, passkeys, secondFactors, sessions, users, verifications } from "./tables.ts";

export interface IdentityParts {
  db: Db;
  users: UserStore;
  mail: Mail;
  hashing: SlowHash;
  /** At least 32 characters; signs cookies and seals second factors. */
  secret: string;
  /** Where people open the product, without a slash at the end. */
  publicUrl: string;
}

export type Identity = ReturnType<typeof createIdentity>;

export const SESSION_COOKIE = "ongea_session";
const SESSION_DAYS = 30;
const RESET_MINUTES = 60;
const DAY_S = 86_400;

export function createIdentity({ db, users: userStore, mail, secret, publicUrl, hashing }: IdentityParts) {
  const { hostname, protocol } = new URL(publicUrl);
  const identity = betterAuth({
    appName: "Ongea",
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library types any database so
    database: drizzleAdapter(db as unknown as Record<string, unknown>, {
      provider: "pg",
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: secondFactors,
        passkey: passkeys,
      },
    }),
    user: {
      additionalFields: {
        operator: { type: "boolean", required: false, input: false },
        language: { type: "string", required: false, input: false },
        currency: { type: "string", required: false, input: false },
        sidebarCollapsed: { type: "boolean", required: false, input: false },
      },
    },
    session: {
      expiresIn: SESSION_DAYS * DAY_S,
      updateAge: DAY_S,
      additionalFields: { workspaceId: { type: "string", required: false, input: false } },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      password: { hash: (password) => hashing.hashPassword(password), verify: (given) => hashing.verifyPassword(given) },
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => void (await userStore.prove({ userId: user.id })),
      sendResetPassword: async ({ user, token }) => {
        await mail.send({
          to: user.email,
          subject: "A new password for Ongea",
          text: `Somebody asked for a new password for ${user.email}. Choose it here within the hour:\n\n${publicUrl}/reset-password?token=${token}\n\nIf it was not you, nothing needs to be done.\n`,
        });
      },
    },
    plugins: [
      twoFactor({ issuer: "Ongea", totpOptions: { period: 30 } }),
      passkey({
        rpID: hostname,
        rpName: "Ongea",
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      }),
    ],
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: "uuid" },
      cookiePrefix: "ongea",
      cookies: { session_token: { name: SESSION_COOKIE } },
      useSecureCookies: protocol === "https:",
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
    },
  });
  return { ...identity, api: thatTells(identity.api) };
}

/** The library turns every failure of the database into one of its own; ours says that the database is away. */
function thatTells<Api extends object>(api: Api): Api {
  const hasFailed = (answer: unknown): boolean => answer instanceof Response && answer.status >= 500;
  return new Proxy(api, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => noticing((): unknown => Reflect.apply(value, target, given), hasFailed);
    },
  });
}

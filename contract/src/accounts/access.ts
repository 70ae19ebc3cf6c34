/** Who somebody is here, which workspaces are theirs and what they may do. */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { Role } from "./roles.ts";
import { route } from "../wire/route.ts";

export const CURRENCIES = ["USD", "KES", "NGN", "ZAR", "GHS", "TZS"] as const;
export const Currency = z.enum(CURRENCIES);
export type Currency = z.output<typeof Currency>;

export const Language = z.enum(LANGUAGES);
export type Language = z.output<typeof Language>;

const Name = z.string().trim().min(1).max(100);
const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;
const NewPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);
const Password = z.string().min(1).max(PASSWORD_LENGTH.max);
const Token = z.string().min(10).max(200);
const Code = z.string().trim().min(6).max(20);
const Done = z.object({ success: z.literal(true) });

export const Workspace = z.object({
  id: z.uuid(),
  name: z.string(),
  /** A visitor's own workspace to try things in, until an account claims it. */
  demo: z.boolean(),
  currency: Currency,
  role: Role,
});
export type Workspace = z.output<typeof Workspace>;

export const Me = z.object({
  /** A person with an account, a visitor with an invitation, a program with a key, or the operator's own commands. */
  kind: z.enum(["person", "visitor", "key", "operator"]),
  name: z.string(),
  email: z.string().nullable(),
  /** May issue invitation codes and see the whole installation's state. */
  operator: z.boolean(),
  workspace: Workspace,
  workspaces: z.array(Workspace),
  preferences: z.object({ language: Language.nullable(), currency: Currency.nullable(), sidebar_collapsed: z.boolean() }),
  second_factor: z.boolean(),
  /** What one US dollar buys, of the currencies whose rate the operator has set. */
  exchange_rates: z.partialRecord(Currency, z.number().positive()),
});
export type Me = z.output<typeof Me>;

export const readMe = route({
  method: "GET",
  path: "/api/me",
  who: "viewer",
  ofAgents: true,
  does: "Says who asks, in which workspace and as what.",
  answer: Me,
});

export const changeMe = route({
  method: "PATCH",
  path: "/api/me",
  who: "viewer",
  does: "Changes one's own name, language, currency or sidebar.",
  body: z.object({
    name: Name.optional(),
    language: Language.nullable().optional(),
    currency: Currency.nullable().optional(),
    sidebar_collapsed: z.boolean().optional(),
  }),
  answer: Me,
});

/** Nobody is told where: the link stands in the terminal of whoever started the server. */
export const readFirstAccount = route({
  method: "GET",
  path: "/api/first-account",
  who: "anyone",
  does: "Says whether the server's first account is still to be made.",
  answer: z.object({ wanted: z.boolean() }),
});

/** A visitor's demo workspace becomes the new account's own when the request carries the visit's cookie. */
export const signUp = route({
  method: "POST",
  path: "/api/sign-up",
  who: "anyone",
  does: "Makes an account: with a member's invitation, with the setup token of a new installation, or by a visitor with an invitation code, whose demo workspace it claims.",
  body: z.object({ name: Name, email: Email, password: NewPassword, invitation: Token.optional(), setup: Token.optional() }),
  status: 201,
  answer: Done,
});

export const signIn = route({
  method: "POST",
  path: "/api/sign-in",
  who: "anyone",
  does: "Signs in by e-mail and password. With a second factor, its code is wanted next.",
  body: z.object({ email: Email, password: Password }),
  answer: z.object({ success: z.literal(true), second_factor: z.boolean() }),
});

export const signInWithCode = route({
  method: "POST",
  path: "/api/sign-in/second-factor",
  who: "anyone",
  does: "Ends a sign-in with the second factor's code, or one of the backup codes.",
  body: z.object({ code: Code }),
  answer: Done,
});

export const passkeySignInOptions = route({
  method: "POST",
  path: "/api/sign-in/passkey/options",
  who: "anyone",
  does: "Begins a sign-in by passkey: what the browser asks its authenticator (WebAuthn).",
  answer: z.looseObject({ challenge: z.string() }),
});

export const signInWithPasskey = route({
  method: "POST",
  path: "/api/sign-in/passkey",
  who: "anyone",
  does: "Ends a sign-in by passkey with the authenticator's answer.",
  body: z.object({ response: z.looseObject({ id: z.string().max(2_000) }) }),
  answer: Done,
});

export const signOut = route({ method: "POST", path: "/api/sign-out", who: "anyone", does: "Ends this session.", answer: Done });

export const signOutEverywhere = route({
  method: "POST",
  path: "/api/sign-out-everywhere",
  who: "person",
  does: "Ends every session of this account, this one too.",
  answer: Done,
});

export const askForPasswordReset = route({
  method: "POST",
  path: "/api/password/forgotten",
  who: "anyone",
  does: "Sends a link for a new password, when there is such an account. The answer is the same when there is none.",
  body: z.object({ email: Email }),
  /** `sends_mail`: otherwise its letters stay in the data folder, where the operator finds them. */
  answer: Done.extend({ sends_mail: z.boolean() }),
});

export const resetPassword = route({
  method: "POST",
  path: "/api/password/reset",
  who: "anyone",
  does: "Sets a new password with the token of the link, and ends every session.",
  body: z.object({ token: Token, password: NewPassword }),
  answer: Done,
});

export const changePassword = route({
  method: "POST",
  path: "/api/password",
  who: "person",
  does: "Changes one's password and ends the other sessions.",
  body: z.object({ password: Password, new_password: NewPassword }),
  answer: Done,
});

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  /** The browser as it names itself; null when it does not. */
  browser: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Session = z.output<typeof Session>;

export const listSessions = route({
  method: "GET",
  path: "/api/sessions",
  who: "person",
  does: "Lists where one is signed in.",
  answer: z.object({ data: z.array(Session) }),
});

export const endSession = route({
  method: "DELETE",
  path: "/api/sessions/:session_id",
  who: "person",
  does: "Ends one of one's sessions.",
  params: z.object({ session_id: z.string().min(1).max(100) }),
  answer: Done,
});

export const beginSecondFactor = route({
  method: "POST",
  path: "/api/second-factor",
  who: "person",
  does: "Begins a second factor: the address for an authenticator app and the backup codes, told this once.",
  body: z.object({ password: Password }),
  answer: z.object({ otpauth: z.string(), backup_codes: z.array(z.string()) }),
});

export const confirmSecondFactor = route({
  method: "POST",
  path: "/api/second-factor/confirm",
  who: "person",
  does: "Turns the second factor on with a first code from the app.",
  body: z.object({ code: Code }),
  answer: Done,
});

export const endSecondFactor = route({
  method: "POST",
  path: "/api/second-factor/end",
  who: "person",
  does: "Turns the second factor off.",
  body: z.object({ password: Password }),
  answer: Done,
});

export const claimDemo = route({
  method: "POST",
  path: "/api/demo/claim",
  who: "person",
  does: "Takes over the demo workspace that this browser visited, as one of one's own.",
  answer: Done,
});

export const Passkey = z.object({ id: z.string(), name: z.string(), created_at: z.string().nullable() });
export type Passkey = z.output<typeof Passkey>;

export const listPasskeys = route({
  method: "GET",
  path: "/api/passkeys",
  who: "person",
  does: "Lists one's passkeys.",
  answer: z.object({ data: z.array(Passkey) }),
});

export const passkeyOptions = route({
  method: "POST",
  path: "/api/passkeys/options",
  who: "person",
  does: "Begins a new passkey: what the browser asks its authenticator (WebAuthn).",
  answer: z.looseObject({ challenge: z.string() }),
});

export const addPasskey = route({
  method: "POST",
  path: "/api/passkeys",
  who: "person",
  does: "Keeps a new passkey from the authenticator's answer.",
  body: z.object({ name: Name.optional(), response: z.looseObject({ id: z.string().max(2_000) }) }),
  status: 201,
  answer: Passkey,
});

export const removePasskey = route({
  method: "DELETE",
  path: "/api/passkeys/:passkey_id",
  who: "person",
  does: "Removes one of one's passkeys.",
  params: z.object({ passkey_id: z.string().min(1).max(100) }),
  answer: Done,
});

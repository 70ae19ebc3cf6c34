/** People with accounts, as the stories need them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, inviteMember, signUp, type Client, type Role } from "@ongea/contract";
import type { RunningServer } from "./running-server.ts";

/** Where accounts are made. */
type Place = Pick<RunningServer, "url" | "dataDir">;

export interface Account {
  email: string;
  password: string;
  /** As a browser sends it. */
  cookie: string;
  client: Client;
}

const PASSWORD = "a long enough password";

/** The first account of a new installation, which owns its home workspace. */
export async function firstAccount(server: Place, email = "amina@example.com"): Promise<Account> {
  const setup = readFileSync(join(server.dataDir, "setup-token"), "utf8").trim();
  return signedUp(server, { name: "Amina Yusuf", email, password: PASSWORD, setup });
}

/** Somebody whom the owner of a workspace invites. */
export async function invitedAccount(server: RunningServer, by: Account, email: string, role: Role): Promise<Account> {
  const { link } = await by.client.call(inviteMember, { body: { email, role } });
  const invitation = new URL(link).searchParams.get("token") ?? "";
  return signedUp(server, { name: email.split("@")[0] ?? email, email, password: PASSWORD, invitation });
}

/** A visitor who makes an account and takes the demo workspace along. */
export async function claimingAccount(server: RunningServer, visit: string, email: string): Promise<Account> {
  return signedUp(server, { name: email.split("@")[0] ?? email, email, password: PASSWORD }, visit);
}

/** Sends cookies as a browser does. */
export function clientWith(server: Pick<RunningServer, "url">, cookie: string): Client {
  return createClient(server.url, fetch, { cookie });
}

/** The cookies that an answer gave, as a browser sends them back. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
}

/** For `context.addCookies` of a browser. */
export function browserCookies(server: RunningServer, { cookie }: Pick<Account, "cookie">) {
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
  });
}

type NewAccount = { name: string; email: string; password: string; setup?: string; invitation?: string };

async function signedUp(server: Pick<RunningServer, "url">, body: NewAccount, visit = ""): Promise<Account> {
  const headers = { "content-type": "application/json", ...(visit === "" ? {} : { cookie: visit }) };
  const answer = await fetch(server.url + signUp.path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`No account: ${answer.status} ${await answer.text()}`);
  const cookie = cookiesOf(answer);
  return { email: body.email, password: body.password, cookie, client: clientWith(server, cookie) };
}

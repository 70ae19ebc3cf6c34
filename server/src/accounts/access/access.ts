/** The parts of access, joined. */
import type { Me } from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import type { Visits } from "../leads/visits/visits.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Principal, Recognise } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { SlowHash } from "../../platform/secrets/slow-hash.ts";
import { createInvitations } from "../workspaces/invitations/store.ts";
import { createKeys } from "../workspaces/keys/store.ts";
import { createMembers } from "../workspaces/members/store.ts";
import type { KeyUse } from "../workspaces/keys/use/store.ts";
import type { Workspaces } from "../workspaces/store.ts";
import { admissionRoutes } from "./admission-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { createIdentity } from "./identity.ts";
import type { NamedAgents } from "./key-routes.ts";
import { forgetSetupToken, operatorToken, setupToken } from "../../platform/secrets/local-secrets.ts";
import { createDescribe, meRoutes } from "./me-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { createRecognise } from "./recognise.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { createSignUps } from "./sign-ups.ts";
import { createPasskeyStore, createUserStore } from "./store.ts";
import { createSessionStore } from "./sessions/store.ts";
import type { PublishEvent } from "./publish-event.ts";
import { userRoutes } from "./user-routes.ts";
import { workspaceRoutes } from "./workspace-routes.ts";

export interface AccessParts {
  tenancy: Tenancy;
  audit: Audit;
  visits: Visits;
  workspaces: Workspaces;
  keyUse: KeyUse;
  mail: Mail;
  hashing: SlowHash;
  log: Log;
  dataDir: string;
  secret: string;
  /** For the workspace's own log of events. */
  tell: PublishEvent;
  /** The ledger has been used: the currency stays. */
  currencyUsed(workspaceId: string): Promise<boolean>;
  /** Takes part in the transaction: what a demo made up is not spent by an account. */
  clearCredit(workspaceId: string): Promise<void>;
  /** Hundredths of the workspace's currency. */
  balance(workspaceId: string): Promise<number>;
  /** What one US dollar buys. */
  exchangeRates: Me["exchange_rates"];
  /** Where people open the product, without a slash at the end. */
  publicUrl: string;
  homeId: string;
}

/** What later domains know. */
export interface AccessLater {
  /** Whom a key may be held to. Refuses with "agent.not_found". */
  agents: NamedAgents;
  /** How many calls a workspace may hold, and holds. */
  lines(workspaceId: string): { max: number; current: number };
}

export interface Access {
  /** Where the first account is made; undefined when there is one. */
  readonly setupLink: string | undefined;
  /** Who asks. */
  readonly recognise: Recognise;
  /** Told of every request that somebody who is known may make. */
  readonly counted: (principal: Principal) => void;
  /** Serves what concerns people and workspaces. */
  routes(app: Http, later: AccessLater): void;
}

export async function openAccess(parts: AccessParts): Promise<Access> {
  const { tenancy, audit, visits, workspaces, mail, dataDir, secret, publicUrl, homeId, tell } = parts;
  const { exchangeRates, keyUse } = parts;
  const db = tenancy.everywhere;
  const [users, sessions, passkeys] = [createUserStore(db), createSessionStore(db), createPasskeyStore(db)];
  const identity = createIdentity({ db, users, mail, hashing: parts.hashing, secret, publicUrl });
  const members = createMembers(tenancy);
  const keys = createKeys(tenancy);
  const invitations = createInvitations(tenancy, secret);
  let setup = (await users.count()) === 0 ? setupToken(dataDir) : undefined;

  const recognise = createRecognise({
    identity,
    sessions,
    audit,
    visits,
    keys,
    members,
    workspaces,
    operatorToken: operatorToken(dataDir),
    homeId,
  });
  const signUps = createSignUps({
    identity,
    users,
    sessions,
    audit,
    visits,
    invitations,
    members,
    workspaces,
    homeId,
    tell,
    clearCredit: (workspaceId) => parts.clearCredit(workspaceId),
    setupToken: () => setup,
    setUp: () => {
      setup = undefined;
      forgetSetupToken(dataDir);
    },
  });
  const me = { users, visits, members, workspaces, exchangeRates };
  const describe = createDescribe(me);
  return {
    setupLink: setup === undefined ? undefined : `${publicUrl}/sign-up?setup=${setup}`,
    recognise,
    counted: ({ kind, id }) => kind === "key" && keyUse.count(id),
    routes(app, { agents, lines }) {
      // Another server of the same database may have made it.
      const wantsFirst = async (): Promise<boolean> => setup !== undefined && (await users.count()) === 0;
      signInRoutes(app, { identity, users, sessions, signUps, mail, wantsFirst });
      accountRoutes(app, { identity, users, sessions, audit, visits, signUps });
      passkeyRoutes(app, { identity, passkeys, audit });
      meRoutes(app, me, describe);
      userRoutes(app, { users, keys, balance: parts.balance, lines });
      admissionRoutes(app, { audit, users, members, workspaces });
      workspaceRoutes(app, { ...parts, agents, users, sessions, invitations, keys, members, describe });
    },
  };
}

/** Everything that concerns people, on a real database, asked as HTTP asks it. */
import { randomUUID } from "node:crypto";
import { openAccess } from "../../accounts/access/access.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { createAnchor } from "../../accounts/audit/anchor.ts";
import { createAudit, type Audit } from "../../accounts/audit/audit.ts";
import { createCodes } from "../../accounts/leads/codes/codes.ts";
import { createLeads } from "../../accounts/leads/leads.ts";
import { createLeadStore } from "../../accounts/leads/store.ts";
import { createVisits } from "../../accounts/leads/visits/visits.ts";
import { leadRoutes } from "../../accounts/leads/routes.ts";
import { createLeadMails } from "../../accounts/leads/lead-mails.ts";
import { createUserStore } from "../../accounts/access/store.ts";
import { createMembers } from "../../accounts/workspaces/members/store.ts";
import { inboxRoutes } from "../../accounts/leads/inbox-routes.ts";
import { operatorRoutes } from "../../accounts/leads/operator-routes.ts";
import { createHttp, type Http } from "../http/http.ts";
import type { Letter } from "../mail/mail.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createSlowHash } from "../secrets/slow-hash.ts";
import { createKeys } from "../../accounts/workspaces/keys/store.ts";
import { createKeyUse } from "../../accounts/workspaces/keys/use/store.ts";
import { createWorkspaces, type Workspaces } from "../../accounts/workspaces/store.ts";
import { openCredits } from "../../accounts/open-credits.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";

export interface TestAccess {
  readonly app: Http;
  readonly audit: Audit;
  readonly codes: readonly string[];
  readonly database: TestDatabase;
  readonly homeId: string;
  readonly letters: readonly Letter[];
  readonly setupToken: string;
  readonly workspaces: Workspaces;
  ask(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, asked?: TestRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

export interface TestRequest {
  body?: object;
  cookie?: string;
  key?: string;
  address?: string;
}

export interface TestResponse {
  status: number;
  body: Record<string, unknown>;
  /** As a browser sends them back. */
  cookie: string;
}

export const PASSWORD = "a long enough password";

export async function openTestAccess(): Promise<TestAccess> {
  const database = await openTestDatabase(MIGRATIONS);
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const workspaces = createWorkspaces(database);
  const { id: homeId } = await workspaces.home();
  const hashing = createSlowHash();
  const codeBook = createCodes({ db: database.everywhere, hashing, endedIn: (ids) => createKeys(database).endOfDemos(ids) });
  const codes: string[] = [];
  await codeBook.seed(async (made) => void codes.push(...made));
  const letters: Letter[] = [];
  const secret = randomUUID();
  const audit = createAudit({ tenancy: database, secret, anchor: createAnchor(database.dataDir, secret) });
  const visits = createVisits(database.everywhere, false);
  const keyUse = createKeyUse({ tenancy: database, log, now: () => new Date() });
  const access = await openAccess({
    keyUse,
    tenancy: database,
    audit,
    visits,
    workspaces,
    mail: { description: "kept", isDelivered: false, send: async (letter) => void letters.push(letter) },
    hashing,
    log,
    dataDir: database.dataDir,
    secret,
    publicUrl: "http://localhost:3000",
    homeId,
    balance: async () => 0,
    clearCredit: (workspaceId) => openCredits(database).clear(workspaceId, "Demo"),
    currencyUsed: async () => false,
    exchangeRates: {},
    tell: async () => undefined,
  });
  const { recognise, counted } = access;
  const app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise, counted });
  access.routes(app, { agents: createAgents(database, "a secret of tests"), lines: () => ({ max: 1, current: 0 }) });
  const store = createLeadStore(database.everywhere);
  leadRoutes(app, {
    leads: createLeads((lead) => store.add(lead, true)),
    store,
    codes: codeBook,
    visits,
    demos: () => workspaces.demos(),
    warmUp: async () => undefined,
    mostDemos: 100,
    openDemo: async ({ name }) => (await workspaces.create({ name, kind: "demo", currency: "USD" })).id,
  });
  operatorRoutes(app, codeBook, audit);
  const members = createMembers(database);
  const mail = { description: "kept", isDelivered: true, send: async (letter: Letter) => void letters.push(letter) };
  inboxRoutes(app, {
    store,
    audit,
    hasWebhook: true,
    people: async () => createUserStore(database.everywhere).readAll((await members.in(homeId)).map(({ userId }) => userId)),
    mails: createLeadMails({ mail, store, log }),
  });
  await app.ready();
  return {
    app,
    audit,
    codes,
    database,
    homeId,
    letters,
    setupToken: new URL(access.setupLink ?? "").searchParams.get("setup") ?? "",
    workspaces,
    ask: (method, url, asked = {}) => ask(app, { method, url, ...asked }),
    close: async () => {
      await app.close();
      await hashing.stop();
      await keyUse.stop();
      await database.close();
    },
  };
}

interface Question extends TestRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
}

async function ask(app: Http, { method, url, body, cookie, key, address = "127.0.0.1" }: Question): Promise<TestResponse> {
  const reply = await app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      host: "localhost:3000",
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const pairs = reply.cookies.filter(({ value }) => value !== "").map(({ name, value }) => `${name}=${value}`);
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Record<string, unknown>, cookie: pairs.join("; ") };
}

/** Who asks, and what they like. */
import { withoutUndefined } from "../../platform/without-undefined.ts";
import { changeMe, Currency, Language, type Me, readMe, type Workspace } from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Visits } from "../leads/visits/visits.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Members } from "../workspaces/members/store.ts";
import type { Workspaces } from "../workspaces/store.ts";
import type { UserStore } from "./store.ts";

export interface MeParts {
  users: UserStore;
  visits: Visits;
  members: Members;
  workspaces: Workspaces;
  exchangeRates: Me["exchange_rates"];
}

type Describe = (principal: Principal, request: FastifyRequest) => Promise<Me>;

interface Liked {
  language: string | null;
  currency: string | null;
  sidebarCollapsed: boolean;
}

const NOTHING_LIKED: Liked = { language: null, currency: null, sidebarCollapsed: false };

/** What the server says to somebody about themselves. */
export function createDescribe({ users, visits, members, workspaces, exchangeRates }: MeParts): Describe {
  return async (principal, request) => {
    const { kind, workspaceId, role, operator } = principal;
    const current = wireWorkspace(await workspaces.read(workspaceId), role);
    const common = { kind, operator, workspace: current, exchange_rates: exchangeRates };
    if (principal.userId !== null) {
      const user = await users.read(principal.userId);
      if (!user) throw refuse("access.missing");
      const own = await members.of(user.id);
      const all = await Promise.all(own.map(async (one) => wireWorkspace(await workspaces.read(one.workspaceId), one.role)));
      const { name, email, twoFactorEnabled } = user;
      return { ...common, name, email, workspaces: all, preferences: wirePreferences(user), second_factor: twoFactorEnabled };
    }
    const visit = kind === "visitor" ? await visits.of(request) : undefined;
    return {
      ...common,
      name: visit?.name ?? principal.name,
      email: visit?.email ?? null,
      workspaces: [current],
      preferences: wirePreferences(visit?.preferences ?? NOTHING_LIKED),
      second_factor: false,
    };
  };
}

export function meRoutes(app: Http, { users, visits }: MeParts, describe: Describe): void {
  serve(app, readMe, async (_given, { principal, request }) => describe(principal, request));
  serve(app, changeMe, async ({ body: { name, sidebar_collapsed, ...liked } }, { principal, request }) => {
    const change = withoutUndefined({ ...liked, sidebarCollapsed: sidebar_collapsed });
    const named = { ...change, ...withoutUndefined({ name }) };
    if (principal.kind === "key" || principal.kind === "operator") throw refuse("access.person_only");
    if (principal.userId !== null && Object.keys(named).length > 0) await users.change(principal.userId, named);
    if (principal.userId === null && name !== undefined) throw refuse("access.person_only");
    if (principal.userId === null && Object.keys(change).length > 0) await visits.change(principal.workspaceId, change);
    return describe(principal, request);
  });
}

interface KnownWorkspace {
  id: string;
  name: string;
  kind: "home" | "real" | "demo";
  currency: Currency;
}

export function wireWorkspace({ id, name, kind, currency }: KnownWorkspace, role: Workspace["role"]): Workspace {
  return { id, name, demo: kind === "demo", currency, role };
}

function wirePreferences({ language, currency, sidebarCollapsed }: Liked): Me["preferences"] {
  return {
    language: Language.nullable().catch(null).parse(language),
    currency: Currency.nullable().catch(null).parse(currency),
    sidebar_collapsed: sidebarCollapsed,
  };
}

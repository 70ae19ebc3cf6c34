/** Keys for programs. */
import {
  createKey,
  type KeyScope,
  listKeys,
  mayActAs,
  reaches,
  readKeyFigures,
  readReach,
  revokeKey,
  type Role,
  roleOfScope,
  scopeOfRole,
} from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import { KNOWN_LIMIT, type Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Keys } from "../workspaces/keys/store.ts";
import type { KeyUse } from "../workspaces/keys/use/store.ts";
import { DONE } from "./answers.ts";
import type { UserStore } from "./store.ts";

export interface NamedAgents {
  /** Refuses with "agent.not_found". */
  read(workspaceId: string, id: string): Promise<{ document: { agent_config: { agent_name: string } } }>;
}

export interface KeyRoutesParts {
  audit: Audit;
  keys: Keys;
  keyUse: KeyUse;
  agents: NamedAgents;
  users: Pick<UserStore, "readAll">;
}

const CONTRADICTION = { type: "scope", loc: ["body", "scope"], msg: "must not be more than the role may" };
const DAY_MS = 86_400_000;

export function keyRoutes(app: Http, { audit, keys, keyUse, agents, users }: KeyRoutesParts): void {
  serve(app, listKeys, async (_given, { principal }) => {
    await keyUse.flush();
    return { data: await withOwners(await keys.list(principal.workspaceId)) };
  });
  serve(app, readKeyFigures, async (_given, { principal }) => {
    await keyUse.flush();
    const { keys: active, today, month } = await keyUse.figures(principal.workspaceId);
    const rate = { requests: KNOWN_LIMIT.most, seconds: KNOWN_LIMIT.windowMs / 1_000 };
    return { active_keys: active, calls_today: today, calls_30_days: month, rate_limit: rate };
  });
  serve(app, createKey, async ({ body }, { principal }) => {
    const { expires_in_days: days, name, agent_ids: agentIds } = body;
    const reach = reachIn(body, principal.role);
    if (!mayActAs(principal.role, reach.role) || !reaches(principal.scope, reach.scope)) throw refuse("access.forbidden");
    const agentNames = new Set<string>();
    for (const id of agentIds ?? [])
      agentNames.add((await agents.read(principal.workspaceId, id)).document.agent_config.agent_name);
    const creatorId = await keys.memberBehind(principal);
    const made = await audit.act(principal, async (write) => {
      const key = await keys.create({
        name,
        ...reach,
        agentIds: agentIds && [...new Set(agentIds)],
        workspaceId: principal.workspaceId,
        creatorId,
        expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
        madeWith: principal.kind === "key" ? principal.id : null,
      });
      await write({
        act: "key.created",
        subject: key.name,
        details: {
          prefix: key.prefix,
          scope: key.scope,
          agents: key.agent_ids?.join(" ") ?? null,
          ...(agentIds && { agent_names: [...agentNames].join(", ") }),
        },
      });
      return key;
    });
    const [named] = await withOwners([made]);
    if (!named) throw new Error("A key without an answer");
    return named;
  });
  serve(app, readReach, async (_given, { principal: { scope, role, agentIds } }) => {
    return { scope, role, agent_ids: agentIds && [...agentIds] };
  });
  serve(app, revokeKey, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const name = await keys.revoke(principal.workspaceId, params.key_id);
      await write({ act: "key.revoked", subject: name });
    });
    return DONE;
  });

  async function withOwners<K extends { creatorId: string | null }>(list: readonly K[]) {
    const ids = [...new Set(list.flatMap(({ creatorId }) => creatorId ?? []))];
    const people = ids.length === 0 ? [] : await users.readAll(ids);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return list.map(({ creatorId, ...key }) => ({ ...key, owner: creatorId === null ? null : (names.get(creatorId) ?? null) }));
  }
}

/** By its scope, or by a role, as older programs ask for it. Of both the lesser counts; a role that may not what the scope does is refused. */
function reachIn({ scope, role }: { scope?: KeyScope | undefined; role?: Role | undefined }, maker: Role) {
  if (scope === undefined) return { role: role ?? "agent_manager", scope: scopeOfRole(role ?? "agent_manager") };
  const most = roleOfScope(scope, maker);
  if (role === undefined) return { role: most, scope };
  if (!reaches(scopeOfRole(role), scope)) throw refuse("request.invalid", [CONTRADICTION]);
  return { role: mayActAs(role, most) ? most : role, scope };
}

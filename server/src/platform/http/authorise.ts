/** Authorisation: asked before every route that is not for anyone. */
import { type KeyScope, mayActAs, reaches, type Role, type Route, scopeOf, type Who } from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import { refuse, type Refusal } from "./refuse.ts";

/** Who asks, and in which workspace. */
export interface Principal {
  kind: "person" | "visitor" | "key" | "operator";
  workspaceId: string;
  role: Role;
  /** Of a key; everybody else may what their role may. */
  scope: KeyScope;
  /** The agents that a key is held to; null: the whole workspace. */
  agentIds: readonly string[] | null;
  /** Of a person; null for visitors, keys and the operator's commands. */
  userId: string | null;
  /** Of a person; null for the others. */
  sessionId: string | null;
  /** For logs and for people: the e-mail address, the key's name. */
  name: string;
  /** What distinguishes this asker from every other: whose rate limits, notifications and repeated requests these are. */
  id: string;
  /** May do what concerns the whole installation. */
  operator: boolean;
}

/** Finds out who asks; undefined: nobody that is known here. Refuses a key or token that is not in force. */
export type Recognise = (request: FastifyRequest) => Promise<Principal | undefined>;

/** What a route asks of whoever asks it. */
export type Needs = Pick<Route, "scope" | "ofAgents"> & { who: Exclude<Who, "anyone"> };

/** The asker of this request. Refuses with "access.missing", "access.person_only", "access.scope", "access.agents_only" or "access.forbidden". */
export async function authorise(recognise: Recognise, request: FastifyRequest, needs: Needs): Promise<Principal> {
  const principal = await recognise(request);
  if (!principal) throw refuse("access.missing");
  const { who } = needs;
  if (who === "operator" && !principal.operator) throw refuse("access.forbidden");
  if (who === "person" && principal.kind !== "person") throw refuse("access.person_only");
  if (!reaches(principal.scope, scopeOf(needs))) throw outOfScope(scopeOf(needs));
  if (principal.agentIds !== null && !needs.ofAgents) throw refuse("access.agents_only");
  if (who !== "person" && who !== "operator" && !mayActAs(principal.role, who)) throw refuse("access.forbidden");
  return principal;
}

function outOfScope(needed: KeyScope): Refusal {
  const msg = `needs a key with the scope "${needed}"`;
  return refuse("access.scope", [{ type: "scope", loc: ["header", "authorization"], msg }]);
}

/** A route for anyone has no asker. */
export type PrincipalOf<R extends Route> = R["who"] extends "anyone" ? undefined : Principal;

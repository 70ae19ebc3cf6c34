/** What a key for programs may do. */
import { z } from "zod";
import type { Role } from "./roles.ts";

/** From the one that may the least to the one that may the most; each may what those before it may. */
export const KEY_SCOPES = ["read", "call", "write", "admin"] as const;
export const KeyScope = z.enum(KEY_SCOPES);
export type KeyScope = z.output<typeof KeyScope>;

/** Agents that one key may be held to. */
export const MOST_AGENTS_OF_KEY = 50;

export function reaches(scope: KeyScope, needed: KeyScope): boolean {
  return KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(needed);
}

/** What a key must have for a route: what the route says, or what its role comes to. */
export function scopeOf({ who, scope }: { who: string; scope?: KeyScope }): KeyScope {
  if (scope) return scope;
  if (who === "viewer") return "read";
  return who === "agent_manager" ? "write" : "admin";
}

/** What a key that was made for a role may do. */
export function scopeOfRole(role: Role): KeyScope {
  if (role === "viewer") return "read";
  return role === "agent_manager" ? "write" : "admin";
}

/** The role in which a key acts that is made by somebody with `maker`. */
export function roleOfScope(scope: KeyScope, maker: Role): Role {
  if (scope === "read") return "viewer";
  return scope === "admin" ? maker : "agent_manager";
}

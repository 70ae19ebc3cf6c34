/** What people may do in a workspace. */
import { z } from "zod";

/** From the one who may the least to the one who may the most. */
export const ROLES = ["viewer", "agent_manager", "admin", "owner"] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

export function mayActAs(role: Role, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest);
}

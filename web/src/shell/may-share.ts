import { mayActAs } from "@ongea/contract";
import { useMe } from "./me.tsx";

/** Of what people save under a name. */
export const LONGEST_NAME = 60;

/** Whether one may save something for the whole workspace, and change it there. */
export function useMayShare(): boolean {
  return mayActAs(useMe().workspace.role, "agent_manager");
}

import { listSavedBoards, mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";

export const KEY = ["saved-boards"];
export const LONGEST_NAME = 60;

export function useSavedBoards() {
  return useQuery({ queryKey: KEY, queryFn: () => server.call(listSavedBoards) });
}

export function useMayShare(): boolean {
  return mayActAs(useMe().workspace.role, "agent_manager");
}

import { listSavedBoards } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const KEY = ["saved-boards"];

export function useSavedBoards() {
  return useQuery({ queryKey: KEY, queryFn: () => server.call(listSavedBoards) });
}

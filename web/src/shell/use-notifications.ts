import { type Answer, listNotifications } from "@ongea/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { server } from "../server.ts";

const LATEST = 20;

/** The latest, and how many of all are unread; read again when one is pushed. */
export function useNotifications(): UseQueryResult<Answer<typeof listNotifications>> {
  return useQuery({ queryKey: ["notifications"], queryFn: () => server.call(listNotifications, { query: { limit: LATEST } }) });
}

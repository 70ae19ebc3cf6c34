import { listTrunks, type SipTrunk } from "@ongea/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { TRUNKS } from "./keys.ts";

/** How it stands changes without anybody's doing. */
const LOOK_AGAIN_MS = 10_000;
/** A trunk that was just saved answers in a moment. */
const LOOK_SOON_MS = 1_500;

export function useTrunks(): UseQueryResult<SipTrunk[]> {
  return useQuery({
    queryKey: TRUNKS,
    queryFn: () => server.call(listTrunks, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state.kind === "waiting") ? LOOK_SOON_MS : LOOK_AGAIN_MS),
  });
}

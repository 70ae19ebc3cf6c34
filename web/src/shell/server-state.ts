/** How the server is, as it says itself; and when it says nothing at all. */
import { type Health, readHealth } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../call/live-calls.tsx";
import { server } from "../server.ts";

const WELL_EVERY_MS = 30_000;
const LOST_EVERY_MS = 2_000;

export interface ServerState {
  state: Health["status"] | "offline" | "unknown";
  health: Health | undefined;
}

/** A state is a shape and a word. */
export const STATE_SHAPES = { ok: "good", degraded: "under-way", down: "bad", offline: "bad", unknown: "waiting" } as const;

/** Offline: the live socket is gone and the server does not answer either. */
export function useServerState(): ServerState {
  const { connected } = useLive();
  const { data, isError } = useQuery({
    queryKey: ["health", connected],
    queryFn: () => server.call(readHealth),
    retry: false,
    networkMode: "always",
    refetchOnWindowFocus: true,
    refetchInterval: connected ? WELL_EVERY_MS : LOST_EVERY_MS,
  });
  if (isError && !connected) return { state: "offline", health: undefined };
  return { state: data?.status ?? "unknown", health: data };
}

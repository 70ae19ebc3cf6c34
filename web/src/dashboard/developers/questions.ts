import { listAgents, listKeys, listWidgets, readKeyFigures } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../server.ts";

/** What this screen asks the server is remembered under this name. */
export const KEYS = ["keys"] as const;
/** Programs go on asking while one looks. */
const LOOK_AGAIN_MS = 10_000;

export const keys = queryOptions({
  queryKey: [...KEYS, "list"],
  queryFn: () => server.call(listKeys),
  refetchInterval: LOOK_AGAIN_MS,
});
export const figures = queryOptions({
  queryKey: [...KEYS, "figures"],
  queryFn: () => server.call(readKeyFigures),
  refetchInterval: LOOK_AGAIN_MS,
});

export const WIDGETS = ["widgets"] as const;

export const widgets = queryOptions({ queryKey: [...WIDGETS], queryFn: () => server.call(listWidgets) });
export const agents = queryOptions({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });

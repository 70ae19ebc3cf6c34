/** Who is here. Everything below the guard may ask. */
import { changeMe, type Me, readMe } from "@ongea/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { server } from "../server.ts";

export const ME = ["me"] as const;
export const WHO = queryOptions({ queryKey: ME, queryFn: () => server.call(readMe), staleTime: 60_000 });
export const MeContext = createContext<Me | null>(null);

export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error("Nobody is known here: the guard is missing");
  return me;
}

type Change = Parameters<typeof server.call<typeof changeMe>>[1]["body"];

/** Changes one's own name or preferences; what the server answers is shown everywhere at once. */
export function useChangeMe() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => server.call(changeMe, { body: change }),
    onSuccess: (me) => queries.setQueryData(ME, me),
  });
}

import { listVoices, listVoiceSamples, readVoiceFigures } from "@ongea/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const VOICES = ["voices"] as const;
const PAGE = 20;

export const library = queryOptions({
  queryKey: [...VOICES, "library"],
  queryFn: async () => (await server.call(listVoices)).data,
});

export const figures = queryOptions({ queryKey: [...VOICES, "figures"], queryFn: () => server.call(readVoiceFigures) });

export const samples = infiniteQueryOptions({
  queryKey: [...VOICES, "samples"],
  queryFn: ({ pageParam: cursor }) => server.call(listVoiceSamples, { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
});

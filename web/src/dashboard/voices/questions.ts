import { listVoices, readVoiceFigures } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const VOICES = ["voices"] as const;

export const library = queryOptions({
  queryKey: [...VOICES, "library"],
  queryFn: async () => (await server.call(listVoices)).data,
  retry: 1,
});

export const figures = queryOptions({ queryKey: [...VOICES, "figures"], queryFn: () => server.call(readVoiceFigures) });

import { listVoiceClones, type VoiceClone } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../../server.ts";
import { VOICES } from "../questions.ts";

const LOOK_EVERY_MS = 2_000;

const isMoving = ({ state, problem }: VoiceClone): boolean => state === "making" || (state === "removing" && problem === null);

/** Below the library's key: what changes there changes here, and the other way round. */
export const clones = queryOptions({
  queryKey: [...VOICES, "clones"],
  queryFn: () => server.call(listVoiceClones),
  refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? LOOK_EVERY_MS : false),
});

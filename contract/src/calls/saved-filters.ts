/** Filters of the list of calls that are kept under a name: a person's own, or the whole workspace's. */
import { z } from "zod";
import { route } from "../wire/route.ts";
import { CallFilter } from "./calls.ts";

export const SavedFilter = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The whole workspace sees it; otherwise only whoever saved it. */
  shared: z.boolean(),
  filter: CallFilter,
});
export type SavedFilter = z.output<typeof SavedFilter>;

export const listSavedFilters = route({
  method: "GET",
  path: "/api/call-filters",
  who: "viewer",
  does: "Lists one's own saved filters of the list of calls and those of the workspace, by name.",
  answer: z.object({ data: z.array(SavedFilter) }),
});

export const saveFilter = route({
  method: "POST",
  path: "/api/call-filters",
  who: "viewer",
  does:
    "Saves a filter of the list of calls under a name; one of the same name is replaced. One that is shared with the workspace needs the " +
    "role agent_manager.",
  body: z.object({ name: z.string().trim().min(1).max(60), shared: z.boolean().default(false), filter: CallFilter }),
  answer: SavedFilter,
});

export const deleteSavedFilter = route({
  method: "DELETE",
  path: "/api/call-filters/:filter_id",
  who: "viewer",
  does: "Deletes a saved filter; one that is shared with the workspace needs the role agent_manager.",
  params: z.object({ filter_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});

/** Which version of its agent a number, a widget, a batch or a sender of text messages uses: the live one, or one that is named. */
import { z } from "zod";
import { route } from "../wire/route.ts";
import { VersionNumber } from "./agents.ts";

export const VERSION_CHOICE_KINDS = ["number", "widget", "batch", "sender"] as const;
export type VersionChoiceKind = (typeof VERSION_CHOICE_KINDS)[number];

/** `kind` and `target` say who chooses: a number as `+254…`, the others by their id. */
const Chooser = { kind: z.enum(VERSION_CHOICE_KINDS), target: z.string().trim().min(1).max(100) };

export const VersionChoice = z.object({
  ...Chooser,
  agent_id: z.uuid(),
  /** It stays, whatever is published. */
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
});
export type VersionChoice = z.output<typeof VersionChoice>;

export const listVersionChoices = route({
  method: "GET",
  path: "/api/version-choices",
  who: "viewer",
  ofAgents: true,
  does: "Lists the numbers, widgets, batches and senders that use a version which is named. All others use the live version of their agent.",
  answer: z.object({ data: z.array(VersionChoice) }),
});

export const setVersionChoice = route({
  method: "PUT",
  path: "/api/version-choices",
  who: "agent_manager",
  ofAgents: true,
  does:
    "Names the version that a number, a widget, a batch or a sender uses from its next call on; null: the live one again. A version that is " +
    "named somewhere is never deleted.",
  body: z.strictObject({ ...Chooser, version: VersionNumber.nullable() }),
  answer: z.object({ choice: VersionChoice.nullable() }),
});

/** An agent's draft: what is written and not yet live, and how it becomes the next version. */
import { z } from "zod";
import { route } from "../wire/route.ts";
import { AgentDocument } from "./agent-document.ts";
import { AgentVersion, AgentVersionId, VersionNumber } from "./agents.ts";

const AgentId = z.object({ agent_id: z.uuid() });
export const VERSION_NAME_CHARACTERS = 80;
export const VERSION_NOTE_CHARACTERS = 1_000;

export const VersionName = z.string().trim().max(VERSION_NAME_CHARACTERS);
export const VersionNote = z.string().trim().max(VERSION_NOTE_CHARACTERS);

export const AgentDraft = z.object({
  /** Goes up with every save; sent back, a save that would undo another one's is refused. */
  revision: z.number().int(),
  /** The version that was live when the draft was begun. */
  based_on: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
  document: AgentDocument,
  /** `before`: in the live version; `after`: in the draft. */
  differences: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
    }),
  ),
});
export type AgentDraft = z.output<typeof AgentDraft>;

export const AgentPublishing = z.object({
  /** The live version. */
  version: z.number().int(),
  /** The dashboard saves a draft, and *Publish* makes it live; false: what the dashboard saves is live at once. */
  saves_drafts: z.boolean(),
  /** A version goes live only after every test has passed on exactly its document. */
  needs_tests: z.boolean(),
  draft: AgentDraft.nullable(),
});
export type AgentPublishing = z.output<typeof AgentPublishing>;

export const readAgentDraft = route({
  method: "GET",
  path: "/v2/agent/:agent_id/draft",
  who: "viewer",
  ofAgents: true,
  does: "Reads an agent's draft (null: there is none), what it would change, and how the agent is published.",
  params: AgentId,
  answer: AgentPublishing,
});

export const saveAgentDraft = route({
  method: "PUT",
  path: "/v2/agent/:agent_id/draft",
  who: "agent_manager",
  ofAgents: true,
  does: "Saves an agent's draft. Calls and messages go on with the live version.",
  params: AgentId,
  body: AgentDocument.extend({ revision: z.number().int().min(0).optional() }),
  textForNumbers: true,
  answer: z.object({ agent_id: z.uuid(), revision: z.number().int(), based_on: z.number().int() }),
});

export const discardAgentDraft = route({
  method: "DELETE",
  path: "/v2/agent/:agent_id/draft",
  who: "agent_manager",
  ofAgents: true,
  does: "Discards an agent's draft. The live version stays.",
  params: AgentId,
  answer: z.object({ message: z.literal("success"), state: z.literal("discarded") }),
});

export const publishAgent = route({
  method: "POST",
  path: "/v2/agent/:agent_id/publish",
  who: "agent_manager",
  ofAgents: true,
  does:
    "Makes an agent's draft its next version: live for every call and message that begins from now on. Where publishing needs passing tests and " +
    "there is no run on exactly this draft, it begins one and refuses with agent.tests_running and `test_run_id`; asked again after the run, it " +
    "publishes, or refuses with agent.tests_failed and `failed_tests`. An admin may override that with a reason, which the audit log keeps.",
  params: AgentId,
  body: z
    .strictObject({
      name: VersionName.default(""),
      note: VersionNote.default(""),
      /** Of the draft that was read. */
      revision: z.number().int().min(1).optional(),
      /** The live version that was read. */
      version: VersionNumber.optional(),
      /** Of an admin: also where its tests have not passed. */
      override: z.strictObject({ reason: z.string().trim().min(1).max(VERSION_NOTE_CHARACTERS) }).optional(),
    })
    .prefault({}),
  answer: z.object({ agent_id: z.uuid(), version: z.number().int(), state: z.literal("published") }),
});

export const changeAgentPublishing = route({
  method: "PATCH",
  path: "/v2/agent/:agent_id/publishing",
  who: "agent_manager",
  ofAgents: true,
  does: "Sets how an agent is published. Whether that needs passing tests is set by an admin.",
  params: AgentId,
  body: z.strictObject({ saves_drafts: z.boolean().optional(), needs_tests: z.boolean().optional() }),
  answer: AgentPublishing.omit({ draft: true }),
});

export const describeAgentVersion = route({
  method: "PATCH",
  path: "/v2/agent/:agent_id/versions/:agent_version",
  who: "agent_manager",
  ofAgents: true,
  does: "Names a version of an agent and notes what it is for.",
  params: AgentVersionId,
  body: z.strictObject({ name: VersionName.optional(), note: VersionNote.optional() }),
  answer: AgentVersion,
});

/** What the server says about itself. */
import { z } from "zod";
import { route } from "./route.ts";

export const PART_STATES = ["ok", "degraded", "down"] as const;

export const Health = z.object({
  /** The worst of its parts. */
  status: z.enum(PART_STATES),
  version: z.string(),
  /** Running now. */
  calls: z.number(),
  parts: z.array(
    z.object({
      part: z.enum(["database", "speech", "telephony", "storage", "forwarding"]),
      status: z.enum(PART_STATES),
      /** What is wrong and what to do, for people; absent when it is well. */
      note: z.string().optional(),
    }),
  ),
});
export type Health = z.output<typeof Health>;

export const readHealth = route({
  method: "GET",
  path: "/health",
  who: "anyone",
  does: "Answers when the server is ready.",
  answer: Health,
});

/** The name of the ears where there are none: no caller can be heard. */
export const NO_RECOGNISER = "none";

/** One of what stands in for each other in a part of speech, so that pages can name it in their language. */
export const SpeechUse = z.object({
  /** `named`: by the name that it has everywhere. */
  kind: z.enum(["named", "pocketsphinx", "guided", "assistants_model"]),
  names: z.array(z.string()),
  /** Where the service is that lends it. */
  at: z.string().optional(),
});
export type SpeechUse = z.output<typeof SpeechUse>;

export const PartInUse = z.object({
  part: z.enum(["ears", "voice", "mind", "end of turn"]),
  name: z.string(),
  /** What `name` is made of, the first one first; none where it cannot be used at all. */
  uses: z.array(SpeechUse),
  ready: z.boolean(),
  note: z.string().optional(),
});
export type PartInUse = z.output<typeof PartInUse>;

export const readStatus = route({
  method: "GET",
  path: "/api/status",
  who: "viewer",
  does: "Says what the server chose when it started.",
  answer: z.object({
    version: z.string(),
    database: z.string(),
    sip: z.object({ address: z.string(), port: z.number() }).nullable(),
    speech: z.array(PartInUse),
  }),
});

/** Local models that fit this machine and are not there, and what becomes of fetching them. */
export const ModelsState = z.object({
  /** `none`: it has all that fit it, or is too small for any. */
  state: z.enum(["none", "offered", "pulling", "loading", "ready", "failed"]),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      megabytes: z.number(),
      kind: z.enum(["recogniser", "end-of-turn", "voice"]),
      /** BCP 47 primary tags; `*` is any. */
      languages: z.array(z.string()),
    }),
  ),
  megabytes: z.number(),
  done_megabytes: z.number(),
  problem: z.enum(["no_room", "unreachable", "not_loaded"]).nullable(),
});
export type ModelsState = z.output<typeof ModelsState>;

export const readModels = route({
  method: "GET",
  path: "/api/models",
  who: "viewer",
  does: "Says which local models would improve this machine's ears and voice, and how far fetching them has come.",
  answer: ModelsState,
});

export const pullModels = route({
  method: "POST",
  path: "/api/models/pull",
  who: "operator",
  does: "Begins to fetch them, or goes on where it was cut off; calls that begin after the end have them.",
  answer: ModelsState,
});

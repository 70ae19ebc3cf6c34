/** Connections of a workspace to third parties: as existing clients name them, and as our own screen does (specification 2.9, 3.1, 7.1). */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { CREDENTIAL_PARTS, PROVIDER_IDS, SPEECH_PARTS } from "./provider-catalogue.ts";
import { route } from "../wire/route.ts";

/** Printable and without spaces, as every key is. */
const Credential = z
  .string()
  .trim()
  .min(1, { error: "must be given" })
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/u, { error: "must have no spaces and no letters beyond ASCII" });

/** A credential as the wire names it; its value only as a mask. */
const Provider = z.object({
  provider_id: z.string(),
  provider_name: z.string(),
  provider_value: z.string(),
  humanized_created_at: z.string(),
  created_at: Moment,
});
export type Provider = z.output<typeof Provider>;

const Name = z.object({ provider_id: z.string().trim().min(1).max(200) });

export const listProviders = route({
  method: "GET",
  path: "/providers",
  who: "viewer",
  does: "The connected providers, their keys masked.",
  answer: z.array(Provider),
});

export const addProvider = route({
  method: "POST",
  path: "/providers",
  who: "admin",
  does: "Connects a provider, or gives one of its credentials (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN). The key is checked at the provider.",
  body: z.object({ provider_name: z.string().trim().min(1).max(100), provider_value: Credential }),
  answer: z.object({ message: z.literal("successful"), status: z.literal("added") }),
});

export const replaceProvider = route({
  method: "PUT",
  path: "/providers/:provider_id",
  who: "admin",
  does: "Replaces a credential, by its id or its name in any case.",
  params: Name,
  body: z.object({ provider_value: Credential }),
  answer: z.object({ message: z.literal("successful"), status: z.literal("updated") }),
});

export const removeProvider = route({
  method: "DELETE",
  path: "/providers/:provider_id",
  who: "admin",
  does: "Removes a credential, by its id or its name in any case; by the name of its provider, all of them.",
  params: Name,
  answer: z.object({ message: z.literal("successful"), status: z.literal("removed") }),
});

/** What a check found: the provider takes the key; refuses it; or could not be asked. `incomplete`: a credential is missing. */
export const CONNECTION_STATES = ["ok", "refused", "unchecked", "incomplete"] as const;

const Account = z.object({
  name: z.string().optional(),
  /** "active", or why not, in the provider's own words. */
  status: z.string().optional(),
  type: z.string().optional(),
});

export const Connection = z.object({
  id: z.string(),
  /** An id of the catalogue, or what an assistant's document calls a service of one's own. */
  provider: z.string(),
  name: z.string(),
  own: z.boolean(),
  last_four: z.string(),
  state: z.enum(CONNECTION_STATES),
  /** Why it could not be checked, where that is so. */
  problem: z.enum(["unreachable", "limited"]).nullable(),
  /** The last time that it failed in a call: the model, and why. */
  failed: z.object({ by: z.string(), message: z.string(), at: Moment }).nullable(),
  account: Account,
  lends: z.array(z.string()),
  /** What the provider itself offers, where it says so. */
  models: z.array(z.string()),
  base_url: z.string().nullable(),
  checked_at: Moment.nullable(),
  created_at: Moment,
});
export type Connection = z.output<typeof Connection>;

export const listConnections = route({
  method: "GET",
  path: "/api/providers",
  who: "viewer",
  does: "The connections of this workspace, with what their providers said of the account.",
  answer: z.object({ data: z.array(Connection) }),
});

const Values = z.partialRecord(z.enum(CREDENTIAL_PARTS), z.union([Credential, z.literal("")]));

export const connectProvider = route({
  method: "POST",
  path: "/api/providers",
  who: "admin",
  does: "Connects a provider of the catalogue, or replaces its key; it is checked at the provider first.",
  body: z.object({ provider: z.enum(PROVIDER_IDS), values: Values }),
  answer: Connection,
});

export const connectOwnService = route({
  method: "POST",
  path: "/api/providers/own",
  who: "admin",
  does: "Connects a service of one's own that speaks OpenAI's protocol; agents name it by its name.",
  body: z.object({
    name: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .regex(/[a-z0-9]/iu, { error: "must have a letter or a digit" }),
    base_url: z.url({ protocol: /^https?$/ }).max(2_000),
    key: z.union([Credential, z.literal("")]).default(""),
    lends: z.array(z.enum(SPEECH_PARTS)).min(1),
  }),
  answer: Connection,
});

const Id = z.object({ connection_id: z.uuid() });

export const checkConnection = route({
  method: "POST",
  path: "/api/providers/:connection_id/check",
  who: "admin",
  does: "Asks the provider again whether it takes the key.",
  params: Id,
  answer: Connection,
});

export const removeConnection = route({
  method: "DELETE",
  path: "/api/providers/:connection_id",
  who: "admin",
  does: "Removes a connection; calls that run keep it until they end.",
  params: Id,
  answer: z.object({ success: z.literal(true) }),
});

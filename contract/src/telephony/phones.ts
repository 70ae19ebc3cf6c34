/** Phones of a workspace: accounts under which softphones and desk phones register here by SIP. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_PHONES = 50;

/** Begins with a letter, so that no number can be taken for a phone's name. */
export const PhoneName = z
  .string()
  .trim()
  .max(40)
  .regex(/^\p{L}[\p{L}\p{M}\p{N} ._-]*$/u, "must begin with a letter, then letters, digits, spaces, points or dashes");

export const Phone = z.object({
  id: z.uuid(),
  /** Calls, transfers and take-overs reach it by this name. */
  name: z.string(),
  /** It registers under this one. */
  user: z.string(),
  registered: z.boolean(),
  /** Where it registered last, and with which program. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  registered_since: Moment.nullable(),
  last_seen_at: Moment.nullable(),
  created_at: Moment,
});
export type Phone = z.output<typeof Phone>;

/** Where phones register. */
export const PhoneServer = z.object({
  address: z.string(),
  /** For UDP and TCP alike. */
  port: z.number().int(),
  tls_port: z.number().int().nullable(),
});
export type PhoneServer = z.output<typeof PhoneServer>;

const Id = z.object({ phone_id: z.uuid() });
const WithPassword = Phone.extend({ password: z.string() });

export const listPhones = route({
  method: "GET",
  path: "/api/phones",
  who: "viewer",
  does: "Lists the workspace’s phones by name, with whether and where each is registered, and the server that they register at.",
  answer: z.object({ data: z.array(Phone), server: PhoneServer }),
});

export const createPhone = route({
  method: "POST",
  path: "/api/phones",
  who: "admin",
  does: "Adds a phone. Its user and password are made here; the password is in this answer and nowhere afterwards.",
  body: z.object({ name: PhoneName }),
  status: 201,
  answer: WithPassword,
});

export const renewPhonePassword = route({
  method: "POST",
  path: "/api/phones/:phone_id/password",
  who: "admin",
  does: "Gives a phone another password, in this answer and nowhere afterwards. It is signed out until it registers with that.",
  params: Id,
  answer: WithPassword,
});

export const deletePhone = route({
  method: "DELETE",
  path: "/api/phones/:phone_id",
  who: "admin",
  does: "Removes a phone: it registers no more, and nobody reaches it by its name.",
  params: Id,
  answer: z.object({ message: z.string() }),
});

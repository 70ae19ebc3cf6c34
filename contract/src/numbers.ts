/** Telephone numbers that a workspace holds. */
import { z } from "zod";
import { Moment } from "./paging.ts";
import { route } from "./route.ts";

export const PhoneNumber = z.object({
  /** 32 hexadecimal digits. */
  id: z.string(),
  phone_number: z.string(),
  agent_id: z.string().nullable(),
  telephony_provider: z.string(),
  rented: z.boolean(),
  humanized_created_at: z.string(),
  created_at: Moment,
});
export type PhoneNumber = z.output<typeof PhoneNumber>;

export const listPhoneNumbers = route({
  method: "GET",
  path: "/phone-numbers/all",
  who: "viewer",
  does: "The telephone numbers that this workspace holds, in order.",
  answer: z.array(PhoneNumber),
});

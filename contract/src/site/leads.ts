/** People who come from the public site: demo requests, messages, invitation codes. */
import { z } from "zod";
import { LEAD_LIMITS } from "./lead-rules.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** An absent field is an empty one, so that the rules can say which sentence it deserves. */
const field = (name: keyof typeof LEAD_LIMITS) => z.string().trim().max(LEAD_LIMITS[name]).default("");

const kept = z.object({ success: z.literal(true), message: z.string() });

/** The path that the site's helper posts to: `/api/zapier` and the helper's own path. */
export const requestDemo = route({
  method: "POST",
  path: "/api/zapier/demo-request",
  who: "anyone",
  does: "Keeps a demo request and forwards it where the operator wants it. The visitor may then enter an invitation code.",
  body: z.object({
    name: field("name"),
    email: field("email"),
    company: field("company"),
    position: field("position"),
    message: field("message").optional(),
    timestamp: Moment.optional(),
    source: z.string().trim().max(100).default("Website Demo Request"),
  }),
  status: 201,
  answer: kept,
});

export const askForDemo = route({
  method: "POST",
  path: "/api/leads",
  who: "anyone",
  does: "Keeps what the landing page's dialog was filled in with.",
  body: z.object({ name: field("name"), email: field("email"), company: field("company") }),
  status: 201,
  answer: kept,
});

export const sendContactMessage = route({
  method: "POST",
  path: "/api/contact-messages",
  who: "anyone",
  does: "Keeps a message to the people who run this server.",
  body: z.object({ name: field("name"), email: field("email"), message: field("message") }),
  status: 201,
  answer: kept,
});

export const verifyInvitation = route({
  method: "POST",
  path: "/api/invitations/verify",
  who: "anyone",
  does: "Checks an invitation code; a good one opens a visit, kept in an httpOnly cookie.",
  body: z.object({ code: field("code") }),
  answer: z.object({ success: z.literal(true) }),
});

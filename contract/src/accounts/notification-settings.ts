/** Which events a person gets by e-mail in one workspace. The bell shows every notification, whatever stands here. */
import { z } from "zod";
import { isTimeZone } from "../time-zone.ts";
import { route } from "../wire/route.ts";

export const MAIL_KINDS = ["call.failed", "batch.finished", "credit.low", "rule.failed", "lead.received"] as const;
export const MailKind = z.enum(MAIL_KINDS);
export type MailKind = z.output<typeof MailKind>;

/** What owners get until they choose otherwise; everybody else gets nothing. */
export const OWNERS_MAIL: readonly MailKind[] = ["credit.low"];

/** Single e-mails to one person within an hour; the rest comes together in one. */
export const MOST_MAILS_AN_HOUR = 20;

const Choice = {
  kinds: z.array(MailKind).max(MAIL_KINDS.length),
  /** At this full hour a summary of the day before is sent; null: none is. */
  digest_hour: z.number().int().min(0).max(23).nullable(),
  /** Of that hour and that day: a name of the IANA database. */
  time_zone: z.string().max(60).refine(isTimeZone, "must be the name of a time zone"),
};

export const NotificationSettings = z.object({
  ...Choice,
  /** Those that this person can choose: leads are the operator's. */
  offered: z.array(MailKind),
  email: z.string(),
  /** They have proven that the address is theirs; no e-mail is sent before. */
  proven: z.boolean(),
  /** This installation sends e-mail. */
  sends_mail: z.boolean(),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

export const readNotificationSettings = route({
  method: "GET",
  path: "/api/notification-settings",
  who: "person",
  does: "Reads which events this person gets by e-mail in this workspace.",
  answer: NotificationSettings,
});

export const changeNotificationSettings = route({
  method: "PUT",
  path: "/api/notification-settings",
  who: "person",
  does:
    "Changes which events this person gets by e-mail in this workspace: kinds of events, at most 20 e-mails an hour and then one for the rest, and a daily " +
    "summary.",
  body: z.strictObject(Choice),
  answer: NotificationSettings,
});

/** What the link in an e-mail ends: e-mails of its kind, or all of them in that workspace. */
export const unsubscribe = route({
  method: "POST",
  path: "/api/unsubscribe",
  who: "anyone",
  does:
    "Ends e-mails of the kind that the token of an e-mail names, or all of that workspace; no account is needed, and nothing changes the second " +
    "time. Mail programs send it by List-Unsubscribe-Post (RFC 8058).",
  query: z.object({ token: z.string().max(300), all: z.enum(["true", "false"]).default("false") }),
  answer: z.object({ success: z.literal(true) }),
});

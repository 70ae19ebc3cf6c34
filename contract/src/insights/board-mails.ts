/** Boards that go out by e-mail at an hour of every day, week or month. */
import { z } from "zod";
import { isTimeZone } from "../time-zone.ts";
import { route } from "../wire/route.ts";

/** Boards of the dashboard that can be sent without being saved. */
export const MAILED_BOARDS = ["quality", "cost", "groups"] as const;
export const MAIL_RHYTHMS = ["day", "week", "month"] as const;
/** Of a workspace. */
export const MOST_BOARD_MAILS = 20;
export const MOST_MAIL_RECIPIENTS = 20;
/** Why the last e-mail did not go out. */
export const MAIL_FAILURES = ["refused", "unreached", "unknown", "late", "board"] as const;

export const BoardMailDraft = z.strictObject({
  /** A board of the dashboard, or the id of a saved one. */
  board: z.union([z.enum(MAILED_BOARDS), z.uuid()]),
  every: z.enum(MAIL_RHYTHMS),
  hour: z.number().int().min(0).max(23),
  /** Of every week: Monday is 1. */
  weekday: z.number().int().min(1).max(7).default(1),
  /** Of every month; a shorter month has it on its last day. */
  month_day: z.number().int().min(1).max(31).default(1),
  time_zone: z.string().max(60).refine(isTimeZone, { error: "must be the name of a time zone, as Africa/Nairobi" }),
  /** Ids of members whose address is confirmed. */
  recipients: z
    .array(z.uuid())
    .min(1)
    .max(MOST_MAIL_RECIPIENTS)
    .refine((ids) => new Set(ids).size === ids.length, { error: "must not repeat a member" }),
});
export type BoardMailDraft = z.output<typeof BoardMailDraft>;

export const BoardMail = BoardMailDraft.extend({
  id: z.uuid(),
  /** Of those who unsubscribed or left, none are here. */
  recipients: z.array(z.uuid()),
  /** Of a saved board. */
  name: z.string().nullable(),
  next_at: z.string(),
  last_sent_at: z.string().nullable(),
  last_failed_at: z.string().nullable(),
  last_failure: z.enum(MAIL_FAILURES).nullable(),
});
export type BoardMail = z.output<typeof BoardMail>;

const params = z.object({ mail_id: z.uuid() });

export const listBoardMails = route({
  method: "GET",
  path: "/api/board-mails",
  who: "agent_manager",
  does: "Lists the boards that go out by e-mail: when, to whom, when they last did, and why the last one did not.",
  answer: z.object({
    data: z.array(BoardMail),
    /** This installation sends e-mail. */
    sends_mail: z.boolean(),
  }),
});

export const scheduleBoardMail = route({
  method: "POST",
  path: "/api/board-mails",
  who: "agent_manager",
  does:
    "Sends a board by e-mail every day, week or month at an hour, to members with a confirmed address. Its period ends with the day before; " +
    "a month without that day has it on its last day.",
  body: BoardMailDraft,
  answer: BoardMail,
});

export const changeBoardMail = route({
  method: "PUT",
  path: "/api/board-mails/:mail_id",
  who: "agent_manager",
  does: "Replaces when a board goes out by e-mail, and to whom.",
  params,
  body: BoardMailDraft,
  answer: BoardMail,
});

export const stopBoardMail = route({
  method: "DELETE",
  path: "/api/board-mails/:mail_id",
  who: "agent_manager",
  does: "Sends a board by e-mail no more.",
  params,
  answer: z.object({ success: z.literal(true) }),
});

/** What a workspace's rows add up to, what happened in it, and finding things again. */
import { z } from "zod";
import { Currency } from "../accounts/access.ts";
import { Cursor, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";
import { totals } from "./totals.ts";

export const HomeFigures = z.object({
  ...totals,
  active_agents: z.number(),
  /** Of this server, 0…1, over the days that it has been measured; null before it could be. */
  uptime: z.number().nullable(),
});
export type HomeFigures = z.output<typeof HomeFigures>;

export const readHome = route({
  method: "GET",
  path: "/api/home",
  who: "viewer",
  does: "The figures of the dashboard's home.",
  answer: HomeFigures,
});

export const readFirstSteps = route({
  method: "GET",
  path: "/api/home/first-steps",
  who: "viewer",
  does: "Which of a new owner's first steps are done: knowledge was added, a number is theirs, somebody else is a member.",
  answer: z.object({ knowledge: z.boolean(), number: z.boolean(), team: z.boolean() }),
});
export type FirstSteps = z.output<typeof readFirstSteps.answer>;

export const CallDay = z.object({
  /** `YYYY-MM-DD`, UTC. */
  day: z.string(),
  calls: z.number(),
  completed: z.number(),
  /** Busy, no answer. */
  unanswered: z.number(),
  failed: z.number(),
  /** Given up before they came about, or taken back. */
  canceled: z.number(),
  /** Not ended yet; with the four before it they are all calls. */
  in_progress: z.number(),
  average_duration_seconds: z.number().nullable(),
  /** End of the caller's speech to the assistant's first sound. */
  average_delay_ms: z.number().nullable(),
});
export type CallDay = z.output<typeof CallDay>;

export const readCallDays = route({
  method: "GET",
  path: "/api/insights/days",
  who: "viewer",
  does: "Calls, outcomes and delays, a row a day, the oldest first, days without calls too.",
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  answer: z.object({ data: z.array(CallDay) }),
});

/** Every kind of event that the log and the notifications know; the client words it. */
export const EVENT_KINDS = [
  "agent.created",
  "agent.changed",
  "call.completed",
  "call.failed",
  "call.missed",
  "call.canceled",
  "call.shared",
  "recording.stopped",
  "recording.nearly_full",
  "batch.finished",
  "batch.failed",
  "number.connected",
  "number.released",
  "knowledge.added",
  "knowledge.failed",
  "knowledge.withheld",
  "provider.connected",
  "provider.failed",
  "member.joined",
  "member.left",
  "credit.low",
  "credit.added",
  "lead.received",
  "rule.failed",
  "split.stopped",
  "webhook.gone",
  "workspace.created",
  "workspace.nearly_full",
] as const;
export const EventKind = z.enum(EVENT_KINDS);
export type EventKind = z.output<typeof EventKind>;

export const ActivityEvent = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: EventKind,
  tone: z.enum(["success", "info", "error"]),
  /**
   * What the sentence speaks of. `agent.*`, `batch.*`, `knowledge.*`, `provider.*`, `member.*`, `workspace.*`: `name`; `webhook.gone`, `split.stopped`: `name` (of the assistant); `call.*`, `recording.stopped`: `name`
   * (of the assistant), `number` (of the person, empty for a browser), `seconds`; `rule.failed`: `name`, `calls` (that failed it of late, parts of threads too); `call.shared`: `name` (of who shares it), `from` (seconds into it); `number.*`: `number`; `credit.*`: `amount` (in the
   * currency's smallest unit), `currency`.
   */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Which thing it is about, where it has a screen. */
  subject: z
    .object({ kind: z.enum(["agent", "call", "number", "document", "batch", "member", "lead", "thread"]), id: z.string() })
    .nullable(),
});
export type ActivityEvent = z.output<typeof ActivityEvent>;

export const listActivity = route({
  method: "GET",
  path: "/api/activity",
  who: "viewer",
  does: "Lists what happened in the workspace, newest first.",
  query: Cursor.extend({ tone: z.enum(["success", "info", "error"]).optional() }),
  answer: pageOf(ActivityEvent),
});

export const Notification = ActivityEvent.extend({ read: z.boolean() });
export type Notification = z.output<typeof Notification>;

export const listNotifications = route({
  method: "GET",
  path: "/api/notifications",
  who: "viewer",
  does: "Lists the notifications, newest first, and how many are unread.",
  query: Cursor,
  answer: pageOf(Notification).extend({ unread: z.number() }),
});

export const readNotifications = route({
  method: "POST",
  path: "/api/notifications/read",
  who: "viewer",
  does: "Marks notifications as read; without ids, all of them.",
  body: z.object({ ids: z.array(z.uuid()).max(100).optional() }),
  answer: z.object({ unread: z.number() }),
});

export const SearchHit = z.object({
  kind: z.enum(["agent", "call", "number", "document", "batch"]),
  id: z.string(),
  title: z.string(),
  note: z.string(),
  /** Of a call: when it began, and how long it was. */
  at: z.string().optional(),
  seconds: z.number().optional(),
});
export type SearchHit = z.output<typeof SearchHit>;

export const search = route({
  method: "GET",
  path: "/api/search",
  who: "viewer",
  does: "Finds agents, calls, numbers, documents and batches by words; every kind's best first.",
  query: z.object({ q: z.string().trim().min(1).max(100) }),
  answer: z.object({ data: z.array(SearchHit) }),
});

/** Amounts are in the currency's smallest unit (cents). */
export const readBalance = route({
  method: "GET",
  path: "/api/credits",
  who: "viewer",
  does: "The workspace's balance.",
  answer: z.object({ currency: Currency, amount_minor: z.number() }),
});

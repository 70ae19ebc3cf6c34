/** What finished calls add up to: one question for every board, and the calls behind a figure. */
import { z } from "zod";
import { Execution } from "../calls/calls.ts";
import { isTimeZone } from "../time-zone.ts";
import { ExportFormat } from "../wire/export-format.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** By what a board puts calls together. */
export const CALL_GROUPS = [
  "day",
  "hour",
  "agent",
  "version",
  "number",
  "carrier",
  "batch",
  "channel",
  "direction",
  "country",
  "language",
  "end_reason",
  "disposition",
  "topic",
  "stt",
  "llm",
  "tts",
] as const;
export const CallGroup = z.enum(CALL_GROUPS);
export type CallGroup = z.output<typeof CallGroup>;

export const CALL_CHANNELS = ["phone", "web", "widget", "whatsapp"] as const;
/** Which calls a figure counts. */
export const COUNTED_CALLS = ["attempted", "answered", "contained", "transferred", "abandoned", "goal", "reached"] as const;
export const CountedCalls = z.enum(COUNTED_CALLS);
export type CountedCalls = z.output<typeof CountedCalls>;

export const MOST_ANALYTICS_DAYS = 400;
/** More groups than these a board does not list; those with the most calls come first. */
export const MOST_CALL_GROUPS = 500;
const DAY_MS = 86_400_000;

const Text = z.string().trim().min(1).max(200);
/** The category and the name of a question about calls, joined by a slash. */
export const DispositionKey = z
  .string()
  .trim()
  .max(301)
  .regex(/^.+\/.+$/s);
const filters = {
  /** Begun at this moment or later. */
  from: Moment,
  /** Begun before this moment. */
  to: Moment,
  agent_id: z.uuid().optional(),
  version: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  batch_id: z.uuid().optional(),
  direction: z.enum(["inbound", "outbound"]).optional(),
  channel: z.enum(CALL_CHANNELS).optional(),
  carrier: Text.optional(),
  /** Of the workspace, that was called or that called. */
  number: Text.optional(),
  /** ISO 3166, of the person's number. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,8}$/)
    .optional(),
  end_reason: Text.optional(),
  topic_id: z.uuid().optional(),
  /** A question about calls, as `category/name`: calls for which a value of it was chosen. */
  disposition: DispositionKey.optional(),
  /** The value. */
  disposition_value: Text.optional(),
};

/** `from` is before `to`, and not too long before. */
function isPeriod({ from, to }: { from: string; to: string }): boolean {
  const ms = Date.parse(to) - Date.parse(from);
  return ms > 0 && ms <= MOST_ANALYTICS_DAYS * DAY_MS;
}
/** Values belong to a question. */
export function isOfQuestion({ group, disposition, disposition_value: value }: DispositionQuery): boolean {
  return disposition !== undefined || (group !== "disposition" && value === undefined);
}
interface DispositionQuery {
  group?: CallGroup | undefined;
  disposition?: string | undefined;
  disposition_value?: string | undefined;
}
export const OF_QUESTION = { error: "is needed: the question as `category/name`", path: ["disposition"] };
const PERIOD = { error: `must be after \`from\`, by at most ${MOST_ANALYTICS_DAYS} days`, path: ["to"] };

/** An area and a place, as time zones are called everywhere; offsets mean different things in different programs. */
const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/)
  .refine(isTimeZone, { error: "must be the name of a time zone, as Africa/Nairobi" });

const asked = {
  ...filters,
  group: CallGroup.default("day"),
  /** In whose days and hours calls are put together. */
  time_zone: TimeZone.default("UTC"),
};

const Share = z.number().nullable();
/** Counts, and figures of them: null where there is nothing to divide by. */
export const CallFigures = z.object({
  calls: z.number(),
  /** Not called off by the workspace before somebody answered. */
  attempted: z.number(),
  /** By a person or, of incoming calls, by an agent; answering machines are none. */
  answered: z.number(),
  /** Answered, completed, neither transferred nor abandoned. */
  contained: z.number(),
  transferred: z.number(),
  /** Answered, and the person hung up before the agent had said anything in answer. */
  abandoned: z.number(),
  /** Of batches that are for something. */
  goal: z.number(),
  reached: z.number(),
  minutes: z.number(),
  /** Of attempted calls. */
  answer_rate: Share,
  /** Of answered calls, as the next two. */
  containment_rate: Share,
  transfer_rate: Share,
  abandonment_rate: Share,
  /** Of answered calls with a goal. */
  goal_rate: Share,
  /** Half of the calls had a median delay of at most so much. */
  delay_p50_ms: z.number().nullable(),
  /** 95 % of the calls had a 95th percentile of at most so much. */
  delay_p95_ms: z.number().nullable(),
  /** An answered call in which somebody spoke, as the next. */
  interruptions: z.number().nullable(),
  /** Pauses of three seconds or longer. */
  dead_air_seconds: z.number().nullable(),
  /** The agent's share of all that was spoken. */
  talk_share: Share,
  /** US dollars. */
  cost: z.object({
    stt: z.number(),
    llm: z.number(),
    tts: z.number(),
    telephony: z.number(),
    platform: z.number(),
    total: z.number(),
  }),
  /** All costs, an answered call. */
  cost_per_call_usd: z.number().nullable(),
  /** The costs of calls with a goal, a goal that was reached. */
  cost_per_goal_usd: z.number().nullable(),
});
export type CallFigures = z.output<typeof CallFigures>;

export const CallBoard = z.object({
  from: z.string(),
  to: z.string(),
  group: CallGroup,
  total: CallFigures,
  /** Of the period of the same length before. */
  before: CallFigures,
  groups: z.array(
    z.object({
      /** By which calls can be filtered; null: nothing is known of it. Days as `YYYY-MM-DD`, hours as `00`…`23`. */
      key: z.string().nullable(),
      /** Of agents, batches and topics: their name, where they are still there. */
      name: z.string().nullable(),
      figures: CallFigures,
      /** The same group in the period before; null: it had no calls, or it is a day. */
      before: CallFigures.nullable(),
    }),
  ),
  /** There are more groups. */
  has_more: z.boolean(),
});
export type CallBoard = z.output<typeof CallBoard>;

export const readCallBoard = route({
  method: "GET",
  path: "/api/analytics",
  who: "viewer",
  ofAgents: true,
  does:
    "What finished calls add up to within a period of at most 400 days: all of them, those of the period before, and by day, agent, number, " +
    "carrier, batch, country, language, provider, topic or the values of a disposition. Days come in order, other groups by the number of their calls.",
  query: z.object(asked).refine(isPeriod, PERIOD).refine(isOfQuestion, OF_QUESTION),
  answer: CallBoard,
});

export const exportCallBoard = route({
  method: "GET",
  path: "/api/analytics/export",
  who: "viewer",
  ofAgents: true,
  does: "The groups of a board as CSV or Parquet, a row a group. Cells of CSV that a spreadsheet would take for a formula begin with an apostrophe.",
  query: z
    .object({ ...asked, format: ExportFormat })
    .refine(isPeriod, PERIOD)
    .refine(isOfQuestion, OF_QUESTION),
  media: "text/csv",
});

export const listBoardCalls = route({
  method: "GET",
  path: "/api/analytics/calls",
  who: "viewer",
  ofAgents: true,
  does: "The finished calls behind a figure, newest first; `counted` says which figure.",
  query: Cursor.extend({ ...filters, counted: CountedCalls.optional() })
    .refine(isPeriod, PERIOD)
    .refine(isOfQuestion, OF_QUESTION),
  answer: pageOf(Execution),
});

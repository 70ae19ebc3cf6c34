/** Rules that calls and threads are checked against when they are over: what is said, asked, announced and honoured, and who is told of a failure. */
import { z } from "zod";
import { Criterion, NotJudged } from "../agents/verdicts.ts";
import { ThreadChannel } from "../contacts/threads.ts";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_CHECK_RULES = 50;
/** Rules are tried on so many of the last calls. */
export const MOST_CALLS_TRIED = 100;
/** … and of the last threads. */
export const MOST_THREADS_TRIED = 100;
/** Figures of a rule are those of so many days. */
export const CHECK_DAYS = 30;
/** Of a `judged` rule: a trial costs what its language model costs. */
export const MOST_CALLS_JUDGED = 5;

/**
 * `says`: one of the phrases is said by the agent. `never_says`: none is. `discloses_ai`: the agent says that it is no person.
 * `announces_recording`: who is recorded was told before. `asks_no_secrets`: no PIN, password or one-time code is asked for. `keeps_hours`: a
 * call that we place rings in the calling hours of the person's country. `honours_opt_out`: who asks not to be called again is on the list. `judged`: a language model
 * judges the criterion true, and quotes the turn that proves it.
 */
export const CHECK_KINDS = [
  "discloses_ai",
  "says",
  "never_says",
  "announces_recording",
  "asks_no_secrets",
  "keeps_hours",
  "honours_opt_out",
  "judged",
] as const;
export const CheckKind = z.enum(CHECK_KINDS);

export const CHECKED_IN = ["both", "calls", "threads"] as const;
export type CheckKind = z.output<typeof CheckKind>;

/** Of these kinds a rule without phrases says nothing. */
const NEEDS_PHRASES: ReadonlySet<CheckKind> = new Set(["says", "never_says"]);

const CheckRuleFields = z.strictObject({
  name: z.string().trim().min(1).max(80),
  kind: CheckKind,
  /**
   * Whole words, without regard to case, accents and marks; a star at the end stands for any ending: `guarant*`. For `discloses_ai` and
   * `asks_no_secrets` beside those that the product knows.
   */
  phrases: z.array(z.string().trim().min(2).max(200)).max(50).default([]),
  /** Of `says` and `discloses_ai`: so soon after the call was answered. Null: at any time. */
  within_seconds: z.number().int().min(1).max(3_600).nullable().default(null),
  /** Empty: every agent. */
  agent_ids: z.array(z.uuid()).max(100).default([]),
  /** ISO 3166, of the person's number. Empty: every call, those without a number too. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, "must be a country as two capital letters"))
    .max(50)
    .default([]),
  direction: z.enum(["any", "inbound", "outbound"]).default("any"),
  /** A rule of before there was a choice is for calls. A recording is announced in calls alone. */
  applies_to: z.enum(CHECKED_IN).default("both"),
  /** Of `judged`: a statement about the call. */
  criterion: Criterion.optional(),
  /** So many calls in a hundred, always the same ones. Absent: every call. */
  sample_percent: z.number().int().min(1).max(100).optional(),
  active: z.boolean().default(true),
  /** Whom it concerns is told after so many failures within so many minutes, and not again for so long. Null: nobody is told. */
  alert: z
    .strictObject({
      failures: z.number().int().min(1).max(1_000),
      minutes: z.number().int().min(1).max(10_080),
      quiet_minutes: z.number().int().min(0).max(10_080),
    })
    .nullable()
    .default({ failures: 1, minutes: 60, quiet_minutes: 60 }),
});

interface Checkable {
  kind: CheckKind;
  phrases: string[];
  criterion?: string | undefined;
  applies_to?: (typeof CHECKED_IN)[number] | undefined;
}

const isWhole = <Shape extends z.ZodType<Checkable>>(shape: Shape): Shape =>
  shape
    .refine(({ kind, phrases }) => !NEEDS_PHRASES.has(kind) || phrases.length > 0, {
      path: ["phrases"],
      error: "must have a phrase at least",
    })
    .refine(({ kind, criterion }) => kind !== "judged" || criterion !== undefined, {
      path: ["criterion"],
      error: "must say what is judged",
    })
    .refine(({ kind, applies_to }) => kind !== "announces_recording" || applies_to !== "threads", {
      path: ["applies_to"],
      error: "must hold for calls: nothing is recorded in a thread",
    });

export const CheckRuleDraft = isWhole(CheckRuleFields);
export type CheckRuleDraft = z.output<typeof CheckRuleDraft>;

/** `applies_to` absent: as before. */
export const CheckRuleChange = isWhole(CheckRuleFields.extend({ applies_to: z.enum(CHECKED_IN).optional() }));
export type CheckRuleChange = z.output<typeof CheckRuleChange>;

export const CheckRule = CheckRuleFields.extend({
  id: z.uuid(),
  created_at: Moment,
  changed_at: Moment,
  /** Calls that it held for since it was changed, in the last 30 days, and those that failed it. */
  checked: z.number().int(),
  failed: z.number().int(),
  last_failed_at: Moment.nullable(),
  /** Parts of threads, likewise. A part is what was written since the check before. */
  threads: z.object({ checked: z.number().int(), failed: z.number().int() }),
  /** Results that a person looked at in these days, and those that they agreed with. */
  reviewed: z.number().int(),
  agreed: z.number().int(),
  /** Each day on which calls or threads were checked, the oldest first; `day`: `YYYY-MM-DD`, UTC. */
  days: z.array(z.object({ day: z.iso.date(), checked: z.number().int(), failed: z.number().int() })),
});
export type CheckRule = z.output<typeof CheckRule>;

/** How one call went by one rule. A rule that does not concern a call is not there. */
export const RuleCheck = z.object({
  rule_id: z.uuid(),
  name: z.string(),
  kind: CheckKind,
  passed: z.boolean(),
  /** Milliseconds since the call was answered: where it was said or done; null: nowhere. */
  at_ms: z.number().int().nullable(),
  checked_at: Moment,
  /** Why a language model decided nothing: the call neither passed nor failed. Null: it was decided. */
  not_judged: NotJudged.nullable(),
  /** Who looked at it last, and what had been found before that. Null: nobody. */
  review: z.object({ by: z.string(), at: Moment, found: z.boolean().nullable() }).nullable(),
});
export type RuleCheck = z.output<typeof RuleCheck>;

export const FailedRule = RuleCheck.extend({ execution_id: z.uuid(), agent_name: z.string(), call_at: Moment });
export type FailedRule = z.output<typeof FailedRule>;

const ofRule = z.object({ rule_id: z.uuid() });

export const listCheckRules = route({
  method: "GET",
  path: "/api/compliance/rules",
  who: "viewer",
  does: "The rules that calls and threads are checked against, each with how many held it and failed it in the last 30 days.",
  answer: z.object({
    data: z.array(CheckRule),
    /** The language model of an agent that can judge; null: none is connected. */
    judge: z.string().nullable(),
  }),
});

export const createCheckRule = route({
  method: "POST",
  path: "/api/compliance/rules",
  who: "admin",
  does: "Adds a rule. Calls and threads that end from now on are checked against it. At most 50.",
  body: CheckRuleDraft,
  answer: CheckRule,
});

export const replaceCheckRule = route({
  method: "PUT",
  path: "/api/compliance/rules/:rule_id",
  who: "admin",
  does: "Writes a rule anew. Its figures begin again; what was found before stays.",
  params: ofRule,
  body: CheckRuleChange,
  answer: CheckRule,
});

export const deleteCheckRule = route({
  method: "DELETE",
  path: "/api/compliance/rules/:rule_id",
  who: "admin",
  does: "Deletes a rule, and what it found.",
  params: ofRule,
  answer: z.object({ success: z.literal(true) }),
});

export const tryCheckRule = route({
  method: "POST",
  path: "/api/compliance/rules/try",
  who: "admin",
  does: "Tries a rule on the last 100 calls and the last 100 threads that are over, a judged one on the last 5. Nothing is kept, and nobody is told.",
  body: CheckRuleDraft,
  answer: z.object({
    /** Calls that it concerns. */
    checked: z.number().int(),
    failed: z.number().int(),
    /** Those that fail it, the newest first. */
    failures: z.array(
      z.object({ execution_id: z.uuid(), agent_name: z.string(), call_at: Moment, at_ms: z.number().nullable() }),
    ),
    /** The same of threads that are over. */
    threads: z.object({
      checked: z.number().int(),
      failed: z.number().int(),
      failures: z.array(
        z.object({ thread_id: z.uuid(), channel: ThreadChannel, last_at: Moment, message_id: z.uuid().nullable() }),
      ),
    }),
  }),
});

export const listFailedRules = route({
  method: "GET",
  path: "/api/compliance/failures",
  who: "viewer",
  ofAgents: true,
  does: "Calls that failed a rule, the newest first.",
  query: Cursor.extend({ rule_id: z.uuid().optional() }),
  answer: pageOf(FailedRule),
});

export const listCallChecks = route({
  method: "GET",
  path: "/api/calls/:execution_id/checks",
  who: "viewer",
  ofAgents: true,
  does: "How a call went by the rules that concern it. Empty until it was checked, a moment after its end.",
  params: z.object({ execution_id: z.uuid() }),
  answer: z.object({ data: z.array(RuleCheck) }),
});

export const reviewCallCheck = route({
  method: "PUT",
  path: "/api/calls/:execution_id/checks/:rule_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Confirms or corrects how a call went by a rule. A person's word stands; what was found before is kept for the agreement.",
  params: z.object({ execution_id: z.uuid(), rule_id: z.uuid() }),
  body: z.strictObject({ passed: z.boolean() }),
  answer: RuleCheck,
});

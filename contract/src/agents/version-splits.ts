/** Two versions share the calls of a number or a batch: which of them reaches its goal more often (A/B). */
import { z } from "zod";
import { BatchGoal } from "../campaigns/batches.ts";
import { route } from "../wire/route.ts";
import { VersionNumber } from "./agents.ts";

export const SPLIT_KINDS = ["number", "batch"] as const;
/** Of each version, before a difference stops anything. */
export const LEAST_CALLS_TO_STOP = 30;

const Share = z.number().int().min(1).max(99);

export const VersionSplit = z.object({
  id: z.uuid(),
  kind: z.enum(SPLIT_KINDS),
  target: z.string(),
  agent_id: z.uuid(),
  /** The version that is tried beside the one that is used there otherwise. */
  version: z.number().int(),
  /** Percent of the people who get it. */
  share: Share,
  goal: BatchGoal,
  started_by: z.string(),
  started_at: z.string(),
  stopped_at: z.string().nullable(),
  /** `harm`: it stopped by itself, because the version that is tried reaches the goal less often. */
  stopped_because: z.enum(["harm", "person"]).nullable(),
});
export type VersionSplit = z.output<typeof VersionSplit>;

/** A share with its 95 % interval (Wilson). */
const Rate = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const SplitArm = z.object({
  /** Answered calls that are over. */
  calls: z.number().int(),
  reached: z.number().int(),
  /** Null: there was no call. */
  rate: Rate.nullable(),
});
export type SplitArm = z.output<typeof SplitArm>;

export const listVersionSplits = route({
  method: "GET",
  path: "/api/version-splits",
  who: "viewer",
  ofAgents: true,
  does: "Lists the A/B tests of versions, the newest first, at most 100.",
  answer: z.object({ data: z.array(VersionSplit) }),
});

export const startVersionSplit = route({
  method: "POST",
  path: "/api/version-splits",
  who: "agent_manager",
  ofAgents: true,
  does:
    "Tries another version beside the one that a number or a batch uses: so many percent of the people get it, each always the same one. It stops " +
    "by itself when the goal is reached less often (30 calls each at least, 95 % interval of the difference).",
  body: z.strictObject({
    kind: z.enum(SPLIT_KINDS),
    target: z.string().trim().min(1).max(100),
    version: VersionNumber,
    share: Share,
    goal: BatchGoal,
  }),
  status: 201,
  answer: VersionSplit,
});

const OneSplit = z.object({ split_id: z.uuid() });

export const readVersionSplit = route({
  method: "GET",
  path: "/api/version-splits/:split_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads an A/B test with its results so far.",
  params: OneSplit,
  answer: VersionSplit.extend({
    used: SplitArm,
    tried: SplitArm,
    /** `tried` less `used`, with its 95 % interval (Newcombe); null: one of them has no call. */
    difference: Rate.nullable(),
  }),
});

export const stopVersionSplit = route({
  method: "POST",
  path: "/api/version-splits/:split_id/stop",
  who: "agent_manager",
  ofAgents: true,
  does: "Stops an A/B test: everybody gets the version that is used otherwise. Its results stay.",
  params: OneSplit,
  answer: VersionSplit,
});

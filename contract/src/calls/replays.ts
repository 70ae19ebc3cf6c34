/** A call is replayed: what its caller said, out of the recording, is heard again and answered by another version of its agent. */
import { z } from "zod";
import { TestLine } from "../agents/agent-tests.ts";
import { LAST_VERSION } from "../agents/agents.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** Of one call; older ones are forgotten. */
export const MOST_REPLAYS = 5;

const ReplayedTurn = z.object({
  /** What STT understood of the caller; empty: nothing. */
  heard: z.string(),
  /** What the agent said and its tools did then. */
  lines: z.array(TestLine),
});

export const ReplayTurn = z.object({
  /** When the caller began, in the call; null: before the caller said anything. */
  at_ms: z.number().nullable(),
  before: ReplayedTurn,
  /** Null: not reached. */
  now: ReplayedTurn.nullable(),
});
export type ReplayTurn = z.output<typeof ReplayTurn>;

export const Replay = z.object({
  id: z.uuid(),
  /** `interrupted`: the server stopped in the middle of it, or it took too long. */
  state: z.enum(["running", "done", "interrupted"]),
  /** Of the agent; null: its draft. */
  version: z.number().int().nullable(),
  /** The language model that answered first. */
  model: z.string(),
  stt: z.string(),
  /** Times that the caller spoke: those that are replayed, and all in the call. */
  turns: z.number().int(),
  turns_of_call: z.number().int(),
  played: z.number().int(),
  started_at: Moment,
  ended_at: Moment.nullable(),
});
export type Replay = z.output<typeof Replay>;

const CallId = z.object({ execution_id: z.uuid() });

export const replayCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/replays",
  who: "agent_manager",
  ofAgents: true,
  does: "Replays a call that has ended: the caller's recorded words are heard anew, turn by turn, and answered by its agent's draft, or by a version. Nothing is booked or sent. The first 40 turns, at most five minutes of the caller's sound.",
  params: CallId,
  body: z.strictObject({
    /** Absent: the draft, or the live version where there is none. */
    version: z.number().int().min(1).max(LAST_VERSION).optional(),
    /** With the STT that the agent has connected, which its provider charges. */
    connected_stt: z.boolean().default(false),
  }),
  status: 202,
  answer: Replay,
});

export const listReplays = route({
  method: "GET",
  path: "/api/calls/:execution_id/replays",
  who: "viewer",
  ofAgents: true,
  does: "Lists the last replays of a call, the newest first.",
  params: CallId,
  answer: z.object({ data: z.array(Replay) }),
});

export const readReplay = route({
  method: "GET",
  path: "/api/calls/:execution_id/replays/:replay_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads a replay of a call: each turn as it was then and as it is now, while it runs and afterwards.",
  params: CallId.extend({ replay_id: z.uuid() }),
  answer: Replay.extend({ results: z.array(ReplayTurn) }),
});

/** What happened in a call, as stored and pushed. Times are milliseconds since the call was answered. */
import { z } from "zod";

export const Delays = z.object({
  speechEndMs: z.number(),
  decisionMs: z.number(),
  endpointMs: z.number(),
  wordsFinalMs: z.number(),
  thinkStartMs: z.number(),
  firstTokenMs: z.number(),
  firstClauseMs: z.number(),
  firstAudioMs: z.number(),
  firstSoundMs: z.number(),
  /** The first sound of words that were said because the answer was slow to come. */
  fillerMs: z.number(),
  idealMs: z.number(),
  overheadMs: z.number(),
});
export type Delays = z.output<typeof Delays>;

export const Turn = z.object({
  kind: z.literal("turn"),
  by: z.enum(["caller", "assistant"]),
  index: z.number().int(),
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  loudness: z.array(z.number()),
  /** Where masked words of it were said: the recording is silent there. */
  silenced: z.array(z.object({ fromMs: z.number(), toMs: z.number() })).optional(),
  cut: z.boolean().optional(),
  confidence: z.number().optional(),
  language: z.string().optional(),
  sources: z.array(z.string()).optional(),
  delays: Delays.partial().optional(),
});
export type Turn = z.output<typeof Turn>;

export const LineState = z.enum(["open", "held", "transferring", "transferred"]);
export type LineState = z.output<typeof LineState>;

export const Entry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opened"), atMs: z.number(), epochMs: z.number() }),
  z.object({
    kind: z.literal("state"),
    atMs: z.number(),
    state: z.enum(["listening", "thinking", "speaking", "interrupted", "closing"]),
  }),
  /** The far end holds us, another telephone rings or is joined, or (`open`) neither: told while it happens, not stored. */
  z.object({ kind: z.literal("line"), atMs: z.number(), state: LineState }),
  z.object({ kind: z.literal("partial"), atMs: z.number(), text: z.string() }),
  /** The agent's words of a turn that have been heard so far; told while it speaks, not stored. */
  z.object({ kind: z.literal("saying"), atMs: z.number(), text: z.string() }),
  z.object({ kind: z.literal("key"), atMs: z.number(), digit: z.string() }),
  Turn,
  z.object({
    kind: z.literal("tool"),
    name: z.string(),
    arguments: z.string(),
    result: z.string(),
    ok: z.boolean(),
    startMs: z.number(),
    endMs: z.number(),
  }),
  /** What a tool call would do, value by value. `turn`: the caller's answer that holds it, from 0; `confidence`: of those words. */
  z.object({
    kind: z.literal("form"),
    atMs: z.number(),
    tool: z.string(),
    slots: z.array(
      z.object({
        name: z.string(),
        value: z.union([z.string(), z.number(), z.boolean()]),
        turn: z.number().int().optional(),
        confidence: z.number().optional(),
        state: z.enum(["doubtful", "heard", "confirmed"]),
      }),
    ),
  }),
  /** A tool call that the form guard did not let pass. `asked`: it asked the caller itself. */
  z.object({
    kind: z.literal("held"),
    atMs: z.number(),
    name: z.string(),
    arguments: z.string(),
    slot: z.string().optional(),
    reason: z.enum([
      "invalid",
      "missing",
      "unknown_argument",
      "past",
      "closed",
      "placeholder",
      "not_said",
      "not_confirmed",
      "other_value",
      "already_done",
    ]),
    detail: z.string().optional(),
    round: z.number().int(),
    asked: z.boolean(),
  }),
  /** What the agent was about to say and did not; without `instead` it said it all the same. */
  z.object({
    kind: z.literal("corrected"),
    atMs: z.number(),
    what: z.enum(["claim", "instructions", "markup", "fact"]),
    said: z.string(),
    instead: z.string().optional(),
  }),
  /**
   * The caller was put through, and talked with whoever answered there. `by`: who took the call over from the assistant. `how`: the trunk did it
   * (REFER), and what followed went by without us.
   */
  z.object({
    kind: z.literal("transfer"),
    to: z.string(),
    by: z.string().optional(),
    how: z.literal("refer").optional(),
    startMs: z.number(),
    endMs: z.number(),
  }),
  /** Somebody who listens told the assistant this; the caller did not hear it. */
  z.object({ kind: z.literal("whisper"), atMs: z.number(), by: z.string(), text: z.string() }),
  /**
   * What became of the recording. From `announced` or `agreed` on there is one. `told`: whoever the caller was put through to heard it said before
   * they were joined; `left-out`: nothing of their sound is kept. `text`: what was said to the caller about it.
   */
  z.object({
    kind: z.literal("recording"),
    atMs: z.number(),
    how: z.enum(["announced", "agreed", "asked", "declined", "unclear", "unheard", "off", "told", "left-out"]),
    text: z.string().optional(),
  }),
  z.object({
    kind: z.literal("failure"),
    atMs: z.number(),
    stage: z.enum(["hear", "think", "speak", "record"]),
    problem: z.object({ code: z.string(), message: z.string() }),
    recovery: z.enum(["retry", "fallback", "apology", "none"]),
    /** The provider that failed, and the one that took over. */
    by: z.string().optional(),
    next: z.string().optional(),
  }),
  /** What a provider was used for since the last such entry of the same stage and provider; the sum of them is the call's. */
  z.object({
    kind: z.literal("usage"),
    atMs: z.number(),
    /** `embed`: a question's vector, for the search in the knowledge. `line`: seconds of a telephone line, none when it begins. */
    stage: z.enum(["hear", "think", "speak", "embed", "line"]),
    by: z.string(),
    /** By an account of the workspace's own, which pays for it itself. */
    own: z.literal(true).optional(),
    usage: z.object({
      tokensIn: z.number().optional(),
      tokensOut: z.number().optional(),
      tokensCached: z.number().optional(),
      soundTokensIn: z.number().optional(),
      soundTokensOut: z.number().optional(),
      characters: z.number().optional(),
      soundMs: z.number().optional(),
    }),
  }),
  z.object({ kind: z.literal("levels"), atMs: z.number(), caller: z.number(), assistant: z.number() }),
  z.object({ kind: z.literal("closed"), atMs: z.number(), reason: z.string() }),
]);
export type Entry = z.output<typeof Entry>;

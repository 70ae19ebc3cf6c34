/** What a supervisor may do in a call that runs: listen to it, tell its assistant something, take it over. */
import { z } from "zod";
import { route } from "../wire/route.ts";

const CallId = z.object({ execution_id: z.uuid() });

/**
 * The sound of a running call, both sides, over a WebSocket; for agent managers and above. Each message is binary: a byte for the side (0: the
 * caller, 1: the assistant, or whoever took over), four for the moment in the call in milliseconds (little endian), then G.711 µ-law at
 * {@link LISTENED_HZ}. Silence may be left out. It ends with 1000 when the call is over, with 1008 and a refusal's code when it may not be heard.
 */
export const LISTEN_SOCKET = "/api/calls/:execution_id/listen";
export const LISTENED_HZ = 8_000;
export const LISTENED_HEADER_BYTES = 5;

export const whisperInCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/whisper",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Tells the agent of a running call something that the caller does not hear; it goes by it from its next answer on.",
  params: CallId,
  body: z.object({ text: z.string().trim().min(1).max(500) }),
  answer: z.object({ message: z.string() }),
});

export const takeOverCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/take-over",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does:
    "Rings a registered phone or a number, while the agent goes on; when it is answered, that person talks with the caller in the " +
    "agent's place. Answers when they talk, or refuses when nobody comes within 30 seconds.",
  params: CallId,
  body: z.object({ to: z.string().trim().min(1).max(200) }),
  answer: z.object({ message: z.string(), to: z.string() }),
});

export const offerTakeOver = route({
  method: "POST",
  path: "/api/calls/:execution_id/take-over-here",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does:
    "Prepares to take a call over from a browser by WebRTC: its offer goes in, the answer comes out. The agent goes on until the browser " +
    "joins, within 20 seconds.",
  params: CallId,
  body: z.object({ sdp: z.string().min(1).max(50_000) }),
  answer: z.object({ sdp: z.string() }),
});

export const joinTakenOver = route({
  method: "POST",
  path: "/api/calls/:execution_id/take-over-here/join",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "The browser that was prepared is connected: its person talks with the caller in the agent's place, until either hangs up.",
  params: CallId,
  body: z.object({}),
  answer: z.object({ message: z.string() }),
});

export const readPeaks = route({
  method: "GET",
  path: "/api/calls/:execution_id/peaks",
  who: "viewer",
  ofAgents: true,
  does: "How loud each side of a call's recording is, moment by moment, 0 to 255: for a picture of it.",
  params: CallId,
  answer: z.object({ each_ms: z.number(), caller: z.array(z.number()), assistant: z.array(z.number()) }),
});

/** Of a call that is over. `lines`: places in its journal, from 0. `words`: wherever they stand, whole ones, in any case. */
export const RedactionOrder = z.object({
  whole: z.boolean().default(false),
  lines: z.array(z.number().int().min(0).max(100_000)).max(5_000).default([]),
  words: z.array(z.string().trim().min(2).max(100)).max(20).default([]),
});
export type RedactionOrder = z.output<typeof RedactionOrder>;

export const redactCall = route({
  method: "POST",
  path: "/api/calls/:execution_id/redact",
  who: "admin",
  ofAgents: true,
  does:
    "Takes away what was said in a call that has ended, for good: lines, words, or all of it (`whole`). They become [redacted] in the " +
    "transcript, the events, the summary, what was extracted, and what webhooks are told; their sound becomes silence, or with `whole` the " +
    "recording is deleted. A summary and extracted facts go whole where lines go.",
  params: CallId,
  body: RedactionOrder,
  answer: z.object({ message: z.string(), lines: z.number().int() }),
});

export const giveUpTakeOver = route({
  method: "DELETE",
  path: "/api/calls/:execution_id/take-over",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Stops ringing the telephone that was to take a call over. Of no effect once it has been answered.",
  params: CallId,
  answer: z.object({ message: z.string() }),
});

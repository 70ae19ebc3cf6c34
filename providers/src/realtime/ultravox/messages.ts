/** The data messages of Ultravox's server that matter here; every other one is left alone. */
import { z } from "zod";

const transcript = z.looseObject({
  type: z.literal("transcript"),
  role: z.enum(["user", "agent"]),
  medium: z.enum(["text", "voice"]).nullish(),
  /** The whole so far, or what is new. */
  text: z.string().nullish(),
  delta: z.string().nullish(),
  final: z.boolean(),
  ordinal: z.number().int(),
});
const invocation = z.looseObject({
  type: z.literal("client_tool_invocation"),
  toolName: z.string().min(1).max(200),
  invocationId: z.string().min(1).max(200),
  parameters: z.record(z.string(), z.unknown()),
});
const serverMessage = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("call_started") }),
  z.looseObject({ type: z.literal("pong"), timestamp: z.number() }),
  z.looseObject({ type: z.literal("state"), state: z.enum(["idle", "listening", "thinking", "speaking"]) }),
  z.looseObject({ type: z.literal("playback_clear_buffer") }),
  transcript,
  invocation,
]);
export type ServerMessage = z.output<typeof serverMessage>;
export type ServerState = Extract<ServerMessage, { type: "state" }>["state"];
export type Spoken = z.output<typeof transcript>;
export type Invocation = z.output<typeof invocation>;

/** Undefined: it cannot be read, or is of no use here. */
export function serverMessageIn(data: string): ServerMessage | undefined {
  try {
    return serverMessage.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** What is new in a transcript of which so much is known. */
export function newsIn({ text, delta }: Spoken, known: string): string {
  if (delta) return delta;
  return text?.startsWith(known) ? text.slice(known.length) : "";
}

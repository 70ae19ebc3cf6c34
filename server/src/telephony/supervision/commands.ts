/** What servers of one database ask of each other's calls, and tell each other about it. What comes in is read as from outside. */
import { REFUSALS, type RefusalCode } from "@ongea/contract";
import { z } from "zod";

const text = z.string().min(1).max(500);

const PlacedNews = z.discriminatedUnion("is", [
  z.object({ is: z.literal("media"), answer: z.string().max(20_000) }),
  z.object({ is: z.literal("ringing") }),
  z.object({ is: z.literal("accepted") }),
  z.object({ is: z.literal("rejected") }),
  z.object({ is: z.literal("over"), wasAnswered: z.boolean() }),
]);

export const CallCommand = z.discriminatedUnion("do", [
  z.object({ do: z.literal("stop") }),
  z.object({ do: z.literal("say"), text }),
  z.object({ do: z.literal("whisper"), text }),
  /** The listener's sound comes under the order's id. */
  z.object({ do: z.literal("listen") }),
  z.object({ do: z.literal("take over"), to: z.string().min(1).max(200) }),
  z.object({ do: z.literal("give up") }),
  /** Who carries the caller's line has told this server that they hung up. */
  z.object({ do: z.literal("caller left") }),
  /** The provider of a messaging channel has told this server of a call that is placed there. */
  z.object({ do: z.literal("channel told"), senderId: z.uuid(), ref: z.string().max(512), news: PlacedNews }),
]);
export type CallCommand = z.output<typeof CallCommand>;

const Code = z.string().refine((code): code is RefusalCode => code in REFUSALS);

/** What became of it. `to`: who talks with the caller now. */
export const Outcome = z.union([
  z.object({ ok: z.literal(true), to: z.string().optional() }),
  z.object({ ok: z.literal(false), code: Code }),
]);
export type Outcome = z.output<typeof Outcome>;

/** By PostgreSQL's notifications, each to one server. All but the sound stands in the database, too: what is lost is found there. */
export const ServerMessage = z.discriminatedUnion("is", [
  z.object({ is: z.literal("ordered") }),
  z.object({ is: z.literal("answered"), order: z.uuid() }),
  /** A piece of one side in base64, as `LISTEN_SOCKET` has it; without one: it is silent. `n`: PostgreSQL tells the same text only once. */
  z.object({ is: z.literal("sound"), order: z.uuid(), n: z.number(), packet: z.base64().max(7_000).optional() }),
  z.object({ is: z.literal("over"), order: z.uuid() }),
  /** Somebody still listens there. */
  z.object({ is: z.literal("listens"), order: z.uuid() }),
  z.object({ is: z.literal("leaves"), order: z.uuid() }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;

export function parseServerMessage(json: string): ServerMessage | undefined {
  try {
    return ServerMessage.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

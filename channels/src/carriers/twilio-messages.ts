/** Twilio Media Streams (twilio.com/docs/voice/media-streams/websocket-messages). Its numbers are texts. */
import { z } from "zod";
import type { StreamEvent, StreamWriter } from "./stream-event.ts";

const Text = z.string().max(200);
const Numeral = z.coerce.number().finite();

const Message = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("start"),
    start: z.object({
      streamSid: Text.min(1),
      accountSid: Text,
      callSid: Text,
      customParameters: z.record(z.string(), z.string()).default({}),
      mediaFormat: z.object({ encoding: z.string(), sampleRate: Numeral }),
    }),
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({ track: z.string().default("inbound"), timestamp: Numeral, payload: z.string() }),
  }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9*#A-D]$/) }) }),
  z.object({ event: z.literal("mark"), mark: z.object({ name: Text }) }),
  z.object({ event: z.literal("stop") }),
]);

/** Throws, or answers undefined, for what is nothing of the above. */
export function parseTwilio(value: unknown): StreamEvent | undefined {
  const said = Message.parse(value);
  switch (said.event) {
    case "start": {
      const { streamSid: streamId, accountSid: account, callSid: callRef, customParameters, mediaFormat } = said.start;
      const isMuLaw = mediaFormat.encoding === "audio/x-mulaw" && mediaFormat.sampleRate === 8_000;
      return { kind: "start", streamId, callRef, account, token: customParameters["token"] ?? "", isMuLaw };
    }
    case "media":
      // What we said ourselves may be told, too, where both tracks are asked for.
      if (said.media.track !== "inbound") return undefined;
      return { kind: "media", timestampMs: said.media.timestamp, payload: said.media.payload };
    case "dtmf":
      return { kind: "key", digit: said.dtmf.digit };
    case "mark":
      return { kind: "mark", name: said.mark.name };
    case "stop":
      return { kind: "stop" };
  }
}

export const writeTwilio: StreamWriter = {
  media: (streamSid, payload) => JSON.stringify({ event: "media", streamSid, media: { payload } }),
  clear: (streamSid) => JSON.stringify({ event: "clear", streamSid }),
  mark: (streamSid, name) => JSON.stringify({ event: "mark", streamSid, mark: { name } }),
};

/** Plivo Audio Streaming (plivo.com/docs/voice/audio-streaming). It says no word when it ends: its socket closes. */
import { z } from "zod";
import type { StreamEvent, StreamWriter } from "./stream-event.ts";

const Text = z.string().max(200);
const Headers = z.union([z.string(), z.record(z.string(), z.string())]).default("");

const Message = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("start"),
    start: z.object({
      callId: Text,
      streamId: Text.min(1),
      accountId: Text,
      mediaFormat: z.object({ encoding: z.string(), sampleRate: z.coerce.number() }),
    }),
    extra_headers: Headers,
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({
      track: z.string().default("inbound"),
      timestamp: z.coerce.number().finite().optional(),
      chunk: z.coerce.number().finite().optional(),
      payload: z.string(),
    }),
  }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9*#A-D]$/) }) }),
  z.object({ event: z.literal("playedStream"), name: Text }),
  z.object({ event: z.literal("stop") }),
]);

const FRAME_MS = 20;

/** Throws, or answers undefined, for what is nothing of the above. */
export function parsePlivo(value: unknown): StreamEvent | undefined {
  const said = Message.parse(value);
  switch (said.event) {
    case "start": {
      const { streamId, callId: callRef, accountId: account, mediaFormat } = said.start;
      const isMuLaw = mediaFormat.encoding === "audio/x-mulaw" && mediaFormat.sampleRate === 8_000;
      return { kind: "start", streamId, callRef, account, token: tokenIn(said.extra_headers), isMuLaw };
    }
    case "media": {
      const { track, timestamp, chunk, payload } = said.media;
      const timestampMs = timestamp ?? (chunk === undefined ? undefined : chunk * FRAME_MS);
      return track === "inbound" && timestampMs !== undefined ? { kind: "media", timestampMs, payload } : undefined;
    }
    case "dtmf":
      return { kind: "key", digit: said.dtmf.digit };
    case "playedStream":
      return { kind: "mark", name: said.name };
    case "stop":
      return { kind: "stop" };
  }
}

/** `k=v;k2=v2`, each name perhaps with a mark of theirs before it (`X-PH-`); or an object of the same. */
function tokenIn(headers: string | Readonly<Record<string, string>>): string {
  const text =
    typeof headers === "string"
      ? headers
      : Object.entries(headers)
          .map(([name, one]) => `${name}=${one}`)
          .join(";");
  return /(?:^|[^a-z])token["']?\s*[=:]\s*["']?([0-9a-z]+)/i.exec(text)?.[1] ?? "";
}

export const writePlivo: StreamWriter = {
  media: (_, payload) =>
    JSON.stringify({ event: "playAudio", media: { contentType: "audio/x-mulaw", sampleRate: 8_000, payload } }),
  clear: (streamId) => JSON.stringify({ event: "clearAudio", streamId }),
  mark: (streamId, name) => JSON.stringify({ event: "checkpoint", streamId, name }),
};

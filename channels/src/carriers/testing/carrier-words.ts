/** What carriers say on a media stream, as their documentation writes it, and what they understand of ours. */
import { g711 } from "../../rtp/g711.ts";
import type { StreamCarrier } from "../stream-event.ts";

export interface StartFacts {
  token: string;
  streamId?: string;
  callRef?: string;
  account?: string;
}

export type CarrierMessage = { kind: "sound"; bytes: number } | { kind: "clear" } | { kind: "mark"; name: string };

export interface CarrierWords {
  /** So many samples that can be heard, as base64 of µ-law. */
  sound(samples: number): string;
  start(facts: StartFacts): string;
  media(timestampMs: number, payload?: string): string;
  key(digit: string): string;
  mark(name: string): string;
  /** Plivo has no such word: its socket closes. */
  stop(): string | undefined;
  /** Throws where it is nothing that the carrier takes. */
  said(text: string): CarrierMessage;
}

const ids = { streamId: "stream-1", callRef: "call-1", account: "account-1" };

export function carrierWords(carrier: StreamCarrier): CarrierWords {
  return carrier === "twilio" ? twilio() : plivo();
}

export function muLaw(samples: ArrayLike<number>): string {
  const { encode } = g711("PCMU");
  return Buffer.from(Array.from(samples, (sample) => encode[sample & 0xffff] ?? 0)).toString("base64");
}

const tone = (samples: number): string => muLaw(Array.from({ length: samples }, (_, at) => 8_000 * Math.sin(at / 3)));

function twilio(): CarrierWords {
  let sequence = 1;
  const numbered = (streamSid: string, said: object): string =>
    JSON.stringify({ ...said, sequenceNumber: String(sequence++), streamSid });
  let sid = ids.streamId;
  return {
    sound: tone,
    start(facts) {
      const { token, streamId, callRef, account } = { ...ids, ...facts };
      sid = streamId;
      const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 };
      const start = {
        streamSid: sid,
        accountSid: account,
        callSid: callRef,
        tracks: ["inbound"],
        customParameters: { token },
        mediaFormat,
      };
      return numbered(sid, { event: "start", start });
    },
    media: (ms, payload = tone(160)) =>
      numbered(sid, { event: "media", media: { track: "inbound", chunk: String(ms / 20), timestamp: String(ms), payload } }),
    key: (digit) => numbered(sid, { event: "dtmf", dtmf: { track: "inbound_track", digit } }),
    mark: (name) => numbered(sid, { event: "mark", mark: { name } }),
    stop: () => numbered(sid, { event: "stop", stop: { accountSid: ids.account, callSid: ids.callRef } }),
    said(text) {
      const said = JSON.parse(text) as { event: string; streamSid: string; media: { payload: string }; mark: { name: string } };
      if (said.streamSid !== sid) throw new Error("Twilio knows no such stream");
      if (said.event === "media") return { kind: "sound", bytes: Buffer.from(said.media.payload, "base64").length };
      if (said.event === "mark") return { kind: "mark", name: said.mark.name };
      if (said.event === "clear") return { kind: "clear" };
      throw new Error(`Twilio does not know ${said.event}`);
    },
  };
}

function plivo(): CarrierWords {
  let sequence = 1;
  let streamId = ids.streamId;
  const numbered = (said: object): string => JSON.stringify({ ...said, sequenceNumber: sequence++ });
  return {
    sound: tone,
    start(facts) {
      const all = { ...ids, ...facts };
      streamId = all.streamId;
      const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8000 };
      const start = { callId: all.callRef, streamId, accountId: all.account, tracks: ["inbound"], mediaFormat };
      return numbered({ event: "start", start, extra_headers: `token=${all.token}` });
    },
    media: (ms, payload = tone(160)) =>
      numbered({
        event: "media",
        streamId,
        media: { track: "inbound", timestamp: String(1_700_000_000_000 + ms), chunk: ms / 20, payload },
      }),
    key: (digit) => numbered({ event: "dtmf", streamId, dtmf: { track: "inbound", digit, timestamp: "1" } }),
    mark: (name) => numbered({ event: "playedStream", streamId, name }),
    stop: () => undefined,
    said(text) {
      const said = JSON.parse(text) as {
        event: string;
        streamId: string;
        name: string;
        media: { contentType: string; sampleRate: number; payload: string };
      };
      if (said.event === "playAudio") {
        if (said.media.contentType !== "audio/x-mulaw" || said.media.sampleRate !== 8000)
          throw new Error("Plivo was told another codec");
        return { kind: "sound", bytes: Buffer.from(said.media.payload, "base64").length };
      }
      if (said.streamId !== streamId) throw new Error("Plivo knows no such stream");
      if (said.event === "checkpoint") return { kind: "mark", name: said.name };
      if (said.event === "clearAudio") return { kind: "clear" };
      throw new Error(`Plivo does not know ${said.event}`);
    },
  };
}

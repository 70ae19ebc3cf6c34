/** What carriers send and take on the WebSocket of a call's media stream, in one shape for all of them. Pure. */
import type { StreamCarrier, StreamEvent, StreamWriter } from "./stream-event.ts";
import { parsePlivo, writePlivo } from "./plivo-messages.ts";
import { parseTwilio, writeTwilio } from "./twilio-messages.ts";

/** 1 s of sound in base64 and what stands around it. */
const LONGEST_MESSAGE = 16_384;

/** Undefined: malformed, too long, or nothing that anybody here asks for. */
export function parseStreamEvent(carrier: StreamCarrier, text: string): StreamEvent | undefined {
  if (text.length > LONGEST_MESSAGE) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return carrier === "twilio" ? parseTwilio(value) : parsePlivo(value);
  } catch {
    return undefined;
  }
}

export function streamWriter(carrier: StreamCarrier): StreamWriter {
  return carrier === "twilio" ? writeTwilio : writePlivo;
}

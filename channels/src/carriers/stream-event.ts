/** What a carrier's media stream says and takes, whichever carrier it is. */
export type StreamCarrier = "twilio" | "plivo";

export type StreamEvent =
  | { kind: "start"; streamId: string; callRef: string; account: string; token: string; isMuLaw: boolean }
  /** `timestampMs`: since the stream began, or any other zero. `payload`: base64 of µ-law. */
  | { kind: "media"; timestampMs: number; payload: string }
  | { kind: "key"; digit: string }
  | { kind: "mark"; name: string }
  | { kind: "stop" };

export interface StreamWriter {
  /** 20 ms of µ-law in base64. */
  media(streamId: string, payload: string): string;
  /** Drops what has not been played. */
  clear(streamId: string): string;
  /** Comes back as a `mark` when what was sent before it has been played. */
  mark(streamId: string, name: string): string;
}

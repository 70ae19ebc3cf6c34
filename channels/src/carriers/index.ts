/** Media streams of telephone carriers over WebSockets, for the main thread: their messages. Their line is at the door for media threads. */
export { parseStreamEvent, streamWriter } from "./messages.ts";
export type { StreamCarrier, StreamEvent, StreamWriter } from "./stream-event.ts";

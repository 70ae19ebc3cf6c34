/** A media thread's way to the thread that writes recordings. A message costs mostly by itself: sound of all its calls goes together. */
import type { MessagePort } from "node:worker_threads";
import { createOutbox } from "./message-batch.ts";
import type { ToWriter } from "./messages.ts";

/** So much more a kill may lose. */
const SOUND_WAITS_MS = 60;

/** What is no sound goes at once, behind the sound before it. */
export function postToWriter(port: Pick<MessagePort, "postMessage">): (message: ToWriter) => void {
  const { tell } = createOutbox<ToWriter>({
    post: (messages) =>
      port.postMessage(
        messages,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no line shares its memory
        messages.flatMap((message) => (message.kind === "sound" ? [message.samples.buffer as ArrayBuffer] : [])),
      ),
    patienceMs: ({ kind }) => (kind === "sound" ? SOUND_WAITS_MS : 0),
    soon: (act) => act(),
  });
  return tell;
}

/** What is written to a person: the one way by which an answer, a person's words or a first message enters a thread. */
import { refuse } from "../../platform/http/refuse.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { SMS_LIMITS } from "../channels/channel.ts";
import { plainText } from "../channels/plain-text.ts";
import { cutTo, segmentsOf } from "../channels/segments.ts";
import { deliverQueue } from "./queue.ts";
import type { MessageRow, NewMessage, ThreadRow, ThreadStore } from "./store.ts";
import type { MessageWebhooks } from "./webhooks.ts";

export type Posted = Omit<NewMessage, "direction" | "state" | "segments">;

/** As a text message carries it. */
export function agentTextOf(written: string): { text: string; segments: number; isCut: boolean } {
  const plain = plainText(written);
  const text = cutTo(plain, SMS_LIMITS.answerSegments);
  return { text, segments: segmentsOf(text), isCut: text !== plain };
}

export interface PostParts {
  store: Pick<ThreadStore, "add">;
  jobs: Pick<Jobs, "send">;
  webhooks: Pick<MessageWebhooks, "changed">;
}

/** Stored first; a job asks the provider. In a transaction of the caller's. Refuses with "message.too_long". */
export function createPost({ store, jobs, webhooks }: PostParts) {
  return async (thread: ThreadRow, message: Posted): Promise<{ row: MessageRow; isNew: boolean }> => {
    if (thread.channel === "web-chat") {
      const shown = await store.add(thread, { ...message, direction: "out", state: "sent" });
      if (shown.isNew) await webhooks.changed(thread, [shown.row]);
      return shown;
    }
    const written = { text: message.text, segments: segmentsOf(message.text) };
    const { text, segments } = message.author === "agent" ? agentTextOf(message.text) : written;
    if (segments > SMS_LIMITS.segments) throw refuse("message.too_long");
    const added = await store.add(thread, { ...message, text, segments, direction: "out", state: "queued" });
    if (added.isNew) await jobs.send(deliverQueue, { workspaceId: thread.workspaceId, id: added.row.id });
    return added;
  };
}

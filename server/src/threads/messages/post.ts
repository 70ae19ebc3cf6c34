/** What is written to a person: the one way by which an answer, a person's words or a first message enters a thread. */
import { refuse } from "../../platform/http/refuse.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { cutTo, cutToBytes, plainText, segmentsOf } from "../../contacts/index.ts";
import { deliverQueue } from "./queue.ts";
import type { Change, MessageRow, NewMessage, ThreadRow, ThreadStore } from "./store.ts";
import type { MessageWebhooks } from "./webhooks.ts";

/** `change`: of its thread, where the message is new. */
export type Posted = Omit<NewMessage, "direction" | "state" | "segments"> & { change?: Change };

/** Parts of one text message, at most. */
const MOST_SEGMENTS = 10;
/** … and of an answer of an agent: what is longer is cut to whole sentences. */
const MOST_ANSWER_SEGMENTS = 4;

/** As a text message carries it. */
export function agentTextOf(written: string): { text: string; segments: number; isCut: boolean } {
  const plain = plainText(written);
  const text = cutTo(plain, MOST_ANSWER_SEGMENTS);
  return { text, segments: segmentsOf(text), isCut: text !== plain };
}

/** Letters of one message, as these channels take them. */
const MOST_LETTERS = { whatsapp: 4_096, telegram: 4_096, messenger: 2_000, email: 20_000 } as const;
/** … and of Instagram, which counts bytes of UTF-8. */
const MOST_INSTAGRAM_BYTES = 1_000;

function carried({ channel }: ThreadRow, { author, text }: Posted): { text: string; segments: number } {
  if (channel === "sms" || channel === "web-chat")
    return author === "agent" ? agentTextOf(text) : { text, segments: segmentsOf(text) };
  const plain = author === "agent" ? plainText(text) : text;
  if (channel !== "instagram") return { text: plain.slice(0, MOST_LETTERS[channel]), segments: 1 };
  const short = cutToBytes(plain, MOST_INSTAGRAM_BYTES);
  // What a person has written is not cut behind their back.
  if (short !== plain && author !== "agent") throw refuse("message.too_long");
  return { text: short, segments: 1 };
}

export interface PostParts {
  store: Pick<ThreadStore, "add">;
  jobs: Pick<Jobs, "send">;
  webhooks: Pick<MessageWebhooks, "changed">;
}

/** Stored first; a job asks the provider. In a transaction of the caller's. Refuses with "message.too_long". */
export function createPost({ store, jobs, webhooks }: PostParts) {
  return async (thread: ThreadRow, { change = {}, ...message }: Posted): Promise<{ row: MessageRow; isNew: boolean }> => {
    if (thread.channel === "web-chat") {
      const shown = await store.add(thread, { ...message, direction: "out", state: "sent" }, { change });
      if (shown.isNew) await webhooks.changed(thread, [shown.row]);
      return shown;
    }
    const { text, segments } = carried(thread, message);
    if (segments > MOST_SEGMENTS) throw refuse("message.too_long");
    const added = await store.add(thread, { ...message, text, segments, direction: "out", state: "queued" }, { change });
    if (added.isNew) await jobs.send(deliverQueue, { workspaceId: thread.workspaceId, id: added.row.id });
    return added;
  };
}

import { z } from "zod";
import { type Queue, twiceAsLong } from "../../platform/jobs/queue.ts";
import type { ThreadKey } from "./store.ts";

type MessageKey = ThreadKey;

/** `at`: when something was written, in ms since 1970; it is waited for more from then on. */
export type AnswerOrder = ThreadKey & { at?: number | undefined };

const AGAIN_AFTER_SECONDS = [2, 15];
/** After so many attempts a person is wanted. */
export const MOST_ATTEMPTS = AGAIN_AFTER_SECONDS.length + 1;

export const answerQueue: Queue<AnswerOrder> = {
  name: "thread-answer",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid(), at: z.number().optional() }),
  takesSeconds: 90,
  againAfterSeconds: (attempts) => AGAIN_AFTER_SECONDS[attempts - 1],
};

/** Forgets whole words that were kept for a conversation. */
export const forgetQueue: Queue<Record<string, never>> = {
  name: "message-words-forget",
  data: z.strictObject({}),
  takesSeconds: 60,
  againAfterSeconds: () => undefined,
};

/** For about ten hours; a provider that is away longer than that does not come back for this message. */
export const DELIVERY_ATTEMPTS = 45;
const untilDelivered = twiceAsLong({ first: 5, longest: 900, most: DELIVERY_ATTEMPTS });

/** Asks the provider of a channel to send a message. */
export const deliverQueue: Queue<MessageKey> = {
  name: "message-deliver",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 45,
  againAfterSeconds: untilDelivered,
};

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { MessageStore } from "./store.ts";

const Given = z.looseObject({
  name: z.string().trim().min(1).max(200),
  phone: z.string().trim().min(3).max(40),
  message: z.string().trim().min(1).max(2_000),
  order_number: z.string().trim().max(60).optional(),
});

export interface Messages {
  /** Answers a mind's wish to note a message; `ok` is false when something is missing. */
  take(
    desk: { workspaceId: string; agentId: string; callId: string | null },
    given: unknown,
  ): Promise<{ ok: boolean; result: Record<string, unknown> }>;
}

export function createMessages(store: MessageStore): Messages {
  return {
    async take({ workspaceId, agentId, callId }, given) {
      const message = Given.safeParse(given);
      if (!message.success) {
        const complaints = message.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
        return { ok: false, result: { taken: false, reason: "not_understood", complaints } };
      }
      const id = randomUUID();
      const { name, phone, message: text, order_number: orderNumber = null } = message.data;
      await store.add({ id, workspaceId, agentId, callId, name, phone, text, orderNumber });
      return { ok: true, result: { taken: true, reference: id.slice(0, 4).toUpperCase() } };
    },
  };
}

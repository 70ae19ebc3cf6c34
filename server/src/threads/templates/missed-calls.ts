/** Callers whom a number has rejected are written to. */
import type { MessageGate } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Telephony } from "../../telephony/index.ts";
import type { Threads } from "../messages/threads.ts";
import { channelBy, type Senders } from "../senders/senders.ts";
import { checkFirstWords } from "./chosen.ts";

export interface MissedCallMessagesParts {
  missedCalls: Telephony["missedCalls"];
  senders: Pick<Senders, "read" | "channelOf">;
  gate: Pick<MessageGate, "admit">;
  threads: Pick<Threads, "begin" | "tell">;
  tenancy: Pick<Tenancy, "together">;
}

export function joinMissedCalls({ missedCalls, senders, gate, threads, tenancy }: MissedCallMessagesParts): void {
  missedCalls.join({
    async check(workspaceId, message) {
      const { text } = await checkFirstWords(senders, { workspaceId, id: message.sender_id }, message);
      return { ...message, text };
    },
    async write({ id: clientId, workspaceId, to }, message) {
      const { sender, text, template } = await checkFirstWords(senders, { workspaceId, id: message.sender_id }, message);
      const { id: senderId, agentId, provider } = sender;
      const address = await gate.admit({ workspaceId, agentId }, to);
      const where = { workspaceId, channel: channelBy(provider), address, senderId, agentId } as const;
      const { thread, isNew } = await tenancy.together(workspaceId, () =>
        threads.begin({ ...where, clientId, text, template, author: "agent", authorName: "" }),
      );
      if (isNew) threads.tell(thread);
      return thread.id;
    },
  });
}

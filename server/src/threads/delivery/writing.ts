/** Messages that the organisation writes first. */
import { reachesNumbers } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { MessageGate } from "../../compliance/index.ts";
import type { MessageRow, ThreadRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { channelBy } from "../senders/senders.ts";
import type { Senders } from "../senders/senders.ts";

export interface WritingParts {
  senders: Pick<Senders, "read">;
  threads: Pick<Threads, "begin" | "tell">;
  gate: Pick<MessageGate, "admit">;
  audit: Pick<Audit, "act">;
}

export interface FirstMessage {
  /** The same again is the same message. */
  clientId: string;
  senderId: string;
  /** As somebody wrote it. */
  to: string;
  text: string;
}

export interface Writing {
  /** As a person. Refuses what the gate refuses, and a text that is too long. */
  write(actor: Actor & { name: string }, message: FirstMessage): Promise<{ row: MessageRow; thread: ThreadRow }>;
}

export function createWriting({ senders, threads, gate, audit }: WritingParts): Writing {
  return {
    async write(actor, { clientId, senderId, to, text }) {
      const { workspaceId } = actor;
      const sender = await senders.read({ workspaceId, id: senderId });
      if (!reachesNumbers(sender.provider)) throw refuse("sender.not_sms");
      const address = await gate.admit(sender, to);
      const { row, thread } = await audit.act(actor, async (write) => {
        const at = { workspaceId, channel: channelBy(sender.provider), address, senderId, agentId: sender.agentId } as const;
        const begun = await threads.begin({ ...at, clientId, text, author: "person", authorName: actor.name });
        if (begun.isNew) await write({ act: "thread.begun", subject: begun.thread.id });
        return begun;
      });
      threads.tell(thread);
      return { row, thread };
    },
  };
}

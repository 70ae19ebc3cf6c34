/** What agents could not answer is found a moment after a call's end, and with each answer in writing. */
import { createHmac, hkdfSync } from "node:crypto";
import type { Entry } from "@ongea/contract";
import { z } from "zod";
import type { Db } from "../../platform/database/db.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";
import { findGaps, saysUnknown, termsOfQuestion } from "./find-gaps.ts";
import type { GapStore } from "./store.ts";

interface CallKey {
  id: string;
  workspaceId: string;
}

interface EndedCall extends CallKey {
  agentId: string | null;
  answeredAt: Date | null;
}

/** What calls join with. */
export interface CallsWithGaps {
  whenEnded(listener: (db: Db, workspaceId: string, calls: readonly EndedCall[]) => Promise<void>): void;
  store: {
    read(call: CallKey): Promise<EndedCall | undefined>;
    entries(call: CallKey): Promise<Entry[]>;
  };
}

/** An answer in writing, and the newest message that it is to. */
export interface WrittenAnswer {
  workspaceId: string;
  agentId: string;
  messageId: string;
  threadId: string;
  at: Date;
  question: string;
  answer: string;
}

export interface Gaps {
  follow(calls: CallsWithGaps): void;
  /** As part of the transaction that stores the answer. */
  noteWritten(db: Db, written: WrittenAnswer): Promise<void>;
}

export const gapQueue: Queue<CallKey> = {
  name: "call-gaps",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 30,
  againAfterSeconds: twiceAsLong({ first: 10, longest: 3_600, most: 8 }),
};

export interface GapsParts {
  store: Pick<GapStore, "addOfCall" | "addOfMessage">;
  jobs: Pick<Jobs, "send" | "work">;
  /** Of the installation. */
  secret: string;
}

export function createGaps({ store, jobs, secret }: GapsParts): Gaps {
  const hashKey = Buffer.from(hkdfSync("sha256", secret, "ongea", "knowledge-gaps", 32));
  const keyOf = (workspaceId: string, terms: string): string =>
    createHmac("sha256", hashKey).update(`${workspaceId} ${terms}`).digest("base64url");
  return {
    follow(calls) {
      calls.whenEnded(async (_db, workspaceId, ended) => {
        const answered = ended.filter(({ answeredAt, agentId }) => answeredAt !== null && agentId !== null);
        for (const { id } of answered) await jobs.send(gapQueue, { id, workspaceId });
      });
      jobs.work(gapQueue, async (key) => {
        const call = await calls.store.read(key);
        if (!call?.answeredAt || call.agentId === null) return;
        const answeredMs = call.answeredAt.getTime();
        const found = findGaps(await calls.store.entries(key)).map(({ position, terms, atMs }) => ({
          position,
          key: keyOf(key.workspaceId, terms),
          at: new Date(answeredMs + atMs).toISOString(),
        }));
        if (found.length > 0) await store.addOfCall({ ...key, agentId: call.agentId }, found);
      });
    },
    async noteWritten(db, { question, answer, ...message }) {
      const terms = saysUnknown(answer) ? termsOfQuestion(question) : undefined;
      if (terms !== undefined) await store.addOfMessage(db, { ...message, key: keyOf(message.workspaceId, terms) });
    },
  };
}

/** Demo workspaces: full of what a month of work leaves behind. */
import { randomUUID } from "node:crypto";
import type { Currency, Entry } from "@ongea/contract";
import { addMadeAgents } from "../../agents/documents/index.ts";
import { addMadeCalls } from "../../calls/index.ts";
import { addMadeCredits } from "../../accounts/billing/index.ts";
import { addMadeEvents } from "../../insights/figures/index.ts";
import { addMadeNumbers } from "../../telephony/numbers/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { addMadeVoices } from "../../agents/voices/index.ts";
import { makeAgents } from "./agents.ts";
import { makeCredits, makeActivity, makeSamples, makeVoices } from "./around.ts";
import { makeCalls, rehearse, type DemoCall } from "./calls.ts";
import { addRehearsals, markUnindexed, readRehearsal } from "./store.ts";

export interface RehearsedCall {
  id: string;
  workspaceId: string;
  transcript: string | null;
  durationSeconds: number;
  answeredAt: Date | null;
}

export interface Demo {
  /** Everything or nothing: one transaction. Its calls are found by their words a moment later (`createIndexing`). */
  fill(workspaceId: string): Promise<void>;
  /** Makes the calls of one and forgets them: code that has run before is faster, and the first visitor need not wait for that. */
  warmUp(): Promise<void>;
  /** What happened in a demo call; empty for any other. */
  journal(call: RehearsedCall): Promise<Entry[]>;
}

export interface DemoParts {
  tenancy: Tenancy;
  now(): Date;
  /** Of the recordings that demo workspaces share, those that are there to be heard. */
  recorded(): ReadonlySet<string>;
  /** The workspace's, as a transaction sees it. */
  currency(db: Db, workspaceId: string): Promise<Currency>;
  /** A workspace was filled. */
  opened(): void;
}

export function createDemo({ tenancy, now, recorded, currency, opened }: DemoParts): Demo {
  return {
    async fill(workspaceId) {
      const at = now();
      const agents = makeAgents(workspaceId, at);
      const voices = makeVoices(workspaceId, at);
      const samples = makeSamples(workspaceId, voices, at);
      const there = recorded();
      await tenancy.of(workspaceId).transaction(async (db) => {
        await addMadeAgents(db, workspaceId, agents);
        await addMadeNumbers(db, workspaceId, agents);
        const calls: DemoCall[] = [];
        let writing: Promise<void> = Promise.resolve();
        for await (const some of makeCalls(workspaceId, agents, at)) {
          for (const { row } of some) if (row.recording) row.recordingClosed = there.has(row.recording);
          calls.push(...some);
          await writing;
          writing = addCalls(db, workspaceId, some);
          writing.catch(() => undefined);
        }
        const credits = makeCredits(workspaceId, calls, samples, at);
        const { activity, readUntil } = makeActivity(workspaceId, agents, calls, at);
        await writing;
        await addMadeVoices(db, workspaceId, voices, samples);
        await addMadeCredits(db, workspaceId, await currency(db, workspaceId), credits);
        await addMadeEvents(db, workspaceId, activity, readUntil);
        await markUnindexed(db, workspaceId);
      });
      opened();
    },
    async warmUp() {
      const workspaceId = randomUUID();
      for await (const some of makeCalls(workspaceId, makeAgents(workspaceId, now()), now())) JSON.stringify(some);
    },
    async journal({ id, workspaceId, transcript, durationSeconds, answeredAt }) {
      if (transcript === null || answeredAt === null) return [];
      const rehearsal = await readRehearsal(tenancy.of(workspaceId), workspaceId, id);
      if (!rehearsal) return [];
      const times = { durationMs: durationSeconds * 1_000, epochMs: answeredAt.getTime() };
      return rehearse(rehearsal, { transcript, ...times });
    },
  };
}

async function addCalls(db: Db, workspaceId: string, calls: readonly DemoCall[]): Promise<void> {
  await addMadeCalls(
    db,
    workspaceId,
    calls.map(({ row }) => row),
  );
  const rehearsals = calls.flatMap(({ row, rehearsal }) => (rehearsal ? [{ id: row.id, ...rehearsal }] : []));
  await addRehearsals(db, workspaceId, rehearsals);
}

/** Demo workspaces: full of what a month of work leaves behind. */
import { randomUUID } from "node:crypto";
import type { Currency, Entry } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { type FreshAgent, makeAgents } from "./agents.ts";
import { addSeededWidgets } from "../widgets/store.ts";
import { createBatchMaker } from "./batches.ts";
import { makeCredits, makeActivity } from "./seeded-records.ts";
import { makeSamples, makeVoices } from "./seeded-voices.ts";
import { makeCalls, rehearse, type DemoCall } from "./calls.ts";
import { makeChats, makeContacts, makeDocuments, makeFilters, makeKeys, makeWidgets } from "./work.ts";
import { makeChecks, makeTests } from "./checks-and-tests.ts";
import type { Seeds } from "./seeds.ts";
import { addGeneratedCalls, markUnindexed, readGeneratedCall } from "./store.ts";

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
  /**
   * Somebody will open one soon. Makes the calls of one and forgets them, once: code that has run before is faster, and the first visitor
   * need not wait for that.
   */
  warmUp(): Promise<void>;
  /** What happened in a demo call; empty for any other. */
  journal(call: RehearsedCall): Promise<Entry[]>;
}

export interface DemoParts {
  tenancy: Tenancy;
  seeds: Seeds;
  now(): Date;
  /** Of the recordings that demo workspaces share, those that are there to be heard. */
  recorded(): ReadonlySet<string>;
  /** The workspace's, as a transaction sees it. */
  currency(db: Db, workspaceId: string): Promise<Currency>;
  /** A workspace was filled. */
  opened(): void;
}

export function createDemo({ tenancy, seeds, now, recorded, currency, opened }: DemoParts): Demo {
  let warming: Promise<void> | undefined;
  return {
    async fill(workspaceId) {
      const at = now();
      const agents = makeAgents(workspaceId, at);
      const voices = makeVoices(workspaceId, at);
      const samples = makeSamples(workspaceId, voices, at);
      const there = recorded();
      const batches = createBatchMaker(workspaceId, agents);
      await tenancy.of(workspaceId).transaction(async (db) => {
        await seeds.agents(db, workspaceId, agents);
        await seeds.numbers(db, workspaceId, agents);
        const calls: DemoCall[] = [];
        let writing: Promise<void> = Promise.resolve();
        for await (const some of makeCalls(workspaceId, agents, at)) {
          for (const { row } of some) if (row.recording) row.recordingClosed = there.has(row.recording);
          for (const call of some) batches.take(call);
          calls.push(...some);
          await writing;
          writing = addCalls(seeds, db, workspaceId, some);
          writing.catch(() => undefined);
        }
        const credits = makeCredits(workspaceId, calls, samples, at);
        const { activity, readUntil } = makeActivity(workspaceId, agents, calls, at);
        await writing;
        await seeds.voices(db, workspaceId, voices, samples);
        await seeds.credits(db, workspaceId, await currency(db, workspaceId), credits);
        await seeds.events(db, workspaceId, activity, readUntil);
        await seeds.batches(db, workspaceId, batches.made());
        await addWork(seeds, db, { workspaceId, agents, calls, at });
        await markUnindexed(db, workspaceId);
      });
      opened();
    },
    warmUp: () => (warming ??= makeAndForget(now())),
    async journal({ id, workspaceId, transcript, durationSeconds, answeredAt }) {
      if (transcript === null || answeredAt === null) return [];
      const generated = await readGeneratedCall(tenancy.of(workspaceId), workspaceId, id);
      if (!generated) return [];
      const times = { durationMs: durationSeconds * 1_000, epochMs: answeredAt.getTime() };
      return rehearse(generated, { transcript, ...times });
    },
  };
}

async function makeAndForget(at: Date): Promise<void> {
  const workspaceId = randomUUID();
  for await (const some of makeCalls(workspaceId, makeAgents(workspaceId, at), at)) JSON.stringify(some);
}

interface Worked {
  workspaceId: string;
  agents: readonly FreshAgent[];
  calls: readonly DemoCall[];
  at: Date;
}

async function addWork(seeds: Seeds, db: Db, { workspaceId, agents, calls, at }: Worked): Promise<void> {
  await seeds.contacts(db, workspaceId, makeContacts(calls));
  await seeds.documents(db, workspaceId, makeDocuments(workspaceId, agents, at));
  const { visitors, threads } = makeChats(workspaceId, agents, at);
  await seeds.visitors(db, workspaceId, visitors);
  await seeds.threads(db, workspaceId, threads);
  await addSeededWidgets(db, makeWidgets(workspaceId, agents));
  const { rules, checked } = makeChecks(workspaceId, calls, at);
  await seeds.checks(db, workspaceId, rules, checked);
  await seeds.keys(db, workspaceId, makeKeys(workspaceId, calls, at));
  await seeds.filters(db, workspaceId, makeFilters(workspaceId, agents));
  await seeds.tests(db, workspaceId, makeTests(agents, at));
}

async function addCalls(seeds: Seeds, db: Db, workspaceId: string, calls: readonly DemoCall[]): Promise<void> {
  await seeds.calls(
    db,
    workspaceId,
    calls.map(({ row }) => row),
  );
  const generated = calls.flatMap(({ row, generated }) => (generated ? [{ id: row.id, ...generated }] : []));
  await addGeneratedCalls(db, workspaceId, generated);
}

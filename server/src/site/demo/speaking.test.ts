import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Synthesiser } from "@ongea/conversation";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openCredits } from "../../accounts/open-credits.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { spokenJournal } from "./calls.ts";
import { SEEDS } from "../../seeds.ts";
import { createDemo } from "./demo.ts";
import { createSpeaking } from "./speaking.ts";
import { SPOKEN } from "./spoken.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});

afterAll(() => database.close());

/** A voice that takes 60 ms a letter. */
function humming(pace: number): Synthesiser {
  return {
    name: "humming",
    async *speak({ text }) {
      yield { samples: new Int16Array(Math.round((text.length * 960) / pace)).fill(9_000), sampleRateHz: 16_000 };
    },
  };
}

test("the calls that can be heard are spoken once, as long as their journals, each side on its own channel", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-spoken-"));
  const paces: number[] = [];
  const speaking = createSpeaking({
    folder,
    db: database.everywhere,
    voice: (_, pace) => humming((paces.push(pace), pace)),
    log: pino({ level: "silent" }),
    restMs: 0,
  });
  const workspaceId = await openTestWorkspace(database);
  const demo = createDemo({
    tenancy: database,
    seeds: SEEDS,
    now: () => new Date(),
    recorded: () => speaking.recorded(),
    currency: openCredits(database).currency,
    opened: () => speaking.wake(),
  });
  await demo.fill(workspaceId);
  await expect.poll(() => speaking.recorded().size, { timeout: 60_000 }).toBe(SPOKEN.length);
  await expect.poll(() => heard(workspaceId), { timeout: 10_000 }).toBe(SPOKEN.length);
  for (const call of SPOKEN) {
    const { journal, durationMs } = spokenJournal(call);
    const file = join(folder, call.recording);
    expect(statSync(file).size).toBe(44 + durationMs * 64);
    const [first] = journal.filter((entry) => entry.kind === "turn");
    expect(loudAt(file, (first?.startMs ?? 0) + 300)).toEqual([0, 9_000]);
  }
  const spoken = paces.length;
  speaking.wake();
  const later = await openTestWorkspace(database);
  await demo.fill(later);
  expect(await heard(later)).toBe(SPOKEN.length);
  await speaking.stop();
  expect(paces).toHaveLength(spoken);
});

async function heard(workspaceId: string): Promise<number> {
  const { rows } = await database
    .of(workspaceId)
    .execute<{ n: string }>(sql`select count(*) as n from executions where recording_closed and recording like 'demo/%'`);
  return Number(rows[0]?.n);
}

/** Caller on the left, assistant on the right. */
function loudAt(file: string, ms: number): number[] {
  const bytes = readFileSync(file);
  return [0, 2].map((channel) => bytes.readInt16LE(44 + ms * 64 + channel));
}

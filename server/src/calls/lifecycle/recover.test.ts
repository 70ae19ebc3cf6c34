/** A call whose server was killed gets its end once; what is masked in its recording is silent before anybody hears it. */
import { randomUUID } from "node:crypto";
import type { Entry } from "@ongea/contract";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { MaskSound } from "../recording/mask-sound.ts";
import type { CallRow, CallWrite } from "../records/store.ts";
import { newCallRow } from "../records/new-call-row.ts";
import { recoverCall } from "./recover.ts";

const row: CallRow = {
  ...newCallRow({ id: null, name: "Desk", workspaceId: randomUUID() }, null),
  id: randomUUID(),
  provider: "sip",
  direction: "inbound",
  status: "in-progress",
  recording: "2026/11/30/1.wav",
  traits: { masked: "sealed" },
};
const JOURNAL: Entry[] = [
  {
    kind: "turn",
    by: "caller",
    index: 0,
    text: "[card]",
    startMs: 0,
    endMs: 900,
    loudness: [],
    silenced: [{ fromMs: 0, toMs: 900 }],
  },
];

async function recovered(maskSound: MaskSound): Promise<CallWrite["finish"]> {
  let finish: CallWrite["finish"];
  await recoverCall(row, {
    store: { entries: async () => JOURNAL, apply: async (_call, write) => void (finish = write.finish) },
    recordings: { path: () => "/1.wav", repair: () => 4_000 },
    maskSound,
    log: pino({ level: "silent" }),
    ended: async () => () => undefined,
    costOf: () => row.cost,
  });
  return finish;
}

test("its recording is masked by what its journal says, behind the repair of its length", async () => {
  const masked: unknown[] = [];
  const finish = await recovered(async ({ recording, traits }, journal) => masked.push([recording, traits, journal]) > 0);
  expect(masked).toEqual([["2026/11/30/1.wav", { masked: "sealed" }, JOURNAL]]);
  expect(finish).toMatchObject({ recording: "2026/11/30/1.wav", recordingClosed: true });
});

test("one that cannot be masked stays for a later try", async () => {
  expect(await recovered(async () => false)).toMatchObject({ recording: "2026/11/30/1.wav", recordingClosed: false });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type ArchiveParts, createArchive } from "./archive.ts";
import type { CallRow } from "../records/store.ts";

const HERE = randomUUID();
const ELSEWHERE = randomUUID();

type Row = Pick<CallRow, "endedAt" | "status" | "ownerId">;
type Recorded = Pick<CallRow, "recording" | "recordingClosed" | "endedAt" | "traits">;

const unused = (): never => {
  throw new Error("is not asked");
};
const archiveOf = (row: Row | Recorded | undefined, recordings: ArchiveParts["recordings"]) =>
  createArchive({
    publicUrl: "https://ongea.example",
    calls: { find: () => undefined, live: () => undefined },
    store: { read: async () => row } as never,
    recordings,
    analyses: { read: unused },
    plans: { retries: unused },
    search: unused as never,
    ownerId: HERE,
    rehearsed: unused,
  });

test.each<[string, Row | undefined, string]>([
  ["nobody knows", undefined, "call.not_found"],
  ["is over", { endedAt: new Date(0), status: "completed", ownerId: ELSEWHERE }, "call.ended"],
  ["is planned", { endedAt: null, status: "scheduled", ownerId: null }, "call.ended"],
  ["has just ended here, and its end is not written yet", { endedAt: null, status: "in-progress", ownerId: HERE }, "call.ended"],
  ["another server carries", { endedAt: null, status: "in-progress", ownerId: ELSEWHERE }, "call.server_unreachable"],
  ["no server carries any more", { endedAt: null, status: "in-progress", ownerId: null }, "call.server_unreachable"],
])("nothing can be done here with a call that %s", async (_, row, code) => {
  const archive = archiveOf(row, { path: unused, whole: unused, remove: unused });
  await expect(archive.running({ id: randomUUID(), workspaceId: randomUUID() })).rejects.toMatchObject({ code });
});

test("a recording that is not masked yet is for nobody, and its whole for no one where it is not stored", async () => {
  const call = { id: randomUUID(), workspaceId: randomUUID() };
  const recorded: Recorded = { recording: "a.wav", recordingClosed: true, endedAt: new Date(0), traits: { masked: "sealed" } };
  const whole = { size: 1, read: unused };
  const here = { path: () => "/a.wav", whole: async () => whole, remove: unused };
  const withheld = archiveOf({ ...recorded, recordingClosed: false }, here);
  await expect(withheld.recordingPath(call)).rejects.toMatchObject({ code: "call.recording_withheld" });
  await expect(withheld.wholeRecording(call)).rejects.toMatchObject({ code: "call.recording_withheld" });
  expect(await archiveOf({ ...recorded, recordingClosed: false, traits: {} }, here).recordingPath(call)).toBeUndefined();
  expect(await archiveOf(recorded, here).recordingPath(call)).toBe("/a.wav");
  expect(await archiveOf(recorded, here).wholeRecording(call)).toBe(whole);
  expect(await archiveOf({ ...recorded, traits: {} }, here).wholeRecording(call)).toEqual({ path: "/a.wav" });
  for (const [row, whereWhole] of [
    [recorded, async () => undefined],
    [{ ...recorded, traits: { masked: "gone" } }, async () => whole],
  ] satisfies [Recorded, ArchiveParts["recordings"]["whole"]][]) {
    const archive = archiveOf(row, { ...here, whole: whereWhole });
    await expect(archive.wholeRecording(call)).rejects.toMatchObject({ code: "call.no_whole_recording" });
  }
});

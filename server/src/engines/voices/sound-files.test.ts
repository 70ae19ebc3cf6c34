import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSoundFiles, type SoundFiles } from "./sound-files.ts";

const SOUND = { samples: new Int16Array(1_000).fill(500), sampleRateHz: 8_000 };
let folder = "";
let files: SoundFiles;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ongea-sounds-"));
  files = createSoundFiles(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a sample that would be too much for its workspace is refused, and leaves nothing behind", async () => {
  const [workspaceId, id] = [randomUUID(), randomUUID()];
  const room = { usedBytes: 9_000, mostBytes: 10_000 };
  await expect(files.keep(workspaceId, id, SOUND, room)).rejects.toMatchObject({ code: "voice.no_room" });
  expect(await files.path(workspaceId, id)).toBeUndefined();
  expect(await files.keep(workspaceId, id, SOUND, { ...room, usedBytes: 0 })).toBe(2_044);
  expect(await files.path(workspaceId, id)).toMatch(/\.wav$/);
  await files.removeAll(workspaceId);
  expect(await files.path(workspaceId, id)).toBeUndefined();
});

test("the same sentence in the same voice is made once, also when many want it at once; a failure is tried again", async () => {
  const key = randomUUID();
  let made = 0;
  const make = async () => {
    made++;
    if (made === 1) throw new Error("The voice failed");
    return SOUND;
  };
  await expect(files.preview(key, make)).rejects.toThrow("failed");
  const all = await Promise.all([1, 2, 3].map(() => files.preview(key, make)));
  expect(new Set(all.map((wav) => wav.toString("hex"))).size).toBe(1);
  await createSoundFiles(folder).preview(key, make);
  expect(made).toBe(2);
  expect(readdirSync(join(folder, "previews"))).toHaveLength(1);
});

test("a name that climbs out of the folder is no name", async () => {
  await expect(async () => files.remove("../..", randomUUID())).rejects.toThrow("not an id");
});

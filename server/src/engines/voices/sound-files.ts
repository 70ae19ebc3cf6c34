/** Samples and previews as files: written whole or not at all, with a limit for each workspace and one for all previews. */
import { errorCode } from "../../platform/error-code.ts";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, statfsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { wavOf } from "@ongea/conversation";
import { refuse } from "../../platform/http/refuse.ts";
import type { Sound } from "./studio.ts";

export interface SoundFiles {
  /** Refuses with "voice.no_room". Returns its bytes. */
  keep(workspaceId: string, id: string, sound: Sound, room: { usedBytes: number; mostBytes: number }): Promise<number>;
  /** Where a sample lies; undefined when it is not there. */
  path(workspaceId: string, id: string): Promise<string | undefined>;
  remove(workspaceId: string, id: string): Promise<void>;
  removeAll(workspaceId: string): Promise<void>;
  /** A preview by what it says, in which voice; made when it is not there. */
  preview(key: string, make: () => Promise<Sound>): Promise<Buffer>;
}

const NAME = /^[0-9a-f-]{36}$/;
const LEAST_FREE_BYTES = 128 * 1_048_576;
const MOST_PREVIEWS = 400;

export function createSoundFiles(folder: string): SoundFiles {
  const samples = join(folder, "samples");
  const previews = join(folder, "previews");
  mkdirSync(samples, { recursive: true, mode: 0o700 });
  mkdirSync(previews, { recursive: true, mode: 0o700 });
  const ofWorkspace = (workspaceId: string): string => join(samples, named(workspaceId));
  const file = (workspaceId: string, id: string): string => join(ofWorkspace(workspaceId), `${named(id)}.wav`);
  const making = new Map<string, Promise<Buffer>>();

  async function makePreview(path: string, make: () => Promise<Sound>): Promise<Buffer> {
    const known = await readFile(path).catch(() => undefined);
    if (known) {
      // The longest unheard goes first.
      await utimes(path, new Date(), new Date()).catch(() => {});
      return known;
    }
    const wav = wavBytes(await make());
    // A disk that is full keeps nothing, and is heard all the same.
    if (hasRoom(folder, wav.length)) await writeWhole(path, wav).then(() => forget(previews), onlyWhereFull);
    return wav;
  }

  return {
    async keep(workspaceId, id, sound, { usedBytes, mostBytes }) {
      const wav = wavBytes(sound);
      if (usedBytes + wav.length > mostBytes || !hasRoom(folder, wav.length)) throw refuse("voice.no_room");
      try {
        await mkdir(ofWorkspace(workspaceId), { recursive: true, mode: 0o700 });
        await writeWhole(file(workspaceId, id), wav);
      } catch (error) {
        onlyWhereFull(error);
        throw refuse("voice.no_room");
      }
      return wav.length;
    },
    async path(workspaceId, id) {
      const path = file(workspaceId, id);
      return (await stat(path).catch(() => undefined)) && path;
    },
    remove: (workspaceId, id) => rm(file(workspaceId, id), { force: true }),
    removeAll: (workspaceId) => rm(ofWorkspace(workspaceId), { recursive: true, force: true }),
    preview(key, make) {
      const path = join(previews, `${named(key)}.wav`);
      const known = making.get(key);
      if (known) return known;
      const made = makePreview(path, make).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

/** Others write to this disk too: what had room a moment ago may have none. */
function onlyWhereFull(error: unknown): void {
  if (errorCode(error) !== "ENOSPC") throw error;
}

function named(name: string): string {
  if (!NAME.test(name)) throw new Error("A name of a sound file is not an id");
  return name;
}

function wavBytes({ samples, sampleRateHz }: Sound): Buffer {
  return Buffer.from(wavOf(samples, sampleRateHz));
}

function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > LEAST_FREE_BYTES + bytes;
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Those that were not heard for the longest time. */
async function forget(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MOST_PREVIEWS) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - MOST_PREVIEWS);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
}

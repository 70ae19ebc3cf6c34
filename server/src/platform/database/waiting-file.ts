/** Lines on disk that only ever grow, flushed together, until they are all taken away at once. */
import { createReadStream, existsSync } from "node:fs";
import { appendFile, open, rename, rm, type FileHandle } from "node:fs/promises";
import type { Log } from "../log/log.ts";

export interface WaitingFile {
  /** Resolves when the line is on the disk, or when the disk will not take it: then it is tried again with the next one. */
  append(line: string): Promise<void>;
  /**
   * The lines that are there, by what `parse` makes of them. Those of which it makes nothing, and a last one that was cut off by a kill, go
   * into `<file>.unreadable`, flushed, before they leave the file.
   */
  read<T>(parse: (line: string) => T | undefined): Promise<{ lines: T[]; unreadable: number }>;
  /** Takes all lines away, unless `still` says otherwise when it is its turn. */
  clear(still: () => boolean): Promise<void>;
  setAside(line: string): Promise<void>;
  close(): Promise<void>;
}

const NEW_LINE = Buffer.from("\n");
/** No line of ours is as long: all together may be 32 MB, in base64. */
const MOST_LINE_BYTES = 48 * 1_024 * 1_024;

export function openWaitingFile(path: string, log: Log): WaitingFile {
  let file: FileHandle | undefined;
  /** What the disk has not taken yet. */
  let unwritten = "";
  /** Of the file that is whole lines. */
  let goodBytes: number | undefined;
  const inTurn = oneAfterTheOther();
  let flushing: Promise<void> | undefined;
  let isTroubled = false;

  async function flush(): Promise<void> {
    flushing = undefined;
    const lines = unwritten;
    if (lines === "") return;
    try {
      file ??= await open(path, "a+", 0o600);
      goodBytes ??= (await file.stat()).size;
      const bytes = Buffer.from(lines);
      await file.appendFile(bytes);
      await file.datasync();
      goodBytes += bytes.length;
      unwritten = unwritten.slice(lines.length);
      isTroubled = false;
    } catch (error) {
      // Half a line must not stay before the next attempt.
      if (file && goodBytes !== undefined) await file.truncate(goodBytes).catch(() => undefined);
      if (!isTroubled) log.error({ err: error }, "What waits for the database cannot be kept on disk, only in memory");
      isTroubled = true;
    }
  }

  return {
    append(line) {
      unwritten += `${line}\n`;
      flushing ??= inTurn(flush);
      return flushing;
    },
    read: (parse) =>
      inTurn(async () => {
        if (!existsSync(path)) return { lines: [], unreadable: 0 };
        const found = await sorted(path, parse);
        file ??= await open(path, "a+", 0o600);
        goodBytes = (await file.stat()).size;
        return found;
      }),
    clear: (still) =>
      inTurn(async () => {
        if (!still()) return;
        unwritten = "";
        if (!file) return;
        await file.truncate(0);
        goodBytes = 0;
      }).catch((error: unknown) => log.error({ err: error }, "What has been written could not be taken from the file")),
    setAside: (line) =>
      inTurn(() => appendFile(`${path}.refused`, `${line}\n`, { mode: 0o600 })).catch((error: unknown) =>
        log.error({ err: error }, "A refused write could not be set aside"),
      ),
    close: () => inTurn(close),
  };

  async function close(): Promise<void> {
    await flush();
    await file?.close();
    file = undefined;
  }
}

/** Bytes and not text: what is damaged may be anything. The file is replaced only where something was, and only when that is safe. */
async function sorted<T>(path: string, parse: (line: string) => T | undefined): Promise<{ lines: T[]; unreadable: number }> {
  const lines: T[] = [];
  const good = await open(`${path}.good`, "w", 0o600);
  let bad: FileHandle | undefined;
  let unreadable = 0;
  try {
    for await (const { bytes, isWhole } of piecesOf(path)) {
      if (bytes.length === 0) continue;
      const line = isWhole ? parse(bytes.toString("latin1")) : undefined;
      if (line !== undefined) lines.push(line);
      else unreadable++;
      const file = line === undefined ? (bad ??= await open(`${path}.unreadable`, "a", 0o600)) : good;
      await file.appendFile(Buffer.concat([bytes, NEW_LINE]));
    }
    await Promise.all([good.datasync(), bad?.datasync()]);
  } finally {
    await Promise.all([good.close(), bad?.close()]);
  }
  if (unreadable > 0) await rename(`${path}.good`, path);
  else await rm(`${path}.good`);
  return { lines, unreadable };
}

/** Line after line; one that is longer than any of ours comes in pieces, and neither is whole. */
async function* piecesOf(path: string): AsyncGenerator<{ bytes: Buffer; isWhole: boolean }> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isWhole = true;
  const taken = (): { bytes: Buffer; isWhole: boolean } => {
    const piece = { bytes: Buffer.concat(rest), isWhole };
    [rest, restBytes] = [[], 0];
    return piece;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      rest.push(chunk.subarray(from, at));
      yield taken();
      isWhole = true;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MOST_LINE_BYTES) {
      isWhole = false;
      yield taken();
    }
  }
  isWhole = false;
  yield taken();
}

function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
}

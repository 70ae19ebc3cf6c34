/** Lines on disk that only ever grow, flushed together, until they are all taken away at once. */
import { existsSync } from "node:fs";
import { appendFile, open, readFile, type FileHandle } from "node:fs/promises";
import type { Log } from "../log/log.ts";

export interface WaitingFile {
  /** Resolves when the line is on the disk, or when the disk will not take it: then it is tried again with the next one. */
  append(line: string): Promise<void>;
  /** The lines that are there. A last one that was cut off by a kill is none. */
  read(): Promise<string[]>;
  /** Takes all lines away, unless `still` says otherwise when it is its turn. */
  clear(still: () => boolean): Promise<void>;
  setAside(line: string): Promise<void>;
  close(): Promise<void>;
}

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
    read: () =>
      inTurn(async () => {
        if (!existsSync(path)) return [];
        const whole = await wholeLines(path);
        file ??= await open(path, "a+", 0o600);
        goodBytes = Buffer.byteLength(whole);
        await file.truncate(goodBytes);
        return whole.split("\n").filter((line) => line !== "");
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

async function wholeLines(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
}

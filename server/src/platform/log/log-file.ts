/** The log's file. A full disk neither ends nor holds up anything: lines wait up to a length, then are left out and counted. */
import { closeSync, openSync, write, writeSync } from "node:fs";

export interface LogFile {
  write(line: string): void;
  /** Hands over what waits, as far as the disk takes it. */
  flush(): void;
}

const MOST_WAITING_CHARACTERS = 1_048_576;
const TRY_AGAIN_MS = 1_000;

export function openLogFile(path: string): LogFile {
  const file = openSync(path, "a", 0o600);
  let waiting = "";
  let leftOut = 0;
  let isWriting = false;
  /** Of `waiting`, in bytes: the part that a nearly full disk has taken already. */
  let bytes = Buffer.alloc(0);

  function next(): void {
    if (isWriting) return;
    if (bytes.length === 0) {
      if (waiting === "") return;
      bytes = Buffer.from(waiting + complaint());
      waiting = "";
    }
    isWriting = true;
    write(file, bytes, (error, count) => {
      if (error) return void setTimeout(again, TRY_AGAIN_MS).unref();
      bytes = bytes.subarray(count);
      again();
    });
  }
  function again(): void {
    isWriting = false;
    next();
  }
  function complaint(): string {
    const count = leftOut;
    leftOut = 0;
    return count === 0
      ? ""
      : `${JSON.stringify({ level: 50, count, msg: "Lines of the log were left out: the disk was full" })}\n`;
  }
  function flush(): void {
    if (isWriting) return;
    try {
      writeSync(file, bytes.length > 0 ? bytes : Buffer.from(waiting));
      if (bytes.length === 0) waiting = "";
      bytes = Buffer.alloc(0);
    } catch {
      // It is full still.
    }
  }
  process.once("exit", () => {
    isWriting = false;
    flush();
    flush();
    closeSync(file);
  });
  return {
    write(line) {
      if (waiting.length + line.length > MOST_WAITING_CHARACTERS) leftOut++;
      else waiting += line;
      next();
    },
    flush,
  };
}

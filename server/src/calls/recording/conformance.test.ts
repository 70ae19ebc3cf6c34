/** Every recorder against the suite of its port: the media thread's end of it, and the whole way to the file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSound } from "@ongea/conversation";
import {
  recorderConformance,
  type ConformanceCase,
  type Recorded,
  type RecorderUnderTest,
  type Subject,
} from "@ongea/conversation/conformance";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChunkedRecorder } from "../../engines/recording/chunked-recorder.ts";
import type { ToWriter } from "../../engines/recording/messages.ts";
import { createRecordings, type Recordings } from "../../engines/recording/recordings.ts";
import { postToWriter } from "../../engines/recording/writer-messages.ts";

const RATE_HZ = 8_000;
/** A frame within this of the end of what was laid belongs right behind it. */
const TREMBLE_MS = 60;

const folder = mkdtempSync(join(tmpdir(), "ongea-recorder-"));
let recordings: Recordings;
let count = 0;
beforeAll(() => {
  recordings = createRecordings({ folder, log: pino({ level: "silent" }), leastFreeMb: 0 });
});
afterAll(async () => {
  await recordings.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("chunks on their way to the writer", () => {
  tell(recorderConformance({ open: chunks, trembleMs: TREMBLE_MS }));
});

describe("a recording in its file", () => {
  tell(recorderConformance({ open: file, trembleMs: TREMBLE_MS }));
});

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 20_000);
}

async function chunks(): Promise<Subject<RecorderUnderTest>> {
  const sent: ToWriter[] = [];
  // As a port does it: what is sent is a copy.
  const tell = (message: ToWriter): void => void sent.push(structuredClone(message));
  const recorder = new ChunkedRecorder("call", tell, RATE_HZ);
  recorder.begin();
  const finish = async (untilMs: number): Promise<Recorded> => {
    recorder.close(untilMs);
    const laid = { caller: new Int16Array(RATE_HZ * 10), assistant: new Int16Array(RATE_HZ * 10) };
    let end = (untilMs * RATE_HZ) / 1_000;
    for (const message of sent) {
      if (message.kind !== "sound") continue;
      const at = Math.round((message.atMs * RATE_HZ) / 1_000);
      laid[message.side].set(message.samples, at);
      end = Math.max(end, at + message.samples.length);
    }
    return { caller: laid.caller.slice(0, end), assistant: laid.assistant.slice(0, end) };
  };
  return { adapter: { recorder, sampleRateHz: RATE_HZ, finish }, pass, close: () => undefined };
}

/** One thread writes them all, as in a server. */
async function file(): Promise<Subject<RecorderUnderTest>> {
  const id = `call-${++count}`;
  const name = recordings.open(id, new Date(0), RATE_HZ) ?? "";
  const recorder = new ChunkedRecorder(id, postToWriter(recordings.source()), RATE_HZ);
  recorder.begin();
  // A thread takes long to start on a busy machine.
  await expect.poll(() => recordings.path(name)).toBeDefined();
  const finish = async (untilMs: number): Promise<Recorded> => {
    recorder.close(untilMs);
    await recordings.written(id);
    const bytes = readFileSync(join(folder, name));
    const at = findSound(bytes)?.dataAt ?? 0;
    const blocks = Math.floor((bytes.length - at) / 4);
    const side = (channel: number): Int16Array =>
      Int16Array.from({ length: blocks }, (_, block) => bytes.readInt16LE(at + block * 4 + channel * 2));
    return { caller: side(0), assistant: side(1) };
  };
  return { adapter: { recorder, sampleRateHz: RATE_HZ, finish }, pass, close: () => undefined };
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

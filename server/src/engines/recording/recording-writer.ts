/** The thread that writes recordings, so that a slow disk never holds up sound or the server. */
import { errorCode } from "../../platform/error-code.ts";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, type MessagePort } from "node:worker_threads";
import type { FromWriter, ToWriter } from "./messages.ts";
import { TwoChannelWav } from "./two-channel-wav.ts";

const FLUSH_EVERY_MS = 400;

const open = new Map<string, TwoChannelWav>();
/** Recordings of calls whose sound may not be kept yet: there is no file of them. */
const awaited = new Map<string, { path: string; sampleRateHz: number }>();

if (parentPort) {
  listen(parentPort);
  setInterval(() => {
    for (const [callId, file] of open) attempt(callId, () => file.flush());
  }, FLUSH_EVERY_MS);
}

function listen(port: MessagePort): void {
  port.on("message", (messages: readonly ToWriter[]) => messages.forEach(hear));
}

function hear(message: ToWriter): void {
  if (message.kind === "source") return listen(message.port);
  if (message.kind === "no-room") {
    for (const callId of [...open.keys(), ...awaited.keys()]) giveUp(callId, new Error("there is no room for recordings"), true);
    return;
  }
  attempt(message.callId, () => obey(message));
}

function obey(message: Exclude<ToWriter, { kind: "source" | "no-room" }>): void {
  const file = open.get(message.callId);
  switch (message.kind) {
    case "open":
      awaited.set(message.callId, message);
      return;
    case "begin":
      return begin(message.callId);
    case "sound":
      file?.add(message.side, message.atMs, message.samples);
      return;
    case "close":
      file?.close(message.untilMs);
      // One that never began has no file.
      if (awaited.delete(message.callId) || open.delete(message.callId))
        tell({ kind: "written", callId: message.callId, durationMs: file?.durationMs ?? 0 });
  }
}

function begin(callId: string): void {
  const place = awaited.get(callId);
  if (!place) return;
  awaited.delete(callId);
  mkdirSync(dirname(place.path), { recursive: true, mode: 0o700 });
  open.set(callId, new TwoChannelWav(place.path, place.sampleRateHz));
}

/** A full disk ends one recording, never the call or the others. */
function attempt(callId: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    giveUp(callId, error, isDiskFull(error));
  }
}

/** What has been written stays, with its true length. */
function giveUp(callId: string, error: unknown, isFull: boolean): void {
  const durationMs = open.get(callId)?.abandon() ?? 0;
  open.delete(callId);
  awaited.delete(callId);
  tell({ kind: "trouble", callId, durationMs, isFull, message: error instanceof Error ? error.message : String(error) });
}

function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "");
}

function tell(message: FromWriter): void {
  parentPort?.postMessage(message);
}

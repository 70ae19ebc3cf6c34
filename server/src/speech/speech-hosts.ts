/** The processes that speak and listen for all media threads: started, watched and stopped here. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBuiltinHost, type HostEvent, type SpeechHost } from "@ongea/providers/hosts";
import type { Log } from "../platform/log/log.ts";

export interface SpeechPart {
  part: "ears" | "voice" | "mind";
  name: string;
  ready: boolean;
  note?: string;
}

export interface SpeechHosts {
  readonly builtinSocket: string;
  /** For people: what hears, speaks and thinks. */
  parts(): SpeechPart[];
  stop(): Promise<void>;
}

export async function startSpeechHosts(dataDir: string, log: Log): Promise<SpeechHosts> {
  const folder = socketFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const builtinSocket = join(folder, "builtin.sock");
  rmSync(builtinSocket, { force: true });
  const builtin: SpeechHost = await startBuiltinHost({ socketPath: builtinSocket, onEvent: (event) => note(log, event) });
  return {
    builtinSocket,
    parts: () => [{ part: "voice", name: "flite and espeak-ng", ready: builtin.pid !== undefined }],
    stop: () => builtin.stop(),
  };
}

/** A socket's path may be only about 100 bytes long. */
function socketFolder(dataDir: string): string {
  const near = join(dataDir, "run");
  if (near.length < 80) return near;
  return join(tmpdir(), `ongea-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}-speech`);
}

function note(log: Log, event: HostEvent): void {
  if (event.kind === "said") log.info({ line: event.line }, "A speech host said something");
  else if (event.kind === "ready") log.info({ pid: event.pid, tookMs: Math.round(event.tookMs) }, "A speech host is ready");
  else log.warn({ code: event.code, signal: event.signal, restartInMs: event.restartInMs }, "A speech host stopped");
}

/** The processes that speak and listen for all media threads: started, watched and stopped here. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBuiltinHost, type HostEvent, type SpeechHost } from "@ongea/providers/hosts";
import { z } from "zod";
import type { Log } from "../platform/log/log.ts";

export interface SpeechPart {
  part: "ears" | "voice" | "mind";
  name: string;
  ready: boolean;
  note?: string;
}

/** What was chosen besides what is built in: its model and where it is. */
export interface ChosenProviders {
  model?: { baseUrl: string; model: string } | undefined;
  recogniser?: { baseUrl: string; model: string } | undefined;
  voice?: { baseUrl: string; model: string; voice: string } | undefined;
}

export interface SpeechHosts {
  readonly builtinSocket: string;
  /** For people: what hears, speaks and thinks. */
  parts(): SpeechPart[];
  stop(): Promise<void>;
}

export async function startSpeechHosts(dataDir: string, chosen: ChosenProviders, log: Log): Promise<SpeechHosts> {
  const folder = socketFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const builtinSocket = join(folder, "builtin.sock");
  rmSync(builtinSocket, { force: true });
  const builtin: SpeechHost = await startBuiltinHost({ socketPath: builtinSocket, onEvent: (event) => note(log, event) });
  return {
    builtinSocket,
    parts: () => [...chosenParts(chosen), ...partsOf(builtin)],
    stop: () => builtin.stop(),
  };
}

/** The host says which engines it found. */
const Facts = z.looseObject({
  voice: z.looseObject({ engines: z.array(z.string()) }).optional(),
  ears: z.looseObject({ installed: z.boolean() }).optional(),
});

function chosenParts({ recogniser, model, voice }: ChosenProviders): SpeechPart[] {
  const at = (provider: { baseUrl: string; model: string }, fallback: string): string =>
    `${provider.model || fallback} at ${new URL(provider.baseUrl).host}`;
  return [
    ...(recogniser ? [{ part: "ears" as const, name: at(recogniser, ""), ready: true }] : []),
    ...(model ? [{ part: "mind" as const, name: at(model, "each assistant's model"), ready: true }] : []),
    ...(voice ? [{ part: "voice" as const, name: `${voice.voice}, ${at(voice, "")}`, ready: true }] : []),
  ];
}

function partsOf(builtin: SpeechHost): SpeechPart[] {
  const facts = Facts.safeParse(builtin.facts).data ?? {};
  const engines = facts.voice?.engines ?? [];
  const ready = builtin.pid !== undefined;
  return [
    facts.ears?.installed
      ? { part: "ears", name: "PocketSphinx, English, guided by the expected answers", ready }
      : {
          part: "ears",
          name: "none: callers press keys or type",
          ready: false,
          note: "apt-get install libpocketsphinx3 pocketsphinx-en-us",
        },
    { part: "mind", name: "guided dialogue", ready: true },
    engines.length > 0
      ? { part: "voice", name: engines.join(" and "), ready }
      : { part: "voice", name: "none", ready: false, note: "apt-get install flite espeak-ng" },
  ];
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

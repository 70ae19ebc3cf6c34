/** The processes that speak and listen for all media threads: started, watched and stopped here. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBuiltinHost, type HostEvent, type SpeechHost } from "@ongea/providers/hosts";
import { z } from "zod";
import type { Log } from "../platform/log/log.ts";
import { choose, type Choices, type Services } from "./choices.ts";
import { machineVoices, type MachineVoice } from "./machine-voices.ts";
import { modelOffers, startLocalModels, type ModelOffer } from "./local-models.ts";

export interface SpeechPart {
  part: "ears" | "mind" | "voice" | "end of turn";
  name: string;
  ready: boolean;
  /** What to do about it. */
  note?: string;
}

/** Plain data that media threads are given. */
export interface SpeechSetup {
  sockets: { builtin: string; local?: string };
  choices: Choices;
}

export interface SpeechHosts {
  readonly setup: SpeechSetup;
  /** Models that are not there, with what they would improve. */
  readonly offers: readonly ModelOffer[];
  /** Every voice that this machine speaks with. */
  voices(): MachineVoice[];
  /** For people: what hears, thinks and speaks, in the order in which they stand in for each other. */
  parts(): SpeechPart[];
  stop(): Promise<void>;
}

export interface SpeechOptions {
  dataDir: string;
  modelsFolder: string;
  services: Services;
  log: Log;
}

export async function startSpeechHosts({ dataDir, modelsFolder, services, log }: SpeechOptions): Promise<SpeechHosts> {
  const folder = socketFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socket = (name: string): string => {
    const path = join(folder, `${name}.sock`);
    rmSync(path, { force: true });
    return path;
  };
  const onEvent = (event: HostEvent): void => note(log, event);
  const sockets = { builtin: socket("builtin"), local: socket("local") };
  const builtin = await startBuiltinHost({ socketPath: sockets.builtin, onEvent });
  const local = await startLocalModels(modelsFolder, sockets.local, onEvent);
  for (const problem of local.problems) log.warn({ problem }, "A local model cannot be used");
  const choices = choose(services, local.models);
  return {
    setup: { choices, sockets: local.host ? sockets : { builtin: sockets.builtin } },
    offers: await modelOffers(modelsFolder),
    voices: () => machineVoices(builtin.facts, local.models),
    parts: () => [...partsOf(choices, builtin), ...local.problems.map(problemPart)],
    async stop() {
      await Promise.all([builtin.stop(), local.host?.stop()]);
    },
  };
}

/** The built-in host says which engines it found. */
const Facts = z.looseObject({
  voice: z.looseObject({ engines: z.array(z.string()) }).optional(),
  ears: z.looseObject({ installed: z.boolean() }).optional(),
});

function partsOf({ recognisers, minds, voices, endOfTurn }: Choices, builtin: SpeechHost): SpeechPart[] {
  const facts = Facts.safeParse(builtin.facts).data ?? {};
  const runs = builtin.pid !== undefined;
  const ears = facts.ears?.installed
    ? { ready: runs }
    : {
        ready: recognisers.length > 1,
        note: "PocketSphinx is not there: apt-get install libpocketsphinx3 pocketsphinx-en-us; until then callers press keys or type",
      };
  const engines = facts.voice?.engines ?? [];
  const voice = engines.length > 0 ? { ready: runs } : { ready: voices.length > 1, note: "apt-get install flite espeak-ng" };
  const named = (all: readonly { name: string }[]): string => all.map(({ name }) => name).join("; then ");
  return [
    { part: "ears", name: named(recognisers), ...ears },
    ...(endOfTurn ? [{ part: "end of turn" as const, name: endOfTurn.name, ready: true }] : []),
    { part: "mind", name: named(minds), ready: true },
    { part: "voice", name: named(voices.toSpliced(-1, 1, { ...last(voices), name: engines.join(" and ") || "none" })), ...voice },
  ];
}

function last<T>(all: readonly T[]): T {
  const found = all.at(-1);
  if (found === undefined) throw new Error("A list that is never empty is empty");
  return found;
}

function problemPart(problem: string): SpeechPart {
  return { part: "ears", name: "a local model", ready: false, note: problem };
}

/** A socket's path may be only about 100 bytes long. */
export function socketFolder(dataDir: string): string {
  const near = join(dataDir, "run");
  if (near.length < 80) return near;
  return join(tmpdir(), `ongea-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}-speech`);
}

function note(log: Log, event: HostEvent): void {
  if (event.kind === "said") log.info({ line: event.line }, "A speech host said something");
  else if (event.kind === "ready") log.info({ pid: event.pid, tookMs: Math.round(event.tookMs) }, "A speech host is ready");
  else log.warn({ code: event.code, signal: event.signal, restartInMs: event.restartInMs }, "A speech host stopped");
}

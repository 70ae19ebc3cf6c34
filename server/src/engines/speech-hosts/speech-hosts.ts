/** The processes that speak and listen for all media threads: started, watched and stopped here. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import {
  chosenSet,
  findInstalled,
  hearingFactor,
  setFor,
  startBuiltinHost,
  startSentenceHost,
  type HostEvent,
  type ModelSet,
  type SpeechHost,
} from "@ongea/providers/hosts";
import { CannotStart } from "../../platform/cannot-start.ts";
import type { Log } from "../../platform/log/log.ts";
import { choose, type Choices, type Services } from "./choices.ts";
import { createHearingSpeed, type HearingSpeed } from "./hearing-speed.ts";
import { machineVoices, type MachineVoice } from "./machine-voices.ts";
import { startLocalModels, type LocalModels } from "./local-models.ts";
import { createModelPull, type ModelPull } from "./model-pull.ts";
import { watchServices } from "./reach.ts";
import { hasBuiltinStt, partsOf, problemPart, slowRecognisers, type SpeechPart } from "./speech-parts.ts";

/** Plain data that media threads are given. */
export interface SpeechSetup {
  sockets: { builtin: string; local?: string; sentences?: string };
  choices: Choices;
}

export interface SpeechHosts {
  /** As it is now. */
  readonly setup: SpeechSetup;
  /** Models that are not there and fit this machine, and what becomes of fetching them. */
  readonly pull: ModelPull;
  /** Told when other models are there: calls that begin from then on have them. */
  onChange(listener: (setup: SpeechSetup) => void): void;
  /** The built-in STT is installed. */
  readonly hasBuiltinStt: boolean;
  /** Every voice that this machine speaks with. */
  voices(): MachineVoice[];
  /** For people: what hears, thinks and speaks, in the order in which they stand in for each other. */
  parts(): SpeechPart[];
  stop(): Promise<void>;
}

export interface SpeechOptions {
  dataDir: string;
  modelsFolder: string;
  mirror?: string | undefined;
  /** Ids of the models that are wanted; absent: those that fit. */
  wanted?: readonly string[] | undefined;
  /** Of the assistants. */
  languages: readonly string[];
  services: Services;
  log: Log;
}

export async function startSpeechHosts(options: SpeechOptions): Promise<SpeechHosts> {
  const { dataDir, modelsFolder, services, log } = options;
  const folder = socketFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socket = (name: string): string => {
    const path = join(folder, `${name}.sock`);
    rmSync(path, { force: true });
    return path;
  };
  const onEvent = (event: HostEvent): void => note(log, event);
  const sentencesSocket = socket("sentences");
  const sentences = startSentenceHost({
    socketPath: sentencesSocket,
    onEvent,
    onFailure: (err) => log.warn({ err }, "The sentence model cannot be started, and the rules go on alone"),
  });
  const builtinSocket = socket("builtin");
  const builtin = await startBuiltinHost({ socketPath: builtinSocket, onEvent });
  /** Of this start; those that others have taken the place of carry the calls that they have to the end. */
  const hosts: SpeechHost[] = [builtin];
  const listeners: ((setup: SpeechSetup) => void)[] = [];
  const startLocal = async (): Promise<LocalModels> => {
    const found = await startLocalModels(modelsFolder, socket(`local-${hosts.length}`), onEvent);
    for (const problem of found.problems) log.warn({ problem }, "A local model cannot be used");
    if (found.host) hosts.push(found.host);
    return found;
  };
  let local = await startLocal();
  const speed = createHearingSpeed(dataDir);
  const setup = (): SpeechSetup => ({
    choices: choose(services, local.models, new Map(local.models.map((model) => [model.id, speed.callsAtOnce(model)]))),
    sockets: { builtin: builtinSocket, sentences: sentencesSocket, ...(local.host ? { local: local.host.socketPath } : {}) },
  });
  const changed = (): void => {
    for (const listener of listeners) listener(setup());
  };
  const load = async (): Promise<string | undefined> => {
    const next = await startLocal();
    if (!next.host) return next.problems[0] ?? "The local models are not there.";
    await measureHearing(next, speed, log);
    local = next;
    changed();
    return undefined;
  };
  // Not waited for: calls are taken meanwhile.
  void measureHearing(local, speed, log).then((isNew) => isNew && changed());
  const reach = watchServices(services, { log });
  const pull = createModelPull({ set: await wantedSet(options), modelsFolder, mirror: options.mirror, load, log });
  return {
    get setup() {
      return setup();
    },
    get hasBuiltinStt() {
      return hasBuiltinStt(builtin);
    },
    pull,
    onChange: (listener) => void listeners.push(listener),
    voices: () => machineVoices(builtin.facts, local.models),
    parts: () => [
      ...partsOf(setup().choices, builtin, sentences),
      ...local.problems.map(problemPart),
      ...slowRecognisers(local.models, speed),
      ...reach.troubles.map((trouble) => ({ ...trouble, uses: [], ready: false })),
    ],
    async stop() {
      reach.stop();
      await pull.stop();
      await Promise.all([...hosts, sentences].map((host) => host.stop()));
    },
  };
}

/** Whether there is something that was not known. */
async function measureHearing({ models, host }: LocalModels, speed: HearingSpeed, log: Log): Promise<boolean> {
  const ears = models.find(({ kind }) => kind === "recogniser");
  if (!host || !ears || speed.isMeasured(ears)) return false;
  try {
    const factor = await hearingFactor(ears, host.socketPath);
    speed.keep(ears, factor);
    log.info(
      { model: ears.id, factor: Number(factor.toFixed(3)), callsAtOnce: speed.callsAtOnce(ears) },
      "Local ears were measured",
    );
    return true;
  } catch (error) {
    log.warn({ model: ears.id, err: error }, "Local ears could not be measured, and are taken for slow");
    return false;
  }
}

async function wantedSet({ modelsFolder, mirror, wanted, languages }: SpeechOptions): Promise<ModelSet> {
  const installed = (await findInstalled(modelsFolder)).models.map(({ description }) => description);
  if (wanted) {
    try {
      return chosenSet(wanted, installed);
    } catch (error) {
      throw new CannotStart(`The setting LOCAL_MODELS is not valid: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const memory = process.constrainedMemory();
  const memoryBytes = memory > 0 ? Math.min(memory, totalmem()) : totalmem();
  return setFor({ processors: availableParallelism(), memoryBytes, languages, hasMirror: mirror !== undefined }, installed);
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

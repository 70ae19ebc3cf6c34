/**
 * Voices for whoever tries them: speech hosts of their own, which the system lets run behind everything else, so that no call waits for a
 * sample. They are started when somebody wants them and ended when nobody does.
 */
import { mkdirSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Synthesiser } from "@ongea/conversation";
import { createSynthesiser, linkToHost, type HostLink, type HostLinks, type SynthesiserSettings } from "@ongea/providers";
import {
  startBuiltinHost,
  startLocalHost,
  type BuiltinHostSettings,
  type HostEvent,
  type SpeechHost,
} from "@ongea/providers/hosts";
import type { Log } from "../../platform/log/log.ts";
import { socketFolder } from "./speech-hosts.ts";

export interface SideVoices {
  /** A voice, for as long as the work with it goes on. */
  use<T>(settings: SynthesiserSettings, work: (voice: Synthesiser) => Promise<T>): Promise<T>;
  /** The hosts themselves, for whoever listens too. `model`: of those that are local, the one that must be there. */
  useHosts<T>(wanted: readonly SideHost[], work: (links: HostLinks) => Promise<T>, model?: string): Promise<T>;
  stop(): Promise<void>;
}

export interface SideVoicesParts {
  dataDir: string;
  modelsFolder: string;
  /** Of its sockets. */
  name?: string;
  builtin?: BuiltinHostSettings;
  /** How far behind everything else the system puts its processes. */
  nice?: number;
  /** Of the local models that are wanted, as they are now: some may have been fetched meanwhile. */
  models(): readonly string[];
  log: Log;
  idleMs?: number;
}

const IDLE_MS = 5 * 60_000;
/** As far behind the calls as the system can put it. */
const NICE = 19;
const ONE_AT_ONCE: BuiltinHostSettings = { voicesAtOnce: 1, decodersAtMost: 1 };

export type SideHost = "builtin" | "local";

interface Running {
  host: SpeechHost;
  link: HostLink;
  /** That it was started with. */
  models: readonly string[];
}

export function createSideVoices(parts: SideVoicesParts): SideVoices {
  const { dataDir, modelsFolder, models, log, idleMs = IDLE_MS, name = "side", builtin = ONE_AT_ONCE, nice = NICE } = parts;
  const running = new Map<SideHost, Promise<Running>>();
  let users = 0;
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Of those that nobody wanted any more: they listen where the next ones will. */
  let ending = Promise.resolve();
  const onEvent = (event: HostEvent): void => note(log, event, nice);
  const start = async (which: SideHost): Promise<Running> => {
    await ending;
    const folder = socketFolder(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const socketPath = join(folder, `${name}-${which}.sock`);
    rmSync(socketPath, { force: true });
    const loaded = models();
    const host =
      which === "builtin"
        ? await startBuiltinHost({ socketPath, onEvent }, builtin)
        : await startLocalHost({ socketPath, onEvent }, { modelsFolder, models: loaded });
    return { host, link: linkToHost(socketPath), models: loaded };
  };
  const runningOne = (which: SideHost): Promise<Running> => {
    const known = running.get(which);
    if (known) return known;
    const starting = start(which);
    running.set(which, starting);
    starting.catch(() => running.delete(which));
    return starting;
  };
  const endAll = (): Promise<void> => {
    const all = [...running.values()];
    running.clear();
    const before = ending;
    ending = Promise.all([before, end(all)]).then(() => undefined);
    return ending;
  };
  /** One that was started before a model was there does not know it: it makes room for one that does. Nobody else uses it now. */
  const endWhereModelIsNew = async (model: string): Promise<void> => {
    const known = await running.get("local")?.catch(() => undefined);
    if (known && !known.models.includes(model) && models().includes(model)) void endAll();
  };
  const useHosts = async <T>(wanted: readonly SideHost[], work: (links: HostLinks) => Promise<T>, model?: string): Promise<T> => {
    if (stopped) throw new Error("The voices for samples have ended");
    users++;
    clearTimeout(idle);
    try {
      if (model !== undefined && users === 1) await endWhereModelIsNew(model);
      const links: HostLinks = {};
      for (const which of wanted) links[which] = (await runningOne(which)).link;
      return await work(links);
    } finally {
      users--;
      if (users === 0 && !stopped) {
        idle = setTimeout(() => void endAll(), idleMs);
        idle.unref();
      }
    }
  };
  return {
    use(settings, work) {
      const wanted = settings.use === "builtin" || settings.use === "local" ? [settings.use] : [];
      const model = settings.use === "local" ? settings.model : undefined;
      return useHosts(wanted, (links) => work(createSynthesiser(settings, links)), model);
    },
    useHosts,
    async stop() {
      stopped = true;
      clearTimeout(idle);
      await endAll();
    },
  };
}

async function end(all: readonly Promise<Running>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) {
    if (one.status === "rejected") continue;
    one.value.link.close();
    await one.value.host.stop();
  }
}

/** A process that has ended meanwhile is started anew, and told again. */
function putBehind(pid: number, nice: number): void {
  try {
    setPriority(pid, nice);
  } catch {
    // The samples are spoken at the usual priority, then.
  }
}

function note(log: Log, event: HostEvent, nice: number): void {
  if (event.kind === "ready") {
    putBehind(event.pid, nice);
    log.info({ pid: event.pid }, "A speech host for samples is ready");
  } else if (event.kind === "stopped") log.warn({ code: event.code, signal: event.signal }, "A speech host for samples stopped");
  else log.info({ line: event.line }, "A speech host for samples said something");
}

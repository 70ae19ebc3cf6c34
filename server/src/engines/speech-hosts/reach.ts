/** Whether the speech and language services of the settings answer: asked now and then, so that health says it before a caller waits for it. */
import { timeLimit, modelListAt } from "@ongea/providers";
import type { Log } from "../../platform/log/log.ts";
import type { Service, Services } from "./choices.ts";

export interface ServiceTrouble {
  part: "ears" | "mind" | "voice";
  name: string;
  /** What is wrong, and what to do. */
  note: string;
}

export interface ServiceReach {
  readonly troubles: readonly ServiceTrouble[];
  /** Asks all of them now. */
  look(): Promise<void>;
  stop(): void;
}

interface Asked {
  part: ServiceTrouble["part"];
  /** What its settings begin with. */
  settings: "LLM" | "STT" | "TTS";
  service: Service;
  standIn: string;
}

export interface ServiceReachOptions {
  log: Pick<Log, "info" | "warn">;
  everyMs?: number;
  timeoutMs?: number;
}

const EVERY_MS = 60_000;
const TIMEOUT_MS = 3_000;

export function watchServices(services: Services, options: ServiceReachOptions): ServiceReach {
  const { log, everyMs = EVERY_MS, timeoutMs = TIMEOUT_MS } = options;
  const asked = askedOf(services);
  const end = new AbortController();
  let troubles: readonly ServiceTrouble[] = [];
  const look = async (): Promise<void> => {
    const found = await Promise.all(asked.map((one) => troubleOf(one, timeLimit(timeoutMs, end.signal))));
    if (end.signal.aborted) return;
    const before = troubles;
    troubles = found.filter((one) => one !== undefined);
    for (const { part, name, note } of troubles)
      if (!before.some((one) => one.part === part && one.note === note))
        log.warn({ part, name, note }, "A service cannot be used");
    for (const { part, name } of before)
      if (!troubles.some((one) => one.part === part)) log.info({ part, name }, "A service answers again");
  };
  let timer: NodeJS.Timeout | undefined;
  const again = async (): Promise<void> => {
    await look();
    if (!end.signal.aborted) timer = setTimeout(() => void again(), everyMs).unref();
  };
  if (asked.length > 0) void again();
  return {
    get troubles() {
      return troubles;
    },
    look,
    stop() {
      end.abort();
      clearTimeout(timer);
    },
  };
}

function askedOf({ recogniser, model, voice }: Services): Asked[] {
  const all = [
    model && ({ part: "mind", settings: "LLM", service: model, standIn: "the guided dialogue" } as const),
    recogniser && ({ part: "ears", settings: "STT", service: recogniser, standIn: "the next ears" } as const),
    voice && ({ part: "voice", settings: "TTS", service: voice, standIn: "the next voice" } as const),
  ];
  return all.filter((one) => one !== undefined);
}

/** The address is one, whoever asks. */
const FOUND = new Set([200, 401, 403]);

/** A list of models is what every compatible service has; one that has none and says so is there all the same. */
async function troubleOf({ part, settings, service, standIn }: Asked, signal: AbortSignal): Promise<ServiceTrouble | undefined> {
  const { baseUrl, apiKey, model } = service;
  const trouble = (what: string, setting: string): ServiceTrouble => ({
    part,
    name: `${model || "a service"} at ${new URL(baseUrl).host}`,
    // Read by everybody who may ask for health: where the service is, stays with the settings.
    note: `The service at ${settings}_BASE_URL ${what}. Check ${settings}_${setting}; until it answers, ${standIn} stands in.`,
  });
  try {
    const { url, headers, refusals } = modelListAt(baseUrl, apiKey);
    const base = baseUrl.replace(/\/$/, "");
    const statusOf = async (where: string): Promise<number> => {
      const answer = await fetch(where, { headers, signal, redirect: "manual" });
      await answer.body?.cancel();
      return answer.status;
    };
    const status = await statusOf(url.href);
    if (refusals.includes(status)) return trouble(`refuses its key (${status})`, "API_KEY");
    if (status >= 500) return trouble(`answers with an error (${status})`, "BASE_URL");
    const isUnder = status === 404 && !/\/v\d+$/.test(base) && FOUND.has(await statusOf(`${base}/v1/models`));
    return isUnder ? trouble("has nothing at this address but under /v1: end it with /v1", "BASE_URL") : undefined;
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error && "code" in error.cause ? ` (${String(error.cause.code)})` : "";
    return trouble(`cannot be reached${cause}`, "BASE_URL");
  }
}

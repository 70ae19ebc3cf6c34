/** What follows from calls, made once: figures, events, credit, words to be found by, demo workspaces. Part of the composition. */
import type { LiveEvent } from "@ongea/contract";
import { createHostSynthesiser, linkToHost, type HostLink } from "@ongea/providers";
import { createAfterCall } from "./after-call.ts";
import type { ArchiveParts, SettleParts } from "./calls/index.ts";
import { createCredits, creditRoutes, priceOf, type Amounts } from "./credits/index.ts";
import { createDemo, createIndexing, createSpeaking, type Demo, type Speaking } from "./demo/index.ts";
import { startUptime } from "./health/index.ts";
import { createFigures, createActivity, createActivityStore, insightRoutes, type Activity } from "./insights/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { Live } from "./platform/live/live.ts";
import type { Log } from "./platform/log/log.ts";
import { createSearch, createSearchStore, searchRoutes } from "./search/index.ts";
import { voiceRoutes } from "./voices/index.ts";

export interface Records {
  activity: Activity;
  demo: Demo;
  /** What calls hand over. */
  forCalls: Pick<SettleParts, "ended" | "costOf"> & Pick<ArchiveParts, "rehearsed">;
  /** The ledger has been used: the workspace's currency stays. */
  currencyUsed(workspaceId: string): Promise<boolean>;
  routes(app: Http): void;
}

export interface RecordsParts {
  tenancy: Tenancy;
  live: Live<LiveEvent>;
  log: Log;
  closing: Closing;
  /** As the setting PRICE_PER_MINUTE has it. */
  prices: Amounts;
  /** Of the recordings. */
  folder: string;
  /** Where the built-in voices listen. */
  voices: string;
}

const MICROS_A_CENT = 10_000;
/** What the built-in parts cost. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
/** When the start is over. */
const WARM_UP_AFTER_MS = 5_000;

export async function createRecords({ tenancy, live, log, closing, prices, folder, voices }: RecordsParts): Promise<Records> {
  const activity = createActivity(createActivityStore(tenancy), live);
  const figures = createFigures(tenancy);
  const credits = createCredits(tenancy);
  const search = createSearch(createSearchStore(tenancy));
  const speaking = openSpeaking({ tenancy, log, folder, voices });
  closing.add("demo calls", () => speaking.stop());
  const indexing = createIndexing({ tenancy, log });
  closing.add("words of demo calls", () => indexing.stop());
  void indexing.wake();
  const opened = (): void => {
    speaking.wake();
    void indexing.wake();
  };
  const demo = createDemo({ tenancy, now: () => new Date(), recorded: () => speaking.recorded(), opened });
  const warming = setTimeout(() => void demo.warmUp(), WARM_UP_AFTER_MS);
  closing.add("warming up", () => clearTimeout(warming));
  const uptime = await startUptime(tenancy.everywhere, log);
  closing.add("uptime", () => uptime.stop());
  return {
    activity,
    demo,
    forCalls: {
      ended: createAfterCall({ activity, credits, search, prices }),
      rehearsed: (call) => demo.journal(call),
      costOf: (seconds) => ({ ...NO_COST, platform: Number(priceOf(prices.USD ?? 0n, seconds)) / MICROS_A_CENT }),
    },
    currencyUsed: (workspaceId) => credits.used(workspaceId),
    routes(app) {
      insightRoutes(app, { figures, activity, uptime: () => uptime.share() });
      creditRoutes(app, credits);
      searchRoutes(app, search);
      voiceRoutes(app, tenancy);
    },
  };
}

/** The voices are reached when they are needed only. */
function openSpeaking({ tenancy, log, folder, voices }: Pick<RecordsParts, "tenancy" | "log" | "folder" | "voices">): Speaking {
  let link: HostLink | undefined;
  const speaking = createSpeaking({
    folder,
    db: tenancy.everywhere,
    log,
    voice: (speaker, pace) => {
      link ??= linkToHost(voices);
      return createHostSynthesiser(link, { name: "builtin", voice: speaker === "assistant" ? "slt" : "rms", pace });
    },
  });
  const stop = async (): Promise<void> => {
    await speaking.stop();
    link?.close();
  };
  return { ...speaking, stop };
}

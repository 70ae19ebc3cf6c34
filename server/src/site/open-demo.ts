/** Demo workspaces: what is in them, the words by which their calls are found, and the sound of those calls. */
import { join } from "node:path";
import { createHostSynthesiser, linkToHost, type HostLink } from "@ongea/providers";
import type { Accounts } from "../accounts/index.ts";
import type { Engines } from "../engines/index.ts";
import type { Platform } from "../platform/platform.ts";
import { createDemo, type Demo } from "./demo/demo.ts";
import { createIndexing, type Indexing } from "./demo/indexing.ts";
import type { Seeds } from "./demo/seeds.ts";
import { createSpeaking, type Speaking } from "./demo/speaking.ts";

export function openDemo(platform: Platform, { credits }: Accounts, engines: Engines, seeds: Seeds): Demo {
  const { database: tenancy } = platform;
  const speaking = openSpeaking(platform, engines);
  const indexing = openIndexing(platform, seeds);
  return createDemo({
    tenancy,
    seeds,
    now: () => new Date(),
    recorded: () => speaking.recorded(),
    currency: credits.currency,
    opened() {
      speaking.wake();
      void indexing.wake();
    },
  });
}

function openIndexing({ database: tenancy, log, closing }: Platform, { words }: Seeds): Indexing {
  const indexing = createIndexing({ tenancy, words, log });
  closing.add("words of demo calls", () => indexing.stop());
  void indexing.wake();
  return indexing;
}

/** The voices are reached when they are needed only. */
function openSpeaking({ dataDir, database, log, closing }: Platform, { speech }: Engines): Speaking {
  let link: HostLink | undefined;
  const speaking = createSpeaking({
    folder: join(dataDir, "recordings"),
    db: database.everywhere,
    log,
    voice: (speaker, pace) => {
      link ??= linkToHost(speech.setup.sockets.builtin);
      return createHostSynthesiser(link, { name: "builtin", voice: speaker === "assistant" ? "slt" : "rms", pace });
    },
  });
  closing.add("demo calls", async () => {
    await speaking.stop();
    link?.close();
  });
  return speaking;
}

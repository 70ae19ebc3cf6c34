/** What the server tells of itself: its contract, its parts, and whether they are well. Part of the composition. */
import { gzipSync } from "node:zlib";
import { describeContract, readHealth, readStatus } from "@ongea/contract";
import type { Config } from "./config.ts";
import type { Foundation } from "./foundation.ts";
import {
  createHealth,
  databaseHealth,
  forwardingHealth,
  speechHealth,
  storageHealth,
  telephonyHealth,
} from "./insights/health/index.ts";
import type { LeadStore } from "./accounts/leads/index.ts";
import type { Http } from "./platform/http/http.ts";
import { serve } from "./platform/http/serve.ts";
import { publicUrlOf } from "./public-url.ts";
import { modelRoutes, type SpeechHosts } from "./engines/speech-hosts/index.ts";
import type { Telephony } from "./telephony.ts";

export interface ConditionParts extends Pick<Foundation, "database" | "dataDir"> {
  config: Config;
  version: string;
  speech: SpeechHosts;
  telephony: Telephony;
  leads: LeadStore;
}

export function conditionRoutes(app: Http, parts: ConditionParts): void {
  const { config, version, database, dataDir, speech, telephony, leads } = parts;
  const { calls, sip, writes, recordings } = telephony;
  describeSelf(app, version, publicUrlOf(config, config.PORT));
  modelRoutes(app, speech.pull);
  serve(app, readStatus, async () => ({
    version,
    database: database.description,
    sip: { address: telephony.addressTowards(""), port: sip.port },
    speech: speech.parts(),
  }));
  const health = createHealth({
    version,
    running: () => calls.running,
    parts: {
      database: databaseHealth(
        () => database.ping(),
        () => writes.waiting,
      ),
      speech: speechHealth(() => speech.parts()),
      telephony: telephonyHealth({ running: () => calls.running, most: config.MAX_CALLS }),
      storage: storageHealth(dataDir, () => recordings),
      forwarding: forwardingHealth(() => leads.troubled()),
    },
  });
  serve(app, readHealth, health);
}

/** The description is made once, when it is first asked for, and sent packed to whoever takes that: it is 350 kB as text. */
function describeSelf(app: Http, version: string, publicUrl: string): void {
  let text: string | undefined;
  let packed: Buffer | undefined;
  app.get("/openapi.json", async (request, reply) => {
    text ??= JSON.stringify(describeContract(version, publicUrl));
    reply.type("application/json; charset=utf-8").headers({ "cache-control": "no-cache", vary: "accept-encoding" });
    if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) return text;
    packed ??= gzipSync(text);
    reply.header("content-encoding", "gzip");
    return packed;
  });
}

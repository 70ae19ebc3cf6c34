/** What the server reports of itself: its contract, its parts, and whether they are well. */
import { gzipSync } from "node:zlib";
import { describeContract, readHealth, readStatus } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Engines } from "../engines/index.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { Platform } from "../platform/platform.ts";
import type { TelephonyPort } from "./ports.ts";
import { createHealth } from "./health/health.ts";
import { databaseHealth, forwardingHealth, speechHealth, storageHealth, telephonyHealth } from "./health/components.ts";

export interface HealthParts {
  platform: Platform;
  accounts: Accounts;
  engines: Engines;
  calls: CallsDomain;
  telephony: TelephonyPort;
}

export function healthRoutes(app: Http, { platform, accounts, engines, calls, telephony }: HealthParts): void {
  const { config, version, database, dataDir, publicUrl } = platform;
  const speech = () => [
    ...engines.speech.parts(),
    ...engines.failures.troubles().map((trouble) => ({ ...trouble, uses: [], ready: false })),
  ];
  const running = (): number => calls.calls.running;
  describeSelf(app, version, publicUrl);
  serve(app, readStatus, async () => ({
    version,
    database: database.description,
    sip: { address: telephony.addressTowards(""), port: telephony.sip.port },
    speech: speech(),
  }));
  const health = createHealth({
    version,
    running,
    parts: {
      database: databaseHealth(
        () => database.ping(),
        () => calls.writes.waiting,
      ),
      speech: speechHealth(speech),
      telephony: telephonyHealth({ running, most: config.MAX_CALLS }),
      storage: storageHealth(dataDir, () => calls.recordings),
      forwarding: forwardingHealth(() => accounts.leads.troubled()),
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

import type { Accounts } from "../accounts/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createCallChecks, type CallChecks } from "./call-checks/call-checks.ts";
import { callCheckRoutes } from "./call-checks/routes.ts";
import { createCheckStore } from "./call-checks/store.ts";
import { threadCheckRoutes } from "./call-checks/written/routes.ts";
import { createThreadCheckStore, type ThreadCheckStore } from "./call-checks/written/store.ts";
import { followConsents, type CallsWithConsents } from "./consents/after-call.ts";
import { type ChannelPermissions, createChannelPermissions } from "./consents/channel-permissions.ts";
import { createConsents, type Consents } from "./consents/consents.ts";
import { consentRoutes } from "./consents/routes.ts";
import { createConsentStore, type ConsentStore } from "./consents/store.ts";
import { createCountryPacks, type CountryPacks } from "./country-packs/country-packs.ts";
import { countryPackRoutes } from "./country-packs/routes.ts";
import { createCountryPackStore } from "./country-packs/store.ts";
import { createEvidence, type Evidence } from "./evidence/evidence.ts";
import { createMaskingRules, type MaskingRules } from "./masking/masking.ts";
import { maskingRoutes } from "./masking/routes.ts";
import { createMaskingStore } from "./masking/store.ts";
import { doNotCallRoutes } from "./do-not-call/routes.ts";
import { createDoNotCallStore, hashingNumbers, type DoNotCallStore } from "./do-not-call/store.ts";

export interface Compliance {
  packs: CountryPacks;
  doNotCall: DoNotCallStore;
  checks: CallChecks;
  /** What was found in threads, for the person whose they are. */
  checksOfThreads: ThreadCheckStore["ofThreads"];
  consents: Consents;
  /** What people decide on messaging channels about calls. */
  channelPermissions: ChannelPermissions;
  evidence: Evidence;
  masking: MaskingRules;
  /** What the ledger keeps of a person. */
  ledger: Pick<ConsentStore, "readOf" | "forget" | "numbers">;
  /** From now on what callers answer stands in the ledger. */
  followConsents(calls: CallsWithConsents): void;
  routes(app: Http): void;
}

export function openCompliance(
  { config, database, jobs, log, secret }: Platform,
  { activity, audit, webhooks }: Accounts,
): Compliance {
  const { DIAL_COUNTRIES: countries, TIME_ZONE: timeZone } = config;
  const packs = createCountryPacks({ store: createCountryPackStore(database), log, home: countries[0] ?? "KE", timeZone });
  const ledger = createConsentStore(database);
  const doNotCall = createDoNotCallStore(database, hashingNumbers(secret), (db, workspaceId, numbers) =>
    ledger.withdrawAll(db, workspaceId, { numbers, purposes: ["marketing", "service"], by: "opt_out" }),
  );
  const maskingStore = createMaskingStore(database);
  const masking = createMaskingRules({ store: maskingStore, log });
  const checkStore = createCheckStore(database);
  const threadStore = createThreadCheckStore(database);
  const checks = createCallChecks({
    store: checkStore,
    jobs,
    packs,
    activity,
    deliver: webhooks.happened,
    doNotCall,
    threads: threadStore,
  });
  return {
    packs,
    doNotCall,
    checks,
    checksOfThreads: (workspaceId, ids) => threadStore.ofThreads(workspaceId, ids),
    consents: createConsents({ store: ledger, packs }),
    channelPermissions: createChannelPermissions({ store: ledger, tenancy: database }),
    masking,
    evidence: createEvidence({ secret, ledger, now: () => new Date() }),
    ledger,
    followConsents: (calls) => followConsents({ store: ledger, tenancy: database, jobs }, calls),
    routes(app) {
      countryPackRoutes(app, { packs, audit });
      doNotCallRoutes(app, { store: doNotCall, tenancy: database, audit, countries });
      const notCalled: DoNotCallStore["among"] = (workspaceId, numbers) => doNotCall.among(workspaceId, numbers);
      consentRoutes(app, { store: ledger, tenancy: database, audit, countries, notCalled, now: () => new Date() });
      maskingRoutes(app, { store: maskingStore, rules: masking, audit });
      callCheckRoutes(app, { store: checkStore, checks, threads: checks.threads, audit });
      threadCheckRoutes(app, { rules: checkStore, store: threadStore, threads: checks.threads, audit });
    },
  };
}

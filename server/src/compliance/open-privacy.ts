import type { Accounts } from "../accounts/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import type { ContactsOfPrivacy } from "./erasure/contacts.ts";
import { finishErasures, type ErasureParts } from "./erasure/erase.ts";
import type { ExportParts } from "./erasure/export.ts";
import { applyRetention, RETENTION_EVERY_SECONDS, retentionQueue, type RetentionParts } from "./retention/retention.ts";
import { privacyRoutes, type PrivacyRoutesParts } from "./erasure/routes.ts";
import { retentionRoutes } from "./retention/routes.ts";
import { createPrivacyStore } from "./erasure/store.ts";
import type { PersonalData } from "./erasure/person.ts";
import type { CallsOfPeople } from "./erasure/personal-calls.ts";
import { createTombstones } from "./erasure/tombstones.ts";
import { MASKED } from "./masking/sealed-entry.ts";
import { wholeCallRoute, type WholeCallRouteParts } from "./masking/whole/routes.ts";
import { createWholeEntryStore } from "./masking/whole/store.ts";
import type { Compliance } from "./open.ts";
import { createRedaction, type CallsToRedact, type RedactionParts } from "./redaction/redaction.ts";
import { redactRoute } from "./redaction/route.ts";

/** Domains that come later, as far as they keep what is personal: they join once they are opened. */
export interface PrivacyParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  contacts: ContactsOfPrivacy & { personalAppointments: PersonalData; stores: Pick<RedactionParts, "appointments"> };
  agents: { personal: readonly PersonalData[]; stores: Pick<RedactionParts, "messages"> };
  calls: {
    personal: CallsOfPeople;
    store: PrivacyRoutesParts["calls"];
    archive: Pick<WholeCallRouteParts, "read">;
    redactable: CallsToRedact;
  };
  campaigns: { personal: PersonalData & Pick<ContactsOfPrivacy["personal"], "identities"> };
  threads: { personal: PersonalData & { deleteBefore: RetentionParts["messages"] } };
}

export interface Privacy {
  /** From now on this server deletes what is due. */
  start(): Promise<void>;
  routes(app: Http): void;
}

export function openPrivacy({
  platform,
  accounts,
  compliance,
  contacts,
  agents,
  calls,
  campaigns,
  threads,
}: PrivacyParts): Privacy {
  const { database, dataDir, jobs, log, secret } = platform;
  const { audit } = accounts;
  const { personal } = calls;
  const store = createPrivacyStore(database);
  const tombstones = createTombstones(dataDir, secret);
  const common = { store, audit, removeFiles: personal.removeFiles, now: () => new Date() };
  const listed: ErasureParts["data"][number] = {
    erase: async ({ workspaceId, phones }) => ({ do_not_call: await compliance.doNotCall.forget(workspaceId, phones) }),
  };
  const { ledger } = compliance;
  const consents: ErasureParts["data"][number] & ExportParts["data"][number] = {
    read: ({ workspaceId, phones }) => ({ consents: ledger.readOf(workspaceId, phones) }),
    erase: async ({ workspaceId, phones }) => ({ consents: await ledger.forget(workspaceId, phones) }),
  };
  const told = [
    consents,
    contacts.personalAppointments,
    ...agents.personal,
    campaigns.personal,
    threads.personal,
    ...accounts.personal,
  ];
  const data = [...told, listed, contacts.personal];
  const kept = [contacts.personal, personal.calls, campaigns.personal, { identities: numbersOf(ledger) }];
  const known = kept.map(
    ({ identities }): ErasureParts["known"][number] =>
      (workspaceId) =>
        identities(workspaceId),
  );
  const erasing: ErasureParts = { ...common, tombstones, people: contacts.personal, calls: personal.calls, data, known };
  const exporting: ExportParts = {
    people: contacts.personal,
    calls: personal.calls,
    data: [...told, contacts.personal],
    isListed: (workspaceId, numbers) => compliance.doNotCall.among(workspaceId, numbers),
    path: personal.path,
    now: common.now,
  };
  const retaining: RetentionParts = {
    ...common,
    due: personal.due,
    messages: threads.personal.deleteBefore,
    foundAgain: personal.foundAgain,
  };
  contacts.whenMoved((workspaceId, { to, from, only }) =>
    only ? store.copyHold(workspaceId, to, from) : store.moveHold(workspaceId, to, from),
  );
  return {
    async start() {
      const count = await store.bringBack(tombstones.all());
      if (count > 0) log.warn({ count }, "The database is an older copy: people whom it still knows are erased again");
      jobs.work(retentionQueue, async (_, { signal }) => {
        await finishErasures(erasing, (error) =>
          log.warn({ err: error }, "An erasure could not be finished; it will be tried again"),
        );
        await applyRetention(retaining, signal);
      });
      jobs.every(retentionQueue, {}, RETENTION_EVERY_SECONDS);
      if (count > 0) await jobs.send(retentionQueue, {});
      // Files lie on the server that made them: each removes its own.
      await personal.removeFiles();
      setInterval(() => void personal.removeFiles(), RETENTION_EVERY_SECONDS * 1_000).unref();
    },
    routes(app) {
      privacyRoutes(app, { store, audit, contacts, calls: calls.store, erasing, exporting });
      retentionRoutes(app, { store, audit });
      const { webhooks } = accounts;
      redactRoute(app, createRedaction({ calls: calls.redactable, audit, webhooks, ...contacts.stores, ...agents.stores }));
      const whole = createWholeEntryStore(database);
      wholeCallRoute(app, { read: calls.archive.read, store: whole, audit, seal: createSeal(secret, MASKED) });
    },
  };
}

/** Of whom the ledger of consents alone knows. */
function numbersOf(ledger: Compliance["ledger"]): ErasureParts["known"][number] {
  return async function* (workspaceId) {
    for await (const page of ledger.numbers(workspaceId)) yield page.map((value) => ({ kind: "phone", value }));
  };
}

/** Retention and erasures on a real database, with recordings in a folder of their own and a clock that stands. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnchor } from "../../../accounts/audit/anchor.ts";
import { createAudit, type Audit } from "../../../accounts/audit/audit.ts";
import { createPersonalActivity } from "../../../accounts/activity/personal/store.ts";
import { createPersonalLeads } from "../../../accounts/leads/personal/store.ts";
import { createPersonalAppointments } from "../../../contacts/appointments/personal/store.ts";
import { createPersonalTests } from "../../../agents/tests/personal/store.ts";
import { createPersonalMessages } from "../../../agents/messages/personal/store.ts";
import { createWebhookStore } from "../../../accounts/webhooks/store.ts";
import { createDueCalls, createFilesToRemove, createPersonalCalls } from "../../../calls/personal/store.ts";
import type { PersonalCalls } from "../personal-calls.ts";
import { removeFiles } from "../../../calls/personal/files.ts";
import { createPersonalBatchContacts } from "../../../campaigns/batches/personal/store.ts";
import { createDoNotCallStore, hashingNumbers, type DoNotCallStore } from "../../do-not-call/store.ts";
import type { Person } from "../person.ts";
import { createConsentStore } from "../../consents/store.ts";
import { createPersonStore, type PersonStore } from "../../../contacts/people/personal/store.ts";
import { noteWords } from "../../../insights/labels/store.ts";
import { replayWords } from "../../../insights/replays/store.ts";
import { createSearchStore } from "../../../insights/search/store.ts";
import { createRecordings, type Recordings } from "../../../engines/recording/recordings.ts";
import type { TestDatabase } from "../../../platform/testing/database.ts";
import { createThreadCheckStore } from "../../call-checks/written/store.ts";
import { createPersonalThreads } from "../../../threads/messages/personal/store.ts";
import type { ErasureParts } from "../erase.ts";
import type { ExportParts } from "../export.ts";
import type { RetentionParts } from "../../retention/retention.ts";
import { createPrivacyStore, type PrivacyStore } from "../store.ts";
import { createTombstones, type Tombstones } from "../tombstones.ts";

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const SECRET = "a secret of this installation";

export interface TestParts {
  store: PrivacyStore;
  audit: Audit;
  erasing: ErasureParts;
  exporting: ExportParts;
  retaining: RetentionParts;
  people: PersonStore;
  calls: PersonalCalls;
  doNotCall: DoNotCallStore;
  tombstones: Tombstones;
  recordings: Recordings;
  /** A recording on this server's disk. */
  record(name: string): void;
  close(): Promise<void>;
}

export function testParts(database: TestDatabase, { homeId, now }: { homeId: string; now(): Date }): TestParts {
  const folder = mkdtempSync(join(tmpdir(), "ongea-privacy-"));
  mkdirSync(join(folder, "recordings"));
  const recordings = createRecordings({ folder: join(folder, "recordings"), log });
  const audit = createAudit({ tenancy: database, secret: SECRET, anchor: createAnchor(folder, SECRET) });
  const words = [noteWords(database), replayWords];
  const [store, people] = [createPrivacyStore(database), createPersonStore(database)];
  const calls = createPersonalCalls(database, words);
  const doNotCall = createDoNotCallStore(database, hashingNumbers(SECRET));
  const threads = createPersonalThreads(database, createThreadCheckStore(database).ofThreads);
  const tombstones = createTombstones(folder, SECRET);
  const search = createSearchStore(database, async () => undefined);
  const common = {
    store,
    audit,
    removeFiles: () => removeFiles({ store: createFilesToRemove(database), recordings, log }),
    now,
  };
  const batchContacts = createPersonalBatchContacts(database);
  const ledger = createConsentStore(database);
  const told = [
    {
      read: ({ workspaceId, phones }: Person) => ({ consents: ledger.readOf(workspaceId, phones) }),
      erase: async ({ workspaceId, phones }: Person) => ({ consents: await ledger.forget(workspaceId, phones) }),
    },
    createPersonalTests(database),
    createPersonalMessages(database),
    createPersonalAppointments(database),
    batchContacts,
    threads,
    createPersonalActivity(database),
    createPersonalLeads(database, homeId),
  ];
  const data = [
    ...told,
    {
      erase: async ({ workspaceId, phones }: { workspaceId: string; phones: readonly string[] }) => ({
        do_not_call: await doNotCall.forget(workspaceId, phones),
      }),
    },
    people,
  ];
  return {
    store,
    audit,
    people,
    calls,
    doNotCall,
    tombstones,
    recordings,
    erasing: {
      ...common,
      tombstones,
      people,
      calls,
      data,
      known: [people.identities, calls.identities, batchContacts.identities],
    },
    exporting: {
      people,
      calls,
      data: [...told, people],
      isListed: (workspaceId, numbers) => doNotCall.among(workspaceId, numbers),
      path: (name) => recordings.path(name),
      now,
    },
    retaining: {
      ...common,
      due: { ...createDueCalls(database, words), deliveries: createWebhookStore(database).removeDue },
      messages: threads.deleteBefore,
      foundAgain: (workspaceId, ids) =>
        search.forget(
          database.of(workspaceId),
          ids.map((id) => ({ id, workspaceId })),
        ),
    },
    record: (name) => writeFileSync(join(folder, "recordings", name), "sound"),
    async close() {
      await recordings.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { type CallsOfPeople, type CallsToRedact, type Limits, createLimitStore, createLimits } from "../compliance/index.ts";
import type { AccountsLater } from "../accounts/index.ts";
import type { Http } from "../platform/http/http.ts";
import { createGoalStore, type GoalStore } from "./analysis/goals/store.ts";
import { createAnalysisStore } from "./analysis/store.ts";
import { createCharges } from "./charges/charges.ts";
import { createChargeStore } from "./charges/store.ts";
import { createArchive, type Archive } from "./history/archive.ts";
import { leaseOf } from "./lifecycle/store.ts";
import { createJoining, type Joining } from "./later.ts";
import { openLifecycle, type CallsDomainParts, type Lifecycle } from "./open-lifecycle.ts";
import { openPersonal } from "./personal/open.ts";
import { createCallLabels, type CallLabels } from "./records/labels/store.ts";
import { createMissedCallStore, type MissedCallStore } from "./records/missed/store.ts";
import { createCallStore, type CallRow, type CallStore } from "./records/store.ts";
import { outboundUse } from "./records/counts/store.ts";
import { wireExecution } from "./records/wire-execution.ts";
import { createRedactable } from "./redaction/store.ts";
import { callRoutes } from "./routes.ts";
import { createPlanStore, type PlanStore } from "./scheduled/store.ts";
import { createCallWebhooks, type CallWebhooks } from "./webhooks/call-webhooks.ts";
import { exampleExecution } from "./webhooks/example-call.ts";
import { createRunningCallStore, type RunningCallStore } from "./records/running/store.ts";

export interface CallsDomain extends Pick<Joining, "join" | "whenEnded" | "addWords">, Omit<Lifecycle, "costOf"> {
  store: CallStore;
  plans: PlanStore;
  goals: GoalStore;
  /** Calls that their number has rejected; `tell`: those who watch. */
  missed: { store: MissedCallStore; tell(call: CallRow): void };
  archive: Archive;
  labels: CallLabels;
  /** Tags or the number of notes of a call are others: pages that show it are told. */
  labelled(call: CallRow): void;
  runningCalls: RunningCallStore;
  limits: Limits;
  webhooks: Pick<CallWebhooks, "changed" | "analysed">;
  personal: CallsOfPeople;
  redactable: CallsToRedact;
  /** A call that never was, as a webhook receives one. */
  exampleCall: AccountsLater["exampleCall"];
  charged: ReturnType<typeof createCharges>;
  routes(app: Http): void;
}

export function openCalls(parts: CallsDomainParts): CallsDomain {
  const { platform, accounts } = parts;
  const { config, database, log, publicUrl } = platform;
  const joining = createJoining();
  const [store, plans, analyses] = [
    createCallStore(database, parts.contacts.met),
    createPlanStore(database),
    createAnalysisStore(database),
  ];
  platform.findCallsBy(async (workspaceId, id) => {
    const row = await store.read({ id, workspaceId });
    return row && { event: "call", call: wireExecution(row, publicUrl) };
  });
  const webhooks = createCallWebhooks({ tenancy: database, deliver: accounts.webhooks.deliver, log, publicUrl });
  const lifecycle = openLifecycle({ ...parts, joining, store, webhooks });
  const { calls, recordings, ownerId } = lifecycle;
  const { search, rehearsed } = joining.later;
  const archive = createArchive({ calls, store, recordings, analyses, plans, search, ownerId, publicUrl, rehearsed });
  accounts.removeFilesBy((workspaceId) => archive.removeFiles(workspaceId));
  const labels = createCallLabels(database);
  const shared = { store, recordings, words: joining.words, foundAgain: search.rememberAnew };
  const tell = (row: CallRow): void =>
    platform.live.publish(row.workspaceId, { event: "call", call: wireExecution(row, publicUrl) });
  return {
    ...joining,
    ...lifecycle,
    store,
    plans,
    goals: createGoalStore(database),
    missed: { store: createMissedCallStore(), tell },
    archive,
    labels,
    labelled(row) {
      const running = calls.find(row.id);
      if (running) running.labelled({ tags: row.tags, notes: row.notes });
      else tell(row);
    },
    runningCalls: createRunningCallStore(database),
    limits: createLimits({ store: createLimitStore(database, { outboundUse, leaseOf }), money: accounts.moneyOf, ownerId }),
    webhooks,
    exampleCall: (whose, at) => exampleExecution(whose, at, publicUrl),
    personal: openPersonal({ ...shared, tenancy: database, log, deliveries: accounts.webhooks.removeDue }),
    redactable: createRedactable(database, { ...shared, labels, analyses, rehearsed }),
    charged: createCharges({ store: createChargeStore(database), rates: config.EXCHANGE_RATES, log }),
    routes: (app) => callRoutes(app, { archive, audit: accounts.audit, numbersOf: parts.contacts.numbersOf }),
  };
}

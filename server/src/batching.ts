/** Batches, who dials them, and whom nobody dials. Part of the composition. */
import { randomUUID } from "node:crypto";
import { isFinal, type Execution } from "@ongea/contract";
import type { Agents } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import {
  batchGoals,
  batchRoutes,
  createBatches,
  contactsOfEnded,
  createBatchStore,
  createDialler,
  createDialStore,
  type BatchesParts,
} from "./campaigns/batches/index.ts";
import { createDoNotCallStore, doNotCallRoutes } from "./compliance/do-not-call/index.ts";
import { createGoalStore, mayDial } from "./calls/index.ts";
import type { CountryPacks } from "./compliance/country-packs/index.ts";
import type { Config } from "./config.ts";
import type { Numbers } from "./telephony/numbers/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import { orRefusal, Refusal } from "./platform/http/refuse.ts";
import type { Log } from "./platform/log/log.ts";
import type { Records } from "./records.ts";
import type { Telephony } from "./telephony.ts";

export interface BatchingParts {
  config: Pick<Config, "BATCH_CALLS_AT_ONCE" | "BATCH_CALLS_PER_SECOND" | "DIAL_COUNTRIES" | "MAX_CALLS">;
  tenancy: Tenancy;
  agents: Agents;
  numbers: Numbers;
  packs: Pick<CountryPacks, "consentNeeded">;
  records: Pick<Records, "activity">;
  telephony: Pick<Telephony, "archive" | "calls" | "limits" | "opening" | "outbound" | "sip">;
  log: Log;
  closing: Closing;
}

/** As many of a batch's calls as a client is told at once. */
const MOST_EXECUTIONS = 1_000;

export interface Batching {
  routes(app: Http, audit: Audit): void;
  /** Of those of these calls that are over and belong to a batch which is for something: whether they have reached it, by their ids. */
  reached(workspaceId: string, calls: readonly Execution[]): Promise<ReadonlyMap<string, boolean>>;
}

export function openBatching(parts: BatchingParts): Batching {
  const { config, tenancy, agents, numbers, records, log, closing } = parts;
  const { archive, calls, limits, opening, outbound } = parts.telephony;
  const store = createDialStore(tenancy);
  const goals = createGoalStore(tenancy);
  const settle = contactsOfEnded(store, () => new Date());
  const dialler = createDialler({
    store,
    me: randomUUID(),
    log,
    place: (order) => outbound.place(order),
    known: (workspaceId, ids) => archive.known(workspaceId, ids),
    ended: async (workspaceId, ids) => {
      const over = await archive.ended(workspaceId, ids);
      await tenancy.together(workspaceId, () => settle(tenancy.of(workspaceId), workspaceId, over));
    },
    async opensAt({ workspaceId, agentId, number }, now) {
      // Of one that is gone its batch is told, when it is dialled.
      const agent = await orRefusal(agents.read(workspaceId, agentId));
      return agent instanceof Refusal ? undefined : (await opening.closed(agent, number, now))?.until;
    },
    tell: (workspaceId, event) => records.activity.tell(workspaceId, event),
    room: () => config.MAX_CALLS - calls.running,
    free: (workspaceId) => limits.free(workspaceId),
    callsPerSecond: config.BATCH_CALLS_PER_SECOND,
    callsAtOnce: config.BATCH_CALLS_AT_ONCE,
  });
  closing.add("batches", () => dialler.stop());
  const batches = createBatches({
    store: createBatchStore(tenancy),
    agents,
    numbers,
    countries: config.DIAL_COUNTRIES,
    reaching: goals.reaching,
    statuses: (workspaceId, ids) => archive.statuses(workspaceId, ids),
    refusalsOf: refusalsOf(parts),
    wake: () => dialler.wake(),
  });
  return {
    routes(app, audit) {
      const store = createDoNotCallStore(tenancy);
      doNotCallRoutes(app, { store, tenancy, audit, countries: config.DIAL_COUNTRIES });
      batchRoutes(app, {
        batches,
        audit,
        consentNeeded: (workspaceId, numbers) => parts.packs.consentNeeded(workspaceId, numbers),
        executions: async ({ id: batchId, workspaceId }) =>
          (await archive.list(workspaceId, { batchId, limit: MOST_EXECUTIONS })).data,
        page: ({ id: batchId, workspaceId }, place) => archive.page(workspaceId, { batchId }, place),
      });
    },
    async reached(workspaceId, calls) {
      const over = calls.filter(({ batch_id, status }) => batch_id !== null && isFinal(status));
      const ofBatch = new Map<string, string[]>();
      for (const { id, batch_id } of over) {
        const batchId = dashed(batch_id ?? "");
        ofBatch.set(batchId, [...(ofBatch.get(batchId) ?? []), id]);
      }
      const found = new Map<string, boolean>();
      for (const [batchId, goal] of await batchGoals(tenancy, workspaceId, [...ofBatch.keys()])) {
        const ids = ofBatch.get(batchId) ?? [];
        const reached = new Set(await goals.reachedBy(workspaceId, ids, goal));
        for (const id of ids) found.set(id, reached.has(id));
      }
      return found;
    },
  };
}

/** Why numbers may not be called, as the dial gate will say of each. */
function refusalsOf({ config, tenancy, telephony: { sip } }: BatchingParts): BatchesParts["refusalsOf"] {
  return async (workspaceId, numbers) => {
    const listed = await createDoNotCallStore(tenancy).among(workspaceId, numbers);
    return numbers.map((to) => {
      const isRegistered = sip.bindings(to).length > 0;
      const verdict = mayDial({ to, isRegistered, isDemo: false, countries: config.DIAL_COUNTRIES });
      if (verdict.kind === "refused") return verdict.code;
      return verdict.kind === "number" && listed.has(verdict.number) ? "call.do_not_call" : undefined;
    });
  };
}

/** As the database has it. */
function dashed(batchId: string): string {
  return batchId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Numbers to rent, and what they cost. Part of the composition. */
import type { Agents } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import type { Config } from "./config.ts";
import type { CarrierDirectory } from "./telephony/carriers/index.ts";
import {
  createAccountNumbers,
  createRentals,
  createSandboxCarrier,
  numberRoutes,
  type NumberRoutesParts,
  startRenewing,
  startSettling,
  type Numbers,
} from "./telephony/numbers/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log/log.ts";
import { dollarsIn, openCredits, type Records } from "./records.ts";
import type { Workspaces } from "./accounts/workspaces/index.ts";

export interface NumberingParts {
  config: Pick<Config, "EXCHANGE_RATES" | "PUBLIC_URL">;
  tenancy: Tenancy;
  workspaces: Pick<Workspaces, "read">;
  agents: Agents;
  numbers: Numbers;
  carriers: CarrierDirectory;
  records: Pick<Records, "activity">;
  jobs: Jobs;
  log: Log;
}

const MOST_NUMBERS = 50;
/** A visitor may try it, not take the numbers from others. */
const MOST_NUMBERS_OF_DEMO = 2;

export function openNumbering(parts: NumberingParts): { routes(app: Http, audit: Audit): void } {
  const { config, tenancy, workspaces, agents, numbers, records, jobs, log } = parts;
  const credits = openCredits(tenancy);
  const mostOf = async (workspaceId: string): Promise<number> =>
    (await workspaces.read(workspaceId)).kind === "demo" ? MOST_NUMBERS_OF_DEMO : MOST_NUMBERS;
  const tell: NumberRoutesParts["tell"] = (workspaceId, kind, number) =>
    records.activity.tell(workspaceId, { kind, tone: "info", details: { number }, subject: { kind: "number", id: number } });
  const accounts = createAccountNumbers({
    tenancy,
    carriers: parts.carriers,
    publicUrl: config.PUBLIC_URL,
    mostOf,
    found: (workspaceId, number) => tell(workspaceId, "number.connected", number),
    now: () => new Date(),
  });
  const rentals = createRentals({
    tenancy,
    agents,
    carrier: createSandboxCarrier(),
    async charge(workspaceId, { cents, note, subject }) {
      const db = tenancy.of(workspaceId);
      const rate = config.EXCHANGE_RATES[await credits.currency(db, workspaceId)];
      await credits.add(db, workspaceId, { kind: "number", amountMicros: -dollarsIn(cents, rate), note, subject });
    },
    mostOf,
    now: () => new Date(),
  });
  startRenewing(jobs, rentals, log);
  startSettling(jobs, accounts, log);
  return { routes: (app, audit) => numberRoutes(app, { numbers, rentals, accounts, audit, tell }) };
}

/** Numbers: who answers them, those to rent, what they cost, and those that a workspace has at carriers. */
import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import type { Http } from "../platform/http/http.ts";
import { exchangeCents, negate } from "../platform/money/money.ts";
import type { Platform } from "../platform/platform.ts";
import type { CarrierDirectory } from "./carriers/directory.ts";
import { createAccountNumbers } from "./numbers/accounts/accounts.ts";
import { createMissedCalls, type MissedCalls } from "./missed-calls/missed-calls.ts";
import { createNumbers, type Numbers } from "./numbers/numbers.ts";
import { startRenewing, startSettling } from "./numbers/sweeps.ts";
import { createRentals } from "./numbers/rentals.ts";
import { numberRoutes, type NumberRoutesParts } from "./numbers/routes.ts";
import { createSandboxCarrier } from "./numbers/sandbox-carrier.ts";

export interface NumbersParts {
  platform: Platform;
  accounts: Accounts;
  agents: AgentsDomain;
  calls: CallsDomain;
  carriers: CarrierDirectory;
}

export interface OpenedNumbers {
  numbers: Numbers;
  missedCalls: MissedCalls;
  routes(app: Http): void;
}

const MOST_NUMBERS = 50;
/** A visitor may try it, not take the numbers from others. */
const MOST_NUMBERS_OF_DEMO = 2;

export async function openNumbers({ platform, accounts, agents, calls, carriers }: NumbersParts): Promise<OpenedNumbers> {
  const { config, database: tenancy, jobs, log } = platform;
  const { activity, audit, isDemo, homeId } = accounts;
  const numbers = createNumbers(tenancy);
  if (agents.isNew) await numbers.seed(homeId, agents.agents);
  const mostOf = async (workspaceId: string): Promise<number> =>
    (await isDemo(workspaceId)) ? MOST_NUMBERS_OF_DEMO : MOST_NUMBERS;
  const tell: NumberRoutesParts["tell"] = (workspaceId, kind, number) =>
    activity.tell(workspaceId, { kind, tone: "info", details: { number }, subject: { kind: "number", id: number } });
  const atCarriers = createAccountNumbers({
    tenancy,
    carriers,
    publicUrl: config.PUBLIC_URL,
    mostOf,
    found: (workspaceId, number) => tell(workspaceId, "number.connected", number),
    now: () => new Date(),
  });
  const rentals = createRentals({
    tenancy,
    agents: agents.agents,
    carrier: createSandboxCarrier(),
    charge: chargeBy(platform, accounts),
    mostOf,
    now: () => new Date(),
  });
  const missedCalls = createMissedCalls({
    ...calls.missed,
    read: (key) => calls.store.read(key),
    isOurs: (number) => rentals.isOurs(number),
    tenancy,
    jobs,
  });
  calls.whenEnded((db, workspaceId, ended) => missedCalls.ended(db, workspaceId, ended));
  startRenewing(jobs, rentals, log);
  startSettling(jobs, atCarriers, log);
  const checkMissedCall = missedCalls.check;
  const routed = { numbers, rentals, accounts: atCarriers, audit, tell, checkMissedCall };
  return { numbers, missedCalls, routes: (app) => numberRoutes(app, routed) };
}

function chargeBy({ config, database }: Platform, { credits }: Accounts): Parameters<typeof createRentals>[0]["charge"] {
  return async (workspaceId, { cents, note, subject }) => {
    const db = database.of(workspaceId);
    const price = exchangeCents(cents, await credits.currency(db, workspaceId), config.EXCHANGE_RATES);
    await credits.add(db, workspaceId, { kind: "number", amount: negate(price), note, subject });
  };
}

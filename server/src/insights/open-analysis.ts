import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import { type CallsDomain, createAnalysisStore } from "../calls/index.ts";
import type { Engines } from "../engines/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createAnalyst, startAnalysis } from "./analysis/analysis.ts";
import { questionsRoute } from "./analysis/questions-route.ts";

export interface OpenAnalysisParts {
  platform: Pick<Platform, "database" | "jobs">;
  accounts: Pick<Accounts, "admissions">;
  engines: Engines;
  agents: AgentsDomain;
  calls: Pick<CallsDomain, "store" | "webhooks" | "whenEnded">;
}

export function openAnalysis({ platform: { database, jobs }, accounts, engines, agents, calls }: OpenAnalysisParts): {
  routes(app: Http): void;
} {
  const asking = {
    agents: agents.agents,
    questionsOf: agents.dispositions,
    connections: engines.connections.providerResolver,
    admissions: accounts.admissions,
    choices: engines.speech.setup.choices,
  };
  const analyst = createAnalyst(jobs);
  calls.whenEnded((_db, _workspaceId, ended, { tasks }) => analyst.ended(ended, tasks));
  startAnalysis({
    ...asking,
    jobs,
    calls: calls.store,
    store: createAnalysisStore(database),
    analysed: calls.webhooks.analysed,
  });
  return { routes: (app) => questionsRoute(app, asking, () => performance.now()) };
}

/** Calls from the public site: anyone may talk to the installation's front desk, briefly, and a few at a time. */
import type { AgentDocument, Language } from "@ongea/contract";
import { type Agents, translateTemplate, languageOf } from "../../agents/index.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { PreparedVisitorCall, VisitorCalls } from "./visitor-calls.ts";

export interface DemoCallsParts {
  visitors: VisitorCalls;
  agents: Agents;
  /** The workspace whose front desk answers. */
  workspaceId: string;
  /** At the same time; 0 turns them off. */
  mostAtOnce: number;
  /** Whether callers of this agent are understood when they speak. */
  hears(document: AgentDocument): Promise<boolean>;
  /** Any steady clock. */
  nowMs: () => number;
}

export interface DemoCalls extends Omit<VisitorCalls, "start"> {
  start(visitor: DemoVisitor): Promise<PreparedDemoCall>;
}

interface DemoVisitor {
  /** The network that the visitor comes from. */
  from: string;
  /** Of the page. */
  language?: Language | undefined;
  gone?: AbortSignal | undefined;
}

export interface PreparedDemoCall extends PreparedVisitorCall {
  /** That the agent speaks: the page's, or its own. */
  language: string;
  hears: boolean;
}

const MOST_DEMO_SECONDS = 180;
/** A first call, and a few more at once: a network without UDP needs two for one. */
const AT_ONCE_FROM_ONE = 6;
const ONE_MORE_AFTER_MS = 60_000;
/** What the agent is called that answers on the public site. */
export const SITE_AGENT = "front_desk";

export function createDemoCalls({ visitors, agents, workspaceId, mostAtOnce, hears, nowMs }: DemoCallsParts): DemoCalls {
  const often = createRateLimit({ burst: AT_ONCE_FROM_ONE, refillMs: ONE_MORE_AFTER_MS, nowMs });
  return {
    ...visitors,
    async start({ from, language, gone }) {
      if (mostAtOnce === 0) throw refuse("call.demo_off");
      often.take(from);
      const agent = await agents.find(workspaceId, SITE_AGENT);
      if (!agent) throw refuse("call.demo_off");
      const { document } = translateTemplate(agent, language);
      const hearsCaller = await hears(document);
      const prepared = await visitors.start({
        workspaceId,
        agentId: agent.id,
        language,
        from,
        by: "demo",
        mostAtOnce,
        mostSeconds: MOST_DEMO_SECONDS,
        gone,
      });
      return { ...prepared, language: languageOf(document), hears: hearsCaller };
    },
  };
}

import { resolve } from "node:path";
import { SITE_CHAT_KEY } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import { type AgentsDomain, languageOf } from "../agents/index.ts";
import type { CallsDomain } from "../calls/index.ts";
import { type Engines, recognizesLanguage } from "../engines/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import type { Telephony } from "../telephony/index.ts";
import type { ThreadsDomain } from "../threads/index.ts";
import type { Demo } from "./demo/demo.ts";
import type { Seeds } from "./demo/seeds.ts";
import { openDemo } from "./open-demo.ts";
import { demoCallRoutes } from "./visitors/demo-call-routes.ts";
import { createDemoCalls } from "./visitors/demo-calls.ts";
import { createVisitorCalls, type VisitorCalls } from "./visitors/visitor-calls.ts";
import { widgetPages } from "./widgets/pages.ts";
import { siteChat } from "./widgets/site-chat.ts";
import { widgetChatRoutes } from "./widgets/chat-routes.ts";
import { createWidgetChats } from "./widgets/widget-chats.ts";
import { widgetCallRoutes, widgetRoutes } from "./widgets/routes.ts";
import { createWidgetStore } from "./widgets/store.ts";
import { createWidgetCalls } from "./widgets/widget-calls.ts";
import { createWidgets } from "./widgets/widgets.ts";

export interface SiteParts {
  platform: Platform;
  accounts: Accounts;
  engines: Engines;
  agents: AgentsDomain;
  calls: CallsDomain;
  telephony: Telephony;
  threads: ThreadsDomain;
  seeds: Seeds;
}

export interface Site {
  /** Visitors' workspaces. */
  demo: Pick<Demo, "fill" | "warmUp">;
  routes(app: Http): void;
}

export function openSite(parts: SiteParts): Site {
  const { platform, accounts, engines, agents, calls, telephony } = parts;
  const { config, live, places } = platform;
  const demo = openDemo(platform, accounts, engines, parts.seeds);
  calls.join({ rehearsed: (call) => demo.journal(call) });
  return {
    demo,
    routes(app) {
      const visitors = createVisitorCalls({ calls: calls.calls, browser: telephony.browser, live });
      const demoCalls = createDemoCalls({
        visitors,
        agents: agents.agents,
        workspaceId: accounts.homeId,
        mostAtOnce: config.DEMO_CALLS,
        async hears(document) {
          const { recognisers, realtime } = await engines.connections.providerResolver.lend(accounts.homeId, document);
          const { setup, hasBuiltinStt } = engines.speech;
          return (
            realtime !== undefined ||
            recognisers.length > 0 ||
            recognizesLanguage(setup.choices, languageOf(document), hasBuiltinStt)
          );
        },
        nowMs: () => performance.now(),
      });
      demoCallRoutes(app, demoCalls, places);
      serveWidgets(app, parts, visitors);
    },
  };
}

/** Web widgets, from the row to the page inside somebody else's page. */
function serveWidgets(
  app: Http,
  { platform, accounts, agents: { agents }, calls, threads }: SiteParts,
  visitors: VisitorCalls,
): void {
  const { database, live, log, places, config } = platform;
  const store = createWidgetStore(database);
  agents.choices.join("widget", async (workspaceId, id) => (await store.all(workspaceId)).find((one) => one.id === id)?.agentId);
  const widgets = createWidgets({ store, agents, audit: accounts.audit });
  widgetRoutes(app, widgets);
  const { checkMoney } = calls.limits;
  widgetCallRoutes(app, createWidgetCalls({ widgets, visitors, checkMoney, log, nowMs: () => performance.now() }), places);
  const welcome = async (workspaceId: string, agentId: string): Promise<string> =>
    threads.welcome(await agents.read(workspaceId, agentId));
  const { attachments } = threads;
  const ofSite = { agents, workspaceId: accounts.homeId, isOpen: config.DEMO_CALLS > 0 };
  const chats = createWidgetChats({
    placeOf: (key) => (key === SITE_CHAT_KEY ? siteChat(ofSite) : widgets.byKey(key)),
    threads: threads.threads,
    attachments,
    welcome,
    live,
    nowMs: () => performance.now(),
  });
  widgetChatRoutes(app, chats, places);
  widgetPages(app, {
    widgets,
    nameOf: async ({ workspaceId, agentId }) => (await agents.present(workspaceId, agentId))?.document.agent_config.agent_name,
    folder: resolve("dist/widget"),
  });
}

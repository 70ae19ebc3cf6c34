/** Calls that people at their desks listen to, speak in, take over and end, at whichever server they run. */
import { sayInCall } from "@ongea/contract";
import type { Actor } from "../accounts/index.ts";
import { callOfId, type Transfer } from "../calls/index.ts";
import type { Http } from "../platform/http/http.ts";
import { serve } from "../platform/http/serve.ts";
import type { TelephonyParts } from "./dependencies.ts";
import { createCrossServerCommands, type CrossServerParts, type Everywhere } from "./supervision/cross-server-commands.ts";
import { supervisionRoutes } from "./supervision/routes.ts";
import { createOrderStore } from "./supervision/store.ts";
import { createBrowserTakeOver } from "./supervision/from-browser.ts";
import { createSupervision } from "./supervision/supervision.ts";

export interface OpenedSupervision {
  /** A call that runs, at whichever server. */
  everywhere: Everywhere;
  /** Somebody has ended a call, or taken it back: for the log. */
  stopped(actor: Actor, callId: string, agentName?: string): void;
  routes(app: Http): void;
}

export interface SupervisionTargets {
  transfer: Transfer;
  isRegistered(phone: string): boolean;
  channelTold: CrossServerParts["channelTold"];
}

export function openSupervision(
  { platform, accounts: { audit }, agents: { agents }, calls: domain }: TelephonyParts,
  { transfer, isRegistered, channelTold }: SupervisionTargets,
): OpenedSupervision {
  const { database, log, closing, places } = platform;
  const { calls, archive, store: callStore, ownerId } = domain;
  const stopped: OpenedSupervision["stopped"] = (actor, callId, agentName) =>
    void audit
      .write(actor, { act: "call.stopped", subject: callId, details: agentName === undefined ? {} : { agent_name: agentName } })
      .catch((error: unknown) => log.warn({ err: error, callId }, "Who stopped a call could not be written down"));
  const everywhere = createCrossServerCommands({
    connect: database.connectAlone,
    store: createOrderStore(database, callOfId),
    callStore,
    supervision: createSupervision({ archive, agents, audit, transfer }),
    ownerId,
    isRegistered,
    channelTold,
    calls,
    archive,
    stopped,
    log,
  });
  closing.add("calls of other servers", () => everywhere.close());
  return {
    everywhere,
    stopped,
    routes(app) {
      supervisionRoutes(app, { supervision: everywhere, browser: createBrowserTakeOver({ archive, audit }), places });
      serve(app, sayInCall, async ({ params, body }, { principal }) => {
        await everywhere.say(principal, params.execution_id, body.text);
        return { message: "done" };
      });
    },
  };
}

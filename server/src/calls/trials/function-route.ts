import { randomUUID } from "node:crypto";
import { tryFunction } from "@ongea/contract";
import { whileHere } from "../../platform/http/gone.ts";
import { type Agents, askFunction, type FunctionParts, valuesOf } from "../../agents/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";

/** `timeZone`: of the installation. */
export function functionRoute(
  app: Http,
  functions: FunctionParts & { timeZone: string },
  agents: Pick<Agents, "restoreSecrets">,
): void {
  serve(app, tryFunction, async ({ body }, { principal, reply }) => {
    const facts = { callId: randomUUID(), agentId: randomUUID(), direction: "browser" as const, userData: {} };
    const known = valuesOf({ ...facts, startedAt: new Date(), timeZone: functions.timeZone });
    const request = await agents.restoreSecrets(principal.workspaceId, body.request);
    const startedMs = performance.now();
    const outcome = await askFunction(
      request,
      { said: body.arguments, known },
      { ...functions, isTrial: true, signal: whileHere(reply) },
    );
    return { ...outcome, duration_ms: Math.round(performance.now() - startedMs) };
  });
}

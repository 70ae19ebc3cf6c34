import { randomUUID } from "node:crypto";
import { previewToolAnswer, tryFunction } from "@ongea/contract";
import { spokenResult } from "@ongea/conversation";
import { whileHere } from "../../platform/http/gone.ts";
import type { Agents } from "../documents/agents.ts";
import { askFunction, type FunctionParts } from "../plan/functions.ts";
import { valuesOf } from "../plan/plan.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { localIso } from "../../platform/time/local-time.ts";

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z]{2})?(?![A-Za-z])/;

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
  serve(app, previewToolAnswer, async ({ body }) => {
    const now = { language: LANGUAGE.exec(body.language)?.[0] ?? "en", localTime: localIso(new Date(), functions.timeZone) };
    const { text, isFilled, missing } = spokenResult(body.answer_template, body.result, now, body.effect);
    return { text, filled: isFilled, missing: [...missing] };
  });
}

import { listReplays, readReplay, replayCall } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CallReplays } from "./replays.ts";

const BURST = 10;
const REFILL_MS = 6_000;

export function replayRoutes(app: Http, replays: CallReplays): void {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs: () => performance.now() });
  serve(app, replayCall, async ({ params, body }, { principal: { workspaceId } }) => {
    limit.take(workspaceId);
    const call = { id: params.execution_id, workspaceId };
    return replays.start(call, { version: body.version, connectedStt: body.connected_stt });
  });
  serve(app, listReplays, async ({ params }, { principal: { workspaceId } }) => ({
    data: await replays.list({ id: params.execution_id, workspaceId }),
  }));
  serve(app, readReplay, ({ params }, { principal: { workspaceId } }) =>
    replays.read({ id: params.execution_id, workspaceId }, params.replay_id),
  );
}

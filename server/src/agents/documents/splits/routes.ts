import {
  listVersionSplits,
  readVersionSplit,
  startVersionSplit,
  stopVersionSplit,
  type SplitArm,
  type VersionSplit,
} from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Splits } from "./splits.ts";
import { differenceOf, rateOf, type Counted } from "./statistics.ts";
import type { StoredSplit } from "./store.ts";

export function versionSplitRoutes(app: Http, { splits, audit }: { splits: Splits; audit: Audit }): void {
  serve(app, listVersionSplits, async (_given, { principal }) => ({
    data: (await splits.list(principal.workspaceId)).map(wireSplit),
  }));
  serve(app, startVersionSplit, async ({ body }, { principal }) => {
    const { split } = await audit.act(principal, async (write) => {
      const started = await splits.start(principal.workspaceId, { ...body, by: principal.name });
      const { kind, target, version, share } = started.split;
      const details = { agent: started.split.agentId, kind, target, version, share };
      await write({ act: "agent.split_started", subject: started.name, details });
      return started;
    });
    return wireSplit(split);
  });
  serve(app, readVersionSplit, async ({ params }, { principal }) => {
    const split = await splits.read({ workspaceId: principal.workspaceId, id: params.split_id });
    const { used, tried } = await splits.results(split);
    const difference = differenceOf(tried, used) ?? null;
    return { ...wireSplit(split), used: wireArm(used), tried: wireArm(tried), difference };
  });
  serve(app, stopVersionSplit, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.split_id };
    const { split } = await audit.act(principal, async (write) => {
      const stopped = await splits.stop(key);
      const { agentId, kind, target } = stopped.split;
      const details = { agent: agentId, kind, target };
      if (stopped.isChanged) await write({ act: "agent.split_stopped", subject: stopped.name, details });
      return stopped;
    });
    return wireSplit(split);
  });
}

function wireArm(counted: Counted): SplitArm {
  return { ...counted, rate: rateOf(counted) ?? null };
}

function wireSplit({ id, kind, target, version, share, goal, ...row }: StoredSplit): VersionSplit {
  return {
    id,
    kind,
    target,
    agent_id: row.agentId,
    version,
    share,
    goal,
    started_by: row.startedBy,
    started_at: row.startedAt.toISOString(),
    stopped_at: row.stoppedAt?.toISOString() ?? null,
    stopped_because: row.stoppedBecause,
  };
}

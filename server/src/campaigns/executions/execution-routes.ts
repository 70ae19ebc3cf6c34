/** Calls as existing clients ask for them (wire API 1.3). */
import {
  listAgentExecutions,
  listExecutionsOfAgent,
  momentOf,
  readAgentExecution,
  readCallById,
  readExecutionOfAgent,
  isFinal,
  readExecutionLog,
  readExecutionLogs,
  readExecutionV2,
  sendCallEvent,
  stopAgentCalls,
  stopCallAlias,
  type ExecutionDetail,
  type RefusalCode,
} from "@ongea/contract";
import { z } from "zod";
import type { Agents } from "../../agents/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { numberedPage } from "./numbered-page.ts";
import { type Archive, storedProvider } from "../../calls/index.ts";
import { logOf } from "./execution-log.ts";

const MOST_AT_ONCE = 200;
/** Not placed yet. */
const WAITING = ["scheduled", "queued", "rescheduled"] as const;
/** Of each of these, in one request. */
const MOST_STOPPED = 1_000;
/** The wire writes the ids of batches without dashes. */
const HEX = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

export interface ExecutionRoutesParts {
  archive: Pick<Archive, "read" | "page">;
  agents: Pick<Agents, "read">;
  /** Also one that waits for its time; who did it is written down. Refuses with "call.ended" or "call.not_found". */
  stop(principal: Principal, callId: string): Promise<void>;
}

export function executionRoutes(app: Http, { archive, agents, stop }: ExecutionRoutesParts): void {
  serve(app, listAgentExecutions, async ({ params, query }, { principal }) => {
    const { status, call_type: direction, provider, batch_id, answered_by_voice_mail: machine, from, to } = query;
    const { id: agentId } = await agents.read(principal.workspaceId, params.agent_id);
    const kind = {
      agentId,
      batchId: batch_id?.replaceAll("-", "").replace(HEX, "$1-$2-$3-$4-$5"),
      status,
      direction,
      provider: provider && storedProvider(provider),
      byVoicemail: machine === undefined ? undefined : machine === "true",
      from: isoOf(from),
      to: isoOf(to),
    };
    return numberedPage(query, (place) => archive.page(principal.workspaceId, kind, place));
  });
  serve(app, listExecutionsOfAgent, async ({ params }, { principal }) => {
    const { id: agentId } = await agents.read(principal.workspaceId, params.agent_id);
    return (await archive.page(principal.workspaceId, { agentId }, { offset: 0, limit: MOST_AT_ONCE })).data;
  });
  for (const route of [readAgentExecution, readExecutionOfAgent])
    serve(app, route, async ({ params }, { principal }) => {
      const call = await read(params.execution_id, principal);
      if (call.agent_id !== params.agent_id) throw refuse("call.not_found");
      return call;
    });
  for (const route of [readExecutionV2, readCallById])
    serve(app, route, ({ params }, { principal }) => read(params.execution_id, principal));

  for (const route of [readExecutionLog, readExecutionLogs])
    serve(app, route, async ({ params }, { principal }) => {
      const { journal, created_at } = await read(params.execution_id, principal);
      return { status: "success" as const, data: logOf(journal, new Date(created_at)) };
    });
  stoppingRoutes(app, { archive, agents, stop });

  async function read(id: string, { workspaceId }: Principal): Promise<ExecutionDetail> {
    const { call, journal, made } = await archive.read({ id, workspaceId });
    return { ...call, journal, ...made };
  }
}

function stoppingRoutes(app: Http, { archive, agents, stop }: ExecutionRoutesParts): void {
  serve(app, stopCallAlias, async ({ params }, { principal }) => {
    await stop(principal, params.execution_id);
    return { message: "done", status: "stopped" as const, execution_id: params.execution_id };
  });
  serve(app, stopAgentCalls, async ({ params }, { principal }) => {
    const { workspaceId } = principal;
    const { id: agentId } = await agents.read(workspaceId, params.agent_id);
    const stopped_executions: string[] = [];
    for (const status of WAITING) {
      const { data } = await archive.page(workspaceId, { agentId, status }, { offset: 0, limit: MOST_STOPPED });
      for (const { id } of data) if (await isStopped(() => stop(principal, id))) stopped_executions.push(id);
    }
    return { stopped_executions };
  });
  serve(app, sendCallEvent, async ({ params }, { principal: { workspaceId } }) => {
    const { data: id } = z.uuid().safeParse(params.run_id);
    const call = id === undefined ? undefined : await archive.read({ id, workspaceId }).catch(unlessUnknown);
    throw refuse(call && !isFinal(call.call.status) ? "call.no_events" : "call.not_active");
  });
}

/** False: it was placed or had ended by then. */
async function isStopped(stop: () => Promise<void>): Promise<boolean> {
  try {
    await stop();
    return true;
  } catch (error) {
    if (isRefused(error, "call.ended", "call.not_found")) return false;
    throw error;
  }
}

function isRefused(error: unknown, ...codes: RefusalCode[]): boolean {
  return error instanceof Refusal && codes.includes(error.code);
}

function unlessUnknown(error: unknown): undefined {
  if (!isRefused(error, "call.not_found")) throw error;
}

function isoOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : momentOf(text).toISOString();
}

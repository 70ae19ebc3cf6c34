/** Calls as existing clients ask for them (wire API 1.3). */
import {
  listAgentExecutions,
  listExecutionsOfAgent,
  momentOf,
  readAgentExecution,
  readCallById,
  readExecutionOfAgent,
  readExecutionV2,
  type ExecutionDetail,
} from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import type { Asker } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Archive } from "../archive.ts";

const MOST_AT_ONCE = 200;
/** The wire writes the ids of batches without dashes. */
const HEX = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

export interface ExecutionRoutesParts {
  archive: Pick<Archive, "read" | "page">;
  agents: Pick<Agents, "read">;
}

export function executionRoutes(app: Http, { archive, agents }: ExecutionRoutesParts): void {
  serve(app, listAgentExecutions, async ({ params, query }, { asker }) => {
    const { page_number, page_size, status, call_type: direction, batch_id, answered_by_voice_mail: machine, from, to } = query;
    const { id: agentId } = await agents.read(asker.workspaceId, params.agent_id);
    const kind = {
      agentId,
      batchId: batch_id?.replaceAll("-", "").replace(HEX, "$1-$2-$3-$4-$5"),
      status,
      direction,
      byVoicemail: machine === undefined ? undefined : machine === "true",
      from: isoOf(from),
      to: isoOf(to),
    };
    const place = { offset: (page_number - 1) * page_size, limit: page_size };
    const { data, total } = await archive.page(asker.workspaceId, kind, place);
    const has_more = place.offset + data.length < total;
    return { page_number, page: page_number, page_size, total, has_more, data };
  });
  serve(app, listExecutionsOfAgent, async ({ params }, { asker }) => {
    const { id: agentId } = await agents.read(asker.workspaceId, params.agent_id);
    return (await archive.page(asker.workspaceId, { agentId }, { offset: 0, limit: MOST_AT_ONCE })).data;
  });
  for (const route of [readAgentExecution, readExecutionOfAgent])
    serve(app, route, async ({ params }, { asker }) => {
      const call = await read(params.execution_id, asker);
      if (call.agent_id !== params.agent_id) throw refuse("call.not_found");
      return call;
    });
  for (const route of [readExecutionV2, readCallById])
    serve(app, route, ({ params }, { asker }) => read(params.execution_id, asker));

  async function read(id: string, { workspaceId }: Asker): Promise<ExecutionDetail> {
    const { call, journal, made } = await archive.read({ id, workspaceId });
    return { ...call, journal, ...made };
  }
}

function isoOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : momentOf(text).toISOString();
}

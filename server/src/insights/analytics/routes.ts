import {
  CALL_LENGTHS,
  type FirstSteps,
  readCallDays,
  readCallLengths,
  readCallTotals,
  readFirstSteps,
  readHome,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Archive } from "../../calls/index.ts";
import type { Figures } from "./figures.ts";

export interface FigureRoutesParts {
  figures: Figures;
  archive: Pick<Archive, "totals" | "lengths">;
  /** Of this server, 0…1; null before it could be measured. */
  uptime(): Promise<number | null>;
  firstSteps(workspaceId: string): Promise<FirstSteps>;
}

export function figureRoutes(app: Http, { figures, archive, uptime, firstSteps }: FigureRoutesParts): void {
  serve(
    app,
    readCallTotals,
    async ({ query: { agent_id: agentId, topic_id: topicId, ...filter } }, { principal: { workspaceId } }) => {
      const wanted = { agentId, topicId, ...filter };
      return figures.totals(workspaceId, wanted, await archive.totals(workspaceId, wanted));
    },
  );
  serve(
    app,
    readCallLengths,
    async ({ query: { agent_id: agentId, topic_id: topicId, ...filter } }, { principal: { workspaceId } }) => {
      const { counts, hasMore } = await archive.lengths(workspaceId, { agentId, topicId, ...filter });
      const data = CALL_LENGTHS.map((from, at) => ({
        from_seconds: from,
        to_seconds: CALL_LENGTHS[at + 1] ?? null,
        calls: counts[at] ?? 0,
      }));
      return { data, has_more: hasMore };
    },
  );
  serve(app, readHome, async (_, { principal }) => figures.home(principal.workspaceId, await uptime()));
  serve(app, readFirstSteps, async (_, { principal }) => firstSteps(principal.workspaceId));
  serve(app, readCallDays, async ({ query }, { principal }) => ({ data: await figures.days(principal.workspaceId, query.days) }));
}

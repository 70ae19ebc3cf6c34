import { exportCalls, type Execution } from "@ongea/contract";
import { createDownloads, csvFormat } from "../../platform/http/downloads.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Archive } from "../../calls/index.ts";
import { parquetFormat } from "./parquet.ts";
import { CSV_HEAD, csvLine, PARQUET_COLUMNS } from "./csv.ts";

/** Calls that are in memory for an export. */
const PAGE = 500;
/** The wire writes the ids of batches without dashes. */
const HEX = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

export interface ExportParts {
  archive: Pick<Archive, "list">;
  /** Of those that belong to a batch which is for something, by id: whether they have reached it. */
  reached(workspaceId: string, calls: readonly Execution[]): Promise<ReadonlyMap<string, boolean>>;
  /** The names of their topics, by call. */
  topics(workspaceId: string, callIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now(): Date;
}

export function exportRoute(app: Http, { archive, reached, topics, now }: ExportParts): void {
  const download = createDownloads();
  const [csv, parquet] = [csvFormat(CSV_HEAD), parquetFormat(PARQUET_COLUMNS)];
  serve(
    app,
    exportCalls,
    async (
      { query: { agent_id: agentId, topic_id: topicId, batch_id, format, ...filter } },
      { principal: { workspaceId }, reply },
    ) => {
      const batchId = batch_id?.replace(HEX, "$1-$2-$3-$4-$5");
      const name = `ongea-calls-${now().toISOString().slice(0, 10)}`;
      const page = async (cursor: string | undefined) => {
        const wanted = { agentId, topicId, batchId, ...filter, limit: PAGE, cursor, isBrief: true };
        const { data, next } = await archive.list(workspaceId, wanted);
        const ids = data.map(({ id }) => id);
        const [isReached, topicOf] = await Promise.all([reached(workspaceId, data), topics(workspaceId, ids)]);
        return { data: data.map((call) => ({ call, reached: isReached.get(call.id), topic: topicOf.get(call.id) })), next };
      };
      if (format === "parquet") return download(reply, { workspaceId, name, format: parquet, page });
      return download(reply, {
        workspaceId,
        name,
        format: csv,
        async page(cursor) {
          const { data, next } = await page(cursor);
          return { data: data.map((row) => csvLine(row)), next };
        },
      });
    },
  );
}

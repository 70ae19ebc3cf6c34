import { exportCallBoard, listBoardCalls, readCallBoard } from "@ongea/contract";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import { boardCsv } from "./board-csv.ts";
import type { Boards } from "./boards.ts";

export function boardRoutes(app: Http, boards: Boards): void {
  serve(app, readCallBoard, ({ query }, { principal }) => boards.read(principal.workspaceId, query));
  serve(app, listBoardCalls, ({ query }, { principal }) => boards.calls(principal.workspaceId, query));
  serve(app, exportCallBoard, async ({ query }, { principal, reply }) => {
    // At most 500 rows: they are in memory.
    const csv = boardCsv(await boards.read(principal.workspaceId, query));
    void reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="ongea-analytics-${query.group}-${query.from.slice(0, 10)}.csv"`,
      "cache-control": "no-store",
    });
    return reply.send(csv);
  });
}

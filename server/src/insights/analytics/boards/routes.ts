import { Readable } from "node:stream";
import { exportCallBoard, listBoardCalls, readCallBoard } from "@ongea/contract";
import { csvFormat, fileHeaders } from "../../../platform/http/downloads.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import { parquetFormat } from "../../exports/parquet.ts";
import { boardColumns, boardCsv } from "./board-csv.ts";
import type { Boards } from "./boards.ts";

export function boardRoutes(app: Http, boards: Boards): void {
  serve(app, readCallBoard, ({ query }, { principal }) => boards.read(principal.workspaceId, query));
  serve(app, listBoardCalls, ({ query }, { principal }) => boards.calls(principal.workspaceId, query));
  serve(app, exportCallBoard, async ({ query: { format, ...query } }, { principal, reply }) => {
    // At most 500 rows: they are in memory.
    const board = await boards.read(principal.workspaceId, query);
    const name = `ongea-analytics-${query.group}-${query.from.slice(0, 10)}`;
    if (format === "parquet") {
      const parquet = parquetFormat(boardColumns(query.group));
      void reply.headers(fileHeaders(name, parquet));
      return reply.send(Readable.from(parquet.write(oneOf(board.groups)), { objectMode: false }));
    }
    void reply.headers(fileHeaders(name, csvFormat("")));
    return reply.send(boardCsv(board));
  });
}

async function* oneOf<Row>(page: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield page;
}

import { readThreadFile } from "@ongea/contract";
import { sendDownload } from "../../platform/http/download.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Threads } from "../messages/threads.ts";
import type { FileStore } from "../messages/files/store.ts";

export interface FileRoutesParts {
  files: Pick<FileStore, "read">;
  threads: Pick<Threads, "read">;
}

export function fileRoutes(app: Http, { files, threads }: FileRoutesParts): void {
  serve(app, readThreadFile, async ({ params: { thread_id: id, file_id } }, { principal: { workspaceId }, reply }) => {
    await threads.read({ workspaceId, id });
    const file = await files.read({ workspaceId, id }, file_id);
    if (!file?.bytes) throw refuse("message.no_file");
    return sendDownload(reply, { ...file, bytes: file.bytes });
  });
}

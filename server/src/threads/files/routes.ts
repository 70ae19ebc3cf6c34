import { readThreadFile } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Threads } from "../messages/threads.ts";
import type { FileStore } from "../messages/files/store.ts";

export interface FileRoutesParts {
  files: Pick<FileStore, "read">;
  threads: Pick<Threads, "read">;
}

/** Sent as a download: it is somebody else's, and no page of ours. */
export function fileRoutes(app: Http, { files, threads }: FileRoutesParts): void {
  serve(app, readThreadFile, async ({ params: { thread_id: id, file_id } }, { principal: { workspaceId }, reply }) => {
    await threads.read({ workspaceId, id });
    const file = await files.read({ workspaceId, id }, file_id);
    if (!file?.bytes) throw refuse("message.no_file");
    const headers = {
      "cache-control": "private, max-age=3600",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name || "file")}`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    };
    return reply.headers(headers).type(file.type).send(file.bytes);
  });
}

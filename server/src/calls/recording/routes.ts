import { createReadStream, statSync } from "node:fs";
import { readPeaks, readRecording } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { createPeakReader } from "../../engines/index.ts";
import type { CallKey } from "../records/store.ts";

/** Plays recordings, whole or in the part that an audio element asks for (RFC 9110, section 14). */
export function recordingRoute(app: Http, pathOf: (call: CallKey) => Promise<string | undefined>): void {
  const reader = createPeakReader();
  serve(app, readPeaks, async ({ params }, { principal }) => {
    const path = await pathOf({ id: params.execution_id, workspaceId: principal.workspaceId });
    if (path === undefined) throw refuse("call.no_recording");
    const { eachMs: each_ms, caller, assistant } = await reader.of(path);
    return { each_ms, caller, assistant };
  });
  serve(app, readRecording, async ({ params }, { principal, request, reply }) => {
    const path = await pathOf({ id: params.execution_id, workspaceId: principal.workspaceId });
    if (path === undefined) throw refuse("call.no_recording");
    const size = statSync(path).size;
    void reply.headers({ "accept-ranges": "bytes", "cache-control": "private, no-cache", "content-type": "audio/wav" });
    const range = rangeOf(request.headers.range, size);
    if (range === "outside") return reply.code(416).header("content-range", `bytes */${size}`).send();
    if (range === undefined) return reply.header("content-length", size).send(createReadStream(path));
    const { first, last } = range;
    void reply.code(206).headers({ "content-range": `bytes ${first}-${last}/${size}`, "content-length": last - first + 1 });
    return reply.send(createReadStream(path, { start: first, end: last }));
  });
}

/** One range of bytes; undefined when the whole is wanted, or something that may be answered with the whole. */
export function rangeOf(header: string | undefined, size: number): { first: number; last: number } | "outside" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  return first >= size || first > last ? "outside" : { first, last };
}

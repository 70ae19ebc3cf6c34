import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { readPeaks, readRecording, readWholeRecording } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Audit } from "../../accounts/index.ts";
import type { WholeSound } from "../../engines/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CallKey } from "../../calls/index.ts";
import { createPeakReader } from "./peaks.ts";

export interface RecordingRouteParts {
  pathOf(call: CallKey): Promise<string | undefined>;
  /** Without masks. */
  wholeOf(call: CallKey): Promise<{ path: string } | WholeSound | undefined>;
  audit: Pick<Audit, "act">;
}

/** A player asks for one recording part by part: within this time that is one hearing. */
const ONE_HEARING_MS = 600_000;
const MOST_HEARINGS = 1_000;

/** Plays recordings, whole or in the part that an audio element asks for (RFC 9110, section 14). */
export function recordingRoute(app: Http, { pathOf, wholeOf, audit }: RecordingRouteParts): void {
  const reader = createPeakReader();
  const heardMs = new Map<string, number>();
  const isHeardAnew = (hearing: string): boolean => {
    const before = heardMs.get(hearing);
    if (heardMs.size >= MOST_HEARINGS) heardMs.clear();
    const isAnew = before === undefined || performance.now() - before > ONE_HEARING_MS;
    if (isAnew) heardMs.set(hearing, performance.now());
    return isAnew;
  };
  serve(app, readPeaks, async ({ params }, { principal }) => {
    const path = await pathOf({ id: params.execution_id, workspaceId: principal.workspaceId });
    if (path === undefined) throw refuse("call.no_recording");
    const { eachMs: each_ms, caller, assistant } = await reader.of(path);
    return { each_ms, caller, assistant };
  });
  serve(app, readRecording, async ({ params }, { principal, request, reply }) => {
    const path = await pathOf({ id: params.execution_id, workspaceId: principal.workspaceId });
    if (path === undefined) throw refuse("call.no_recording");
    return play(soundAt(path), request, reply);
  });
  serve(app, readWholeRecording, async ({ params: { execution_id: id } }, { principal, request, reply }) => {
    const whole = await wholeOf({ id, workspaceId: principal.workspaceId });
    if (!whole) throw refuse("call.no_recording");
    if ("path" in whole) return play(soundAt(whole.path), request, reply);
    const hearing = `${principal.id} ${id}`;
    if (isHeardAnew(hearing)) {
      try {
        await audit.act(principal, (write) => write({ act: "call.heard_whole", subject: id }));
      } catch (error) {
        heardMs.delete(hearing);
        throw error;
      }
    }
    return play({ size: whole.size, read: (first, last) => Readable.from(whole.read(first, last)) }, request, reply);
  });
}

interface Sound {
  /** In bytes. */
  size: number;
  /** From the first to the last byte, both included. */
  read(first: number, last: number): Readable;
}

function soundAt(path: string): Sound {
  return { size: statSync(path).size, read: (start, end) => createReadStream(path, { start, end }) };
}

function play({ size, read }: Sound, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({ "accept-ranges": "bytes", "cache-control": "private, no-cache", "content-type": "audio/wav" });
  const range = rangeOf(request.headers.range, size);
  if (range === "outside") return reply.code(416).header("content-range", `bytes */${size}`).send();
  if (range === undefined) return reply.header("content-length", size).send(read(0, size - 1));
  const { first, last } = range;
  void reply.code(206).headers({ "content-range": `bytes ${first}-${last}/${size}`, "content-length": last - first + 1 });
  return reply.send(read(first, last));
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

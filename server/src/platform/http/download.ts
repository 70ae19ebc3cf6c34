import type { FastifyReply } from "fastify";

/** Sent as a download: it is somebody else's, and no page of ours. */
export function sendDownload(reply: FastifyReply, file: { name: string; type: string; bytes: Buffer }): FastifyReply {
  const headers = {
    "cache-control": "private, max-age=3600",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name || "file")}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  return reply.headers(headers).type(file.type).send(file.bytes);
}

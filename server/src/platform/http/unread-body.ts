/** Answers that come before all of a request has: of a file that is too large, say. */
import type { FastifyReply } from "fastify";

/** Whoever sends for longer is cut off. */
const LONGEST_MS = 20_000;

/**
 * The rest is taken and forgotten, and the connection stays open for it: one that is closed while somebody sends is reset, and the answer with
 * it, before it is read (RFC 9112 section 9.6).
 */
export function takeUnread(reply: FastifyReply): void {
  const { raw } = reply.request;
  if (raw.complete) return;
  reply.removeHeader("connection");
  reply.raw.once("finish", () => {
    if (raw.complete || raw.destroyed) return;
    const tooLong = setTimeout(() => raw.destroy(), LONGEST_MS).unref();
    raw.once("close", () => clearTimeout(tooLong));
    raw.resume();
  });
}

/** Every layer says no in one shape. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { REFUSALS, type RefusalCode } from "@ongea/contract";
import type { FastifyReply } from "fastify";
import { bodyOf, refuse, statusOf, type Refusal } from "./refuse.ts";

export function answerRefused(refusal: Refusal, reply: FastifyReply): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply
    .headers(refusal.headers)
    .code(statusOf(refusal.code))
    .type("application/json; charset=utf-8")
    .send(bodyOf(refusal));
}

/** What came is no request that could be answered in the usual way: the words go to the connection itself, which ends. */
export function refuseRaw(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.destroyed) return;
  socket.end(rawRefusal(error.code === "HPE_HEADER_OVERFLOW" ? "request.headers_too_large" : "request.malformed"));
}

/** The whole answer as it goes over a connection, which ends with it. */
export function rawRefusal(code: RefusalCode): string {
  const { status } = REFUSALS[code];
  const body = JSON.stringify(bodyOf(refuse(code)));
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n` +
    `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}

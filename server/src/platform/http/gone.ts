/** When a request is over: its answer is sent, or whoever asked is gone. */
import type { FastifyReply } from "fastify";

/**
 * Acts once. Who hung up while the server waited for something (who asks, say) closes nothing any more, and one who sent several requests
 * on one connection closes only the first of them: so it is looked at now, and at the connection too.
 */
export function whenOver(reply: FastifyReply, act: () => void): void {
  const { raw } = reply;
  const { socket } = reply.request.raw;
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    raw.off("close", over);
    socket.off("close", over);
    act();
  };
  if (raw.destroyed || raw.closed || socket.destroyed) return over();
  raw.once("close", over);
  socket.once("close", over);
}

/** Aborts when whoever asked is gone before the answer. */
export function whileHere(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenOver(reply, () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

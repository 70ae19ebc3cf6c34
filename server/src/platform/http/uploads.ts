/** Files are held in memory while they come: few at a time. */
import type { FastifyReply } from "fastify";
import { whenOver } from "./gone.ts";
import { refuse } from "./refuse.ts";

const RETRY_SECONDS = 2;

export interface Uploads {
  /** Until the answer is sent, or whoever sends the file is gone. Refuses with "request.too_many". */
  take(reply: FastifyReply): void;
}

export function createUploads(mostAtOnce: number): Uploads {
  let taken = 0;
  return {
    take(reply) {
      if (taken >= mostAtOnce) {
        const refusal = refuse("request.too_many");
        refusal.retryAfterSeconds = RETRY_SECONDS;
        throw refusal;
      }
      taken++;
      whenOver(reply, () => taken--);
    },
  };
}

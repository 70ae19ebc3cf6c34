/** Files are held in memory while they come: few at a time, of one workspace fewer, and none that hardly moves. */
import type { FastifyReply } from "fastify";
import { whenOver } from "./gone.ts";
import { refuse } from "./refuse.ts";

const RETRY_SECONDS = 2;
const LOOK_EVERY_MS = 1_000;

export interface UploadLimits {
  atOnce: number;
  /** Of one workspace. */
  atOnceEach: number;
  /** A file may come more slowly for so long, and after that on average no more. */
  graceMs: number;
  leastBytesPerSecond: number;
}

export interface Uploads {
  /**
   * Until the answer is sent, or whoever sends the file is gone. Refuses with "request.too_many"; a file that comes too slowly is answered with
   * "request.too_slow".
   */
  take(reply: FastifyReply, who: string): void;
}

export function createUploads({ atOnce, atOnceEach, graceMs, leastBytesPerSecond }: UploadLimits): Uploads {
  const taken = new Map<string, number>();
  let all = 0;

  function give(who: string): void {
    all--;
    const left = (taken.get(who) ?? 1) - 1;
    if (left > 0) taken.set(who, left);
    else taken.delete(who);
  }

  return {
    take(reply, who) {
      const his = taken.get(who) ?? 0;
      if (all >= atOnce || his >= atOnceEach) {
        const refusal = refuse("request.too_many");
        refusal.retryAfterSeconds = RETRY_SECONDS;
        throw refusal;
      }
      all++;
      taken.set(who, his + 1);
      const stop = watch(reply);
      whenOver(reply, () => {
        stop();
        give(who);
      });
    },
  };

  function watch({ request: { raw } }: FastifyReply): () => void {
    const startedMs = performance.now();
    // What this connection brought before belongs to other requests.
    const before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const elapsedMs = performance.now() - startedMs;
      const least = (elapsedMs / 1_000) * leastBytesPerSecond;
      if (elapsedMs < graceMs || raw.socket.bytesRead - before >= least) return;
      clearInterval(timer);
      // Whoever reads the body hears of it as of a connection that broke, and answers.
      if (raw.listenerCount("error") > 0) raw.emit("error", refuse("request.too_slow"));
      else raw.destroy();
    }, LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }
}

import { type EndOfTurn, ProviderFailure, type Recogniser } from "@ongea/conversation";
import { z } from "zod";
import { createSegmentRecogniser } from "../segments/segment-recogniser.ts";
import { bytesOf } from "./frames.ts";
import { wordsShape } from "./listening-messages.ts";
import { failureOf, type HostLink } from "./link.ts";

const SEGMENT_TIMEOUT_MS = 10_000;
const JUDGEMENT_TIMEOUT_MS = 1_500;

/** STT: a recogniser in a speech host that hears whole segments (Whisper and the like). */
export function createHostSegmentRecogniser(link: HostLink, name: string): Recogniser {
  return createSegmentRecogniser(name, async ({ sound, ...options }, signal) => {
    return wordsShape.parse(await answer(link, { service: "segments", options, sound, timeoutMs: SEGMENT_TIMEOUT_MS }, signal));
  });
}

/** Endpointing: an end-of-turn model in a speech host. */
export function createHostEndOfTurn(link: HostLink, name: string): EndOfTurn {
  return {
    name,
    async judge(sound, signal) {
      const asked = { service: "turn", options: {}, sound, timeoutMs: JUDGEMENT_TIMEOUT_MS };
      return judgement.parse(await answer(link, asked, signal)).finished;
    },
  };
}

const judgement = z.object({ finished: z.number().min(0).max(1) });

interface Asked {
  service: string;
  options: unknown;
  sound: Int16Array;
  timeoutMs: number;
}

/** Sends sound and waits for the one thing that is said about it. */
function answer(link: HostLink, { service, options, sound, timeoutMs }: Asked, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ProviderFailure("cancelled", "no longer wanted"));
    const finish = (settle: () => void): void => {
      clearTimeout(late);
      signal.removeEventListener("abort", cancel);
      stream.end();
      settle();
    };
    const fail = (failure: ProviderFailure): void => finish(() => reject(failure));
    const late = setTimeout(() => fail(new ProviderFailure("timeout", `no answer within ${timeoutMs} ms`)), timeoutMs);
    const cancel = (): void => fail(new ProviderFailure("cancelled", "no longer wanted"));
    signal.addEventListener("abort", cancel, { once: true });
    const stream = link.open(service, options, {
      told: (say) => finish(() => resolve(say)),
      ended: (problem) => fail(failureOf(problem ?? { code: "bad-answer", message: "no answer" })),
    });
    stream.tell({}, bytesOf(sound));
  });
}

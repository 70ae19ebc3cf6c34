/**
 * A server of one's own reads what lasts of a prompt when a call begins, and not when its caller waits: its prefix cache holds it then. A service
 * that is paid by the token is not asked.
 */
import type { LanguageModel, ThinkRequest } from "@ongea/conversation";
import { timeLimit } from "../http/time-limit.ts";

type Think = LanguageModel["think"];

/** So long a processor may read, ms. */
const LIMIT_MS = 60_000;
/** Of as many agents at once. */
const MOST_AT_ONCE = 4;

/** `think`, and `prepare` where the server is one's own, by plain HTTP. */
export function readingAhead(baseUrl: string, think: Think): Pick<LanguageModel, "think" | "prepare"> {
  if (new URL(baseUrl).protocol !== "http:") return { think };
  /** By what lasts of their prompts. */
  const reading = new Map<string, AbortController>();

  async function read(request: Omit<ThinkRequest, "messages">, signal: AbortSignal): Promise<void> {
    const asked = {
      ...request,
      messages: [{ role: "caller" as const, text: "Hello" }],
      settings: { ...request.settings, maxTokens: 1 },
    };
    try {
      for await (const _ of think(asked, signal));
    } catch {
      // The caller's own question will say what is wrong.
    }
  }

  return {
    async *think(request, signal) {
      // A caller waits: whatever is read ahead makes room. What was read so far stays read.
      for (const stop of reading.values()) stop.abort();
      yield* think(request, signal);
    },
    prepare(request) {
      const key = lastingOf(request);
      if (reading.has(key) || reading.size >= MOST_AT_ONCE) return;
      const stop = new AbortController();
      reading.set(key, stop);
      void read(request, timeLimit(LIMIT_MS, stop.signal)).finally(() => reading.delete(key));
    },
  };
}

function lastingOf({ instructions, tools }: Omit<ThinkRequest, "messages">): string {
  return [instructions, ...tools.map(({ name }) => name)].join("\n");
}

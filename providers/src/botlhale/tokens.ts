/** Botlhale's tokens: a key that stays (their "refresh token") is changed into one that lasts a day, which each question carries. */
import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { askForText, Refusal, type ServiceAccess } from "../http/ask.ts";

export interface Tokens {
  /** Rejects with a ProviderFailure. One is asked for at a time. */
  current(): Promise<string>;
  /** This one was refused: the next question gets a new one. */
  refused(token: string): Promise<void>;
}

const MAX_ANSWER_BYTES = 64 * 1024;
/** It is asked for in the middle of a turn, too, where one has ended; whoever comes later asks anew. */
const ASKS = { connectTimeoutMs: 2_000, firstBytesTimeoutMs: 1_000, idleTimeoutMs: 1_000 };
/** None is used in its last minutes. */
const MARGIN_S = 300;
/** Where none is said. */
const USUAL_S = 3_600;
const MOST_KEPT = 200;

/** As its documents have it in one place, and in another. */
const Answer = z.union([
  z.object({ token: z.string().min(1), expires: z.number().positive().optional() }),
  z
    .object({ AuthenticationResult: z.object({ IdToken: z.string().min(1), ExpiresIn: z.number().positive().optional() }) })
    .transform(({ AuthenticationResult: { IdToken: token, ExpiresIn: expires } }) => ({ token, expires })),
]);

interface Kept {
  token: string;
  untilMs: number;
}

/** By address and key: each call has adapters of its own, and a token is good for all of them on this thread. */
const kept = new Map<string, Promise<Kept>>();

export function tokensOf({ apiKey, ...access }: ServiceAccess & { apiKey: string }): Tokens {
  const place = `${access.baseUrl} ${apiKey}`;

  async function ask(): Promise<Kept> {
    const body = {
      contentType: "application/x-www-form-urlencoded",
      bytes: bytesOf(new URLSearchParams({ refresh_token: apiKey })),
    };
    const asked = { path: "auth/generate", body, maxBytes: MAX_ANSWER_BYTES };
    // Whoever asked first may hang up: the others wait for the same answer, and it has its own time-outs.
    const text = await askForText({ ...ASKS, ...access }, asked, new AbortController().signal).catch(withoutItsWords);
    const { token, expires = USUAL_S } = tokenIn(text);
    return { token, untilMs: performance.now() + Math.max(0, expires - MARGIN_S) * 1_000 };
  }

  function fresh(): Promise<Kept> {
    const asked = ask();
    kept.delete(place);
    kept.set(place, asked);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    asked.catch(() => {
      if (kept.get(place) === asked) kept.delete(place);
    });
    return asked;
  }

  return {
    async current() {
      const known = await (kept.get(place) ?? fresh());
      return (performance.now() < known.untilMs ? known : await fresh()).token;
    },
    async refused(token) {
      const known = kept.get(place);
      const one = await known?.catch(() => undefined);
      if (one?.token === token && kept.get(place) === known) kept.delete(place);
    },
  };
}

/** A service may repeat the key that it refuses. */
function withoutItsWords(error: unknown): never {
  if (error instanceof Refusal)
    throw new ProviderFailure(error.code, `the provider answered ${error.status} when it was asked for a token`);
  throw error;
}

function tokenIn(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's token is not understood", { cause });
  }
}

function bytesOf(form: URLSearchParams): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(form.toString()));
}

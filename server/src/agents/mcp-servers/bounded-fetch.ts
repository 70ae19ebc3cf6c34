/** How the protocol's client reaches a server: through the one way out, each answer bounded, no redirect followed, no standing stream. */
import type { IncomingMessage } from "node:http";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { openOutside, OutsideFailure } from "../../platform/fetch/outside.ts";

export interface BoundedFetchOptions {
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  mostBytes: number;
  /** Ends all that runs. */
  signal: AbortSignal;
  /** An answer broke off in the middle: the protocol's client does not say so to its asker. */
  broken: (error: unknown) => void;
}

/** Without a body, by the standard. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export function createBoundedFetch({ allowed, mostBytes, signal, broken }: BoundedFetchOptions): FetchLike {
  return async (address, init) => {
    const method = init?.method ?? "GET";
    // The stream of a server that wants to say something by itself: an agent asks, and listens to answers only.
    if (method === "GET") return new Response(null, { status: 405 });
    const signals = init?.signal ? AbortSignal.any([signal, init.signal]) : signal;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = typeof init?.body === "string" ? init.body : undefined;
    const answer = await openOutside(String(address), { method, headers, body }, { allowed, signal: signals });
    const status = answer.statusCode ?? 500;
    const facts = { status: status < 200 || status > 599 ? 500 : status, headers: headersOf(answer) };
    if (BODILESS.has(status)) {
      answer.resume();
      return new Response(null, facts);
    }
    const parts = bounded(answer, mostBytes, broken);
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = await parts.next();
        if (part.done === true) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: () => void answer.destroy(),
    });
    return new Response(stream, facts);
  };
}

async function* bounded(
  answer: IncomingMessage,
  mostBytes: number,
  broken: (error: unknown) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > mostBytes) throw new OutsideFailure("too-large");
      yield new Uint8Array(part);
    }
  } catch (error) {
    const failure = error instanceof OutsideFailure ? error : new OutsideFailure("not-reached", { cause: error });
    broken(failure);
    throw failure;
  } finally {
    answer.destroy();
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) made.append(name, one);
  return made;
}

/**
 * Bounds how often it is asked who somebody is. Strangers and failed credentials have limits of their own, so that a program with a wrong
 * key keeps nobody out who shares its network and is known.
 */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { createPlaces } from "../async/places.ts";
import type { Principal, Recognise } from "./authorise.ts";
import { createRateLimit, networkOf, type RateLimit } from "./rate-limit.ts";
import { Refusal } from "./refuse.ts";

export interface Recognition {
  recognise: Recognise;
  /** Of requests without any credential, by network. */
  anonymous: RateLimit;
}

const ANONYMOUS = { burst: 300, refillMs: 200 };
const FAILED_OF_NETWORK = { burst: 300, refillMs: 200 };
const FAILED_OF_CREDENTIAL = { burst: 60, refillMs: 1_000 };
/** Credentials that were right lately. */
const MOST_PROVEN = 10_000;
/** Of networks that fail too often, new credentials are looked up a few at a time. */
const SUSPECTS_AT_ONCE = 2;
const MOST_SUSPECTS_WAITING = 100;

export function createRecognition(recognise: Recognise, nowMs: () => number): Recognition {
  const anonymous = createRateLimit({ ...ANONYMOUS, nowMs });
  const ofNetwork = createRateLimit({ ...FAILED_OF_NETWORK, nowMs });
  const ofCredential = createRateLimit({ ...FAILED_OF_CREDENTIAL, nowMs });
  const suspects = createPlaces(SUSPECTS_AT_ONCE);
  const proven = new Set<string>();

  return {
    anonymous,
    async recognise(request) {
      const network = networkOf(request.ip);
      const credential = credentialOf(request);
      if (credential === undefined) {
        anonymous.take(network);
        return recognise(request);
      }
      ofCredential.check(credential);
      const principal = await lookUp(request, network, credential);
      if (principal) remember(credential);
      else failed(network, credential);
      return principal;
    },
  };

  async function lookUp(request: FastifyRequest, network: string, credential: string): Promise<Principal | undefined> {
    if (!isSuspect(network, credential)) return recogniseCounted(request, network, credential);
    if (suspects.waiting >= MOST_SUSPECTS_WAITING) ofNetwork.check(network);
    return suspects.run(() => recogniseCounted(request, network, credential));
  }

  async function recogniseCounted(request: FastifyRequest, network: string, credential: string): Promise<Principal | undefined> {
    try {
      return await recognise(request);
    } catch (error) {
      if (error instanceof Refusal) failed(network, credential);
      throw error;
    }
  }

  function isSuspect(network: string, credential: string): boolean {
    return !proven.has(credential) && !ofNetwork.has(network);
  }

  /** Refuses with "request.too_many" where too many have failed. */
  function failed(network: string, credential: string): void {
    proven.delete(credential);
    ofCredential.take(credential);
    ofNetwork.take(network);
  }

  function remember(credential: string): void {
    proven.delete(credential);
    proven.add(credential);
    if (proven.size > MOST_PROVEN) proven.delete(proven.values().next().value ?? "");
  }
}

/** What a request proves itself by, as a hash. */
function credentialOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  const given = authorization ?? cookie;
  return given === undefined ? undefined : createHash("sha256").update(given).digest("base64");
}

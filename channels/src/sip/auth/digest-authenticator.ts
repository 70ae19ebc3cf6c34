import { timingSafeEqual } from "node:crypto";
import { Attempts } from "./attempts.ts";
import type { DigestAlgorithm, DigestFields, DigestSecrets } from "./digest.ts";
import { algorithmOf, digestOf, parseDigest, quote } from "./digest.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { Nonces } from "./nonces.ts";
import { responseTo } from "../message/responses.ts";

/** A password, or what is kept instead of it. */
type Proof = string | DigestSecrets;
export type PasswordLookup = (user: string) => Proof | undefined | Promise<Proof | undefined>;

export type Verdict = { kind: "known"; user: string } | { kind: "refused"; response: SipResponse };

export interface DigestAuthenticatorOptions {
  realm: string;
  password: PasswordLookup;
  /** Wrong passwords from one address before it is shut out for a while. */
  maxFailures?: number | undefined;
  shutOutMs?: number | undefined;
  /** Told of each wrong password, with where it came from. */
  failed?: ((sourceHost: string) => void) | undefined;
  nonceLifetimeMs?: number | undefined;
  /** What is asked for, best first; credentials are taken in each. */
  algorithms?: readonly DigestAlgorithm[] | undefined;
}

/** Phones that give up when any of several challenges is new to them, instead of passing over it (RFC 8760 section 2.4). */
const ONLY_MD5 = /^baresip v[01]\./i;

/** Asks phones who they are: digest with MD5 and SHA-256, nonces that expire and can't be replayed, a limit on guessing. */
export class DigestAuthenticator {
  readonly #options: DigestAuthenticatorOptions;
  readonly #nonces: Nonces;
  readonly #attempts: Attempts;

  constructor(options: DigestAuthenticatorOptions) {
    this.#options = options;
    this.#nonces = new Nonces(options.nonceLifetimeMs);
    this.#attempts = new Attempts(options.maxFailures ?? 10, options.shutOutMs ?? 300_000);
  }

  /**
   * Who sent this. Unknown users and wrong passwords are told the same. `as` is the role we answer in: a registrar challenges with
   * 401, a call's way through us with 407.
   */
  async ask(request: SipRequest, sourceHost: string, as: "registrar" | "gateway"): Promise<Verdict> {
    if (this.#attempts.isBlocked(sourceHost)) return { kind: "refused", response: responseTo(request, 403) };
    const fields = this.#credentials(request, as);
    const challenge = (stale: boolean): Verdict => this.#challenge(request, as, { stale, sourceHost });
    if (!fields) return challenge(false);
    const judged = this.#nonces.judge(fields["nonce"] ?? "", sourceHost);
    const user = fields["username"] ?? "";
    if (!(await this.#isRight(request, fields))) {
      // Only who has received our challenge at this address can answer it: a forged source locks out nobody.
      if (judged === "fresh") {
        this.#attempts.failed(sourceHost, user);
        this.#options.failed?.(sourceHost);
      }
      return challenge(false);
    }
    if (judged !== "fresh") return challenge(true);
    if (!this.#nonces.take(fields["nonce"] ?? "", Number.parseInt(fields["nc"] ?? "", 16))) return challenge(true);
    this.#attempts.succeeded(sourceHost, user);
    return { kind: "known", user };
  }

  #credentials(request: SipRequest, as: "registrar" | "gateway"): DigestFields | undefined {
    const name = as === "registrar" ? "authorization" : "proxy-authorization";
    for (const value of request.headers.all(name)) {
      const fields = parseDigest(value);
      if (fields?.["realm"] === this.#options.realm) return fields;
    }
    return undefined;
  }

  async #isRight(request: SipRequest, fields: DigestFields): Promise<boolean> {
    const { username: user, uri, nonce, nc, cnonce, qop, response } = fields;
    const algorithm = algorithmOf(fields);
    if (!user || !uri || !nonce || !response || !algorithm || qop?.toLowerCase() !== "auth" || !cnonce) return false;
    if (!/^[0-9a-f]{8}$/i.test(nc ?? "") || !sameTarget(uri, request.uriText)) return false;
    const password = await this.#options.password(user);
    const expected = digestOf({
      algorithm,
      user,
      realm: this.#options.realm,
      // An unknown user costs the same work as a known one.
      password: password ?? "no such user",
      method: request.method,
      uri,
      nonce,
      auth: { nc: nc ?? "", cnonce },
    });
    const isSame =
      expected.length === response.length && timingSafeEqual(Buffer.from(expected), Buffer.from(response.toLowerCase()));
    return isSame && password !== undefined;
  }

  #challenge(
    request: SipRequest,
    as: "registrar" | "gateway",
    { stale, sourceHost }: { stale: boolean; sourceHost: string },
  ): Verdict {
    const response = responseTo(request, as === "registrar" ? 401 : 407);
    const name = as === "registrar" ? "www-authenticate" : "proxy-authenticate";
    const nonce = this.#nonces.issue(sourceHost);
    const algorithms = this.#options.algorithms ?? ["SHA-256", "MD5"];
    const isOld = ONLY_MD5.test(request.headers.get("user-agent") ?? "");
    for (const algorithm of isOld ? ["MD5"] : algorithms) {
      const end = `, algorithm=${algorithm}, qop="auth"${stale ? ", stale=true" : ""}`;
      response.headers.add(name, `Digest realm=${quote(this.#options.realm)}, nonce="${nonce}"${end}`);
    }
    return { kind: "refused", response };
  }
}

/** Some phones leave out or add parameters of the address between the request line and the credentials. */
function sameTarget(digestUri: string, requestUri: string): boolean {
  const bare = (text: string): string => text.split(";")[0]?.toLowerCase() ?? "";
  return bare(digestUri) === bare(requestUri);
}

/** What is asked of a trunk outside calls: whether it is there (OPTIONS), and that it sends us its calls (REGISTER). */
import { parseNameAddress } from "../message/name-address.ts";
import { sdpOf } from "../message/body.ts";
import type { SipResponse } from "../message/message.ts";
import { agree, parseSdp } from "../message/sdp.ts";
import { formatUri, sipUri, transportParameter } from "../message/uri.ts";
import type { Peer } from "../transport/peer.ts";
import type { UserAgent } from "../user-agent.ts";
import { newCallId } from "../user-agent.ts";
import { ask, type TrunkRequest, type TrunkAnswer } from "./ask.ts";
import { candidatesOf } from "./candidates.ts";
import { reach } from "./reach.ts";
import { failing, type Standing } from "./standing.ts";
import type { Trunk } from "./trunk.ts";

/** Registered until then, as the trunk says. */
export interface Registered extends Standing {
  kind: "registered";
  seconds: number;
  peer: Peer;
}

const OUT_OF_SERVICE = new Set([503, 504]);
const FORBIDDEN = new Set([401, 403, 407]);
const LONGEST_SECONDS = 7_200;
/** A trunk that wants a longer time than asked for says so (423). */
const MOST_TRIES_FOR_TIME = 2;

/** One conversation with a trunk: its requests have one Call-ID and count on. */
export class TrunkContact {
  readonly #ua: UserAgent;
  readonly #trunk: Trunk;
  readonly #callId = newCallId();
  #sequence = 0;

  constructor(ua: UserAgent, trunk: Trunk) {
    this.#ua = ua;
    this.#trunk = trunk;
  }

  /** Whether it answers at all; the first of its places that does. */
  async options(): Promise<Standing> {
    return this.#first(async (peer) => {
      const told = await this.#ask("OPTIONS", peer, [["accept", "application/sdp"]]);
      if ("failed" in told) return notReached(told);
      const { response, challenged } = told;
      const { status } = response;
      if (challenged && this.#account) return failing("wrong_password", status);
      if (speaksNoneOfOurs(response)) return failing("no_codec", status);
      if (FORBIDDEN.has(status) || OUT_OF_SERVICE.has(status)) return failing("rejected", status);
      return { kind: "reachable", problem: undefined, sipStatus: status };
    });
  }

  /** `seconds` 0: no longer. */
  async register(contactUser: string, seconds: number): Promise<Standing | Registered> {
    return this.#first((peer) => this.#registerAt(peer, contactUser, seconds));
  }

  /** Whether the name and password are right; it changes nothing at the trunk. */
  async bindings(): Promise<Standing> {
    return this.#first(async (peer) => this.#judge(await this.#ask("REGISTER", peer, []), peer, 0));
  }

  async #registerAt(peer: Peer, contactUser: string, seconds: number): Promise<Standing | Registered> {
    let wanted = seconds;
    for (let attempt = 1; ; attempt++) {
      const contact = this.#ua.contactTowards(peer, contactUser);
      const told = await this.#ask("REGISTER", peer, [
        ["contact", `<${contact}>;expires=${wanted}`],
        ["expires", String(wanted)],
      ]);
      const least = "response" in told && told.response.status === 423 ? Number(told.response.headers.get("min-expires")) : 0;
      if (!(least > wanted && least <= LONGEST_SECONDS) || seconds === 0 || attempt === MOST_TRIES_FOR_TIME)
        return this.#judge(told, peer, "response" in told ? secondsIn(told.response, contact, wanted) : wanted);
      wanted = least;
    }
  }

  #judge(told: TrunkAnswer, peer: Peer, seconds: number): Standing | Registered {
    if ("failed" in told) return notReached(told);
    const { response, challenged } = told;
    const { status } = response;
    if (status < 300) return { kind: "registered", problem: undefined, sipStatus: status, seconds, peer };
    // Who is refused after it has said its name and password has the wrong ones, whatever the refusal is called.
    if (challenged || status === 403) return failing("wrong_password", status);
    return failing("rejected", status);
  }

  get #account(): TrunkRequest["account"] {
    const { username: user, password } = this.#trunk;
    return user === undefined || password === undefined ? undefined : { user, password };
  }

  #ask(method: TrunkRequest["method"], peer: Peer, headers: TrunkRequest["headers"] = []): Promise<TrunkAnswer> {
    const { host, port, username } = this.#trunk;
    const uri = formatUri(sipUri(undefined, host, port, transportParameter(peer.transport)));
    const own = formatUri(sipUri(username ?? "ongea", host));
    const options = [["contact", `<${this.#ua.contactTowards(peer, undefined)}>`] as const, ...headers];
    return ask(this.#ua, {
      method,
      peer,
      uri,
      from: own,
      to: method === "OPTIONS" ? uri : own,
      callId: this.#callId,
      sequence: () => ++this.#sequence,
      account: this.#account,
      headers: method === "OPTIONS" ? options : headers,
    });
  }

  /** Of its places in order; where one is not there or out of service, what the next says. */
  async #first<S extends Standing>(of: (peer: Peer) => Promise<S | Standing>): Promise<S | Standing> {
    const found = await candidatesOf(this.#trunk);
    if ("problem" in found) return failing(found.problem);
    let standing: S | Standing = failing("name_unknown");
    for (const peer of found.peers) {
      const problem = await reach(peer, this.#ua);
      standing = problem === undefined ? await of(peer) : failing(problem);
      if (standing.kind !== "failing" || (standing.sipStatus !== undefined && !OUT_OF_SERVICE.has(standing.sipStatus))) break;
    }
    return standing;
  }
}

/** Where it says what it speaks: most do not. */
function speaksNoneOfOurs(response: SipResponse): boolean {
  const sdp = sdpOf(response);
  const remote = typeof sdp === "string" ? parseSdp(sdp) : undefined;
  return remote !== undefined && agree(remote) === undefined;
}

function notReached({ failed }: { failed: 408 | 503 }): Standing {
  return failing(failed === 408 ? "no_answer" : "not_reached");
}

/** As the trunk says of our own contact, else of all; never longer than was asked for. */
function secondsIn(response: SipResponse, contact: string, wanted: number): number {
  const own = response.headers
    .all("contact")
    .map((text) => parseNameAddress(text))
    .find((address) => address?.uriText === contact);
  const told = Number(own?.parameters["expires"] ?? response.headers.get("expires") ?? wanted);
  return Number.isFinite(told) && told > 0 ? Math.min(told, wanted) : wanted;
}

/**
 * An account at Africa's Talking, by its REST interface (docs.africastalking.com/voice). It places calls and tells the balance; numbers are
 * bought, led and given back in its dashboard alone, and a call that it has placed is not taken back.
 */
import { z } from "zod";
import { createRest, expectIn, RestFailure, type RestParts } from "../../../platform/fetch/rest.ts";

export interface AfricasTalkingParts extends Pick<RestParts, "fetch" | "allowed"> {
  /** Of the application there; `sandbox` has hosts of its own. */
  username: string;
  apiKey: string;
  /** Instead of its usual hosts. */
  baseUrl?: string | undefined;
}

export interface AfricasTalkingCall {
  /** A number of the account, E.164. */
  from: string;
  to: string;
  /** Comes back in what it tells of the call. */
  requestId: string;
}

/** Each method rejects with a RestFailure and nothing else. */
export interface AfricasTalking {
  /** Returns its name for the session. */
  place(call: AfricasTalkingCall): Promise<string>;
  /** As it writes it: "KES 1785.50". */
  balance(): Promise<string>;
}

const Placed = z.object({
  entries: z.array(z.object({ status: z.string(), sessionId: z.string().nullish() })).nullish(),
  errorMessage: z.string().nullish(),
});
const User = z.object({ UserData: z.object({ balance: z.string().max(40) }) });
const NOTHING = "None";
const NO_SUCH_NUMBER = 404;
const MAY_NOT = 403;
const CODES: Readonly<Record<string, number>> = { InvalidPhoneNumber: NO_SUCH_NUMBER, DestinationNotSupported: MAY_NOT };

export function createAfricasTalking({ username, apiKey, baseUrl, ...parts }: AfricasTalkingParts): AfricasTalking {
  const host = username === "sandbox" ? "sandbox.africastalking.com" : "africastalking.com";
  const voice = baseUrl ?? `https://voice.${host}`;
  const account = baseUrl ?? `https://api.${host}`;
  const ask = createRest({ ...parts, baseUrl: voice, account: username, secret: apiKey, signIn: { apikey: apiKey } });
  return {
    async place({ from, to, requestId }) {
      const form = { username, from, to, clientRequestId: requestId };
      const { entries, errorMessage } = expectIn(Placed, await ask({ method: "POST", path: "/call", form }));
      const [entry] = entries ?? [];
      const says = (errorMessage ?? NOTHING) === NOTHING ? (entry?.status ?? "") : (errorMessage ?? "");
      const ref = entry?.sessionId ?? "";
      if (entry?.status === "Queued" && isSession(ref)) return ref;
      // It says which of what was asked it has done: a list without the call is a no.
      if (entry?.status === "Queued") throw new RestFailure("unknown");
      throw new RestFailure("refused", { code: CODES[entry?.status ?? ""], says: says.replaceAll(apiKey, "…").slice(0, 300) });
    },
    async balance() {
      const path = `/version1/user?username=${encodeURIComponent(username)}`;
      return expectIn(User, await ask({ method: "GET", path, baseUrl: account })).UserData.balance;
    },
  };
}

export function isSession(ref: string): boolean {
  return /^[A-Za-z0-9_-]{8,100}$/.test(ref);
}

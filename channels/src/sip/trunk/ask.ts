/** A request outside any call, to a trunk: asked again with credentials where the other side wants to know who we are. */
import { answerChallenges } from "../auth/digest.ts";
import { Headers } from "../message/headers.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import type { Peer } from "../transport/peer.ts";
import type { UserAgent } from "../user-agent.ts";
import { newTag } from "../user-agent.ts";

export interface TrunkRequest {
  method: "OPTIONS" | "REGISTER";
  peer: Peer;
  uri: string;
  from: string;
  to: string;
  callId: string;
  /** The next number of this Call-ID. */
  sequence(): number;
  account: { user: string; password: string } | undefined;
  headers?: readonly (readonly [name: string, value: string])[];
}

/** `challenged`: it asked who we are again after we had said so. */
export type TrunkAnswer = { response: SipResponse; challenged: boolean } | { failed: 408 | 503 };

/** Once without, once with credentials, and once more when the nonce was stale. */
const MOST_ATTEMPTS = 3;

/** Never rejects. */
export async function ask(ua: UserAgent, asked: TrunkRequest): Promise<TrunkAnswer> {
  let credentials: { name: string; value: string } | undefined;
  const tag = newTag();
  for (let attempt = 1; ; attempt++) {
    const told = await once(ua, asked, { tag, credentials });
    if ("failed" in told) return told;
    const { response } = told;
    const isProxy = response.status === 407;
    if (!isProxy && response.status !== 401) return { response, challenged: false };
    const challenges = response.headers.all(isProxy ? "proxy-authenticate" : "www-authenticate");
    const isStale = challenges.some((text) => /stale\s*=\s*"?true/i.test(text));
    const request = { method: asked.method, uri: asked.uri };
    const answer = asked.account && answerChallenges(challenges, asked.account, request);
    if (!answer || attempt === MOST_ATTEMPTS || (credentials && !isStale)) return { response, challenged: true };
    credentials = { name: isProxy ? "proxy-authorization" : "authorization", value: answer.value };
  }
}

type Once = { response: SipResponse } | { failed: 408 | 503 };

function once(
  ua: UserAgent,
  asked: TrunkRequest,
  { tag, credentials }: { tag: string; credentials: { name: string; value: string } | undefined },
): Promise<Once> {
  const headers = new Headers();
  headers.add("max-forwards", "70");
  headers.add("from", `<${asked.from}>;tag=${tag}`).add("to", `<${asked.to}>`);
  headers.add("call-id", asked.callId).add("cseq", `${asked.sequence()} ${asked.method}`);
  headers.add("user-agent", ua.userAgent);
  for (const [name, value] of asked.headers ?? []) headers.add(name, value);
  if (credentials) headers.add(credentials.name, credentials.value);
  const request: SipRequest = { kind: "request", method: asked.method, uriText: asked.uri, headers, body: "" };
  return new Promise((resolve) => {
    ua.send(request, asked.peer, {
      response: (response) => response.status >= 200 && resolve({ response }),
      failed: (failed) => resolve({ failed }),
    });
  });
}

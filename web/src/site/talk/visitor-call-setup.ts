/** How a visitor without a session asks for a call: with the front desk on the public site, or by a widget. */
import type { Entry } from "@ongea/contract";
import type { CallSetup } from "../../call/call-setup.ts";

/** The server said no. */
export class VisitRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.name = "VisitRefused";
    this.code = code;
  }
}

export interface VisitorCallSetup extends CallSetup {
  /** What is said in the call, as it is said. */
  follow(callId: string, tell: (entry: Entry) => void, over: () => void): void;
}

const TIMEOUT_MS = 20_000;

/** What the server says of a call that it has prepared. */
export interface PreparedCall {
  execution_id: string;
  token: string;
  pass: string;
  /** On the public site: that the agent speaks, and whether it understands who speaks. */
  language?: string;
  hears?: boolean;
}

/** `asked`: what a call is begun with. */
export function createVisitorCallSetup(
  path: string,
  asked: () => object = () => ({}),
  tell: (call: PreparedCall) => void = () => undefined,
): VisitorCallSetup {
  /** Of each call: what lets us type into it, follow and end it. */
  const passes = new Map<string, string>();
  const passOf = (callId: string): string => passes.get(callId) ?? "";
  return {
    async prepare() {
      const call = await post<PreparedCall>(path, asked());
      const { execution_id: callId, token, pass } = call;
      passes.set(callId, pass);
      tell(call);
      return { callId, token };
    },
    offer: async (callId, token, sdp) => (await post<{ sdp: string }>(`${path}/${callId}/offer`, { token, sdp })).sdp,
    say: (callId, text) => post(`${path}/${callId}/text`, { pass: passOf(callId), text }),
    // Hanging up is still sent when the page is left; a call that is being prepared then is not waited for.
    stop: (callId) => post(`${path}/${callId}/stop`, { pass: passOf(callId) }, { keepalive: true }),
    follow(callId, tell, over) {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}/${callId}/live`);
      socket.addEventListener("open", () => socket.send(passOf(callId)));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page sends entries
      socket.addEventListener("message", ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Entry));
      socket.addEventListener("close", over);
    },
  };
}

/** What anybody may ask, without the session that may be here. Rejects with `VisitRefused`. */
export async function post<T>(path: string, body: unknown, { keepalive = false } = {}): Promise<T> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    // Whoever is signed in here calls as any other visitor does.
    credentials: "omit",
    keepalive,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page answers
  const said = (await answer.json().catch(() => ({}))) as T & { code?: string };
  if (!answer.ok) throw new VisitRefused(said.code ?? "server.failed");
  return said;
}

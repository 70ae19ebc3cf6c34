/**
 * Africa's Talking as its customers meet it: a REST interface with a key in a header, and forms that it posts to the address of a number, whose
 * XML it follows. It dials SIP clients by `onDial`. From its documents and its own libraries; it does what it is told to do wrong.
 */
import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AfricasTalkingPeer {
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
  /** Where its number's dashboard says that it asks. */
  callbackUrl: string;
  /** The next orders: as usual; never; done, and then the connection breaks; a fault of its own; one of its refusals. */
  mood: "well" | "silent" | "does it and breaks off" | "fault" | "InvalidPhoneNumber" | "InsufficientCredit" | "bad caller";
  /** Its own names for sessions come back in its answer alone, not in what it asks. */
  echoes: boolean;
  readonly orders: Record<string, string>[];
  readonly placed: PeerSession[];
  /** It was told to put a call through to these, sequentially. */
  onDial: (client: string, session: PeerSession) => void;
  /** Somebody calls its number. */
  ring(number: string, person: string): Promise<PeerSession>;
  post(url: string, fields: Record<string, string>): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

export interface PeerSession {
  readonly id: string;
  readonly person: string;
  readonly number: string;
  readonly isInbound: boolean;
  /** What it was told last. */
  xml: string;
  status: number;
  /** Asks what to do, and does it: the person has answered, where we have called. */
  ask(): Promise<void>;
  /** The same question once more; does nothing of what it is told. */
  askAgain(): Promise<string>;
  /** The last word, with what it costs. Returns the status of the answer. */
  over(fields?: Record<string, string>): Promise<number>;
}

export async function startAfricasTalkingPeer(): Promise<AfricasTalkingPeer> {
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://peer");
      const answer = (status: number, said: unknown): void =>
        void response
          .writeHead(status, { "content-type": typeof said === "string" ? "text/plain" : "application/json" })
          .end(typeof said === "string" ? said : JSON.stringify(said));
      if (request.headers["apikey"] !== peer.apiKey) return answer(401, "The supplied authentication is invalid");
      if (url.pathname === "/version1/user") return answer(200, { UserData: { balance: "KES 1785.50" } });
      if (url.pathname !== "/call" || request.method !== "POST") return answer(404, "The resource could not be found");
      place(Object.fromEntries(new URLSearchParams(body)), answer, response);
    });
  });

  function place(form: Record<string, string>, answer: (status: number, said: unknown) => void, response: ServerResponse): void {
    peer.orders.push(form);
    const { to = "", from = "", clientRequestId = "", username } = form;
    const entry = (status: string, sessionId: string) => ({
      entries: [{ phoneNumber: to, status, sessionId }],
      errorMessage: "None",
    });
    if (username !== peer.username) return answer(401, "The supplied authentication is invalid");
    if (peer.mood === "silent") return void held.add(response);
    if (peer.mood === "fault") return answer(500, "<html>Internal Server Error</html>");
    if (peer.mood === "bad caller") return answer(200, { entries: [], errorMessage: `Invalid callerId: ${from}` });
    if (peer.mood === "InvalidPhoneNumber" || peer.mood === "InsufficientCredit") return answer(200, entry(peer.mood, "None"));
    const session = newSession({ number: from, person: to, isInbound: false }, peer.echoes ? { clientRequestId } : {});
    peer.placed.push(session);
    if (peer.mood === "does it and breaks off") return void response.destroy();
    answer(201, entry("Queued", session.id));
  }

  function newSession(
    facts: Pick<PeerSession, "number" | "person" | "isInbound">,
    more: Record<string, string> = {},
  ): PeerSession {
    const { number, person, isInbound } = facts;
    const id = `ATVId_${randomBytes(16).toString("hex")}`;
    const fields = {
      sessionId: id,
      direction: isInbound ? "Inbound" : "Outbound",
      callerNumber: person,
      destinationNumber: number,
      callerCountryCode: "254",
      callStartTime: "2026-11-23+08:12:57",
      ...more,
    };
    const session: PeerSession = {
      ...facts,
      id,
      xml: "",
      status: 0,
      async ask() {
        const told = await peer.post(peer.callbackUrl, { isActive: "1", ...fields });
        [session.xml, session.status] = [told.text, told.status];
        const [, clients] = /<Dial phoneNumbers="([^"]+)"/.exec(told.text) ?? [];
        for (const client of clients?.split(",") ?? []) peer.onDial(client, session);
      },
      askAgain: async () => (await peer.post(peer.callbackUrl, { isActive: "1", ...fields })).text,
      async over(last = {}) {
        const usual = {
          status: "Success",
          callSessionState: "Completed",
          durationInSeconds: "7",
          hangupCause: "NORMAL_CLEARING",
        };
        const { status } = await peer.post(peer.callbackUrl, {
          isActive: "0",
          ...fields,
          ...usual,
          currencyCode: "KES",
          amount: "12.5",
          ...last,
        });
        return status;
      },
    };
    return session;
  }

  const peer: AfricasTalkingPeer = {
    baseUrl: "",
    username: "imani",
    apiKey: "atsk_0123456789abcdef0123456789abcdef",
    callbackUrl: "",
    mood: "well",
    echoes: true,
    orders: [],
    placed: [],
    onDial: () => undefined,
    async ring(number, person) {
      const session = newSession({ number, person, isInbound: true });
      await session.ask();
      return session;
    },
    async post(url, fields) {
      const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
      return { status: answer.status, text: await answer.text() };
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(peer, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

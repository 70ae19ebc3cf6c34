/** A peer that speaks Cal.com's v2: slots and bookings of one event type, made, moved and cancelled, with its refusals. For tests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CalServer {
  readonly baseUrl: string;
  /** Free moments, ISO 8601 in UTC. */
  free: string[];
  readonly booked: { start: string; attendee: { name: string; phoneNumber?: string; email?: string }; metadata?: object }[];
  /** By uid, those that stand. */
  readonly standing: Map<string, string>;
  readonly asked: string[];
  /** Instead of an answer. */
  instead: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

export const CAL_KEY = "cal_live_0123456789";
export const CAL_EVENT = 4242;
type Say = (status: number, body: object) => void;
type Refuse = (status: number, code: string, message: string) => void;

/** Nairobi. */
const OFFSET_MS = 3 * 3_600_000;

export async function startCalServer(): Promise<CalServer> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cal: CalServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    free: [],
    booked: [],
    standing: new Map(),
    asked: [],
    instead: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    cal.asked.push(`${method} ${url} ${String(headers["cal-api-version"])}`);
    let text = "";
    for await (const part of request) text += String(part);
    if (cal.instead) return cal.instead(response);
    const say = (status: number, body: object): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = (status: number, code: string, message: string): void =>
      say(status, { status: "error", timestamp: new Date(0).toISOString(), path: url, error: { code, message } });
    if (headers.authorization !== `Bearer ${CAL_KEY}`) return refuse(401, "UnauthorizedException", "Invalid API Key");
    const { pathname, searchParams } = new URL(url, cal.baseUrl);
    if (method === "GET" && pathname === "/v2/slots") return slots(searchParams, say, refuse);
    if (method === "POST" && pathname === "/v2/bookings") return book(JSON.parse(text), say, refuse);
    const [, uid = "", act] = /^\/v2\/bookings\/([^/]+)\/(cancel|reschedule)$/.exec(pathname) ?? [];
    if (method === "POST" && act !== undefined) return change(uid, act === "cancel" ? undefined : JSON.parse(text), say, refuse);
    refuse(404, "NotFoundException", "Cannot be found");
  }

  /** A booking that was moved has another uid; the old one is cancelled. */
  function change(uid: string, to: { start: string } | undefined, say: Say, refuse: Refuse): void {
    const start = cal.standing.get(uid);
    if (start === undefined)
      return /^kko1wish\d+$/.test(uid)
        ? refuse(
            400,
            "BadRequestException",
            `Can't ${to ? "reschedule" : "cancel"} booking with uid=${uid} because it has been cancelled already`,
          )
        : refuse(404, "NotFoundException", `Booking with uid=${uid} was not found in the database`);
    if (!to) {
      cal.standing.delete(uid);
      cal.free.push(start);
      return say(200, { status: "success", data: { uid, status: "cancelled" } });
    }
    const at = cal.free.findIndex((moment) => Date.parse(moment) === Date.parse(to.start));
    if (at < 0) return refuse(400, "BadRequestException", "User either already has booking at this time or is not available");
    cal.free.splice(at, 1, start);
    cal.standing.delete(uid);
    say(201, { status: "success", data: { uid: stand(to.start), status: "accepted", start: to.start, rescheduledFromUid: uid } });
  }

  let made = 0;
  function stand(start: string): string {
    const uid = `kko1wish${++made}`;
    cal.standing.set(uid, start);
    return uid;
  }

  function slots(asked: URLSearchParams, say: Say, refuse: Refuse): void {
    if (asked.get("eventTypeId") !== String(CAL_EVENT)) return refuse(404, "NotFoundException", "Event Type not found");
    const data: Record<string, { start: string }[]> = {};
    for (const moment of cal.free) {
      const start = new Date(Date.parse(moment) + OFFSET_MS).toISOString().replace("Z", "+03:00");
      const day = start.slice(0, 10);
      if (day >= (asked.get("start") ?? "") && day <= (asked.get("end") ?? "")) data[day] = [...(data[day] ?? []), { start }];
    }
    say(200, { status: "success", data });
  }

  function book(wish: CalServer["booked"][number], say: Say, refuse: Refuse): void {
    const { start, attendee } = wish;
    if (!attendee.email && !/^\+\d{8,15}$/.test(attendee.phoneNumber ?? ""))
      return refuse(400, "BadRequestException", "At least one contact method (email or phone number) must be provided");
    const at = cal.free.findIndex((moment) => Date.parse(moment) === Date.parse(start));
    if (at < 0) return refuse(400, "BadRequestException", "User either already has booking at this time or is not available");
    cal.free.splice(at, 1);
    cal.booked.push(wish);
    say(201, { status: "success", data: { id: cal.booked.length, uid: stand(start), status: "accepted", start } });
  }

  return cal;
}

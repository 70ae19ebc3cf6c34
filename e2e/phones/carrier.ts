/**
 * A telephone network of many people, over UDP, that remembers who was rung: a third are busy, the others answer, hear nothing and hang up
 * soon (RFC 3261; no sound is sent). It outlives servers that are killed.
 */
import { createSocket, type RemoteInfo } from "node:dgram";

export interface Carrier {
  readonly port: number;
  /** By number, the calls that came for it: transmissions of one INVITE are one. */
  readonly rang: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the port that it came from, when each call came (`performance.now()`). */
  readonly calledAt: ReadonlyMap<number, readonly number[]>;
  /** The most calls that rang or talked at one time. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

const ANSWERS_AFTER_MS = 150;
const TALKS_MS = 300;

export async function startCarrier(): Promise<Carrier> {
  const socket = createSocket("udp4");
  const rang = new Map<string, Set<string>>();
  const calledAt = new Map<number, number[]>();
  const timers = new Set<NodeJS.Timeout>();
  let [now, mostAtOnce] = [0, 0];
  const later = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();

  socket.on("message", (data, from) => {
    const text = data.toString("utf8");
    const method = text.split(" ", 1)[0];
    if (method === "INVITE") ring(text, from);
    else if (method === "BYE" || method === "CANCEL" || method === "OPTIONS") send(answerTo(text, "200 OK"), from);
  });

  function ring(invite: string, from: RemoteInfo): void {
    const number = /^To:.*?sip:([^@>]+)@/im.exec(invite)?.[1] ?? "";
    const callId = header(invite, "Call-ID");
    const calls = rang.get(number) ?? new Set<string>();
    const isNews = !calls.has(callId);
    rang.set(number, calls.add(callId));
    send(answerTo(invite, "180 Ringing"), from);
    if (!isNews) return;
    calledAt.set(from.port, [...(calledAt.get(from.port) ?? []), performance.now()]);
    mostAtOnce = Math.max(mostAtOnce, ++now);
    const isBusy = Number(number.at(-1)) % 3 === 0;
    later(ANSWERS_AFTER_MS + (isBusy ? 0 : TALKS_MS), () => now--);
    later(ANSWERS_AFTER_MS, () => send(isBusy ? answerTo(invite, "486 Busy Here") : accepted(invite, port), from));
    if (!isBusy) later(ANSWERS_AFTER_MS + TALKS_MS, () => send(goodbyeTo(invite, port), from));
  }

  function send(text: string, { port: toPort, address }: RemoteInfo): void {
    socket.send(text, toPort, address);
  }

  return {
    port,
    rang,
    calledAt,
    get mostAtOnce() {
      return mostAtOnce;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

function header(message: string, name: string): string {
  return new RegExp(`^${name}:\\s*(.*?)\\r?$`, "im").exec(message)?.[1] ?? "";
}

const tagged = (to: string): string => (/;tag=/.test(to) ? to : `${to};tag=person`);

function answerTo(request: string, status: string, more: readonly string[] = [], body = ""): string {
  const vias = [...request.matchAll(/^Via:.*$/gim)].map(([line]) => line.trim());
  return [
    `SIP/2.0 ${status}`,
    ...vias,
    `From: ${header(request, "From")}`,
    `To: ${tagged(header(request, "To"))}`,
    `Call-ID: ${header(request, "Call-ID")}`,
    `CSeq: ${header(request, "CSeq")}`,
    ...more,
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

function accepted(invite: string, port: number): string {
  const sdp = ["v=0", "o=person 1 1 IN IP4 127.0.0.1", "s=-", "c=IN IP4 127.0.0.1", "t=0 0", "m=audio 9 RTP/AVP 0", ""].join(
    "\r\n",
  );
  return answerTo(invite, "200 OK", [`Contact: <sip:person@127.0.0.1:${port}>`, "Content-Type: application/sdp"], sdp);
}

function goodbyeTo(invite: string, port: number): string {
  const callId = header(invite, "Call-ID");
  const contact = /<?(sip:[^;>]*)/i.exec(header(invite, "Contact"))?.[1] ?? "";
  return [
    `BYE ${contact} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK-bye-${callId.replace(/\W/g, "")}`,
    `From: ${tagged(header(invite, "To"))}`,
    `To: ${header(invite, "From")}`,
    `Call-ID: ${callId}`,
    "CSeq: 2 BYE",
    "Max-Forwards: 70",
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");
}

/** What is Plivo's own in a peer that plays it. It writes numbers without their plus. */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { PeerRequest, PeerAnswer, PeerDialect, PeerState } from "./peer-dialect.ts";

const accountId = "MAPEER0123456789ABCD";
const BASE = `/v1/Account/${accountId}/`;
const NOT_FOUND: PeerAnswer = { status: 404, json: { api_id: "1", error: "not found" } };
const bare = (number: string): string => number.replace("+", "");

export const PLIVO: PeerDialect = {
  accountId,
  newRef: (kind) => (kind === "call" ? randomUUID() : randomBytes(8).toString("hex")),
  does: (peer, asked) => (asked.path.startsWith(BASE) ? inAccount(peer, asked, asked.path.slice(BASE.length)) : undefined),
  signed(secret, url, fields) {
    const nonce = randomBytes(8).toString("hex");
    const { origin, pathname, searchParams } = new URL(url);
    const query = [...searchParams]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, value]) => `${name}=${value}`)
      .join("&");
    const posted = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}${fields[name]}`)
      .join("");
    const base = `${origin}${pathname}?${query}${query === "" ? "" : "."}${posted}.${nonce}`;
    const signature = createHmac("sha256", secret).update(base).digest("base64");
    return { "x-plivo-signature-v3": `c29tZXRoaW5nIGVsc2U=,${signature}`, "x-plivo-signature-v3-nonce": nonce };
  },
  fields: ({ ref, from, to, direction }, status) => ({
    CallUUID: ref,
    RequestUUID: ref,
    From: bare(from),
    To: bare(to),
    CallStatus: status,
    Direction: direction,
    Event: status === "ringing" && direction === "outbound" ? "Ring" : status === "completed" ? "Hangup" : "StartApp",
  }),
  streamIn(xml) {
    const [, attributes = "", url] = /<Stream ([^>]*)>([^<]+)<\/Stream>/.exec(xml) ?? [];
    if (url === undefined || !attributes.includes('bidirectional="true"') || !attributes.includes("audio/x-mulaw;rate=8000"))
      return undefined;
    const headers = /extraHeaders="([^"]*)"/.exec(attributes)?.[1] ?? "";
    if (!/^[A-Za-z0-9=,]*$/.test(headers)) throw new Error("Plivo takes letters and digits in extraHeaders");
    return { url, token: /token=([^,]+)/.exec(headers)?.[1] ?? "" };
  },
};

function inAccount(peer: PeerState, { method, query, fields }: PeerRequest, path: string): PeerAnswer | undefined {
  if (path === "") return { status: 200, json: { name: "Peer", account_type: "standard" } };
  if (path === "PhoneNumber/") {
    const found = peer.forSale.filter((number) => number.includes(query.get("pattern") ?? ""));
    const objects = found.map((number) => ({
      number: bare(number),
      city: "Brooklyn",
      region: "NY",
      monthly_rental_rate: "0.80000",
    }));
    return { status: 200, json: { objects } };
  }
  const wanted = /^PhoneNumber\/(\d+)\/$/.exec(path);
  if (wanted) return bought(peer, `+${wanted[1]}`);
  if (path === "Number/")
    return { status: 200, json: { objects: [...peer.numbers.values()].map(({ number }) => ({ number: bare(number) })) } };
  const number = /^Number\/(\d+)\/$/.exec(path);
  if (number) return ofNumber(peer, { method, number: `+${number[1]}`, appId: fields["app_id"] ?? "" });
  if (path === "Application/" && method === "GET") {
    const objects = [...peer.applications].map(([app_id, answer_url]) => ({ app_id, answer_url }));
    return { status: 200, json: { objects } };
  }
  if (path === "Application/") {
    const app_id = PLIVO.newRef("number");
    peer.applications.set(app_id, fields["answer_url"] ?? "");
    return { status: 201, json: { app_id, message: "created" } };
  }
  if (path === "Call/") return placed(peer, fields);
  const call = /^(?:Call|Request)\/([0-9a-f-]+)\/$/.exec(path);
  if (call && method === "DELETE") return peer.endCall(call[1] ?? "") ? { status: 204 } : NOT_FOUND;
  return undefined;
}

function bought(peer: PeerState, number: string): PeerAnswer {
  if (!peer.forSale.includes(number)) return { status: 400, json: { error: "number is not available" } };
  peer.forSale = peer.forSale.filter((one) => one !== number);
  peer.numbers.set(number, { number, ref: bare(number), voiceUrl: "" });
  return { status: 201, json: { status: "fulfilled", numbers: [{ number: bare(number), status: "Success" }] } };
}

function ofNumber(peer: PeerState, { method, number, appId }: { method: string; number: string; appId: string }): PeerAnswer {
  const one = peer.numbers.get(number);
  if (!one) return NOT_FOUND;
  if (method === "DELETE") peer.numbers.delete(number);
  if (method === "DELETE") return { status: 204 };
  if (method === "POST") one.voiceUrl = peer.applications.get(appId) ?? "";
  return { status: 200, json: { number: bare(number) } };
}

function placed(
  peer: PeerState,
  { from = "", to = "", answer_url: answerUrl = "", hangup_url: statusUrl = "" }: Record<string, string>,
): PeerAnswer {
  if (!peer.numbers.has(`+${from}`)) return { status: 400, json: { error: `${from} is not yours` } };
  const request_uuid = peer.dialled({ from: `+${from}`, to: `+${to}`, answerUrl, statusUrl });
  return { status: 201, json: { message: "call fired", request_uuid, api_id: "1" } };
}

/** What is Twilio's own in a peer that plays it. */
import { createHmac, randomBytes } from "node:crypto";
import type { PeerRequest, PeerAnswer, PeerDialect, PeerState } from "./peer-dialect.ts";

const accountId = "AC00112233445566778899aabbccddeeff";
const BASE = `/2010-04-01/Accounts/${accountId}`;
const PREFIX = { number: "PN", call: "CA" };
const NOT_FOUND: PeerAnswer = {
  status: 404,
  json: { code: 20404, message: "The requested resource was not found", status: 404 },
};

export const TWILIO: PeerDialect = {
  accountId,
  newRef: (kind) => PREFIX[kind] + randomBytes(16).toString("hex"),
  does: (peer, asked) => {
    const price = /^\/v1\/PhoneNumbers\/Countries\/([A-Z]{2})$/.exec(asked.path);
    if (price) {
      const phone_number_prices = [{ number_type: "local", base_price: "1.15", current_price: "1.15" }];
      return { status: 200, json: { country: "A", iso_country: price[1], phone_number_prices, price_unit: "USD" } };
    }
    if (asked.path === `${BASE}.json`)
      return { status: 200, json: { sid: accountId, friendly_name: "Peer", status: "active", type: "Full" } };
    return asked.path.startsWith(BASE) ? inAccount(peer, asked, asked.path.slice(BASE.length)) : undefined;
  },
  signed(secret, url, fields) {
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}${fields[name]}`)
      .join("");
    return {
      "x-twilio-signature": createHmac("sha1", secret)
        .update(url + text)
        .digest("base64"),
    };
  },
  fields: ({ ref, from, to, direction }, status) => ({
    CallSid: ref,
    AccountSid: accountId,
    From: from,
    To: to,
    CallStatus: status,
    Direction: direction === "inbound" ? "inbound" : "outbound-api",
    ApiVersion: "2010-04-01",
    // What begins like JSON is signed as it was written.
    AddOns: '{"status":"successful", "results":{}}',
  }),
  streamIn(xml) {
    const url = /<Connect><Stream url="([^"]+)">/.exec(xml)?.[1];
    const token = /<Parameter name="token" value="([^"]+)"\/>/.exec(xml)?.[1] ?? "";
    return url === undefined ? undefined : { url, token };
  },
};

function inAccount(peer: PeerState, { method, query, fields }: PeerRequest, path: string): PeerAnswer | undefined {
  const available = /^\/AvailablePhoneNumbers\/([A-Z]{2})\/(Local|Mobile)\.json$/.exec(path);
  if (available) {
    if (available[2] !== "Local") return NOT_FOUND;
    const found = peer.forSale.filter((number) => number.includes(query.get("Contains") ?? ""));
    const available_phone_numbers = found.map((phone_number) => ({
      phone_number,
      region: "NY",
      locality: "Brooklyn",
      friendly_name: phone_number,
    }));
    return { status: 200, json: { available_phone_numbers } };
  }
  if (path === "/IncomingPhoneNumbers.json" && method === "GET") {
    const wanted = query.get("PhoneNumber");
    const owned = [...peer.numbers.values()].filter(({ number }) => wanted === null || number === wanted);
    return {
      status: 200,
      json: { incoming_phone_numbers: owned.map(({ ref: sid, number }) => ({ sid, phone_number: number })) },
    };
  }
  if (path === "/IncomingPhoneNumbers.json") return bought(peer, fields["PhoneNumber"] ?? "");
  const number = /^\/IncomingPhoneNumbers\/(PN[0-9a-f]+)\.json$/.exec(path);
  if (number) return ofNumber(peer, { method, ref: number[1] ?? "", fields });
  if (path === "/Calls.json") return placed(peer, fields);
  const call = /^\/Calls\/(CA[0-9a-f]+)\.json$/.exec(path);
  if (call)
    return fields["Status"] === "completed" && peer.endCall(call[1] ?? "") ? { status: 200, json: { sid: call[1] } } : NOT_FOUND;
  return undefined;
}

function bought(peer: PeerState, number: string): PeerAnswer {
  if (!peer.forSale.includes(number))
    return { status: 400, json: { code: 21422, message: `${number} is not available`, status: 400 } };
  peer.forSale = peer.forSale.filter((one) => one !== number);
  const ref = TWILIO.newRef("number");
  peer.numbers.set(number, { number, ref, voiceUrl: "" });
  return { status: 201, json: { sid: ref, phone_number: number } };
}

function ofNumber(
  peer: PeerState,
  { method, ref, fields }: { method: string; ref: string; fields: Record<string, string> },
): PeerAnswer {
  const one = [...peer.numbers.values()].find((each) => each.ref === ref);
  if (!one) return NOT_FOUND;
  if (method === "DELETE") {
    peer.numbers.delete(one.number);
    return { status: 204 };
  }
  one.voiceUrl = fields["VoiceUrl"] ?? one.voiceUrl;
  return { status: 200, json: { sid: ref, phone_number: one.number } };
}

function placed(
  peer: PeerState,
  { From: from = "", To: to = "", Twiml: xml = "", StatusCallback: statusUrl = "" }: Record<string, string>,
): PeerAnswer {
  if (!peer.numbers.has(from)) return { status: 400, json: { code: 21210, message: `${from} is not yours`, status: 400 } };
  if (to.endsWith("00000")) return { status: 400, json: { code: 21211, message: `${to} is not a phone number`, status: 400 } };
  return { status: 201, json: { sid: peer.dialled({ from, to, xml, statusUrl }), status: "queued" } };
}

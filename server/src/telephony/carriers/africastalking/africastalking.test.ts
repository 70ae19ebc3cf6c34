/** Africa's Talking's REST interface and forms, as its documents write them and as nobody should. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchOutside } from "../../../platform/fetch/outside.ts";
import { startAfricasTalkingPeer, type AfricasTalkingPeer } from "../testing/africas-talking-peer.ts";
import { createAfricasTalking } from "./account.ts";
import { dialXml, isHook, sessionIn } from "./webhooks.ts";

let peer: AfricasTalkingPeer;
beforeEach(async () => void (peer = await startAfricasTalkingPeer()));
afterEach(() => peer.close());

const account = (change: { apiKey?: string; username?: string } = {}) =>
  createAfricasTalking({
    username: peer.username,
    apiKey: peer.apiKey,
    baseUrl: peer.baseUrl,
    fetch: fetchOutside,
    allowed: ["127.0.0.1"],
    ...change,
  });
const order = { from: "+254711082130", to: "+254722000002", requestId: "leg-1" };

test("a call is ordered with the application's name, its number and our own name for it", async () => {
  expect(await account().place(order)).toBe(peer.placed[0]?.id);
  expect(peer.orders).toEqual([{ username: "imani", from: order.from, to: order.to, clientRequestId: "leg-1" }]);
  expect(await account().balance()).toBe("KES 1785.50");
});

test.each([
  ["InvalidPhoneNumber", { problem: "refused", code: 404, says: "InvalidPhoneNumber" }],
  ["InsufficientCredit", { problem: "refused", code: undefined, says: "InsufficientCredit" }],
  ["bad caller", { problem: "refused", says: "Invalid callerId: +254711082130" }],
  ["fault", { problem: "unknown" }],
  ["does it and breaks off", { problem: "unknown" }],
] as const)("an order that meets %s is told as what it is", async (mood, failure) => {
  peer.mood = mood;
  await expect(account().place(order)).rejects.toMatchObject(failure);
});

test("a wrong key is told as such, and stands in no message", async () => {
  const wrong = "atsk_canary_wrong_0123456789";
  const failure = await account({ apiKey: wrong })
    .place(order)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ problem: "credentials" });
  expect(JSON.stringify(failure) + String(failure)).not.toContain("canary");
  await expect(account({ apiKey: wrong }).balance()).rejects.toMatchObject({ problem: "credentials" });
});

const form = (fields: Record<string, string>) => sessionIn(new URLSearchParams(fields));
const SESSION = "ATVId_aadedf81fb9437cabae902bb08d32b7b";

test("a form of a call that rings, and the last one with its cost", () => {
  const facts = { sessionId: SESSION, callerNumber: "+254794263043", destinationNumber: "254711082130" };
  expect(form({ ...facts, isActive: "1", direction: "Inbound" })).toEqual({
    sessionId: SESSION,
    isActive: true,
    isInbound: true,
    person: "+254794263043",
    number: "+254711082130",
    requestId: "",
    over: undefined,
  });
  const last = { ...facts, isActive: "0", direction: "Outbound", amount: "0.408333333333333345", currencyCode: "KES" };
  expect(form({ ...last, hangupCause: "USER_BUSY", clientRequestId: "leg-1" })).toMatchObject({
    isInbound: false,
    requestId: "leg-1",
    over: { sipCause: 486, charge: { amount: 0.408_333_333_333_333_3, currency: "KES" } },
  });
  for (const odd of [{ amount: "-1" }, { amount: "1e9" }, { amount: "999999999" }, { currencyCode: "shillings" }])
    expect(form({ ...last, ...odd })?.over?.charge).toBeUndefined();
});

test("whatever is posted, it is about a session or about nothing, and no number is longer than a number", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("sessionId", "isActive", "callerNumber", "amount"), fc.string()), (fields) => {
      const news = form(fields as Record<string, string>);
      const { sessionId, person } = news ?? { sessionId: SESSION, person: "" };
      expect([/^[A-Za-z0-9_-]{8,100}$/.test(sessionId), person.length <= 121]).toEqual([true, true]);
    }),
  );
  for (const fields of [{}, { sessionId: SESSION }, { sessionId: "x", isActive: "1" }, { sessionId: SESSION, isActive: "yes" }])
    expect(form(fields as Record<string, string>)).toBeUndefined();
});

test("the client that is dialled is text in its XML; an address is the right one whole or not at all", () => {
  expect(dialXml(`a"><Say>@x`)).toContain(`phoneNumbers="a&quot;&gt;&lt;Say&gt;@x"`);
  expect([isHook("abc", "abc"), isHook("ab", "abc"), isHook("abd", "abc"), isHook("", "abc")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

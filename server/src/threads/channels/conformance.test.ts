/** What every channel of text messages must do, fake or not: held against peers that speak the providers' published protocols. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Delivered, Outgoing } from "./channel.ts";
import { startAfricasTalkingSmsPeer } from "./testing/africastalking-sms-peer.ts";
import { startTwilioSmsPeer } from "./testing/twilio-sms-peer.ts";
import { createFakeSms, type SmsMood, type SmsPeer } from "./testing/sms-peer.ts";

const URL_OF_HOOK = "https://ongea.example/channels/sms/3c90c3cc-0d44-4b50-8888-8dd25736052a/secret";
const TO = "+254712000001";
const HELLO: Outgoing = { to: TO, text: "Habari! Uko tayari?", reportUrl: URL_OF_HOOK };

const PEERS: Record<string, () => Promise<SmsPeer>> = {
  "a fake": async () => createFakeSms(),
  "Africa's Talking": startAfricasTalkingSmsPeer,
  Twilio: startTwilioSmsPeer,
};

describe.each(Object.entries(PEERS))("%s", (_, start) => {
  let peer: SmsPeer;
  beforeAll(async () => void (peer = await start()));
  afterAll(() => peer.close());
  beforeEach(() => {
    peer.mood = "well";
    peer.left.length = 0;
  });

  test("a message leaves once, as it was written, in any script, and its name comes back", async () => {
    for (const text of [HELLO.text, "ሰላም! ቀጠሮዎ ነገ ነው።", "موعدك غدًا & الساعة 10", "Ẹ káàárọ̀ + 100%", "a\nb 😀"]) {
      peer.left.length = 0;
      const sent = await peer.channel().send({ ...HELLO, text });
      expect(peer.left.map(({ to, text: told }) => [to, told])).toEqual([[TO, text]]);
      expect(sent).toEqual({ kind: "sent", ref: peer.left[0]?.ref });
    }
  });

  test("a provider that takes its time is waited for", async () => {
    peer.mood = "slow";
    expect(await peer.channel().send(HELLO)).toMatchObject({ kind: "sent" });
  });

  test.each<[SmsMood, object]>([
    ["bad number", { kind: "refused", reason: "bad_number" }],
    ["bad sender", { kind: "refused", reason: "bad_sender" }],
    ["no provider credit", { kind: "refused", reason: "no_provider_credit" }],
    ["opted out", { kind: "refused", reason: "opted_out" }],
    ["wrong key", { kind: "refused", reason: "credentials" }],
    ["unavailable", { kind: "later" }],
    ["too many requests", { kind: "later" }],
    ["fault", { kind: "unknown" }],
    ["nonsense", { kind: "unknown" }],
    ["silent", { kind: "unknown" }],
  ])("%s: nothing has left, and it is said what became of it", async (mood, said) => {
    peer.mood = mood;
    expect(await peer.channel().send(HELLO)).toEqual(said);
    expect(peer.left).toEqual([]);
  });

  test("what may have left is never called unsent", async () => {
    peer.mood = "takes it and breaks off";
    expect(await peer.channel().send(HELLO)).toEqual({ kind: "unknown" });
    expect(peer.left).toHaveLength(1);
    const { find } = peer.channel();
    if (!find) return;
    const isFound = async (text: string) => find({ ...HELLO, text }, new Date());
    expect([await isFound(HELLO.text), await isFound("Another")]).toEqual([[peer.left[0]?.ref], []]);
    await expect(find({ ...HELLO, to: "+254712000009" }, new Date())).resolves.toEqual([]);
  });

  test.each<Delivered>([
    { kind: "message", ref: "ref-1", from: TO, to: "22384", text: " Nataka miadi\nkesho & keshokutwa " },
    { kind: "message", ref: "ref-2", from: TO, to: "22384", text: "" },
    { kind: "report", ref: "ref-3", to: TO, state: "sent", reason: null },
    { kind: "report", ref: "ref-3", to: TO, state: "delivered", reason: null },
    { kind: "report", ref: "ref-3", to: TO, state: "failed", reason: "unreachable" },
    { kind: "report", ref: "ref-3", to: TO, state: "failed", reason: "opted_out" },
  ])("what it posts is understood: $kind $state", (what) => {
    const told = { ...what, ...("to" in what && what.kind === "message" ? { to: peer.sender } : {}) };
    const posted = peer.posts(URL_OF_HOOK, told);
    expect(peer.channel().verify(posted)).toBe(true);
    expect(peer.channel().receive(posted.fields)).toEqual(told);
  });

  test("what is about no message is none", () => {
    for (const fields of ["", "a=b", "id=&text=hello&from=%2B254712000001", "id=1", "status=Success", "id=1&status=Odd"])
      expect([fields, peer.channel().receive(new URLSearchParams(fields))]).toEqual([fields, undefined]);
  });
});

test("a number that Africa's Talking has taken off is told by a form of its own; Twilio says it beside the message", async () => {
  const [one, other] = [await startAfricasTalkingSmsPeer(), await startTwilioSmsPeer()];
  const optOut: Delivered = { kind: "opt-out", from: TO };
  expect(one.channel().receive(one.posts(URL_OF_HOOK, optOut).fields)).toEqual(optOut);
  for (const asks of ["stop", "start"] as const) {
    const told: Delivered = { kind: "message", ref: "SM1", from: TO, to: other.sender, text: "ACHA", asks };
    expect(other.channel().receive(other.posts(URL_OF_HOOK, told).fields)).toEqual(told);
  }
  await one.close();
  await other.close();
});

test("Twilio's forms count when its account has signed them, for this address and as they are", async () => {
  const peer = await startTwilioSmsPeer();
  const posted = peer.posts(URL_OF_HOOK, { kind: "message", ref: "SM1", from: TO, to: peer.sender, text: "Hello & bye" });
  const channel = peer.channel();
  const changed = new URLSearchParams(posted.fields);
  changed.set("Body", "Hello");
  expect(channel.verify(posted)).toBe(true);
  for (const forged of [
    { ...posted, url: `${URL_OF_HOOK}x` },
    { ...posted, fields: changed },
    { ...posted, header: () => undefined },
    { ...posted, header: () => "c29tZXRoaW5n" },
  ])
    expect(channel.verify(forged)).toBe(false);
  await peer.close();
});

test("a provider that is not reached has sent nothing: the message waits", async () => {
  const peer = await startAfricasTalkingSmsPeer();
  const channel = peer.channel();
  await peer.close();
  expect(await channel.send(HELLO)).toEqual({ kind: "later" });
});

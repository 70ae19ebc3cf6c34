import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchOutside } from "../../platform/fetch/outside.ts";
import type { CarrierAccount, CarrierName } from "./account.ts";
import { dialectOf } from "./dialects.ts";
import { createCarrierDirectory } from "./directory.ts";
import { startCarrierPeer, type CarrierPeer } from "./testing/carrier-peer.ts";
import { twilioSignature } from "./twilio/webhooks.ts";

const NUMBER = "+17185550123";
const WORKSPACE = "11111111-1111-4111-8111-111111111111";

test("the signature is the one that Twilio's own documentation gives", () => {
  const fields = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675310",
    Digits: "1234",
    From: "+14158675310",
    To: "+18005551212",
  };
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  expect(twilioSignature("12345", url, new URLSearchParams(fields))).toBe("GvWf1cFY/Q7PnoempGyD5oXAezc=");
});

describe.each(["twilio", "plivo"] as const)("%s", (carrier: CarrierName) => {
  let peer: CarrierPeer;
  let account: CarrierAccount;
  const at = (secret: string, url: string) =>
    createCarrierDirectory({
      credentials: async (_, asked) => (asked === carrier ? { account: peer.accountId, secret } : undefined),
      fetch: fetchOutside,
      allowed: ["127.0.0.1"],
      twilioUrl: url,
      plivoUrl: url,
    });

  beforeAll(async () => {
    peer = await startCarrierPeer(carrier);
    peer.forSale = [NUMBER, "+17185550124"];
    account = (await at(peer.secret, peer.baseUrl).account(WORKSPACE, carrier))!;
  });
  afterAll(() => peer.close());

  test("it is offered where it is connected", async () => {
    expect(await at(peer.secret, peer.baseUrl).connected(WORKSPACE)).toEqual([carrier]);
  });

  test("numbers are found with their price, rented once, led here, listed and released, also twice", async () => {
    const [first] = await account.search({ country: "US", pattern: "718" });
    expect(first).toMatchObject({ number: NUMBER, region: expect.stringContaining("Brooklyn") as string });
    expect(Number(first?.price?.amount)).toBeCloseTo(carrier === "twilio" ? 1.15 : 0.8);
    expect(first?.price?.currency).toBe("USD");
    const ref = await account.rent(NUMBER);
    await expect(account.rent(NUMBER)).rejects.toMatchObject({ problem: "refused" });
    expect(await account.find(NUMBER)).toEqual({ number: NUMBER, ref });
    expect(await account.find("+17185550199")).toBeUndefined();
    const lead = { voiceUrl: "https://ongea.example/v", statusUrl: "https://ongea.example/s" };
    await account.lead(ref, lead);
    await account.lead(ref, lead);
    expect(peer.numbers.get(NUMBER)?.voiceUrl).toBe(lead.voiceUrl);
    expect(peer.applications.size).toBeLessThanOrEqual(1);
    expect(await account.owned()).toEqual([{ number: NUMBER, ref }]);
    await account.release(ref);
    await account.release(ref);
    expect(peer.numbers.size).toBe(0);
  });

  test("a company that breaks off has done nobody knows what; one that says no has done nothing", async () => {
    peer.mood = "does it and breaks off";
    await expect(account.rent("+17185550124")).rejects.toMatchObject({ problem: "unknown" });
    peer.mood = "well";
    expect(await account.find("+17185550124")).toBeDefined();
    const wrong = (await at("another", peer.baseUrl).account(WORKSPACE, carrier))!;
    await expect(wrong.owned()).rejects.toMatchObject({ problem: "credentials" });
    await expect(account.hangUp(carrier === "twilio" ? `CA${"0".repeat(32)}` : WORKSPACE)).resolves.toBeUndefined();
  });

  test("a webhook counts when the account has signed it for this address, whole and as it is", () => {
    const url = "https://ongea.example/carriers/x/voice?leg=1";
    const facts = { ref: "CA00112233445566778899aabbccddeeff", accountId: peer.accountId, from: "+254711000001", to: NUMBER };
    const fields = new URLSearchParams({ From: facts.from, AddOns: '{"a": 1}', Empty: "", To: NUMBER });
    const headers = peer.sign(url, Object.fromEntries(fields));
    const { isSigned } = dialectOf(carrier);
    const header = (name: string): string | undefined => headers[name];
    expect(isSigned({ url, fields, header }, peer.secret)).toBe(true);
    expect(isSigned({ url, fields, header }, "another")).toBe(false);
    expect(isSigned({ url: url.replace("leg=1", "leg=2"), fields, header }, peer.secret)).toBe(false);
    expect(isSigned({ url, fields: new URLSearchParams([...fields, ["To", "+1"]]), header }, peer.secret)).toBe(false);
    expect(isSigned({ url, fields, header: () => undefined }, peer.secret)).toBe(false);
  });
});

import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SRTP_SUITES } from "../sip/message/sdp-crypto.ts";
import { writeRtpHeader } from "./packet.ts";
import { derive, Srtp } from "./srtp.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

function packet(sequence: number, ssrc = 7, text = "sauti"): Buffer {
  const bytes = Buffer.alloc(12 + text.length);
  writeRtpHeader(bytes, { payloadType: 0, marker: false, sequence, timestamp: sequence * 160, ssrc });
  bytes.write(text, 12);
  return bytes;
}

test("keys are derived as RFC 3711 appendix B.3 shows", () => {
  const master = hex("E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6");
  expect(derive(master, 0, 16)).toEqual(hex("C61E7A93744F39EE10734AFE3FF7A087"));
  expect(derive(master, 2, 14)).toEqual(hex("30CBBC08863D8C85D49DB34A9AE1"));
  expect(derive(master, 1, 20)).toEqual(hex("CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4"));
});

test("a packet is encrypted to the bit as other implementations do it", () => {
  const key = hex("e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6").toString("base64");
  const plain = hex("800f1234decafbadcafebabe abababababababababababababababab");
  const sealed = new Srtp("AES_CM_128_HMAC_SHA1_80", key).seal(plain);
  expect(sealed).toEqual(hex("800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb"));
  expect(new Srtp("AES_CM_128_HMAC_SHA1_80", key).open(sealed)).toEqual(plain);
});

test.each(SRTP_SUITES)("%s: what one side seals the other opens once, in whatever order, through rollovers and loss", (suite) => {
  const key = randomBytes(30).toString("base64");
  const [ours, theirs] = [new Srtp(suite, key), new Srtp(suite, key)];
  for (let n = 65_400; n < 65_400 + 140_000; n++) {
    const sealed = ours.seal(packet(n & 0xffff));
    // Some are lost, up to a fifth of a second of them.
    if (n % 100 < 10) continue;
    const opened = theirs.open(sealed);
    if (n % 1_000 > 20) continue;
    expect(opened).toEqual(packet(n & 0xffff));
    expect(theirs.open(sealed)).toBeUndefined();
  }
});

test("packets that overtake each other are opened, those that are too old or altered are not", () => {
  const key = randomBytes(30).toString("base64");
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(60).keys()], { minLength: 2 }), fc.nat(0xffff), (order, first) => {
      const [ours, theirs] = [new Srtp("AES_CM_128_HMAC_SHA1_80", key), new Srtp("AES_CM_128_HMAC_SHA1_80", key)];
      const at = (n: number): number => (first + n) & 0xffff;
      const sealed = [...Array(61).keys()].map((n) => ours.seal(packet(at(n))));
      // The first to arrive tells where the stream stands: nothing before its beginning can be told from a replay.
      expect(theirs.open(sealed[0]!)).toBeDefined();
      for (const n of order.filter((one) => one > 0)) expect(theirs.open(sealed[n]!)).toEqual(packet(at(n)));
    }),
  );
  const [ours, theirs] = [new Srtp("AES_CM_128_HMAC_SHA1_80", key), new Srtp("AES_CM_128_HMAC_SHA1_80", key)];
  const sealed = [...Array(200).keys()].map((n) => ours.seal(packet(n)));
  for (let at = 0; at < sealed[0]!.length; at++) {
    const altered = Buffer.from(sealed[0]!);
    altered[at] = altered[at]! ^ 1;
    expect(theirs.open(altered)).toBeUndefined();
  }
  expect(theirs.open(sealed[199]!)).toBeDefined();
  expect(theirs.open(sealed[100]!)).toBeUndefined();
  for (let length = 0; length < 40; length++) expect(theirs.open(randomBytes(length))).toBeUndefined();
  expect(theirs.open(randomBytes(60_000))).toBeUndefined();
});

test("reports are sealed and opened, each once, and nobody else's are", () => {
  const key = randomBytes(30).toString("base64");
  const [ours, theirs, other] = [key, key, randomBytes(30).toString("base64")].map(
    (one) => new Srtp("AES_CM_128_HMAC_SHA1_32", one),
  );
  for (let n = 0; n < 100; n++) {
    const report = Buffer.concat([hex("80c90001 00000007"), randomBytes(n)]);
    const sealed = ours!.sealReport(report);
    expect(n > 4 && sealed.includes(report.subarray(8))).toBe(false);
    expect(other!.openReport(sealed)).toBeUndefined();
    expect(theirs!.openReport(sealed)).toEqual(report);
    expect(theirs!.openReport(sealed)).toBeUndefined();
  }
  for (let length = 0; length < 40; length++) expect(theirs!.openReport(randomBytes(length))).toBeUndefined();
});

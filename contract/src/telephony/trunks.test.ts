import { expect, test } from "vitest";
import { changeTrunk, createTrunk } from "./trunks.ts";

const gateways = (gateway_address: string) => [{ gateway_address }];
const trunk = (address: string) => ({ name: "T", provider: "p", auth_type: "ip-based", gateways: gateways(address) });

test.each([
  "127.1",
  "127.0.1",
  "0x7f.1",
  "0x7f.0.0.1",
  "0X7F000001",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "127.0.0.01",
  "127.0.0.1.",
  "localhost.",
  "sip.example.com.",
  "::ffff:127.0.0.1",
  "[::ffff:7f00:1]",
  "::1",
  "256.0.0.1",
  "1.2.3.4.5",
  "sip.example.0x7f",
  "１２７.0.0.1",
])("%s is no way to write a gateway", (address) => {
  for (const read of [createTrunk.body.safeParse(trunk(address)), changeTrunk.body.safeParse({ gateways: gateways(address) })])
    expect(read.error?.issues[0]).toMatchObject({ path: ["gateways", 0, "gateway_address"] });
});

test.each(["sip.example.com", "127.0.0.1", "41.90.1.1", "sip1", "1.sip.example.com", "4x.example.org", "a.b0x1"])(
  "%s is written as a gateway may be",
  (address) => expect(createTrunk.body.safeParse(trunk(address)).success).toBe(true),
);

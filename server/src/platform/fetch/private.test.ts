import { lookup } from "node:dns/promises";
import { expect, test } from "vitest";
import { mayReachWith } from "./private.ts";

test("a trunk that a user names may stand anywhere in public, and nowhere in a private network", () => {
  const mayReach = mayReachWith([]);
  expect(["8.8.8.8", "41.90.1.1", "2c0f:fe38::1"].map(mayReach)).toEqual([true, true, true]);
  for (const address of [
    "127.0.0.1",
    "10.0.0.5",
    "172.16.9.9",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::ffff:10.0.0.1",
    "fd00::1",
    "fe80::1",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "sip.example.com",
    "",
  ])
    expect([address, mayReach(address)]).toEqual([address, false]);
});

test("the operator allows single private addresses and networks, and nothing beside them", () => {
  const mayReach = mayReachWith(["127.0.0.1", "10.1.0.0/16"]);
  expect(["127.0.0.1", "127.0.0.2", "10.1.2.3", "10.2.0.1"].map(mayReach)).toEqual([true, false, true, false]);
});

test("an odd spelling of a private address is none that may be sent to, neither as it is written nor as it resolves", async () => {
  const mayReach = mayReachWith([]);
  for (const spelling of ["127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0xa.0.0.1"]) {
    const { address } = await lookup(spelling, { family: 4 });
    expect([spelling, mayReach(spelling), mayReach(address)]).toEqual([spelling, false, false]);
  }
  for (const mapped of ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8"])
    expect([mapped, mayReach(mapped)]).toEqual([mapped, false]);
});

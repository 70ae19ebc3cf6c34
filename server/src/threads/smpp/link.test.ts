/** Binds to an SMSC that does as it is told. Both sides are the package's: `e2e/smpp.test.ts` has others. */
import type { SmppSettings } from "@ongea/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bindSmpp, type SmppLink, type SmppTiming } from "./link.ts";
import { ACCOUNT, type SmscMood, type SmscPeer, startSmscPeer } from "./testing/smsc-peer.ts";
import type { DeliverSm, Taken } from "./wire.ts";

const TO = "+254712000001";
const HELLO = { from: "22384", to: TO, text: "Habari! Uko tayari?" };
const LOOPBACK = ["127.0.0.0/8"];
const TIMING = { connectMs: 400, answerMs: 400, enquireMs: 200, queueMs: 1_000 };
let peer: SmscPeer;
let links: SmppLink[];
let delivered: DeliverSm[];
let written: number;
beforeEach(async () => {
  peer = await startSmscPeer();
  [links, delivered, written] = [[], [], 0];
});
afterEach(async () => {
  for (const link of links) await link.unbind();
  await peer.close();
});

const settings = (change: Partial<SmppSettings> = {}): SmppSettings => ({
  host: "127.0.0.1",
  port: peer.port,
  security: "none",
  ...ACCOUNT,
  system_type: "",
  bind: "transceiver",
  per_second: 500,
  window: 10,
  receipt_ids: "same",
  ...change,
});
interface Wanted {
  change?: Partial<SmppSettings>;
  allowed?: string[];
  timing?: Partial<SmppTiming>;
  take?: () => Promise<Taken>;
}
async function bind({ change, allowed = LOOPBACK, timing, take }: Wanted = {}): Promise<SmppLink> {
  const takes = async (sm: DeliverSm): Promise<Taken> => {
    delivered.push(sm);
    return take ? take() : { status: 0, written: async () => void written++ };
  };
  const link = await bindSmpp({ settings: settings(change), allowed, take: takes, timing: { ...TIMING, ...timing } });
  links.push(link);
  return link;
}

test("a message leaves once, in any script and length, with a receipt wanted, and its names come back", async () => {
  const link = await bind();
  for (const text of [
    HELLO.text,
    "ሰላም! ቀጠሮዎ ነገ ነው።",
    "موعدك غدًا & الساعة 10",
    "[a] {b} ~ €5 \\ ^",
    "a".repeat(161),
    "ọ́😀".repeat(60),
  ]) {
    peer.taken.length = 0;
    const submitted = await link.submit({ ...HELLO, text });
    expect(peer.texts().map((one) => [one.to, one.text])).toEqual([["254712000001", text]]);
    expect(submitted).toEqual({ kind: "sent", refs: peer.taken.map(({ ref }) => ref) });
    expect(new Set(peer.taken.map(({ receipt }) => receipt))).toEqual(new Set([1]));
  }
});

test.each([
  ["+254700000001", "254700000001", 1],
  ["22384", "22384", 3],
  ["IMANI", "IMANI", 5],
])("the sender %s is of its own type of number", async (from, source, ton) => {
  const link = await bind();
  await link.submit({ ...HELLO, from });
  expect(peer.taken).toMatchObject([{ from: source, sourceTon: ton }]);
});

test.each<[SmscMood, object, number]>([
  ["bad number", { kind: "refused", reason: "bad_number" }, 0],
  ["bad sender", { kind: "refused", reason: "bad_sender" }, 0],
  ["throttled", { kind: "later" }, 0],
  ["fault", { kind: "later" }, 0],
  ["never answers", { kind: "unknown" }, 1],
  ["takes it and breaks off", { kind: "unknown" }, 1],
  ["nonsense", { kind: "unknown" }, 0],
])("an SMSC with the mood %s: it is said what became of the message", async (mood, submitted, left) => {
  const link = await bind();
  peer.mood = mood;
  expect(await link.submit(HELLO)).toMatchObject(submitted);
  expect(peer.taken).toHaveLength(left);
});

test.each<[SmscMood | Partial<SmppSettings>, string]>([
  ["wrong password", "login"],
  [{ password: "another" }, "login"],
  ["bound elsewhere", "refused"],
  ["no bind answer", "unreachable"],
  ["nonsense", "unreachable"],
  [{ port: 1 }, "unreachable"],
  [{ security: "tls" }, "unreachable"],
  [{ host: "no-such-host.invalid" }, "unreachable"],
])("a bind that fails by %j is named", async (how, problem) => {
  if (typeof how === "string") peer.mood = how;
  await expect(bind(typeof how === "string" ? {} : { change: how })).rejects.toMatchObject({ problem });
});

test("an address of a private network is not connected to unless the operator allows it", async () => {
  await expect(bind({ allowed: [] })).rejects.toMatchObject({ problem: "private" });
  await expect(bind({ change: { host: "10.0.0.1" } })).rejects.toMatchObject({ problem: "private" });
  expect(peer.attempts).toBe(0);
});

test("a pair is two binds: one sends, the other one receives, and both end together", async () => {
  const link = await bind({ change: { bind: "pair" } });
  expect(peer.binds).toEqual(["bind_transmitter", "bind_receiver"]);
  expect(await link.submit(HELLO)).toMatchObject({ kind: "sent" });
  expect(await peer.delivers({ short_message: Buffer.from("Sawa") })).toBe(0);
  expect(delivered).toMatchObject([{ source_addr: "254712000001", short_message: Buffer.from("Sawa") }]);
  await expect.poll(() => written).toBe(1);
  peer.breaksOff();
  await link.ended;
  expect(await link.submit(HELLO)).toMatchObject({ kind: "later" });
});

test("a connection that breaks in the middle of a window: what was written is unknown, and nothing more is written", async () => {
  const link = await bind({ change: { window: 3 } });
  peer.mood = "breaks off at the third";
  const all = await Promise.all(Array.from({ length: 20 }, () => link.submit(HELLO)));
  const count = (kind: string) => all.filter((one) => one.kind === kind).length;
  expect(count("sent") + count("unknown") + count("later")).toBe(20);
  expect(count("unknown")).toBeGreaterThanOrEqual(1);
  expect(count("unknown")).toBeLessThanOrEqual(3);
  expect(count("later")).toBeGreaterThanOrEqual(15);
  // Where the first are answered before the third arrives, others follow into the window.
  expect(peer.taken.length).toBeLessThanOrEqual(count("sent") + count("unknown"));
});

test("of 10,000 messages to an SMSC that answers none, a window is written and the others wait", async () => {
  const link = await bind({ change: { window: 5 } });
  peer.mood = "never answers";
  const all = await Promise.all(Array.from({ length: 10_000 }, () => link.submit(HELLO)));
  const count = (kind: string) => all.filter((one) => one.kind === kind).length;
  expect([count("unknown"), count("later")]).toEqual([5, 9_995]);
  expect(peer.taken).toHaveLength(5);
  await link.ended;
});

test("no more parts a second leave than are set, and fewer after the SMSC has said so", async () => {
  const link = await bind({ change: { per_second: 20 }, timing: { queueMs: 5_000 } });
  for (let n = 0; n < 11; n++) expect(await link.submit(HELLO)).toMatchObject({ kind: "sent" });
  const [first, last] = [peer.taken.at(0)?.atMs ?? 0, peer.taken.at(-1)?.atMs ?? 0];
  expect(last - first).toBeGreaterThan(450);
  peer.mood = "throttled once";
  const beforeMs = performance.now();
  expect(await link.submit({ ...HELLO, text: "a".repeat(400) })).toMatchObject({ kind: "sent" });
  expect(performance.now() - beforeMs).toBeGreaterThan(150);
  expect(peer.texts().at(-1)?.text).toBe("a".repeat(400));
});

test("a side that is silent is asked whether it lives, and one that does not answer is left", async () => {
  const link = await bind();
  let isOver = false;
  void link.ended.then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect([isOver, peer.binds]).toEqual([false, ["bind_transceiver"]]);
  peer.mood = "dead";
  await link.ended;
});

test("an unbind of the SMSC and odd commands are answered; a delivery that fails is not taken", async () => {
  const link = await bind({ take: async () => ({ status: 0x64 }) });
  expect(await peer.delivers({ short_message: Buffer.from("x") })).toBe(0x64);
  expect(written).toBe(0);
  expect(await peer.delivers({ esm_class: 0x40, short_message: Buffer.from([255, 1]) })).toBe(0x64);
  void link;
});

test("a burst of deliveries is taken one after the other, each once", async () => {
  let atOnce = 0;
  let most = 0;
  await bind({
    take: async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce--;
      return { status: 0 };
    },
  });
  const all = Array.from({ length: 300 }, (_, n) => peer.delivers({ short_message: Buffer.from(String(n)) }));
  expect(new Set(await Promise.all(all))).toEqual(new Set([0]));
  expect(most).toBe(1);
  expect(delivered.map(({ short_message: words }) => words.toString())).toEqual(Array.from({ length: 300 }, (_, n) => String(n)));
});

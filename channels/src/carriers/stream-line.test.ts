import type { LineEnd } from "@ongea/conversation";
import { VirtualClock } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { parseStreamEvent } from "./messages.ts";
import type { StreamCarrier } from "./stream-event.ts";
import { openCarrierStream } from "./stream-line.ts";
import { carrierWords } from "./testing/carrier-words.ts";

function connect(carrier: StreamCarrier) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const call = { heard: [] as number[], keys: "", ends: [] as LineEnd[], closed: 0 };
  const stream = openCarrierStream({ carrier, clock, send: (text) => sent.push(text), close: () => call.closed++ });
  stream.line.open({
    heard: (_, atMs) => call.heard.push(atMs),
    key: (digit) => (call.keys += digit),
    closed: (end) => call.ends.push(end),
  });
  const words = carrierWords(carrier);
  stream.receive(words.start({ token: "f00" }));
  return { clock, sent, call, stream, words };
}

const CARRIERS = ["twilio", "plivo"] as const;

test.each(CARRIERS)(
  "%s: what came twice or too late is heard once, and what is broken, huge or too much not at all",
  async (carrier) => {
    const { clock, call, stream, words } = connect(carrier);
    for (const at of [0, 20, 20, 40, 20, 60]) {
      stream.receive(words.media(at));
      await clock.pass(20);
    }
    expect(call.heard).toHaveLength(4);
    for (const text of ["", "{", "[]", "null", '{"event":"media"}', words.media(80, "%%%"), words.media(80, "A".repeat(60_000))])
      stream.receive(text);
    expect(call.heard).toHaveLength(4);
    await clock.pass(1_000);
    for (let i = 0; i < 1_000; i++) stream.receive(words.media(1_000 + i * 20));
    expect(call.heard.length).toBeLessThan(320);
  },
);

test.each(CARRIERS)("%s: pieces of other sizes become frames of 20 ms", async (carrier) => {
  const { clock, call, stream, words } = connect(carrier);
  for (let i = 0; i < 10; i++) {
    await clock.pass(30);
    stream.receive(words.media(i * 30, words.sound(240)));
  }
  expect(call.heard).toHaveLength(15);
  for (const [before, atMs] of call.heard.slice(1).entries()) expect(atMs - call.heard[before]!).toBeCloseTo(20, 0);
});

test.each(CARRIERS)(
  "%s: nothing is sent before the stream has a name; then sound, keys as tones, and the order to drop what waits",
  async (carrier) => {
    const clock = new VirtualClock();
    const sent: string[] = [];
    const stream = openCarrierStream({ carrier, clock, send: (text) => sent.push(text), close: () => undefined });
    const words = carrierWords(carrier);
    stream.line.open({ heard: () => undefined, key: () => undefined, closed: () => undefined });
    stream.line.send(new Int16Array(160), true);
    stream.line.clear();
    expect(sent).toEqual([]);
    stream.receive(words.start({ token: "f00" }));
    stream.line.send(new Int16Array(160).fill(9_000), true);
    stream.line.clear();
    expect(sent.map((text) => words.said(text))).toEqual([{ kind: "sound", bytes: 160 }, { kind: "clear" }]);
    stream.line.press("5");
    await clock.pass(500);
    expect(sent.length).toBeGreaterThan(4);
  },
);

test.each(CARRIERS)("%s: one that streams nothing any more has lost the call", async (carrier) => {
  const { clock, call, stream, words } = connect(carrier);
  stream.receive(words.media(0));
  await clock.pass(29_000);
  stream.receive(words.media(29_000));
  await clock.pass(29_000);
  expect(call.ends).toEqual([]);
  await clock.pass(3_000);
  expect(call).toMatchObject({ ends: ["connection-lost"], closed: 1 });
});

test("what a call needs to be known by is in its first words, wherever a carrier writes it", () => {
  const twilio = parseStreamEvent("twilio", carrierWords("twilio").start({ token: "f00" }));
  expect(twilio).toMatchObject({ kind: "start", token: "f00", callRef: "call-1", account: "account-1", isMuLaw: true });
  const plivo = carrierWords("plivo").start({ token: "f00" });
  expect(parseStreamEvent("plivo", plivo)).toMatchObject({
    token: "f00",
    callRef: "call-1",
    account: "account-1",
    isMuLaw: true,
  });
  for (const written of ["X-PH-token=f00", "other=1;token=f00", '{"token":"f00"}', "{X-PH-token: f00}"]) {
    const said = JSON.stringify({ ...JSON.parse(plivo), extra_headers: written });
    expect(parseStreamEvent("plivo", said)).toMatchObject({ token: "f00" });
  }
  expect(parseStreamEvent("plivo", JSON.stringify({ ...JSON.parse(plivo), extra_headers: "nottoken=f00" }))).toMatchObject({
    token: "",
  });
});

import type { LineEnd } from "@ongea/conversation";
import { VirtualClock } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { OpusDecoder, OpusEncoder } from "./opus.ts";
import { openBrowserSocket } from "./socket.ts";

function connect() {
  const clock = new VirtualClock();
  const sent: (Uint8Array | string)[] = [];
  const call = { clock, sent, closed: 0, texts: [] as string[], keys: "", heard: 0, loudest: 0, ends: [] as LineEnd[] };
  const socket = openBrowserSocket({
    clock,
    send: (data) => sent.push(data),
    close: () => call.closed++,
    onText: (text) => call.texts.push(text),
  });
  socket.line.open({
    heard(frame) {
      call.heard++;
      call.loudest = Math.max(call.loudest, ...frame);
    },
    key: (digit) => (call.keys += digit),
    closed: (end) => call.ends.push(end),
  });
  return { ...call, call, socket };
}

const loud = (): Int16Array => Int16Array.from({ length: 320 }, (_, i) => 8_000 * Math.sin(i / 5));

test("sound goes both ways as Opus packets, one a message", async () => {
  const { call, socket, sent, clock } = connect();
  const page = new OpusEncoder(24_000);
  for (let i = 0; i < 10; i++) socket.receive(page.encode(loud()).slice());
  expect(call.heard).toBe(10);
  expect(call.loudest).toBeGreaterThan(4_000);
  for (let i = 0; i < 10; i++) {
    socket.line.send(loud(), i === 0);
    await clock.pass(20);
  }
  await clock.pass(1_000);
  const packets = sent.filter((data) => typeof data !== "string");
  // Some silence follows the last word.
  expect(packets.length).toBeGreaterThan(12);
  expect(packets.length).toBeLessThan(20);
  const samples = packets.map((packet) => new OpusDecoder().decode(packet)?.length);
  expect(new Set(samples)).toEqual(new Set([320]));
});

test("typed words and keys come in; what is malformed, too long or too much is dropped", () => {
  const { call, socket } = connect();
  for (const text of ["{", "[]", '{"kind":"text"}', JSON.stringify({ kind: "text", text: "y".repeat(3_000) })])
    socket.receive(text);
  socket.receive('{"kind":"key","digit":"#"}');
  for (let i = 0; i < 100; i++) socket.receive(JSON.stringify({ kind: "text", text: `n${i}` }));
  socket.receive(new Uint8Array(5_000));
  socket.receive(new Uint8Array(0));
  expect(call.keys).toBe("#");
  expect(call.texts.length).toBeLessThanOrEqual(20);
  expect(call.heard).toBe(0);
});

test("either side ends the call once", () => {
  const first = connect();
  first.socket.line.hangUp();
  first.socket.closed(false);
  expect(first.call).toMatchObject({ ends: ["we-hung-up"], closed: 1 });
  expect(first.sent).toEqual(['{"kind":"bye"}']);
  const second = connect();
  second.socket.receive('{"kind":"bye"}');
  expect(second.call.ends).toEqual(["caller-hung-up"]);
  const third = connect();
  third.socket.closed(true);
  expect(third.call.ends).toEqual(["connection-lost"]);
});

test("a lost packet is made up from what was heard, and fades", () => {
  const [encoder, decoder] = [new OpusEncoder(24_000), new OpusDecoder()];
  expect(decoder.conceal()).toBeUndefined();
  for (let i = 0; i < 10; i++) decoder.decode(encoder.encode(loud()));
  const energies = Array.from({ length: 12 }, () => Math.max(...(decoder.conceal() ?? [])));
  expect(energies[0]).toBeGreaterThan(3_000);
  expect(energies.at(-1)).toBeLessThan((energies[0] ?? 0) / 2);
});

import type { LineEnd } from "@ongea/conversation";
import { VirtualClock } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { openWebCall } from "./web-call.ts";

function connect() {
  const clock = new VirtualClock();
  const sent: { type: string; data?: string }[] = [];
  const call = { heard: [] as number[], loudest: 0, texts: [] as string[], ends: [] as LineEnd[], closed: 0 };
  const socket = openWebCall({
    clock,
    send: (text) => sent.push(JSON.parse(text) as { type: string }),
    close: () => call.closed++,
    onText: (text) => call.texts.push(text),
  });
  socket.line.open({
    heard(frame, atMs) {
      call.heard.push(atMs);
      call.loudest = Math.max(call.loudest, ...frame);
    },
    key: () => undefined,
    closed: (end) => call.ends.push(end),
  });
  return { clock, sent, call, socket };
}

const audio = (samples: number, loudness = 8_000): string =>
  JSON.stringify({ type: "audio", data: Buffer.from(new Int16Array(samples).fill(loudness).buffer).toString("base64") });

test("a page's pieces of 4,096 samples become frames of 20 ms, one after the other", async () => {
  const { clock, call, socket } = connect();
  for (let i = 0; i < 10; i++) {
    await clock.pass(256);
    socket.receive(audio(4_096));
  }
  expect(call.heard).toHaveLength(128);
  expect(call.loudest).toBe(8_000);
  for (const [before, atMs] of call.heard.slice(1).entries()) expect(atMs - call.heard[before]!).toBeCloseTo(20, 0);
});

test("what is said goes out as whole WAV files of 100 ms, the rest of it soon after; what is cleared does not", async () => {
  const { clock, sent, socket } = connect();
  for (let i = 0; i < 7; i++) socket.line.send(new Int16Array(320).fill(i + 1), i === 0);
  expect(sent).toHaveLength(1);
  await clock.pass(100);
  const files = sent.map(({ data = "" }) => Buffer.from(data, "base64"));
  expect(files.map((file) => [file.length, file.toString("latin1", 0, 4), file.readUInt32LE(4), file.readUInt32LE(40)])).toEqual([
    [3_244, "RIFF", 3_236, 3_200],
    [1_324, "RIFF", 1_316, 1_280],
  ]);
  expect([files[0]?.readUInt32LE(24), files[1]?.readInt16LE(44)]).toEqual([16_000, 6]);
  socket.line.send(new Int16Array(320), true);
  socket.line.clear();
  await clock.pass(100);
  expect(sent.slice(2)).toEqual([{ type: "clear" }]);
});

test("typed words come in; echoed marks, and what is malformed, too long or too much, do nothing", async () => {
  const { clock, call, socket } = connect();
  socket.receive('{"type":"text","data":" Hello "}');
  for (const text of ["", "{", "[]", '{"type":"mark","name":"a"}', '{"type":"audio"}', '{"type":"audio","data":"%%%"}'])
    socket.receive(text);
  socket.receive(audio(40_000));
  socket.receive(JSON.stringify({ type: "text", data: "y".repeat(3_000) }));
  expect([call.texts, call.heard]).toEqual([["Hello"], []]);
  await clock.pass(1_000);
  for (let i = 0; i < 1_000; i++) socket.receive(audio(320));
  expect(call.heard.length).toBeLessThanOrEqual(200);
});

test("either side ends the call once, and nothing is sent or heard afterwards", async () => {
  const first = connect();
  first.socket.line.send(new Int16Array(320).fill(5), true);
  first.socket.line.hangUp();
  first.socket.closed(false);
  first.socket.receive(audio(320));
  first.socket.line.send(new Int16Array(320), true);
  await first.clock.pass(1_000);
  expect(first.call).toMatchObject({ ends: ["we-hung-up"], closed: 1, heard: [] });
  // The last words are said to their end.
  expect(first.sent).toHaveLength(1);
  const second = connect();
  second.socket.closed(true);
  expect(second.call).toMatchObject({ ends: ["connection-lost"], closed: 1 });
});

import type { LineEnd } from "@ongea/conversation";
import { afterAll, afterEach, expect, test } from "vitest";
import { MediaClock } from "../media-clock.ts";
import { createGateway } from "./gateway.ts";
import type { BrowserPeer } from "./peer.ts";
import { openBrowserPeer } from "./peer.ts";
import { Page } from "./testing/page.ts";

const HOST = "127.0.0.1";
const clock = new MediaClock();
const gateway = createGateway({ bindHost: HOST });
const pages: Page[] = [];

afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});
afterAll(() => {
  gateway.stop();
  clock.stop();
});

test("page and assistant hear each other while packets are lost, overtake each other and come twice", async () => {
  const call = await connect();
  let seed = 7;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
  let delayed: Buffer | undefined;
  for (let n = 0; n < 150; n++) {
    const packet = call.page.packet(tone(440, n));
    const fate = random();
    if (fate < 0.1 && !delayed) delayed = packet;
    else if (fate > 0.05 + 0.1) {
      call.page.send(packet);
      if (fate > 0.97) call.page.send(packet);
      if (delayed) call.page.send(delayed);
      delayed = undefined;
    }
    call.peer.line.send(tone(880, n), n === 0);
    await pause(20);
  }
  await pause(300);
  const { received, lost } = call.peer.stats();
  expect(received).toBeGreaterThan(100);
  expect(lost).toBeGreaterThan(0);
  expect(call.heard.length / 320).toBeGreaterThan(140);
  expect(call.heard.length / 320).toBeLessThanOrEqual(151);
  expect(shareAt(440, call.heard.slice(16_000))).toBeGreaterThan(0.8);
  expect(shareAt(880, call.page.heard.slice(16_000, 40_000))).toBeGreaterThan(0.8);
});

test("typed words and keys come in, events go out, and what is malformed is dropped", async () => {
  const call = await connect();
  for (const message of [
    "no json",
    { kind: "text", text: "" },
    { kind: "key", digit: "99" },
    { kind: "text", text: "x".repeat(9_000) },
  ]) {
    call.page.tell(message);
  }
  call.page.tell({ kind: "text", text: "  habari  " });
  call.page.tell({ kind: "key", digit: "5" });
  call.peer.tell({ kind: "turn", words: "karibu" });
  await expect.poll(() => call.texts).toEqual(["habari"]);
  await expect.poll(() => call.keys).toBe("5");
  await expect.poll(() => call.page.messages).toEqual([{ kind: "turn", words: "karibu" }]);
});

test("the assistant hangs up: the page is told and the connection closes", async () => {
  const call = await connect();
  call.peer.line.hangUp();
  expect(call.ends).toEqual(["we-hung-up"]);
  await expect.poll(() => call.page.messages).toEqual([{ kind: "bye" }]);
  await expect.poll(() => call.page.state).toBe("closed");
});

test("a page that is still being told of the call hears all of it and the goodbye, before its connection closes", async () => {
  const call = await connect();
  const turns = Array.from({ length: 12 }, (_, n) => ({ kind: "turn", n, words: "karibu ".repeat(1_500) }));
  for (const turn of turns) call.peer.tell(turn);
  call.peer.line.hangUp();
  await expect.poll(() => call.page.state).toBe("closed");
  expect(call.page.messages).toEqual([...turns, { kind: "bye" }]);
});

test("the caller ends the call, by word or by closing the page", async () => {
  const [word, shut] = [await connect(), await connect()];
  word.page.tell({ kind: "bye" });
  shut.page.close();
  await expect.poll(() => word.ends).toEqual(["caller-hung-up"]);
  await expect.poll(() => shut.ends, { timeout: 15_000 }).toHaveLength(1);
});

test.each(["", "v=0\r\n", "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=ice-ufrag:x\r\na=fingerprint:sha-256 00\r\na=mid:0\r\n"])(
  "an offer that can't be met is refused (%#)",
  async (offer) => {
    await expect(openBrowserPeer({ gateway, clock, offer })).rejects.toThrow("can't be met");
  },
);

test("an offer that the native part rejects is refused, and the next call works", async () => {
  const offer =
    "v=0\r\na=ice-ufrag:x\r\na=fingerprint:sha-256 zz\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\na=rtpmap:111 opus/48000/2\r\n";
  await expect(openBrowserPeer({ gateway, clock, offer })).rejects.toThrow();
  const call = await connect();
  expect(call.page.isOpen).toBe(true);
});

test("when the WebRTC process ends its calls are lost, and the next call starts another", async () => {
  const own = createGateway({ bindHost: HOST });
  const call = await connect(own);
  own.stop();
  expect(call.ends).toEqual(["connection-lost"]);
  const next = await connect(own);
  expect(next.page.isOpen).toBe(true);
  own.stop();
});

interface Call {
  page: Page;
  peer: BrowserPeer;
  heard: Int16Array;
  texts: string[];
  keys: string;
  ends: LineEnd[];
}

async function connect(through = gateway): Promise<Call> {
  const page = new Page(HOST);
  pages.push(page);
  const texts: string[] = [];
  const peer = await openBrowserPeer({ gateway: through, clock, offer: await page.offer(), onText: (text) => texts.push(text) });
  const sound: number[] = [];
  const call = {
    page,
    peer,
    texts,
    keys: "",
    ends: [] as LineEnd[],
    get heard() {
      return Int16Array.from(sound);
    },
  };
  peer.line.open({
    heard: (frame) => sound.push(...frame),
    key: (digit) => (call.keys += digit),
    closed: (end) => call.ends.push(end),
  });
  page.accept(peer.answer);
  await expect.poll(() => page.isOpen, { timeout: 10_000 }).toBe(true);
  return call;
}

function tone(hz: number, frame: number): Int16Array {
  return Int16Array.from({ length: 320 }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * (frame * 320 + i)) / 16_000)),
  );
}

/** How much of the energy is near the frequency: the strongest of a few neighbours, as loss shifts the phase. */
function shareAt(hz: number, samples: ArrayLike<number>): number {
  const length = 1_600;
  let [near, all] = [0, 0];
  for (let start = 0; start + length <= samples.length; start += length) {
    let [cosine, sine, energy] = [0, 0, 0];
    for (let i = 0; i < length; i++) {
      const sample = samples[start + i] ?? 0;
      cosine += sample * Math.cos((2 * Math.PI * hz * i) / 16_000);
      sine += sample * Math.sin((2 * Math.PI * hz * i) / 16_000);
      energy += sample * sample;
    }
    near += (2 * (cosine * cosine + sine * sine)) / length;
    all += energy;
  }
  return all === 0 ? 0 : near / all;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

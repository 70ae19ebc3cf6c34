import type { Socket } from "node:dgram";
import { createSocket } from "node:dgram";
import type { LineEnd } from "@ongea/conversation";
import { afterEach, expect, test } from "vitest";
import { MediaClock } from "../media-clock.ts";
import type { AgreedMedia } from "../sip/message/sdp.ts";
import type { RtpLine, RtpLineOptions } from "./index.ts";
import { openRtp } from "./index.ts";
import { MOST_UNCONFIRMED_PACKETS } from "./line.ts";
import { emptyView, readRtp, writeRtpHeader } from "./packet.ts";

const clock = new MediaClock();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test("two lines hear each other, and keys arrive once each", async () => {
  const a = await openRtp({ host: "127.0.0.1", clock, rtcp: true });
  const b = await openRtp({ host: "127.0.0.1", clock, portRange: { from: 43_000, to: 43_999 }, rtcp: true });
  open.push(a, b);
  expect(b.port % 2).toBe(0);
  const left = listen(a.line(mediaTo(b.port)));
  const right = listen(b.line(mediaTo(a.port)));
  for (let i = 0; i < 20; i++) {
    left.line.send(new Int16Array(160).fill(1_000 + i), i === 0);
    await pause(5);
  }
  left.line.press("1*D0");
  await expect.poll(() => right.keys, { timeout: 5_000 }).toBe("1*D0");
  // The first frame opens the way and is silent.
  expect(right.frames.length).toBe(21);
  expect(right.frames[5]?.[0]).toBeGreaterThan(900);
  left.line.hangUp();
  left.line.hangUp();
  expect(left.ends).toEqual(["we-hung-up"]);
  right.line.end("caller-hung-up");
  expect(right.ends).toEqual(["caller-hung-up"]);
});

test("a peer without telephone events hears the keys as tones", async () => {
  const peer = await Peer.open();
  const { line } = await lineTo(peer, { dtmfPayloadType: undefined });
  line.press("5");
  await expect.poll(() => peer.packets.length).toBeGreaterThan(5);
  expect(peer.packets.every((bytes) => (bytes[1] ?? 0) % 128 === 0 && bytes.length === 172)).toBe(true);
});

test("a talkspurt is marked, and its time stamp tells how long the pause was", async () => {
  const peer = await Peer.open();
  const { line } = await lineTo(peer);
  const frame = new Int16Array(160);
  line.send(frame, true);
  line.send(frame, false);
  await pause(300);
  line.send(frame, true);
  await expect.poll(() => peer.packets.length).toBe(4);
  const views = peer.packets.map((bytes) => {
    const view = emptyView();
    expect(readRtp(bytes, view)).toBe(true);
    return view;
  });
  expect(views.map(({ marker }) => marker)).toEqual([true, true, false, true]);
  const [, first, second, third] = views.map(({ timestamp }) => timestamp);
  expect((second ?? 0) - (first ?? 0)).toBe(160);
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(1_900);
});

test("sound goes back to where it comes from, and other sources are not heard", async () => {
  const [announced, real, stranger] = [await Peer.open(), await Peer.open(), await Peer.open("127.0.0.5")];
  const heard = await lineTo(announced);
  stranger.sendSound(heard.port, 1, 5);
  await pause(50);
  expect(heard.frames).toHaveLength(0);
  real.sendSound(heard.port, 2, 3);
  await expect.poll(() => heard.frames.length).toBe(3);
  stranger.sendSound(heard.port, 2, 5);
  announced.sendSound(heard.port, 2, 5);
  await pause(50);
  expect(heard.frames).toHaveLength(3);
  heard.line.send(new Int16Array(160), true);
  await expect.poll(() => real.packets.length).toBe(1);
});

test("after a re-INVITE the sound comes from and goes to the new place", async () => {
  const [before, after] = [await Peer.open(), await Peer.open()];
  const heard = await lineTo(before);
  before.sendSound(heard.port, 1, 3);
  await expect.poll(() => heard.frames.length).toBe(3);
  heard.line.update(mediaTo(after.port));
  after.sendSound(heard.port, 9, 4);
  await expect.poll(() => heard.frames.length).toBe(6);
  heard.line.send(new Int16Array(160), true);
  await expect.poll(() => after.packets.length).toBeGreaterThan(0);
});

test("nothing is sent or heard on hold, and the line is not taken for lost", async () => {
  const peer = await Peer.open();
  const heard = await lineTo(peer, {}, { inactivityMs: 1_500 });
  peer.sendSound(heard.port, 1, 2);
  await expect.poll(() => heard.frames.length).toBe(2);
  heard.line.update({ ...mediaTo(peer.port), direction: "inactive" });
  peer.packets.length = 0;
  heard.line.send(new Int16Array(160), true);
  peer.sendSound(heard.port, 1, 2);
  await pause(3_000);
  expect([heard.frames.length, peer.packets.length, heard.ends]).toEqual([2, 0, []]);
});

test("a far end that holds us, or takes us back, is told of once each; one that held us before we listened is told of, too", async () => {
  const peer = await Peer.open();
  const heard = await lineTo(peer, { direction: "recvonly" });
  const ways = ["recvonly", "inactive", "sendrecv", "sendrecv", "inactive"] as const;
  for (const direction of ways) heard.line.update({ ...mediaTo(peer.port), direction });
  heard.line.update({ ...mediaTo(0), host: "0.0.0.0", direction: "inactive" });
  expect(heard.holds).toEqual([true, false, true]);
});

test("sound that is moved to a stranger's address waits until it is acknowledged, or until sound comes from there", async () => {
  const [phone, stranger] = [await Peer.open(), await Peer.open("127.0.0.5")];
  const { line } = await lineTo(phone, {}, { holdsSending: true });
  line.allowSending();
  line.send(new Int16Array(160), true);
  line.update({ ...mediaTo(stranger.port), host: "127.0.0.5" });
  for (let i = 0; i < 50; i++) line.send(new Int16Array(160), i === 0);
  line.press("1");
  await pause(400);
  expect(stranger.packets).toHaveLength(0);
  line.allowSending();
  line.send(new Int16Array(160), true);
  await expect.poll(() => stranger.packets.length).toBeGreaterThan(0);
});

test("sound that moves to another port of the same phone, or to where its signalling comes from, goes on at once", async () => {
  const [before, after, proxy] = [await Peer.open(), await Peer.open(), await Peer.open("127.0.0.5")];
  const { line } = await lineTo(before, {}, { holdsSending: true, alsoFrom: ["127.0.0.5"] });
  line.allowSending();
  line.update(mediaTo(after.port));
  line.send(new Int16Array(160), true);
  await expect.poll(() => after.packets.length).toBeGreaterThan(0);
  line.update({ ...mediaTo(proxy.port), host: "127.0.0.5" });
  line.send(new Int16Array(160), true);
  await expect.poll(() => proxy.packets.length).toBeGreaterThan(0);
});

test("a peer that sends nothing any more is lost", async () => {
  const peer = await Peer.open();
  const heard = await lineTo(peer, {}, { inactivityMs: 500 });
  await expect.poll(() => heard.ends, { timeout: 5_000 }).toEqual(["connection-lost"]);
});

test("an INVITE that nobody confirms makes us send a few packets only, whatever we have to say", async () => {
  const peer = await Peer.open();
  const { line } = await lineTo(peer, {}, { holdsSending: true });
  for (let i = 0; i < 100; i++) line.send(new Int16Array(160), i === 0);
  line.press("123");
  await pause(400);
  expect(peer.packets).toHaveLength(MOST_UNCONFIRMED_PACKETS);
  line.allowSending();
  line.send(new Int16Array(160), true);
  await expect.poll(() => peer.packets.length).toBeGreaterThan(MOST_UNCONFIRMED_PACKETS);
});

test("a phone that talks to us wants our sound, before its ACK has come", async () => {
  const peer = await Peer.open();
  const { line, port, frames } = await lineTo(peer, {}, { holdsSending: true });
  peer.sendSound(port, 1, 2);
  await expect.poll(() => frames.length).toBe(2);
  for (let i = 0; i < 20; i++) line.send(new Int16Array(160), i === 0);
  await expect.poll(() => peer.packets.length).toBe(21);
});

test("a peer that sends nothing in silence is waited for longer", async () => {
  const peer = await Peer.open();
  const heard = await lineTo(peer, {}, { inactivityMs: 500 });
  peer.sendSound(heard.port, 1, 2);
  peer.rest(100);
  peer.sendSound(heard.port, 1, 2);
  await expect.poll(() => heard.frames.length).toBe(4);
  expect(heard.line.suppressesSilence).toBe(true);
  await pause(2_000);
  expect(heard.ends).toEqual([]);
  await expect.poll(() => heard.ends, { timeout: 5_000 }).toEqual(["connection-lost"]);
});

test("a peer behind address translation goes on hearing us while it is silent", async () => {
  const [announced, real] = [await Peer.open(), await Peer.open()];
  const heard = await lineTo(announced);
  real.sendSound(heard.port, 1, 3);
  await expect.poll(() => heard.frames.length).toBe(3);
  announced.packets.length = 0;
  // By now the line listens to all again.
  await pause(4_500);
  heard.line.send(new Int16Array(160), true);
  await expect.poll(() => real.packets.length).toBeGreaterThan(0);
  expect(announced.packets).toHaveLength(0);
});

function mediaTo(port: number): AgreedMedia {
  return {
    host: "127.0.0.1",
    port,
    codec: "PCMU",
    payloadType: 0,
    dtmfPayloadType: 101,
    ptimeMs: 20,
    direction: "sendrecv",
    srtp: undefined,
  };
}

interface Heard {
  line: RtpLine;
  port: number;
  frames: Int16Array[];
  keys: string;
  ends: LineEnd[];
  holds: boolean[];
}

async function lineTo(peer: Peer, media: Partial<AgreedMedia> = {}, options: RtpLineOptions = {}): Promise<Heard> {
  const rtp = await openRtp({ host: "127.0.0.1", clock });
  open.push(rtp);
  return listen(rtp.line({ ...mediaTo(peer.port), ...media }, options), rtp.port);
}

function listen(line: RtpLine, port = 0): Heard {
  const heard: Heard = { line, port, frames: [], keys: "", ends: [], holds: [] };
  line.open({
    heard: (frame) => heard.frames.push(frame.slice()),
    key: (digit) => (heard.keys += digit),
    held: (isHeld) => heard.holds.push(isHeld),
    closed: (end) => heard.ends.push(end),
  });
  return heard;
}

class Peer {
  readonly packets: Buffer[] = [];
  readonly #socket: Socket;
  #sequence = 100;
  #frames = 100;

  static async open(host = "127.0.0.1"): Promise<Peer> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, host, resolve));
    const peer = new Peer(socket);
    open.push(peer);
    return peer;
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (bytes) => this.packets.push(bytes));
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Says nothing for so many frames. */
  rest(frames: number): void {
    this.#frames += frames;
  }

  sendSound(port: number, ssrc: number, packets: number): void {
    for (let i = 0; i < packets; i++) {
      const bytes = Buffer.alloc(172, 20);
      const [sequence, timestamp] = [this.#sequence++, this.#frames++ * 160];
      writeRtpHeader(bytes, { payloadType: 0, marker: false, sequence, timestamp, ssrc });
      this.#socket.send(bytes, port, "127.0.0.1");
    }
  }

  close(): void {
    this.#socket.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Every line against the suite of its port: telephone, browser by WebRTC and by WebSocket, carriers' streams, memory. */
import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import {
  lineConformance,
  type ConformanceCase,
  type FarEnd,
  type LineUnderTest,
  type Subject,
} from "@ongea/conversation/conformance";
import { TestLine, VirtualClock } from "@ongea/conversation/testing";
import { afterAll, describe, expect, test } from "vitest";
import { createGateway } from "./browser/gateway.ts";
import { OpusDecoder, OpusEncoder } from "./browser/opus.ts";
import { openBrowserPeer } from "./browser/peer.ts";
import { openBrowserSocket } from "./browser/socket.ts";
import { Page } from "./browser/testing/page.ts";
import type { StreamCarrier } from "./carriers/stream-event.ts";
import { openCarrierStream } from "./carriers/stream-line.ts";
import { carrierWords, muLaw } from "./carriers/testing/carrier-words.ts";
import { MediaClock } from "./media-clock.ts";
import { g711 } from "./rtp/g711.ts";
import { openRtp } from "./rtp/index.ts";
import { emptyView, readRtp, writeRtpHeader } from "./rtp/packet.ts";
import { SimulatedLine } from "./simulator/simulated-line.ts";

const HOST = "127.0.0.1";
const LOUD = 1_000;
const clock = new MediaClock();
const gateway = createGateway({ bindHost: HOST });
const pass = async (ms: number): Promise<void> => void (await sleep(ms));

afterAll(() => {
  gateway.stop();
  clock.stop();
});

describe("a telephone's line", () => {
  tell(lineConformance({ open: telephone, trembleMs: 2 }));
});

describe("a browser's line by WebRTC", () => {
  tell(lineConformance({ open: browser, trembleMs: 2 }));
});

describe("a browser's line by WebSocket", () => {
  tell(lineConformance({ open: socket, trembleMs: 2, neverPauses: true }));
});

describe.each(["twilio", "plivo"] as const)("a line by %s's media stream", (carrier) => {
  tell(lineConformance({ open: () => carrierStream(carrier), trembleMs: 2 }));
});

describe("a line of memory", () => {
  tell(lineConformance({ open: memory, trembleMs: 0 }));
});

describe("the line of scripted conversations", () => {
  tell(lineConformance({ open: scripted, trembleMs: 0 }));
});

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 20_000);
}

async function telephone(): Promise<Subject<LineUnderTest>> {
  const peer = createSocket("udp4");
  await new Promise<void>((resolve) => peer.bind(0, HOST, resolve));
  const port = await openRtp({ host: HOST, clock });
  const codec = { codec: "PCMU", payloadType: 0, dtmfPayloadType: 101, ptimeMs: 20 } as const;
  const line = port.line({ host: HOST, port: peer.address().port, direction: "sendrecv", ...codec, srtp: undefined });
  const { encode, decode } = g711("PCMU");
  const view = emptyView();
  let loud = 0;
  peer.on("message", (bytes) => {
    if (readRtp(bytes, view) && view.payloadType === 0) loud += loudIn(Array.from(bytes.subarray(12), (byte) => decode[byte]!));
  });
  const startMs = clock.now();
  let sequence = 0;
  let frames = 0;
  const send = (payloadType: number, payload: Uint8Array, timestamp: number): void => {
    const bytes = Buffer.alloc(12 + payload.length);
    writeRtpHeader(bytes, { payloadType, marker: false, sequence: sequence++, timestamp, ssrc: 9 });
    bytes.set(payload, 12);
    peer.send(bytes, port.port, HOST);
  };
  const sound = (samples: Int16Array): void =>
    send(
      0,
      Uint8Array.from(samples, (sample) => encode[sample & 0xffff]!),
      160 * frames++,
    );
  const goTo = (ms: number): void => void (frames = Math.max(frames, Math.round((ms - startMs) / 20)));
  const farEnd: FarEnd = {
    say(samples) {
      goTo(clock.now());
      return paced(samples, 160, pass, sound);
    },
    sayAtOnce(samples) {
      goTo(clock.now() - samples.length / 8);
      return paced(samples, 160, atOnce, sound);
    },
    press(digit) {
      const event = "0123456789*#".indexOf(digit);
      for (const end of [0, 0, 0x80, 0x80]) send(101, Uint8Array.of(event, end, 1, 0x40), 4_000_000 + event * 1_000);
    },
    hangUp: () => line.end("caller-hung-up"),
    heardLoudSamples: () => loud,
  };
  return { adapter: { line, clock, farEnd }, pass, close: () => (port.close(), void peer.close()) };
}

async function browser(): Promise<Subject<LineUnderTest>> {
  const page = new Page(HOST);
  const { line, answer } = await openBrowserPeer({ gateway, clock, offer: await page.offer() });
  page.accept(answer);
  while (!page.isOpen) await pass(20);
  const startMs = clock.now();
  let frames = 0;
  const goTo = (ms: number): void => {
    const rest = Math.max(0, Math.round((ms - startMs) / 20) - frames);
    page.rest(rest);
    frames += rest;
  };
  const sound = (frame: Int16Array): void => {
    if (page.isOpen) page.send(page.packet(frame));
    frames++;
  };
  const tellIfOpen = (message: object): void => {
    if (page.isOpen) page.tell(message);
  };
  const farEnd: FarEnd = {
    say(samples) {
      goTo(clock.now());
      return paced(samples, 320, pass, sound);
    },
    sayAtOnce(samples) {
      goTo(clock.now() - samples.length / 16);
      return paced(samples, 320, atOnce, sound);
    },
    press: (digit) => tellIfOpen({ kind: "key", digit }),
    hangUp: () => tellIfOpen({ kind: "bye" }),
    heardLoudSamples: () => loudIn(page.heard),
  };
  return { adapter: { line, clock, farEnd }, pass, close: () => (line.hangUp(), page.close()) };
}

function socket(): Promise<Subject<LineUnderTest>> {
  const time = new VirtualClock();
  const [encoder, decoder] = [new OpusEncoder(24_000), new OpusDecoder()];
  let loud = 0;
  const { line, receive, closed } = openBrowserSocket({
    clock: time,
    send: (data) => void (loud += typeof data === "string" ? 0 : loudIn(decoder.decode(data) ?? [])),
    close: () => {},
  });
  const wait = (ms: number): Promise<void> => time.pass(ms);
  const farEnd: FarEnd = {
    say: (samples) => paced(samples, 320, wait, (frame) => receive(encoder.encode(frame).slice())),
    sayAtOnce: (samples) => paced(samples, 320, atOnce, (frame) => receive(encoder.encode(frame).slice())),
    press: (digit) => receive(JSON.stringify({ kind: "key", digit })),
    hangUp: () => closed(false),
    heardLoudSamples: () => loud,
  };
  return Promise.resolve({ adapter: { line, clock: time, farEnd }, pass: wait, close: () => line.hangUp() });
}

function carrierStream(carrier: StreamCarrier): Promise<Subject<LineUnderTest>> {
  const time = new VirtualClock();
  const words = carrierWords(carrier);
  const { decode } = g711("PCMU");
  let loud = 0;
  const { line, receive, closed } = openCarrierStream({
    carrier,
    clock: time,
    send(text) {
      if (words.said(text).kind !== "sound") return;
      const { payload } = (JSON.parse(text) as { media: { payload: string } }).media;
      loud += loudIn(Array.from(Buffer.from(payload, "base64"), (byte) => decode[byte]!));
    },
    close: () => undefined,
  });
  receive(words.start({ token: "f00" }));
  const wait = (ms: number): Promise<void> => time.pass(ms);
  const startMs = time.now();
  let frames = 0;
  const goTo = (ms: number): void => void (frames = Math.max(frames, Math.round((ms - startMs) / 20)));
  const sound = (frame: Int16Array): void => receive(words.media(20 * frames++, muLaw(frame)));
  const farEnd: FarEnd = {
    say(samples) {
      goTo(time.now());
      return paced(samples, 160, wait, sound);
    },
    sayAtOnce(samples) {
      goTo(time.now() - samples.length / 8);
      return paced(samples, 160, atOnce, sound);
    },
    press: (digit) => receive(words.key(digit)),
    hangUp() {
      const stop = words.stop();
      if (stop === undefined) closed(false);
      else receive(stop);
    },
    heardLoudSamples: () => loud,
  };
  return Promise.resolve({ adapter: { line, clock: time, farEnd }, pass: wait, close: () => line.hangUp() });
}

function memory(): Promise<Subject<LineUnderTest>> {
  const time = new VirtualClock();
  const line = new SimulatedLine({ clock: time, sampleRateHz: 8_000 });
  const wait = (ms: number): Promise<void> => time.pass(ms);
  const farEnd: FarEnd = {
    async say(samples) {
      line.say(samples);
      await wait(samples.length / 8);
    },
    press: (digit) => line.key(digit),
    hangUp: () => line.callerEnds(),
    heardLoudSamples: () => loudIn(line.assistantSound()),
  };
  return Promise.resolve({ adapter: { line, clock: time, farEnd }, pass: wait, close: () => line.hangUp() });
}

function scripted(): Promise<Subject<LineUnderTest>> {
  const time = new VirtualClock();
  const line = new TestLine(time);
  const wait = (ms: number): Promise<void> => time.pass(ms);
  const farEnd: FarEnd = {
    async say(samples) {
      line.say(samples.length / 8);
      await wait(samples.length / 8);
    },
    press: (digit) => line.key(digit),
    hangUp: () => line.callerHangsUp(),
    // It counts frames.
    heardLoudSamples: () => 160 * line.soundingMs.length,
  };
  return Promise.resolve({ adapter: { line, clock: time, farEnd }, pass: wait, close: () => line.hangUp() });
}

const atOnce = (): Promise<void> => Promise.resolve();

function loudIn(samples: Iterable<number>): number {
  let loud = 0;
  for (const sample of samples) if (Math.abs(sample) > LOUD) loud++;
  return loud;
}

/** Frame by frame, with a wait after each. */
async function paced(
  sound: Int16Array,
  samples: number,
  wait: (ms: number) => Promise<void>,
  send: (frame: Int16Array) => void,
): Promise<void> {
  for (let at = 0; at + samples <= sound.length; at += samples) {
    send(sound.subarray(at, at + samples));
    await wait(20);
  }
}

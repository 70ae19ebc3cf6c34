import { mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGateway, openBrowserPeer, openBrowserSocket } from "@ongea/channels/browser";
import type { BrowserPeer } from "@ongea/channels/browser";
import { MediaClock } from "@ongea/channels/media";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareAt, tone, writeWav } from "./wav.ts";

const CHROMIUM = "/usr/bin/chromium";
const hasChromium = existsSync(CHROMIUM);

const clock = new MediaClock();
const gateway = createGateway();
let folder = "";
let browser: Browser | undefined;
let server: Server | undefined;

beforeAll(async () => {
  if (!hasChromium) return;
  folder = await mkdtemp(join(tmpdir(), "browser-"));
  await writeWav(join(folder, "microphone.wav"), tone(440, 20, 48_000));
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${join(folder, "microphone.wav")}`,
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
  server = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<title>call</title>"));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  gateway.stop();
  clock.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasChromium)(
  "a browser's microphone is heard, the browser hears us, and words go both ways (left out without Chromium)",
  async () => {
    const sound: number[] = [];
    const texts: string[] = [];
    let peer: BrowserPeer | undefined;
    const page = await (await browser?.newContext())?.newPage();
    if (!page || !server) throw new Error("No browser.");
    await page.exposeFunction("offer", async (sdp: string) => {
      peer = await openBrowserPeer({ gateway, clock, offer: sdp, onText: (text) => texts.push(text) });
      const voice = tone(880, 1, 16_000).samples;
      let sent = 0;
      const pulse = clock.pulse(clock.now(), () => {
        const at = (sent * 320) % 16_000;
        peer?.line.send(voice.subarray(at, at + 320), sent++ === 0);
      });
      peer.line.open({ heard: (frame) => sound.push(...frame), key: () => undefined, closed: () => pulse.cancel() });
      return peer.answer;
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const heard = await page.evaluate(callFromPage);
    peer?.tell({ kind: "live", words: "karibu" });
    await expect.poll(() => page.evaluate("globalThis.told")).toEqual({ kind: "live", words: "karibu" });
    expect(texts).toEqual(["habari"]);
    expect(heard.loudestHz).toBeGreaterThan(840);
    expect(heard.loudestHz).toBeLessThan(920);
    const samples = Int16Array.from(sound.slice(-16_000));
    expect(shareAt(440, { sampleRateHz: 16_000, samples })).toBeGreaterThan(0.5);
    expect(peer?.stats().lost).toBeLessThan(5);
    await page.close();
  },
);

test.skipIf(!hasChromium)(
  "where UDP is blocked the browser's own Opus packets are understood, and ours by it (left out without Chromium)",
  async () => {
    const page = await (await browser?.newContext())?.newPage();
    if (!page || !server) throw new Error("No browser.");
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const ours: Uint8Array[] = [];
    const sound: number[] = [];
    const socket = openBrowserSocket({
      clock,
      send: (data) => typeof data === "string" || ours.push(data),
      close: () => undefined,
    });
    socket.line.open({ heard: (frame) => sound.push(...frame), key: () => undefined, closed: () => undefined });
    const voice = tone(880, 2, 16_000).samples;
    for (let at = 0; at < voice.length; at += 320) socket.line.send(voice.subarray(at, at + 320), at === 0);
    await page.evaluate(`globalThis.packets = ${JSON.stringify(ours.map((packet) => [...packet]))}`);
    const { theirs, heardHz } = await page.evaluate(packetsInPage);
    for (const packet of theirs) socket.receive(Uint8Array.from(packet));
    socket.line.hangUp();
    expect(theirs.length).toBeGreaterThan(40);
    expect(shareAt(440, { sampleRateHz: 16_000, samples: Int16Array.from(sound.slice(8_000, 12_000)) })).toBeGreaterThan(0.9);
    expect(heardHz).toBeGreaterThan(860);
    expect(heardHz).toBeLessThan(900);
    await page.close();
  },
);

/** Runs in the page: calls, types a word, and tells which tone it hears. Written as text because the browser's types are not known here. */
const callFromPage = `(async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
  const peer = new RTCPeerConnection();
  for (const track of stream.getTracks()) peer.addTrack(track, stream);
  const channel = peer.createDataChannel("messages");
  channel.onmessage = ({ data }) => (globalThis.told = JSON.parse(data));
  channel.onopen = () => channel.send(JSON.stringify({ kind: "text", text: "habari" }));
  const track = new Promise((resolve) => (peer.ontrack = (event) => resolve(event.track)));
  await peer.setLocalDescription(await peer.createOffer());
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
  });
  await peer.setRemoteDescription({ type: "answer", sdp: await offer(peer.localDescription.sdp) });
  const remote = new MediaStream([await track]);
  const player = new Audio();
  player.srcObject = remote;
  player.muted = true;
  await player.play();
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  context.createMediaStreamSource(remote).connect(analyser);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  const loudest = bins.indexOf(Math.max(...bins));
  globalThis.peer = peer;
  return { loudestHz: (loudest * context.sampleRate) / analyser.fftSize, state: peer.connectionState };
})()` as unknown as () => Promise<{ loudestHz: number; state: string }>;

/** Runs in the page: decodes our packets, tells their tone by its zero crossings, and encodes a second of a tone of its own. */
const packetsInPage = `(async () => {
  let [crossings, samples, last] = [0, 0, 0];
  const decoder = new AudioDecoder({
    output: (data) => {
      const plane = new Float32Array(data.numberOfFrames);
      data.copyTo(plane, { planeIndex: 0, format: "f32-planar" });
      for (const sample of plane) {
        if (last < 0 && sample >= 0) crossings += 1;
        if (sample !== 0) last = sample;
      }
      samples += plane.length;
      data.close();
    },
    error: (error) => console.error(error),
  });
  decoder.configure({ codec: "opus", sampleRate: 48000, numberOfChannels: 1 });
  packets.slice(10).forEach((packet, i) =>
    decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: i * 20000, data: Uint8Array.from(packet) })),
  );
  await decoder.flush();

  const theirs = [];
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      theirs.push([...bytes]);
    },
    error: (error) => console.error(error),
  });
  encoder.configure({ codec: "opus", sampleRate: 48000, numberOfChannels: 1, bitrate: 24000, opus: { frameDuration: 20000 } });
  for (let frame = 0; frame < 50; frame++) {
    const data = Float32Array.from({ length: 960 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * (frame * 960 + i)) / 48000));
    encoder.encode(
      new AudioData({ format: "f32", sampleRate: 48000, numberOfFrames: 960, numberOfChannels: 1, timestamp: frame * 20000, data }),
    );
  }
  await encoder.flush();
  return { theirs, heardHz: crossings / (samples / 48000) };
})()` as unknown as () => Promise<{ theirs: number[][]; heardHz: number }>;

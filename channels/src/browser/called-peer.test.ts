/** We call a telephone of WhatsApp's: our offer, Meta's sample answer, and sound both ways with a telephone of the tests. */
import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import type { LineEnd } from "@ongea/conversation";
import { afterAll, expect, test } from "vitest";
import { MediaClock } from "../media-clock.ts";
import { createGateway } from "./gateway.ts";
import { openCalledPeer } from "./peer.ts";
import { Page } from "./testing/page.ts";

const HOST = "127.0.0.1";
const clock = new MediaClock();
const gateway = createGateway({ bindHost: HOST });
const sockets: Socket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.close();
  gateway.stop();
  clock.stop();
});

/** developers.facebook.com/docs/whatsapp/cloud-api/calling/reference, "Business-initiated sample SDP answer", with an address of this machine. */
const metaAnswer = (port: number): string =>
  [
    "v=0",
    "o=- 741807839102053725 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "a=extmap-allow-mixed",
    "a=msid-semantic: WMS 798a9670-c0d6-47a8-925e-5f082ef4d8a0",
    "a=ice-lite",
    `m=audio ${port} UDP/TLS/RTP/SAVPF 111 126`,
    `c=IN IP4 ${HOST}`,
    "a=rtcp:9 IN IP4 0.0.0.0",
    `a=candidate:2754936280 1 udp 2113937151 ${HOST} ${port} typ host generation 0 network-cost 50 ufrag JHqAXFH4HcAY/8`,
    "a=ice-ufrag:JHqAXFH4HcAY/8",
    "a=ice-pwd:dNNMmR8wUcGezvfBZOO0Qgcwl2m86GP/",
    "a=ice-options:trickle",
    "a=fingerprint:sha-256 9C:97:5C:4C:A9:BE:9E:2F:06:94:F5:BB:38:2C:A1:29:B5:69:B8:FA:94:10:56:1D:0B:5D:80:28:C1:FD:F0:F6",
    "a=setup:active",
    "a=mid:0",
    "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtcp-fb:111 transport-cc",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:126 telephone-event/8000",
    "a=ssrc:3407645770 cname:bg8KQDoIk2UJa6sf",
    "",
  ].join("\r\n");

test("our offer says what Meta asks of a business, and its sample answer is checked at once", async () => {
  const socket = createSocket("udp4");
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.bind(0, HOST, resolve));
  const checked = new Promise<Buffer>((resolve) => socket.on("message", resolve));
  const { offer, line, accept } = await openCalledPeer({ gateway, clock });
  for (const needed of [
    "a=setup:actpass",
    "a=mid:0",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtpmap:126 telephone-event/8000",
  ])
    expect(offer.split("\r\n")).toContain(needed);
  expect(offer).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 111 126\r$/m);
  expect(offer).toMatch(/^a=candidate:/m);
  expect(offer).toMatch(/^a=fingerprint:sha-256 /m);
  accept(metaAnswer((socket.address() as AddressInfo).port));
  expect((await checked).toString("latin1")).toContain("JHqAXFH4HcAY/8:");
  line.hangUp();
});

test("a telephone that answers late is heard, hears us, and its keys come", async () => {
  const phone = new Page(HOST, { isTelephone: true, isCalled: true });
  let connected = 0;
  const peer = await openCalledPeer({ gateway, clock, onConnected: () => connected++ });
  const [keys, heard]: [string[], number[]] = [[], []];
  peer.line.open({ heard: (frame) => heard.push(...frame), key: (digit) => keys.push(digit), closed: () => undefined });
  const answer = await phone.answer(peer.offer);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(connected).toBe(0);
  peer.accept(answer);
  peer.accept(answer);
  await expect.poll(() => [connected, phone.isOpen], { timeout: 10_000 }).toEqual([1, true]);
  for (let frame = 0; frame < 30; frame++) {
    const sound = Int16Array.from({ length: 320 }, (_, n) => 8_000 * Math.sin(n / 5));
    phone.send(phone.packet(sound));
    peer.line.send(sound, frame === 0);
  }
  phone.press("5");
  await expect.poll(() => keys.join("")).toBe("5");
  await expect.poll(() => Math.min(heard.length, phone.heard.length)).toBeGreaterThanOrEqual(25 * 320);
  peer.ended(false);
  phone.close();
});

test("an answer that cannot be used ends the line, and one that comes after the end does nothing", async () => {
  const ends: LineEnd[] = [];
  for (const answer of ["", "v=0", metaAnswer(9).replaceAll("111", "112")]) {
    const { line, accept } = await openCalledPeer({ gateway, clock });
    line.open({ heard: () => undefined, key: () => undefined, closed: (end) => ends.push(end) });
    accept(answer);
    accept(metaAnswer(9));
  }
  expect(ends).toEqual(["connection-lost", "connection-lost", "connection-lost"]);
});

/** WhatsApp's offers, as Meta's reference shows them: its side is ICE lite, so that ours checks and nominates; keys come as telephone events. */
import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { MediaClock } from "../media-clock.ts";
import { createGateway } from "./gateway.ts";
import { openBrowserPeer } from "./peer.ts";
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

/** developers.facebook.com/docs/whatsapp/cloud-api/calling/reference, "User-initiated sample SDP offer", with an address of this machine. */
const metaOffer = (port: number): string =>
  [
    "v=0",
    "o=- 7602563789789945080 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE audio",
    "a=msid-semantic: WMS 6932bc1c-db1a-4abe-b437-0c4168be8a13",
    "a=ice-lite",
    `m=audio ${port} UDP/TLS/RTP/SAVPF 111 126`,
    `c=IN IP4 ${HOST}`,
    "a=rtcp:9 IN IP4 0.0.0.0",
    `a=candidate:1972637320 1 udp 2113937151 ${HOST} ${port} typ host generation 0 network-cost 50 ufrag 6k2qP1R6kBfI/2`,
    "a=ice-ufrag:6k2qP1R6kBfI/2",
    "a=ice-pwd:UApvJw3NcwFRDvIMKdM0vWCdlXah25E9",
    "a=fingerprint:sha-256 1B:B6:6B:40:A5:0B:8C:75:0D:8C:CB:90:2F:99:74:1E:26:45:AE:AF:45:C1:51:60:8F:73:C9:2D:10:6D:8A:88",
    "a=setup:actpass",
    "a=mid:audio",
    "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtcp-fb:111 transport-cc",
    "a=fmtp:111 minptime=10;useinbandfec=1",
    "a=rtpmap:126 telephone-event/8000",
    "a=ssrc:4208138518 cname:gAXq2V9TKltrnapv",
    "",
  ].join("\r\n");

const BINDING_REQUEST = 0x0001;
const [USERNAME, ICE_CONTROLLED, ICE_CONTROLLING] = [0x0006, 0x8029, 0x802a];

test("Meta's sample offer gets an answer that its reference asks for, and our checks control the connection", async () => {
  const socket = createSocket("udp4");
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.bind(0, HOST, resolve));
  const checked = new Promise<Buffer>((resolve) => {
    socket.on("message", (packet) => packet.readUInt16BE(0) === BINDING_REQUEST && resolve(packet));
  });
  const offer = metaOffer((socket.address() as AddressInfo).port);
  const { answer, line } = await openBrowserPeer({ gateway, clock, offer });
  for (const needed of [
    "a=mid:audio",
    "a=setup:active",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtpmap:126 telephone-event/8000",
  ])
    expect(answer.split("\r\n")).toContain(needed);
  expect(answer).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 111 126\r$/m);
  const attributes = attributesIn(await checked);
  expect(attributes.get(USERNAME)?.toString()).toMatch(/^6k2qP1R6kBfI\/2:/);
  expect([attributes.has(ICE_CONTROLLING), attributes.has(ICE_CONTROLLED)]).toEqual([true, false]);
  line.hangUp();
});

test("a telephone without a channel for messages is heard, and each of its keys comes once", async () => {
  const phone = new Page(HOST, { isTelephone: true });
  let connected = 0;
  const peer = await openBrowserPeer({ gateway, clock, offer: await phone.offer(), onConnected: () => connected++ });
  const [keys, heard]: [string[], number[]] = [[], []];
  peer.line.open({ heard: (frame) => heard.push(...frame), key: (digit) => keys.push(digit), closed: () => undefined });
  phone.accept(peer.answer);
  await expect.poll(() => connected, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => phone.isOpen).toBe(true);
  for (const digit of ["1", "1", "#"]) {
    for (let frame = 0; frame < 10; frame++)
      phone.send(phone.packet(Int16Array.from({ length: 320 }, (_, n) => 8_000 * Math.sin(n / 5))));
    phone.press(digit);
  }
  await expect.poll(() => keys.join("")).toBe("11#");
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(29 * 320);
  expect(peer.stats()).toMatchObject({ lost: 0, concealedPackets: 0 });
  peer.ended(false);
  phone.close();
});

function attributesIn(packet: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= packet.length;) {
    const length = packet.readUInt16BE(at + 2);
    found.set(packet.readUInt16BE(at), packet.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
}

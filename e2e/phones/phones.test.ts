import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboundCall, OutboundCall, SipEndpoint, SipEndpointOptions } from "@ongea/channels";
import { createSipEndpoint } from "@ongea/channels";
import type { RtpLine } from "@ongea/channels/media";
import { MediaClock, openRtp } from "@ongea/channels/media";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Baresip } from "./baresip.ts";
import { hasBaresip, startBaresip } from "./baresip.ts";
import { certificateFor } from "./certificate.ts";
import { freePort } from "./free-port.ts";
import { canPlayPcap, hasSipp, runSipp, startSipp } from "./sipp.ts";
import { readWav, momentsAt, tone, writeWav } from "./wav.ts";

const HOST = "127.0.0.2";
const LEFT_OUT = hasBaresip ? "" : " (left out: baresip is not installed)";
const LEFT_OUT_SIPP = hasSipp ? "" : " (left out: sipp is not installed)";

const clock = new MediaClock();
const open: { close(): Promise<void> }[] = [];
const phones: Baresip[] = [];
let folder = "";
let microphoneWav = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "phones-"));
  microphoneWav = join(folder, "microphone.wav");
  await writeWav(microphoneWav, tone(440, 20));
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});
afterAll(async () => {
  clock.stop();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasBaresip)(`a person calls, hears an assistant's tone and is heard${LEFT_OUT}`, async () => {
  const heard = new Heard();
  const endpoint = await serve({ answers: () => true, onCall: (call) => void answerWithTone(call, heard) });
  const phone = await ring({});
  phone.dial(`sip:100@${HOST}:${endpoint.port}`);
  await phone.event("CALL_ESTABLISHED");
  await heard.frames(100);
  expect(momentsAt(440, heard.last(50))).toBeGreaterThan(0.7);
  phone.hangUp();
  expect((await heard.call?.ended)?.by).toBe("remote");
  const { heard: path } = await phone.recordings();
  // The phone closes its recording a moment after it has said that the call is over.
  await expect.poll(async () => (await readWav(path ?? "")).samples.length, { timeout: 5_000 }).toBeGreaterThan(8_000);
  const sound = await readWav(path ?? "");
  expect(momentsAt(880, { ...sound, samples: sound.samples.slice(-sound.sampleRateHz) })).toBeGreaterThan(0.7);
});

test.skipIf(!hasBaresip)(`keys that a caller presses arrive once each${LEFT_OUT}`, async () => {
  const heard = new Heard();
  const endpoint = await serve({ answers: () => true, onCall: (call) => void answerWithTone(call, heard) });
  const phone = await ring({});
  phone.dial(`sip:100@${HOST}:${endpoint.port}`);
  await phone.event("CALL_ESTABLISHED");
  await heard.frames(10);
  for (const digit of "19#") {
    phone.press(digit);
    await heard.frames(heard.count + 20);
  }
  await heard.frames(heard.count + 20);
  expect(heard.keys).toBe("19#");
});

test.skipIf(!hasBaresip).each(["udp", "tcp"] as const)(
  `a phone registers over %s with its password and is called by us${LEFT_OUT}`,
  async (transport) => {
    const heard = new Heard();
    let registered: (user: string) => void = () => undefined;
    const registration = new Promise<string>((resolve) => (registered = resolve));
    const endpoint = await serve({
      password: (user) => (user === "amina" ? "siri-yangu" : undefined),
      onCall: (call) => call.reject(404),
      onRegistered: (user) => registered(user),
    });
    const server = `${HOST}:${endpoint.port}`;
    await ring({ account: { user: "amina", password: "siri-yangu", server, transport }, answers: true });
    expect(await registration).toBe("amina");
    expect(endpoint.bindings("amina")).toHaveLength(1);

    const rtp = await openRtp({ host: HOST, clock });
    const call = endpoint.place({ to: "amina", from: { user: "100" }, via: { registered: "amina" }, media: rtp });
    const media = await answered(call);
    const line = rtp.line(media);
    heard.listen(line);
    await heard.frames(60);
    expect(momentsAt(440, heard.last(40))).toBeGreaterThan(0.7);
    call.hangUp();
    expect(await call.ended).toMatchObject({ by: "us", answered: true, sipCause: 200 });
    line.end("we-hung-up");
  },
);

test.skipIf(!hasBaresip)(`a phone with a wrong password stays outside and can call nobody${LEFT_OUT}`, async () => {
  const calls: InboundCall[] = [];
  const endpoint = await serve({ password: () => "right", onCall: (call) => calls.push(call) });
  const server = `${HOST}:${endpoint.port}`;
  const phone = await ring({ account: { user: "amina", password: "wrong", server } });
  await printed(phone, /401|403 Forbidden/);
  phone.dial(`sip:+254700000000@${server}`);
  await phone.event("CALL_CLOSED");
  expect(calls).toHaveLength(0);
  expect(endpoint.registeredUsers()).toEqual([]);
});

test.skipIf(!hasSipp).each(["udp", "tcp"] as const)(`sipp's calls over %s all succeed${LEFT_OUT_SIPP}`, async (transport) => {
  const endpoint = await serve({ answers: () => true, onCall: (call) => void answerWithTone(call, new Heard()) });
  const result = await runSipp({
    scenario: "uac",
    target: `${HOST}:${endpoint.port}`,
    calls: 20,
    callsPerSecond: 20,
    talkMs: 300,
    transport,
    timeoutMs: 20_000,
  });
  expect(result).toMatchObject({ code: 0, successful: 20, failed: 0 });
});

test.skipIf(!canPlayPcap)("sipp's recorded speech and key are heard (left out without sipp or root)", async () => {
  const heard = new Heard();
  const endpoint = await serve({ answers: () => true, onCall: (call) => void answerWithTone(call, heard) });
  const result = await runSipp({ scenario: "uac_pcap", target: `${HOST}:${endpoint.port}`, calls: 1, timeoutMs: 30_000 });
  expect(result.code).toBe(0);
  expect(heard.count).toBeGreaterThan(300);
  expect(heard.keys).toBe("1");
});

test.skipIf(!hasSipp)(`a caller who gives up while it rings gets 487, and the call is over${LEFT_OUT_SIPP}`, async () => {
  const calls: InboundCall[] = [];
  const endpoint = await serve({ answers: () => true, onCall: (call) => (calls.push(call), call.ring()) });
  const result = await runSipp({
    scenario: { xml: CANCELLING },
    target: `${HOST}:${endpoint.port}`,
    calls: 3,
    timeoutMs: 20_000,
  });
  expect(result).toMatchObject({ code: 0, successful: 3 });
  expect(await Promise.all(calls.map((call) => call.ended))).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ by: "remote", sipCause: 487, answered: false })),
  );
});

test.skipIf(!hasSipp)(`a call through a trunk is heard, and ended by us${LEFT_OUT_SIPP}`, async () => {
  const heard = new Heard();
  const endpoint = await serve({ onCall: (call) => call.reject(404) });
  const trunkPort = await freePort("127.0.0.1");
  const trunk = await startSipp({ scenario: "uas", calls: 1, localPort: trunkPort, rtpEcho: true, timeoutMs: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const rtp = await openRtp({ host: HOST, clock });
  const via = { trunk: { name: "echo", host: "127.0.0.1", port: trunkPort } };
  const call = endpoint.place({ to: "+254700000001", from: { user: "100" }, via, media: rtp });
  const line = rtp.line(await answered(call));
  heard.listen(line);
  await heard.frames(50);
  expect(momentsAt(880, heard.last(40))).toBeGreaterThan(0.7);
  call.hangUp();
  expect(await call.ended).toMatchObject({ by: "us", answered: true });
  expect((await trunk.result).successful).toBe(1);
  line.end("we-hung-up");
});

test.skipIf(!hasBaresip)(
  `a phone that wants its sound encrypted calls and is called, and both are heard${LEFT_OUT}`,
  async () => {
    const [asked, calling] = [new Heard(), new Heard()];
    const endpoint = await serve({ answers: () => true, onCall: (call) => void answerWithTone(call, asked) });
    const phone = await ring({ encrypts: true, answers: true });
    phone.dial(`sip:100@${HOST}:${endpoint.port}`);
    await phone.event("CALL_ESTABLISHED");
    await asked.frames(60);
    expect(asked.call?.media?.srtp?.suite).toMatch(/^AES_CM_128_HMAC_SHA1_/);
    expect(momentsAt(440, asked.last(40))).toBeGreaterThan(0.7);
    phone.hangUp();
    await asked.call?.ended;
    const { heard: path } = await phone.recordings();
    await expect.poll(async () => (await readWav(path ?? "")).samples.length, { timeout: 5_000 }).toBeGreaterThan(6_000);
    const sound = await readWav(path ?? "");
    expect(momentsAt(880, { ...sound, samples: sound.samples.slice(-4_000) })).toBeGreaterThan(0.7);

    const rtp = await openRtp({ host: HOST, clock });
    const [, host = "", port = ""] = /@([^:]+):(\d+)/.exec(phone.uri) ?? [];
    const trunk = { name: "phone", host, port: Number(port), isSecure: true };
    const call = endpoint.place({ to: "phone", from: { user: "100" }, via: { trunk }, media: rtp });
    const line = rtp.line(await answered(call));
    calling.listen(line);
    await calling.frames(60);
    expect(momentsAt(440, calling.last(40))).toBeGreaterThan(0.7);
    call.hangUp();
    await call.ended;
    line.end("we-hung-up");
  },
);

test.skipIf(!hasBaresip)(`a phone registers over TLS, and is called with encrypted sound${LEFT_OUT}`, async () => {
  const heard = new Heard();
  const { keyFile, certFile } = certificateFor(HOST, folder);
  const certificate = { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
  const endpoint = await serve({
    password: (user) => (user === "amina" ? "siri-yangu" : undefined),
    onCall: (call) => call.reject(404),
    tls: { port: 0, certificate },
  });
  const server = `${HOST}:${endpoint.tlsPort}`;
  const account = { user: "amina", password: "siri-yangu", server, transport: "tls" } as const;
  await ring({ account, answers: true, encrypts: true });
  await expect.poll(() => endpoint.bindings("amina"), { timeout: 10_000 }).toHaveLength(1);
  expect(endpoint.bindings("amina")[0]?.peer.transport).toBe("tls");
  const rtp = await openRtp({ host: HOST, clock });
  const call = endpoint.place({ to: "amina", from: { user: "100" }, via: { registered: "amina" }, media: rtp });
  const media = await answered(call);
  expect(media.srtp).toBeDefined();
  const line = rtp.line(media);
  heard.listen(line);
  await heard.frames(60);
  expect(momentsAt(440, heard.last(40))).toBeGreaterThan(0.7);
  call.hangUp();
  expect(await call.ended).toMatchObject({ by: "us", answered: true });
  line.end("we-hung-up");
});

/** Keeps what a line brings, and sends a tone of 880 Hz back. */
class Heard {
  keys = "";
  call: InboundCall | undefined;
  readonly #frames: Int16Array[] = [];

  get count(): number {
    return this.#frames.length;
  }

  listen(line: RtpLine): void {
    const sound = tone(880, 1).samples;
    let sent = 0;
    const pulse = clock.pulse(clock.now(), () => {
      const at = (sent * 160) % 8_000;
      line.send(sound.subarray(at, at + 160), sent++ === 0);
    });
    line.open({
      heard: (frame) => this.#frames.push(frame.slice()),
      key: (digit) => (this.keys += digit),
      closed: () => pulse.cancel(),
    });
  }

  last(frames: number): { sampleRateHz: number; samples: Int16Array } {
    return { sampleRateHz: 8_000, samples: Int16Array.from(this.#frames.slice(-frames).flatMap((frame) => [...frame])) };
  }

  async frames(count: number): Promise<void> {
    const untilMs = performance.now() + 15_000;
    while (this.count < count) {
      if (performance.now() > untilMs) throw new Error(`Only ${this.count} of ${count} frames were heard.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function serve(options: Omit<SipEndpointOptions, "host" | "port">): Promise<SipEndpoint> {
  const endpoint = await createSipEndpoint({ host: HOST, port: 0, ...options });
  open.push(endpoint);
  return endpoint;
}

async function ring(options: Partial<Parameters<typeof startBaresip>[0]>): Promise<Baresip> {
  const phone = await startBaresip({ microphoneWav, ...options });
  phones.push(phone);
  return phone;
}

async function answerWithTone(call: InboundCall, heard: Heard): Promise<void> {
  heard.call = call;
  call.ring();
  const rtp = await openRtp({ host: HOST, clock });
  const line = rtp.line(call.media);
  heard.listen(line);
  call.answer(rtp);
  await call.ended;
  line.end("caller-hung-up");
}

async function printed(phone: Baresip, words: RegExp): Promise<void> {
  const untilMs = performance.now() + 15_000;
  while (!words.test(phone.output())) {
    if (performance.now() > untilMs) throw new Error(phone.output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function answered(call: OutboundCall): Promise<Parameters<NonNullable<OutboundCall["onAnswered"]>>[0]> {
  return new Promise((resolve, reject) => {
    call.onAnswered = resolve;
    void call.ended.then((end) => reject(new Error(JSON.stringify(end))));
  });
}

const CANCELLING = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="gives up">
  <send retrans="500"><![CDATA[
    INVITE sip:100@[remote_ip]:[remote_port] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:100@[remote_ip]:[remote_port]>
    Call-ID: [call_id]
    CSeq: 1 INVITE
    Contact: <sip:sipp@[local_ip]:[local_port]>
    Max-Forwards: 70
    Content-Type: application/sdp
    Content-Length: [len]

    v=0
    o=user1 53655765 2353687637 IN IP[local_ip_type] [local_ip]
    s=-
    c=IN IP[media_ip_type] [media_ip]
    t=0 0
    m=audio [media_port] RTP/AVP 8
    a=rtpmap:8 PCMA/8000
  ]]></send>
  <recv response="100" optional="true"/>
  <recv response="180"/>
  <pause milliseconds="100"/>
  <send retrans="500"><![CDATA[
    CANCEL sip:100@[remote_ip]:[remote_port] SIP/2.0
    [last_Via:]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]
    To: <sip:100@[remote_ip]:[remote_port]>
    Call-ID: [call_id]
    CSeq: 1 CANCEL
    Max-Forwards: 70
    Content-Length: 0

  ]]></send>
  <recv response="200"/>
  <recv response="487"/>
  <send><![CDATA[
    ACK sip:100@[remote_ip]:[remote_port] SIP/2.0
    [last_Via:]
    From: <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]
    [last_To:]
    Call-ID: [call_id]
    CSeq: 1 ACK
    Max-Forwards: 70
    Content-Length: 0

  ]]></send>
</scenario>`;

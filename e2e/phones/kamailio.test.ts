/** A trunk at a real proxy: registered at it, calls both ways with its Record-Route in between, and telephones that are registered there. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSipEndpoint, type InboundCall, type SipEndpoint, type Standing, type Trunk } from "@ongea/channels";
import { MediaClock, openRtp, type RtpLine } from "@ongea/channels/media";
import { afterEach, expect, test } from "vitest";
import { BARESIP_HOST, hasBaresip, startBaresip } from "./baresip.ts";
import { freePort } from "./free-port.ts";
import { hasKamailio, startKamailio } from "./kamailio.ts";
import { readWav, momentsAt, tone, writeWav } from "./wav.ts";

const OURS = "127.0.0.21";
const PROXY = "127.0.0.22";
const PHONE = "127.0.0.23";
const LEFT_OUT = hasKamailio ? "" : " (left out: kamailio is not installed)";
let closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

async function endpointAt(host: string): Promise<{ endpoint: SipEndpoint; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host,
    port: 0,
    answers: () => true,
    onCall: (call) => (calls.push(call), call.ring(), call.answer({ host, port: 6_000 })),
  });
  closers.push(() => endpoint.close());
  return { endpoint, calls };
}

test.skipIf(!hasKamailio).each(["udp", "tcp"] as const)(
  `Kamailio as a trunk over %s: registered, calls out and in, hung up from either side, and the registration given back${LEFT_OUT}`,
  async (transport) => {
    const [us, phone] = [await endpointAt(OURS), await endpointAt(PHONE)];
    const port = await freePort();
    const place = `${PHONE}:${phone.endpoint.port}`;
    const kamailio = await startKamailio({ host: PROXY, port, password: "siri", phone: place });
    closers.push(() => kamailio.stop());
    const trunk: Trunk = { name: "kamailio", host: PROXY, port, transport, username: "ongea", password: "siri" };

    await expect
      .poll(async () => (await us.endpoint.check(trunk)).kind, { timeout: 15_000, message: kamailio.output() })
      .toBe("reachable");
    expect(await us.endpoint.check({ ...trunk, password: "nyingine" })).toMatchObject({ problem: "wrong_password" });
    const told: Standing[] = [];
    const kept = us.endpoint.keep(trunk, {
      register: { contactUser: "ongea" },
      qualifySeconds: 0,
      told: (standing) => told.push(standing),
    });
    await expect.poll(() => told.map(({ kind }) => kind)).toEqual(["registered"]);

    const media = { host: OURS, port: 6_000 };
    const out = us.endpoint.place({ to: "+254700000001", from: { user: "ongea" }, via: { trunk }, media });
    await new Promise<void>((resolve) => (out.onAnswered = () => resolve()));
    out.hangUp();
    expect(await phone.calls[0]?.ended).toMatchObject({ by: "remote", answered: true });

    const way: Trunk = { name: "proxy", host: PROXY, port };
    const into = phone.endpoint.place({ to: "ongea", from: { user: "+254700000002" }, via: { trunk: way }, media });
    await new Promise<void>((resolve) => (into.onAnswered = () => resolve()));
    us.calls[0]?.hangUp();
    expect(await into.ended).toMatchObject({ by: "remote", answered: true });

    await kept.stop();
    const nobody = phone.endpoint.place({ to: "ongea", from: { user: "+254700000002" }, via: { trunk: way }, media });
    expect(await nobody.ended).toMatchObject({ sipCause: 404 });
  },
);

test.skipIf(!hasKamailio || !hasBaresip)(
  `a telephone that is registered at Kamailio is called through it and both hear each other${LEFT_OUT}`,
  async () => {
    const us = await endpointAt(BARESIP_HOST);
    const port = await freePort();
    const kamailio = await startKamailio({ host: PROXY, port, password: "siri", phone: `${PHONE}:9` });
    closers.push(() => kamailio.stop());
    const trunk: Trunk = { name: "kamailio", host: PROXY, port, username: "ongea", password: "siri" };
    await expect.poll(async () => (await us.endpoint.check(trunk)).kind, { timeout: 15_000 }).toBe("reachable");
    const folder = await mkdtemp(join(tmpdir(), "kamailio-sound-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const microphoneWav = join(folder, "microphone.wav");
    await writeWav(microphoneWav, tone(440, 20));
    const account = { user: "amina", password: "siri", server: `${PROXY}:${port}` };
    const phone = await startBaresip({ microphoneWav, account, answers: true });
    closers.push(() => phone.stop());
    await expect.poll(() => phone.output(), { timeout: 15_000 }).toContain("200 OK");

    const clock = new MediaClock();
    closers.push(() => clock.stop());
    const rtp = await openRtp({ host: BARESIP_HOST, clock });
    const call = us.endpoint.place({ to: "amina", from: { user: "ongea" }, via: { trunk }, media: rtp });
    const line = await new Promise<RtpLine>((resolve) => (call.onAnswered = (media) => resolve(rtp.line(media))));
    const heard = soundOf(line, clock);
    await expect.poll(() => heard.length, { timeout: 15_000 }).toBeGreaterThan(100);
    expect(momentsAt(440, { sampleRateHz: 8_000, samples: Int16Array.from(heard.slice(-40).flat()) })).toBeGreaterThan(0.7);
    call.hangUp();
    expect(await call.ended).toMatchObject({ by: "us", answered: true });
    line.end("we-hung-up");
    const { heard: path } = await phone.recordings();
    await expect.poll(async () => (await readWav(path ?? "")).samples.length, { timeout: 5_000 }).toBeGreaterThan(8_000);
    const sound = await readWav(path ?? "");
    expect(momentsAt(880, { ...sound, samples: sound.samples.slice(-sound.sampleRateHz) })).toBeGreaterThan(0.7);
  },
);

/** What comes, frame by frame; a tone of 880 Hz goes. */
function soundOf(line: RtpLine, clock: MediaClock): number[][] {
  const [frames, sound]: [number[][], Int16Array] = [[], tone(880, 1).samples];
  let sent = 0;
  const pulse = clock.pulse(clock.now(), () => {
    const at = (sent * 160) % 8_000;
    line.send(sound.subarray(at, at + 160), sent++ === 0);
  });
  line.open({ heard: (frame) => frames.push([...frame]), key: () => undefined, closed: () => pulse.cancel() });
  return frames;
}

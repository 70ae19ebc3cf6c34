/** A trunk at a real proxy: registered at it, and calls both ways with its Record-Route in between. */
import { createSipEndpoint, type InboundCall, type SipEndpoint, type Standing, type Trunk } from "@ongea/channels";
import { afterEach, expect, test } from "vitest";
import { freePort } from "./free-port.ts";
import { hasKamailio, startKamailio } from "./kamailio.ts";

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

/** Several phones registered under one name. */
import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { InboundCall } from "./inbound-call.ts";

const MEDIA = { host: "127.0.0.2", port: 6_000 };
let open: SipEndpoint[] = [];

afterEach(async () => {
  await Promise.all(open.map((endpoint) => endpoint.close()));
  open = [];
});

interface Phone {
  calls: InboundCall[];
}

/** A server with phones that are registered under the same name. */
async function house(count: number): Promise<{ server: SipEndpoint; phones: Phone[] }> {
  const server = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    password: () => "siri",
    onCall: (call) => call.reject(404),
  });
  open.push(server);
  const phones: Phone[] = [];
  for (let n = 0; n < count; n++) {
    const calls: InboundCall[] = [];
    const endpoint = await createSipEndpoint({
      host: `127.0.0.${10 + n}`,
      port: 0,
      answers: () => true,
      onCall: (call) => (calls.push(call), call.ring()),
    });
    open.push(endpoint);
    const trunk = { name: "house", host: "127.0.0.2", port: server.port, username: "desk", password: "siri" };
    endpoint.keep(trunk, { register: { contactUser: "desk" }, qualifySeconds: 0, told: () => undefined });
    phones.push({ calls });
  }
  await expect.poll(() => server.bindings("desk").length).toBe(count);
  return { server, phones };
}

const ring = (server: SipEndpoint) =>
  server.place({ to: "desk", from: { user: "100" }, via: { registered: "desk" }, media: MEDIA });

async function allRing(phones: Phone[]): Promise<void> {
  await expect.poll(() => phones.map(({ calls }) => calls.length)).toEqual(phones.map(() => 1));
}

test("all phones of a name ring, the first that is answered has the call, and the others stop ringing", async () => {
  const { server, phones } = await house(3);
  const call = ring(server);
  let answered = 0;
  call.onAnswered = () => answered++;
  await allRing(phones);
  phones[1]!.calls[0]!.answer({ host: "127.0.0.11", port: 7_000 });
  for (const at of [0, 2])
    expect(await phones[at]!.calls[0]!.ended).toMatchObject({ by: "remote", sipCause: 487, answered: false });
  expect(answered).toBe(1);
  phones[1]!.calls[0]!.hangUp();
  expect(await call.ended).toMatchObject({ by: "remote", answered: true });
});

test("two that are answered at the same moment: one has the call, the other is hung up", async () => {
  const { server, phones } = await house(2);
  const call = ring(server);
  let answered = 0;
  call.onAnswered = () => answered++;
  await allRing(phones);
  for (const { calls } of phones) calls[0]!.answer({ host: "127.0.0.10", port: 7_000 });
  const lost = await Promise.race(phones.map(async ({ calls }) => calls[0]!.ended));
  expect(lost.by).toBe("remote");
  expect(answered).toBe(1);
  call.hangUp();
  expect(await call.ended).toMatchObject({ by: "us", answered: true });
});

test("where nobody answers, a busy phone is told before one that nobody picked up; one that declines for all ends it", async () => {
  const { server, phones } = await house(2);
  const busy = ring(server);
  await allRing(phones);
  phones[0]!.calls[0]!.reject(480);
  phones[1]!.calls[0]!.reject(486);
  expect(await busy.ended).toMatchObject({ by: "remote", sipCause: 486 });

  const declined = ring(server);
  await expect.poll(() => phones.map(({ calls }) => calls.length)).toEqual([2, 2]);
  phones[0]!.calls[1]!.reject(603);
  expect(await phones[1]!.calls[1]!.ended).toMatchObject({ sipCause: 487 });
  expect(await declined.ended).toMatchObject({ sipCause: 603 });
});

test("whoever gives up while they ring stops all of them", async () => {
  const { server, phones } = await house(2);
  const call = ring(server);
  await allRing(phones);
  call.hangUp();
  for (const { calls } of phones) expect(await calls[0]!.ended).toMatchObject({ sipCause: 487 });
  expect(await call.ended).toMatchObject({ by: "us", sipCause: 487, answered: false });
});

import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { InboundCall } from "../call/inbound-call.ts";
import { candidatesOf, type Names } from "./candidates.ts";
import type { Trunk } from "./trunk.ts";

let open: SipEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.map((endpoint) => endpoint.close()));
  open = [];
});

const record = (name: string, priority: number, port = 5080) => ({ name, priority, port, weight: 1 });

function names(srv: Record<string, ReturnType<typeof record>[]>, hosts: Record<string, string[]>): Names & { asked: string[] } {
  const asked: string[] = [];
  const known = async <T>(table: Record<string, T[]>, name: string): Promise<T[]> => {
    asked.push(name);
    const found = table[name];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  };
  return { asked, srv: (name) => known(srv, name), addresses: (host) => known(hosts, host) };
}

const hosts = { "a.example.com": ["192.0.2.1"], "b.example.com": ["192.0.2.2", "192.0.2.3"], "sip.example.com": ["192.0.2.9"] };
const places = async (trunk: Omit<Trunk, "name">, given: Names) => {
  const found = await candidatesOf({ name: "t", ...trunk }, given);
  return "problem" in found ? found.problem : found.peers.map(({ host, port }) => `${host}:${port}`);
};

test("a trunk without a port is found by SRV, the least priority first, and asked for by its transport", async () => {
  const srv = { "_sip._udp.sip.example.com": [record("b.example.com", 20), record("a.example.com", 10)] };
  const given = names(srv, hosts);
  expect(await places({ host: "sip.example.com" }, given)).toEqual(["192.0.2.1:5080", "192.0.2.2:5080", "192.0.2.3:5080"]);
  await places({ host: "sip.example.com", transport: "tls" }, given);
  expect(given.asked).toContain("_sips._tcp.sip.example.com");
});

test("without SRV records, or with a port, the name itself is taken; further gateways come after it", async () => {
  const given = names({}, hosts);
  expect(await places({ host: "sip.example.com" }, given)).toEqual(["192.0.2.9:5060"]);
  expect(await places({ host: "sip.example.com", transport: "tls" }, given)).toEqual(["192.0.2.9:5061"]);
  const others = [
    { host: "a.example.com", port: 5070 },
    { host: "192.0.2.9", port: 5062 },
  ];
  expect(await places({ host: "sip.example.com", port: 5062, others }, given)).toEqual(["192.0.2.9:5062", "192.0.2.1:5070"]);
});

test("a name that nobody knows, and one that leads into a private network, are told apart; the public ones beside it stay", async () => {
  const given = names({}, { ...hosts, "inside.example.com": ["10.0.0.5"] });
  const mayReach = (address: string): boolean => !address.startsWith("10.");
  expect(await places({ host: "nobody.example.com", mayReach }, given)).toBe("name_unknown");
  expect(await places({ host: "inside.example.com", mayReach }, given)).toBe("private_address");
  const others = [{ host: "a.example.com", port: 5060 }];
  expect(await places({ host: "inside.example.com", others, mayReach }, given)).toEqual(["192.0.2.1:5060"]);
});

test("a call whose first gateway is out of service rings at the next, and one that is refused rings nowhere else", async () => {
  const at = async (host: string, status: number): Promise<{ endpoint: SipEndpoint; calls: InboundCall[] }> => {
    const calls: InboundCall[] = [];
    const endpoint = await createSipEndpoint({
      host,
      port: 0,
      answers: () => true,
      onCall: (call) => (calls.push(call), call.reject(status)),
    });
    open.push(endpoint);
    return { endpoint, calls };
  };
  const [us, first, second] = [await at("127.0.0.2", 404), await at("127.0.0.3", 503), await at("127.0.0.4", 486)];
  const place = (a: typeof first, b: typeof first) => {
    const others = [{ host: b.endpoint.host, port: b.endpoint.port }];
    const trunk: Trunk = { name: "t", host: a.endpoint.host, port: a.endpoint.port, others };
    return us.endpoint.place({ to: "1", from: { user: "2" }, via: { trunk }, media: { host: "127.0.0.2", port: 6_000 } });
  };
  expect(await place(first, second).ended).toMatchObject({ sipCause: 486 });
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  expect(await place(second, first).ended).toMatchObject({ sipCause: 486 });
  expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
});

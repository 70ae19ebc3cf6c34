import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { answerChallenges, digestOf } from "./digest.ts";
import type { SipEndpoint, SipEndpointOptions } from "../endpoint.ts";
import { createSipEndpoint } from "../endpoint.ts";
import type { SipResponse } from "../message/message.ts";
import { Nonces } from "./nonces.ts";
import { OFFER, RawPeer } from "../testing/raw-peer.ts";

const HOST = "127.0.0.2";
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test("the examples of RFC 7616 section 3.9.1 come out", () => {
  const input = {
    user: "Mufasa",
    realm: "http-auth@example.org",
    password: "Circle of Life",
    method: "GET",
    uri: "/dir/index.html",
    nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
    auth: { nc: "00000001", cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ" },
  };
  expect(digestOf({ ...input, algorithm: "MD5" })).toBe("8ca523f5e9506fed4657c9700eebdbec");
  expect(digestOf({ ...input, algorithm: "SHA-256" })).toBe("753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1");
});

test("of several challenges the strongest is met, and one without qop too", () => {
  const request = { method: "INVITE", uri: "sip:1@h" };
  const account = { user: "u", password: "p" };
  const both = [
    'Digest realm="r", nonce="n1", algorithm=MD5, qop="auth"',
    'Digest realm="r", nonce="n2", algorithm=SHA-256, qop="auth,auth-int"',
  ];
  expect(answerChallenges(both, account, request)?.nonce).toBe("n2");
  const old = answerChallenges(['Digest realm="r", nonce="n"'], account, request);
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  expect(old?.value).toContain(`response="${md5(`${md5("u:r:p")}:n:${md5("INVITE:sip:1@h")}`)}"`);
  expect(
    answerChallenges(["Basic realm=x", 'Digest realm="r", nonce="n", algorithm=SHA-512-256'], account, request),
  ).toBeUndefined();
});

test("a nonce of ours is told from a forged one, grows stale, and takes each count once", () => {
  let nowMs = 1_000;
  const nonces = new Nonces(20, () => nowMs);
  const nonce = nonces.issue("192.0.2.1");
  expect(nonces.judge(nonce, "192.0.2.1")).toBe("fresh");
  expect(nonces.judge(`${nonce}x`, "192.0.2.1")).toBe("foreign");
  expect(nonces.judge("", "192.0.2.1")).toBe("foreign");
  expect(nonces.judge(nonce, "192.0.2.2")).toBe("foreign");
  expect([1, 1, 2, 1].map((count) => nonces.take(nonce, count))).toEqual([true, false, true, false]);
  nowMs += 21;
  expect(nonces.judge(nonce, "192.0.2.1")).toBe("stale");
});

test.each([0, 1])("a phone registers with either algorithm, keeps its place and leaves (challenge %i)", async (which) => {
  const { peer, endpoint } = await start({ password: (user) => (user === "amina" ? "siri" : undefined) });
  const first = await register(peer, { id: "r", sequence: 1 });
  expect(first.status).toBe(401);
  const challenge = first.headers.all("www-authenticate")[which] ?? "";
  const ok = await register(peer, { id: "r", sequence: 2, challenge });
  expect(ok.status).toBe(200);
  expect(ok.headers.get("contact")).toMatch(/;expires=(120|119)$/);
  expect(endpoint.bindings("amina")[0]).toMatchObject({ user: "amina", peer: { port: peer.port } });
  const gone = await register(peer, { id: "r", sequence: 3, challenge, count: 2, expires: 0 });
  expect(gone.status).toBe(200);
  expect(endpoint.bindings("amina")).toEqual([]);
});

test("credentials that were seen on the wire can't be used again", async () => {
  const { peer, endpoint } = await start({ password: () => "siri" });
  const challenge = (await register(peer, { id: "r", sequence: 1 })).headers.get("www-authenticate") ?? "";
  expect((await register(peer, { id: "r", sequence: 2, challenge })).status).toBe(200);
  const replayed = await register(peer, { id: "r", sequence: 3, challenge, expires: 0 });
  expect(replayed.status).toBe(401);
  expect(replayed.headers.get("www-authenticate")).toContain("stale=true");
  expect(endpoint.bindings("amina")).toHaveLength(1);
});

test("whoever guesses passwords is shut out, and can't tell which accounts exist", async () => {
  const { peer } = await start({ password: (user) => (user === "amina" ? "siri" : undefined), maxPasswordFailures: 4 });
  const statuses: number[] = [];
  for (let i = 1; i <= 6; i++) {
    const user = i % 2 === 0 ? "amina" : "nobody";
    const challenge = (await register(peer, { id: `a${i}`, sequence: 1, user })).headers.get("www-authenticate") ?? "";
    statuses.push((await register(peer, { id: `a${i}`, sequence: 2, user, challenge, password: "guess" })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 403, 403]);
});

test("a phone can't register as somebody else", async () => {
  const { peer, endpoint } = await start({ password: () => "siri" });
  const challenge = (await register(peer, { id: "r", sequence: 1 })).headers.get("www-authenticate") ?? "";
  expect((await register(peer, { id: "r", sequence: 2, challenge, as: "boss" })).status).toBe(403);
  expect(endpoint.registeredUsers()).toEqual([]);
});

test("a registration that is too brief is refused, and one that ends is forgotten", async () => {
  const { peer } = await start({ password: () => "siri" });
  const challenge = (await register(peer, { id: "r", sequence: 1 })).headers.get("www-authenticate") ?? "";
  const brief = await register(peer, { id: "r", sequence: 2, challenge, expires: 5 });
  expect(brief.status).toBe(423);
  expect(brief.headers.get("min-expires")).toBe("60");
});

test("a phone that proves who it is may call any number", async () => {
  const proofs: unknown[] = [];
  const { peer } = await start({
    password: () => "siri",
    onCall(call) {
      proofs.push(call.proof);
      call.reject(486);
    },
  });
  const uri = "sip:+254700000000@127.0.0.2";
  peer.send(peer.request("INVITE", { id: "p1", uri, body: OFFER }));
  const challenge = await peer.response("p1", 407);
  const credentials = answerChallenges(
    challenge.headers.all("proxy-authenticate"),
    { user: "amina", password: "siri" },
    { method: "INVITE", uri },
  );
  const change = { "Proxy-Authorization": credentials?.value ?? "", CSeq: "2 INVITE" };
  peer.send(peer.request("INVITE", { id: "p1", uri, body: OFFER, change }));
  expect((await peer.response("p1", 486)).status).toBe(486);
  expect(proofs).toEqual([{ kind: "user", user: "amina" }]);
});

interface Registration {
  id: string;
  sequence: number;
  challenge?: string;
  user?: string;
  as?: string;
  password?: string;
  count?: number;
  expires?: number;
}

async function register(peer: RawPeer, wish: Registration): Promise<SipResponse> {
  const { user = "amina", password = "siri", count = 1, expires = 120 } = wish;
  const uri = "sip:127.0.0.2";
  const address = `<sip:${wish.as ?? user}@127.0.0.2>`;
  const change: Record<string, string> = { To: address, CSeq: `${wish.sequence} REGISTER`, Expires: String(expires) };
  if (wish.challenge) change["Authorization"] = credentialsFor(wish.challenge, { user, password, uri, count });
  peer.send(peer.request("REGISTER", { id: wish.id, uri, change }));
  return peer.response(wish.id);
}

/** Like a phone that counts the uses of one nonce. */
function credentialsFor(challenge: string, use: { user: string; password: string; uri: string; count: number }): string {
  const field = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? "";
  const auth = { nc: use.count.toString(16).padStart(8, "0"), cnonce: "c0ffee" };
  const algorithm = field("algorithm") === "MD5" ? "MD5" : "SHA-256";
  const input = { ...use, algorithm, realm: field("realm"), method: "REGISTER", nonce: field("nonce"), auth } as const;
  return `Digest username="${use.user}", realm="${input.realm}", nonce="${input.nonce}", uri="${use.uri}", response="${digestOf(input)}", algorithm=${algorithm}, qop=auth, nc=${auth.nc}, cnonce="${auth.cnonce}"`;
}

async function start(options: Partial<SipEndpointOptions>): Promise<{ endpoint: SipEndpoint; peer: RawPeer }> {
  const endpoint = await createSipEndpoint({ host: HOST, port: 0, onCall: (call) => call.reject(486), ...options });
  const peer = await RawPeer.open({ host: HOST, port: endpoint.port });
  open.push(peer, endpoint);
  return { endpoint, peer };
}

/** SIP over TLS between two endpoints, with a certificate made for the test. */
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { InboundCall } from "../call/inbound-call.ts";
import type { Standing } from "./standing.ts";
import type { Trunk } from "./trunk.ts";

const HOST = "127.0.0.3";
const MEDIA = { host: "127.0.0.2", port: 6_000 };
const folder = mkdtempSync(join(tmpdir(), "tls-"));
let key = "";
let cert = "";
let isMade = false;
let closers: (() => Promise<unknown> | void)[] = [];

beforeAll(() => {
  try {
    ({ key, cert } = makeCertificate());
    isMade = true;
  } catch {
    isMade = false;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

function makeCertificate(): { key: string; cert: string } {
  const [keyFile, certFile, config] = ["key.pem", "cert.pem", "openssl.cnf"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    config,
    `[req]\ndistinguished_name=dn\nx509_extensions=v3\nprompt=no\n[dn]\nCN=trunk\n[v3]\nsubjectAltName=IP:${HOST}\n`,
  );
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-config", config];
  execFileSync("openssl", [...made, "-keyout", keyFile, "-out", certFile], { stdio: "ignore" });
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
}

interface Pair {
  us: SipEndpoint;
  ours: InboundCall[];
  them: SipEndpoint;
  theirs: InboundCall[];
  trunk: Trunk;
}

async function pair(tlsAuthorities: readonly string[]): Promise<Pair> {
  const [ours, theirs]: InboundCall[][] = [[], []];
  const us = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    tlsAuthorities,
    timing: { t1Ms: 50, t2Ms: 200, t4Ms: 200 },
    trunkOf: (source, { number }) =>
      source.transport === "tls" ? { kind: "own trunk", trunk: "t", number, mayReach: () => true, isSecure: false } : undefined,
    onCall: (call) => (ours!.push(call), call.answer(MEDIA)),
  });
  const them = await createSipEndpoint({
    host: HOST,
    port: 0,
    tls: { port: 0, certificate: { key, cert } },
    timing: { t1Ms: 50, t2Ms: 200, t4Ms: 200 },
    password: () => "siri",
    onCall: (call) => (theirs!.push(call), call.answer({ host: HOST, port: 6_002 })),
  });
  closers.push(
    () => them.close(),
    () => us.close(),
  );
  const port = them.tlsPort!;
  const trunk: Trunk = { name: "t", host: HOST, port, transport: "tls", username: "amina", password: "siri" };
  return { us, ours: ours!, them, theirs: theirs!, trunk };
}

test("a trunk over TLS is registered at, and calls go both ways by its connection", async ({ skip }) => {
  if (!isMade) return skip("openssl is not there");
  const { us, ours, them, theirs, trunk } = await pair([cert]);
  const told: Standing[] = [];
  const kept = us.keep(trunk, { register: { contactUser: "desk" }, qualifySeconds: 0, told: (standing) => told.push(standing) });
  closers.push(() => kept.stop());
  await expect.poll(() => told[0]).toMatchObject({ kind: "registered" });
  expect(them.bindings("amina")[0]?.contact).toMatch(/desk@.*transport=tls/);

  const out = us.place({ to: "+254700000001", from: { user: "+254711000000" }, via: { trunk }, media: MEDIA });
  await new Promise<void>((resolve) => (out.onAnswered = () => resolve()));
  out.hangUp();
  expect(await theirs[0]?.ended).toMatchObject({ by: "remote", answered: true });

  const within = them.place({ to: "amina", from: { user: "1" }, via: { registered: "amina" }, media: MEDIA });
  await new Promise<void>((resolve) => (within.onAnswered = () => resolve()));
  expect(ours[0]?.source.transport).toBe("tls");
  ours[0]?.hangUp();
  expect(await within.ended).toMatchObject({ by: "remote", answered: true });
});

test("a certificate of somebody who is not believed, or of another name, is told as such, and nothing is sent", async ({
  skip,
}) => {
  if (!isMade) return skip("openssl is not there");
  const stranger = await pair([]);
  expect(await stranger.us.check(stranger.trunk)).toMatchObject({ kind: "failing", problem: "bad_certificate" });
  const call = stranger.us.place({ to: "1", from: { user: "2" }, via: { trunk: stranger.trunk }, media: MEDIA });
  expect(await call.ended).toMatchObject({ by: "network", sipCause: 503, answered: false });
  expect(stranger.theirs).toEqual([]);

  const { us, trunk } = await pair([cert]);
  expect(await us.check({ ...trunk, host: "localhost" })).toMatchObject({ kind: "failing" });
});

test("where no TLS is spoken that is told, and the password right and wrong is told apart", async ({ skip }) => {
  if (!isMade) return skip("openssl is not there");
  const { us, them, trunk } = await pair([cert]);
  expect(await us.check({ ...trunk, port: them.port })).toMatchObject({ problem: "no_tls" });
  expect(await us.check({ ...trunk, password: "nyingine" })).toMatchObject({ problem: "wrong_password" });
  expect(await us.check(trunk)).toMatchObject({ kind: "reachable", problem: undefined });
  expect(them.bindings("amina")).toEqual([]);
});

test("a phone over TLS is called with encrypted sound, and without where it knows none", async ({ skip }) => {
  if (!isMade) return skip("openssl is not there");
  const { us, ours, them, trunk } = await pair([cert]);
  const kept = us.keep(trunk, { register: { contactUser: "desk" }, qualifySeconds: 0, told: () => undefined });
  closers.push(() => kept.stop());
  await expect.poll(() => them.bindings("amina")).toHaveLength(1);
  const media = { ...MEDIA, srtpKey: Buffer.alloc(30, 7).toString("base64") };
  const call = them.place({ to: "amina", from: { user: "1" }, via: { registered: "amina" }, media });
  // This end cannot encrypt: it says so, and is asked again.
  const agreed = await new Promise((resolve) => (call.onAnswered = resolve));
  expect(agreed).toMatchObject({ srtp: undefined });
  expect(ours.map((one) => one.media?.srtp?.key)).toEqual([media.srtpKey, undefined]);
  call.hangUp();
  expect(await call.ended).toMatchObject({ by: "us", answered: true });
});

test("a certificate is renewed while connections stay, and one without its key is not taken", async ({ skip }) => {
  if (!isMade) return skip("openssl is not there");
  const { us, them, trunk } = await pair([cert]);
  expect(await us.check(trunk)).toMatchObject({ kind: "reachable" });
  const renewed = makeCertificate();
  expect(() => them.renewCertificate({ cert: renewed.cert, key })).toThrow();
  them.renewCertificate(renewed);
  const seen = await new Promise<string>((resolve) => {
    const socket = connectTls({ host: HOST, port: trunk.port!, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
  });
  expect(seen).toBe(new X509Certificate(renewed.cert).serialNumber);
  expect(await us.check(trunk)).toMatchObject({ problem: undefined });
});

test("whoever connects and never says who it is holds few places, for a short time", async ({ skip }) => {
  if (!isMade) return skip("openssl is not there");
  const { us, trunk } = await pair([cert]);
  const mute = Array.from({ length: 60 }, () => connect({ host: HOST, port: trunk.port!, localAddress: "127.0.0.9" }));
  closers.push(() => mute.forEach((socket) => socket.destroy()));
  let closed = 0;
  for (const socket of mute) {
    socket.on("error", () => undefined).on("close", () => closed++);
    socket.resume();
  }
  await expect.poll(() => closed).toBeGreaterThanOrEqual(40);
  expect(await us.check(trunk)).toMatchObject({ kind: "reachable" });
  await expect.poll(() => closed, { timeout: 8_000 }).toBe(60);
});

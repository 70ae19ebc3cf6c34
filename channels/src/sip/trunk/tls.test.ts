/** Trunks over TLS: before a real SIP endpoint stands whoever ends the encryption, with a certificate made for the test. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
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
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const config = join(folder, "openssl.cnf");
    writeFileSync(
      config,
      `[req]\ndistinguished_name=dn\nx509_extensions=v3\nprompt=no\n[dn]\nCN=trunk\n[v3]\nsubjectAltName=IP:${HOST}\n`,
    );
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-config", config];
    execFileSync("openssl", [...made, "-keyout", keyFile, "-out", certFile], { stdio: "ignore" });
    [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")];
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
    password: () => "siri",
    onCall: (call) => (theirs!.push(call), call.answer({ host: HOST, port: 6_002 })),
  });
  const front = await inFrontOf(them);
  const { port } = front.address() as AddressInfo;
  closers.push(
    () => void front.close(),
    () => them.close(),
    () => us.close(),
  );
  const trunk: Trunk = { name: "t", host: HOST, port, transport: "tls", username: "amina", password: "siri" };
  return { us, ours: ours!, them, theirs: theirs!, trunk };
}

function inFrontOf({ port }: SipEndpoint): Promise<Server> {
  const server = createServer({ key, cert }, (socket) => {
    const behind = connect({ host: HOST, port });
    socket.pipe(behind).pipe(socket);
    for (const one of [socket, behind]) {
      one.on("error", () => undefined);
      one.on("close", () => (socket.destroy(), behind.destroy()));
    }
  });
  server.on("tlsClientError", () => undefined);
  return new Promise((resolve) => server.listen(0, HOST, () => resolve(server)));
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

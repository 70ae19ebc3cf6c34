import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Log } from "../../platform/log/log.ts";
import { authoritiesIn, followCertificate, tlsOf } from "./sip-certificates.ts";

const log = { info: () => undefined, warn: () => undefined } as unknown as Log;
const folder = mkdtempSync(join(tmpdir(), "certificates-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function made(name: string): { cert: string; key: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`];
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}

const settings = (change: object) => ({ SIP_TLS_CA: "", SIP_TLS_CERT: "", SIP_TLS_KEY: "", SIP_TLS_PORT: 5061, ...change });

test("files that are missing, alone or not of each other stop the start in words that say which", () => {
  const [one, other] = [made("one"), made("other")];
  expect(tlsOf(settings({}))).toBeUndefined();
  expect(tlsOf(settings({ SIP_TLS_CERT: one.cert, SIP_TLS_KEY: one.key }))).toMatchObject({ port: 5061 });
  expect(() => tlsOf(settings({ SIP_TLS_CERT: one.cert }))).toThrow(/belong together/);
  expect(() => tlsOf(settings({ SIP_TLS_CERT: one.cert, SIP_TLS_KEY: other.key }))).toThrow(/cannot be used with the key/);
  expect(() => tlsOf(settings({ SIP_TLS_CERT: one.cert, SIP_TLS_KEY: join(folder, "none") }))).toThrow(/SIP_TLS_KEY/);
  expect(() => authoritiesIn(settings({ SIP_TLS_CA: join(folder, "none") }))).toThrow(/SIP_TLS_CA/);
});

test("a renewed certificate is taken into use, a broken one is not, and the next good one is", async () => {
  const live = made("live");
  const next = made("next");
  const taken: string[] = [];
  const endpoint = { renewCertificate: ({ cert }: { cert: string }) => void taken.push(cert) };
  const stop = followCertificate(settings({ SIP_TLS_CERT: live.cert, SIP_TLS_KEY: live.key }), {
    endpoint: {
      renewCertificate(certificate) {
        if (!certificate.cert.includes("CERTIFICATE")) throw new Error("no certificate");
        endpoint.renewCertificate(certificate);
      },
    },
    log,
    everyMs: 20,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(taken).toEqual([]);
  writeFileSync(live.cert, "half a file");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(taken).toEqual([]);
  copyFileSync(next.key, live.key);
  copyFileSync(next.cert, live.cert);
  await expect.poll(() => taken.at(-1)).toBe(readFileSync(next.cert, "utf8"));
  stop();
});

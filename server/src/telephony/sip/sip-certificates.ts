/** The certificates of SIP over TLS: whose authorities are believed, and in whose name this server is reached. Part of the composition. */
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { SipEndpoint, SipEndpointOptions } from "@ongea/channels";
import type { Config } from "../../platform/config/config.ts";
import { CannotStart } from "../../platform/cannot-start.ts";
import type { Log } from "../../platform/log/log.ts";

type Settings = Pick<Config, "SIP_TLS_CA" | "SIP_TLS_CERT" | "SIP_TLS_KEY" | "SIP_TLS_PORT">;
type Certificate = NonNullable<SipEndpointOptions["tls"]>["certificate"];

/** Certificates live for weeks, and are renewed days before their end. */
const LOOK_MS = 60_000;

/** Those of a file of the operator's. Throws {@link CannotStart}. */
export function authoritiesIn({ SIP_TLS_CA: file }: Settings): string[] {
  return file === "" ? [] : [textOf("SIP_TLS_CA", file)];
}

/** Undefined: TLS is not taken. Throws {@link CannotStart} where the files are missing or do not belong together. */
export function tlsOf(settings: Settings): SipEndpointOptions["tls"] {
  const { SIP_TLS_CERT: cert, SIP_TLS_KEY: key, SIP_TLS_PORT: port } = settings;
  if (cert === "" && key === "") return undefined;
  if (cert === "" || key === "")
    throw new CannotStart("SIP_TLS_CERT and SIP_TLS_KEY belong together: set both, or neither for no SIP over TLS.");
  const certificate = read(settings);
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new CannotStart(`The certificate of SIP_TLS_CERT cannot be used with the key of SIP_TLS_KEY: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return { port, certificate };
}

/** Takes the certificate into use when its files change. Returns how to stop that. */
export function followCertificate(
  settings: Settings,
  { endpoint, log, everyMs = LOOK_MS }: { endpoint: Pick<SipEndpoint, "renewCertificate">; log: Log; everyMs?: number },
): () => void {
  if (settings.SIP_TLS_CERT === "") return () => undefined;
  let known: string | undefined;
  const look = async (): Promise<void> => {
    const changed = await Promise.all([settings.SIP_TLS_CERT, settings.SIP_TLS_KEY].map((file) => stat(file)));
    const now = changed.map(({ mtimeMs, ino, size }) => [mtimeMs, ino, size].join("/")).join(" ");
    const isNew = known !== undefined && known !== now;
    // What cannot be used now is not tried again until it changes: the two files are renewed one after the other.
    known = now;
    if (!isNew) return;
    endpoint.renewCertificate(read(settings));
    log.info("The certificate of SIP over TLS was renewed");
  };
  const first = look().catch(() => undefined);
  const timer = setInterval(() => {
    void first.then(look).catch((error: unknown) => {
      log.warn({ err: error }, "The certificate of SIP over TLS could not be read again: the old one stays");
    });
  }, everyMs).unref();
  return () => clearInterval(timer);
}

function read({ SIP_TLS_CERT: cert, SIP_TLS_KEY: key }: Settings): Certificate {
  return { cert: textOf("SIP_TLS_CERT", cert), key: textOf("SIP_TLS_KEY", key) };
}

function textOf(setting: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CannotStart(`The setting ${setting} is not valid: the file ${file} cannot be read.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The way in over HTTP, with the settings of this installation. */
import { resolve } from "node:path";
import type { RefusalCode } from "@ongea/contract";
import type { Platform } from "../platform.ts";
import { createSeal } from "../secrets/seal.ts";
import { createHttp, type Http, type HttpOptions } from "./http.ts";
import { createIdempotency } from "./idempotency.ts";
import { servePages } from "./pages.ts";

/** What is refused for a wrong password, code, key or link: worth counting. */
const GUESSES: ReadonlySet<RefusalCode> = new Set([
  "access.bad_password",
  "access.bad_code",
  "access.bad_passkey",
  "access.bad_key",
  "access.bad_link",
  "invitation.bad_code",
  "call.bad_token",
  "carrier.bad_signature",
]);

/** `access`: who sent a request, and what counts it. */
export async function openHttp(
  { config, log, database, secret, guesses, closing }: Platform,
  { recognise, counted }: Required<Pick<HttpOptions, "recognise" | "counted">>,
): Promise<Http> {
  const { HOST: host, PUBLIC_NAMES: names, TRUSTED_PROXIES: proxies, CONNECTIONS_PER_ADDRESS: connectionsPerAddress } = config;
  const refused: HttpOptions["refused"] = (code, from) => GUESSES.has(code) && guesses.note(code, from);
  const idempotency = createIdempotency(database.everywhere, createSeal(secret, "repeats"));
  const app = await createHttp(log, {
    host,
    names,
    proxies,
    connectionsPerAddress,
    refused,
    recognise,
    counted,
    idempotency,
  });
  closing.add("http", () => app.close());
  return app;
}

export async function openPages(app: Http, { config: { PUBLIC_URL, CONTACT_EMAIL }, log }: Platform): Promise<void> {
  const words = { PUBLIC_URL, CONTACT_EMAIL };
  await servePages(app, { app: resolve("web/dist"), site: resolve("dist/site"), words, log });
}

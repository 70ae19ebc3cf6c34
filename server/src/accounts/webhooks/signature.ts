/** How a delivery shows that it is ours: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export interface Signed {
  id: string;
  body: string;
  at: Date;
}

/**
 * @param secrets the newest first. `webhook-signature` has one signature of each, with a space between: `v1,` and base64. The `x-webhook-*`
 *   ones say the same in the way that the wire reference has: `v1=` and hexadecimal, under the newest secret as it is written.
 */
export function signedHeaders({ id, body, at }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "x-webhook-id": id,
    "x-webhook-timestamp": timestamp,
  };
  const [newest] = secrets;
  if (newest === undefined) return headers;
  const content = `${id}.${timestamp}.${body}`;
  const standard = secrets.map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`);
  const hex = createHmac("sha256", newest).update(content).digest("hex");
  return { ...headers, "webhook-signature": standard.join(" "), "x-webhook-signature": `v1=${hex}` };
}

/** Older or newer than this, somebody sends again what they have overheard. */
const MOST_SECONDS_OFF = 300;

export interface SignatureHeaders {
  id: string;
  timestamp: string;
  /** One or several, with a space between. */
  signatures: string;
  /** As it came. */
  body: string;
}

/** The receiver's side, for programs of ours that receive. */
export function isSigned({ id, timestamp, signatures, body }: SignatureHeaders, secret: string, now: Date): boolean {
  const isTimely = /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= MOST_SECONDS_OFF;
  if (id === "" || !isTimely) return false;
  const wanted = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return one.startsWith("v1,") && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");

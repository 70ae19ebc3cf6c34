/** How a delivery shows that it is ours: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes } from "node:crypto";

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

const keyOf = (secret: string): Buffer => Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");

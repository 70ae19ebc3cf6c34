/** What the channels of a Meta app share: WhatsApp, Messenger and Instagram are asked by the Graph API and sign what they post in one way. */
import { createHmac } from "node:crypto";
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import type { Rest } from "../../platform/fetch/rest.ts";
import type { Posted, Sent } from "./channel.ts";
import { sentOr } from "./failures.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

export const GRAPH_VERSION = "v23.0";

/** How a channel reads the codes of what the Graph API refuses: first by the subcode. */
export interface GraphCodes {
  codes: Readonly<Record<number, MessageFailure>>;
  subcodes?: Readonly<Record<number, MessageFailure>>;
  /** It takes no more for now; nothing has left. */
  later: ReadonlySet<number>;
  /** It may have left all the same. */
  unknown?: ReadonlySet<number>;
}

const Refused = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) });
/** Statuses of answers that say why. */
const ALSO = [400, 403, 404, 500];

/** Asks to send. `refIn`: the name that it gives the message; undefined: this is no such answer. */
export function sendByGraph(
  ask: Rest,
  { path, json }: { path: string; json: object },
  { refIn, ...codes }: GraphCodes & { refIn(json: unknown): string | undefined },
): Promise<Sent> {
  return sentOr(async () => {
    const answer = await ask({ method: "POST", path, json, also: ALSO });
    const ref = refIn(answer.json);
    if (ref !== undefined && answer.status < 300) return { kind: "sent", ref };
    const error = Refused.safeParse(answer.json).data?.error;
    return error ? refusedBy(error.code, error.error_subcode, codes) : { kind: "unknown" };
  });
}

function refusedBy(code: number, subcode: number | undefined, { codes, subcodes, later, unknown }: GraphCodes): Sent {
  const reason = subcode === undefined ? undefined : subcodes?.[subcode];
  if (reason) return { kind: "refused", reason };
  if (later.has(code)) return { kind: "later" };
  if (unknown?.has(code)) return { kind: "unknown" };
  return { kind: "refused", reason: codes[code] ?? "provider" };
}

/** Whether the app of this secret has signed these very bytes. */
export function isSignedByApp({ body, header }: Pick<Posted, "body" | "header">, appSecret: string): boolean {
  const own = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
  return isSame(header("x-hub-signature-256") ?? "", own);
}

export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

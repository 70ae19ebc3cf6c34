/** From the library's answers to ours: cookies go to the browser, what was refused is refused in the contract's words. */
import { z } from "zod";
import type { RefusalCode } from "@ongea/contract";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../platform/http/refuse.ts";

/** The whole answer to an act of which there is nothing more to say. */
export const DONE = { success: true as const };

const UNVERIFIED: ReadonlySet<string> = new Set(["FAILED_TO_VERIFY_REGISTRATION", "AUTHENTICATION_FAILED"]);

/** What the library must know of a request: its cookies, its origin, its browser and its address. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.delete("content-length");
  headers.set("x-forwarded-for", request.ip);
  return headers;
}

/** `refused`: what it means here when the library says no. A fault of the library's is an error of ours. */
/** What an authenticator is asked to sign. */
export const Challenge = z.looseObject({ challenge: z.string() });

/** The same, with what it answered. */
export async function readOn<Shape extends z.ZodType>(
  shape: Shape,
  ...[asked, reply, refused]: Parameters<typeof passOn>
): Promise<z.output<Shape>> {
  return shape.parse(await passOn(asked, reply, refused));
}

export async function passOn(asked: Promise<Response>, reply: FastifyReply, refused: RefusalCode): Promise<unknown> {
  const answer = await asked;
  const body: unknown = await answer.json().catch(() => undefined);
  const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
  // What an authenticator said could not be verified: that is no fault of the library's.
  if (UNVERIFIED.has(code)) throw refuse(refused);
  if (answer.status >= 500 || code.startsWith("FAILED_TO"))
    throw new Error(`The sign-in library failed: ${answer.status} ${code}`);
  for (const cookie of answer.headers.getSetCookie()) void reply.header("set-cookie", cookie);
  if (!answer.ok) throw refuse(refused);
  return body;
}

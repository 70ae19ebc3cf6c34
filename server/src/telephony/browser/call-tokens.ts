import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../../platform/secrets/is-same.ts";

/** Invitations to open one prepared call, once, soon. */
export interface CallTokens {
  issue(callId: string): { token: string; expiresInSeconds: number };
  /** Whether this token opens this call: true at most once. */
  redeem(callId: string, token: string): boolean;
}

export const TOKEN_SECONDS = 60;
const MOST_OUTSTANDING = 10_000;

/** `nowMs` is any steady clock. The key lives as long as the process: an invitation does not outlive it. */
export function createCallTokens(nowMs: () => number): CallTokens {
  const key = randomBytes(32);
  const outstanding = new Map<string, number>();
  const sign = (callId: string, salt: string): string =>
    createHmac("sha256", key).update(`${callId}.${salt}`).digest("base64url");
  return {
    issue(callId) {
      forgetExpired(outstanding, nowMs());
      const salt = randomBytes(12).toString("base64url");
      outstanding.set(callId, nowMs() + TOKEN_SECONDS * 1_000);
      return { token: `${salt}.${sign(callId, salt)}`, expiresInSeconds: TOKEN_SECONDS };
    },
    redeem(callId, token) {
      const [salt = "", signature = ""] = token.split(".");
      if (!isSame(signature, sign(callId, salt))) return false;
      const expiresMs = outstanding.get(callId);
      outstanding.delete(callId);
      return expiresMs !== undefined && nowMs() <= expiresMs;
    },
  };
}

function forgetExpired(outstanding: Map<string, number>, now: number): void {
  for (const [callId, expiresMs] of outstanding) {
    if (expiresMs >= now && outstanding.size < MOST_OUTSTANDING) break;
    outstanding.delete(callId);
  }
}

import type { Consent } from "@ongea/contract";
import type { ConsentRow } from "./withdrawn/store.ts";

type ConsentFacts = Omit<Consent, "withdrawn_by" | "do_not_call" | "recorded_by" | "created_at">;

/** What somebody agreed to, how, and until when: as the API and files of evidence write it. */
export function consentFacts(row: ConsentRow): ConsentFacts {
  return {
    id: row.id,
    number: row.number,
    purpose: row.purpose,
    channel: row.channel,
    wording: row.wording,
    language: row.language,
    means: row.means,
    proof: row.proof,
    execution_id: row.callId,
    at_ms: row.atMs,
    given_at: row.givenAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
  };
}

import {
  type Answer,
  changeConsentPolicy,
  type Consent,
  importConsents,
  listConsents,
  MOST_CONSENT_ROWS,
  readConsentPolicy,
  recordConsent,
  withdrawConsent,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import { NotCsv, rowsBehindHeader } from "../../platform/csv/records.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { bodyBytes } from "../../platform/http/body-bytes.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { numberIn } from "../../platform/phone-number/number-cell.ts";
import { consentReader, type ConsentRowProblem } from "./consents-file.ts";
import { consentFacts } from "./consent-facts.ts";
import type { ConsentStore, NewConsent } from "./store.ts";
import type { ConsentRow } from "./withdrawn/store.ts";

export interface ConsentRoutesParts {
  store: ConsentStore;
  tenancy: Pick<Tenancy, "of" | "together">;
  audit: Pick<Audit, "act" | "write">;
  /** ISO 3166 codes; a number without a country code belongs to the first. */
  countries: readonly string[];
  /** Of these numbers, those on the do-not-call list. */
  notCalled(workspaceId: string, numbers: readonly string[]): Promise<ReadonlySet<string>>;
  now(): Date;
}

type Imported = Answer<typeof importConsents>;

/** A clock of another machine may be ahead of ours by so much. */
const AHEAD_MS = 60_000;
const ROWS_TOGETHER = 200;
const MOST_REFUSED_SHOWN = 500;

export function consentRoutes(app: Http, parts: ConsentRoutesParts): void {
  const { store, tenancy, audit, countries } = parts;
  const wired = async (workspaceId: string, rows: readonly ConsentRow[]): Promise<Consent[]> => {
    const listed = await parts.notCalled(workspaceId, [...new Set(rows.map(({ number }) => number))]);
    return rows.map((row) => wireConsent(row, listed.has(row.number)));
  };
  const one = async (row: ConsentRow): Promise<Consent> =>
    wireConsent(row, (await parts.notCalled(row.workspaceId, [row.number])).size > 0);
  serve(app, listConsents, async ({ query: { phone, execution_id: callId, ...query } }, { principal: { workspaceId } }) => {
    const { data, next } = await store.list(workspaceId, { ...query, numbers: phone, callId });
    return { data: await wired(workspaceId, data), next };
  });
  serve(app, recordConsent, async ({ body }, { principal }) => {
    const read = numberIn(body.number, countries);
    if (!("number" in read)) throw refuse("consent.bad_number");
    const now = parts.now();
    const givenAt = body.given_at === undefined ? now : new Date(body.given_at);
    if (givenAt.getTime() > now.getTime() + AHEAD_MS) throw refuse("consent.not_yet");
    const { purpose, channel, wording, language, means, proof, execution_id: callId, at_ms: atMs } = body;
    const { workspaceId, name: recordedBy } = principal;
    const what = { purpose, channel, wording, language, means, proof, callId, atMs };
    const consent: NewConsent = { workspaceId, number: read.number, ...what, givenAt, recordedBy };
    const row = await audit.act(principal, async (write) => {
      const added = await store.add(tenancy.of(workspaceId), consent);
      if (added) await write({ act: "consent.recorded", subject: added.id, details: { purpose, channel } });
      return added ?? (await store.same(consent));
    });
    if (!row) throw refuse("consent.not_found");
    return one(row);
  });
  serve(app, importConsents, async (_, { principal, request }) => {
    const done = await imported(bodyBytes(request), principal, parts);
    if (done.added > 0) await audit.write(principal, { act: "consent.imported", details: { added: done.added } });
    return done;
  });
  serve(app, withdrawConsent, async ({ params: { consent_id: id } }, { principal }) => {
    const { workspaceId } = principal;
    const row = await audit.act(principal, async (write) => {
      const withdrawn = await store.withdraw(workspaceId, id);
      if (withdrawn) await write({ act: "consent.withdrawn", subject: id });
      // Once more is the same.
      return withdrawn ?? (await store.read(workspaceId, id));
    });
    if (!row) throw refuse("consent.not_found");
    return one(row);
  });
  serve(app, readConsentPolicy, async (_, { principal }) => store.policy(principal.workspaceId));
  serve(app, changeConsentPolicy, async ({ body }, { principal }) => {
    await audit.act(principal, async (write) => {
      await store.setPolicy(principal.workspaceId, body);
      const { required, transfers, agent_ids: agents } = body;
      await write({ act: "consent.policy_changed", details: { required, transfers, agents: agents.length } });
    });
    return body;
  });
}

/** Each row by itself: those before a file that breaks off are kept. Refuses with "consent.not_csv" or "consent.no_column". */
async function imported(
  bytes: Uint8Array,
  { workspaceId, name: recordedBy }: { workspaceId: string; name: string },
  { store, tenancy, countries, now }: ConsentRoutesParts,
): Promise<Imported> {
  const done: Imported = { added: 0, known: 0, refused: [], refused_count: 0 };
  const refused = (line: number, problem: ConsentRowProblem): void => {
    done.refused_count++;
    if (done.refused.length < MOST_REFUSED_SHOWN) done.refused.push({ line, problem });
  };
  const readerOf = (header: readonly string[]) => consentReader(header, { countries, now: now() }) ?? noColumn();
  let [count, hasHeader] = [0, false];
  try {
    for await (const { read, rows } of rowsBehindHeader(bytes, readerOf)) {
      hasHeader = true;
      count += rows.length;
      if (count > MOST_CONSENT_ROWS) throw refuse("consent.too_many_rows");
      for (let at = 0; at < rows.length; at += ROWS_TOGETHER)
        await tenancy.together(workspaceId, async () => {
          for (const { cells, line } of rows.slice(at, at + ROWS_TOGETHER)) {
            const row = read(cells);
            if ("problem" in row) refused(line, row.problem);
            else {
              const added = await store.add(tenancy.of(workspaceId), { ...row.consent, workspaceId, recordedBy });
              done[added ? "added" : "known"]++;
            }
          }
        });
    }
  } catch (error) {
    throw error instanceof NotCsv ? refuse("consent.not_csv") : error;
  }
  return hasHeader ? done : noColumn();
}

function noColumn(): never {
  throw refuse("consent.no_column");
}

function wireConsent(row: ConsentRow, isListed: boolean): Consent {
  return {
    ...consentFacts(row),
    withdrawn_by: row.withdrawnBy,
    do_not_call: isListed,
    recorded_by: row.recordedBy,
    created_at: row.createdAt.toISOString(),
  };
}

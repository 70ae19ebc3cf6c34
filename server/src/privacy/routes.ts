import { Readable } from "node:stream";
import {
  changeRetention,
  erasePerson as erasePersonRoute,
  exportPerson,
  liftLegalHold,
  listDeletions,
  listLegalHolds,
  placeLegalHold,
  readRetention,
  type ContactIdentity,
  type Deletion,
  type LegalHold,
} from "@ongea/contract";
import type { Audit } from "../accounts/index.ts";
import type { CallStore } from "../calls/index.ts";
import { readIdentity, type Contacts } from "../contacts/index.ts";
import type { Http } from "../platform/http/http.ts";
import { refuse } from "../platform/http/refuse.ts";
import { serve } from "../platform/http/serve.ts";
import { zipOf } from "../platform/zip/zip.ts";
import { erasePerson, type ErasureParts } from "./erase.ts";
import { filesOf, type ExportParts } from "./export.ts";
import type { HoldRow, PrivacyStore } from "./store.ts";

export interface PrivacyRoutesParts {
  store: PrivacyStore;
  audit: Audit;
  contacts: Pick<Contacts, "numbersOf">;
  calls: Pick<CallStore, "read">;
  erasing: ErasureParts;
  exporting: ExportParts;
  /** ISO 3166 codes; a number without a country code belongs to the first. */
  countries: readonly string[];
}

export function privacyRoutes(app: Http, parts: PrivacyRoutesParts): void {
  const { store, audit, erasing, exporting, countries } = parts;
  serve(app, readRetention, async (_, { principal }) => store.retentionOf(principal.workspaceId));
  serve(app, changeRetention, async ({ body }, { principal }) => {
    await audit.act(principal, async (write) => {
      await store.setRetention(principal.workspaceId, body);
      await write({ act: "privacy.retention_changed", details: body });
    });
    return body;
  });
  serve(app, listDeletions, async ({ query }, { principal }) => {
    const { data, next } = await store.deletions(principal.workspaceId, query);
    return { data: data.map(wireDeletion), next };
  });
  serve(app, exportPerson, async ({ query }, { principal, reply }) => {
    const identity = readIdentity(query, countries);
    await audit.write(principal, { act: "person.exported" });
    void reply.headers({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="ongea-person.zip"',
      "cache-control": "no-store",
    });
    return reply.send(Readable.from(zipOf(filesOf(exporting, principal.workspaceId, identity)), { objectMode: false }));
  });
  serve(app, erasePersonRoute, async ({ body: { kind, value } }, { principal }) => {
    const id = await erasePerson(erasing, principal, readIdentity({ kind, value }, countries));
    const row = await store.readDeletion(principal.workspaceId, id);
    if (!row) throw new Error("An erasure left no trace");
    return wireDeletion(row);
  });
  holdRoutes(app, parts);
}

function holdRoutes(app: Http, { store, audit, contacts, calls, erasing, countries }: PrivacyRoutesParts): void {
  serve(app, listLegalHolds, async ({ query }, { principal }) => {
    const { data, next } = await store.holds(principal.workspaceId, query);
    return { data: data.map(wireHold), next };
  });
  serve(app, placeLegalHold, async ({ body }, { principal }) => {
    const { workspaceId, name: placedBy } = principal;
    const of = await heldBy(body, workspaceId);
    return audit.act(principal, async (write) => {
      const row = await store.placeHold({ workspaceId, placedBy, reason: body.reason, ...of });
      await write({ act: "privacy.hold_placed", subject: row.id, details: aboutHold(row) });
      return wireHold(row);
    });
  });
  serve(app, liftLegalHold, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const row = await store.liftHold(principal.workspaceId, params.hold_id);
      if (!row) throw refuse("privacy.hold_not_found");
      await write({ act: "privacy.hold_lifted", subject: row.id, details: aboutHold(row) });
    });
    return { success: true as const };
  });

  type Held = { execution_id: string } | { contact_id: string } | ContactIdentity;
  async function heldBy(body: Held, workspaceId: string) {
    if ("execution_id" in body) {
      const row = await calls.read({ id: body.execution_id, workspaceId });
      if (!row) throw refuse("call.not_found");
      return { callId: row.id };
    }
    const contactId =
      "contact_id" in body
        ? body.contact_id
        : (await erasing.people.find(workspaceId, readIdentity({ kind: body.kind, value: body.value }, countries))).contactId;
    const numbers = contactId === null ? undefined : await contacts.numbersOf({ id: contactId, workspaceId });
    if (!numbers) throw refuse("contact.not_found");
    return { contactId, numbers };
  }
}

const aboutHold = ({ callId, contactId }: HoldRow): Record<string, string> =>
  callId === null ? { contact: contactId ?? "" } : { call: callId };

function wireHold({ id, callId, contactId, reason, placedBy, placedAt }: HoldRow): LegalHold {
  return {
    id,
    execution_id: callId,
    contact_id: contactId,
    reason,
    placed_by: placedBy,
    placed_at: placedAt.toISOString(),
  };
}

function wireDeletion({ id, reason, at, counts }: Omit<Deletion, "at"> & { at: Date }): Deletion {
  return { id, reason, at: at.toISOString(), counts };
}

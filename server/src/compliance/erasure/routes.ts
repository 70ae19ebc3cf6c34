import { Readable } from "node:stream";
import {
  erasePerson as erasePersonRoute,
  exportPerson,
  liftLegalHold,
  listLegalHolds,
  placeLegalHold,
  type ContactIdentity,
  type Deletion,
  type LegalHold,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { zipOf } from "./zip.ts";
import { erasePerson, type ErasureParts } from "./erase.ts";
import { filesOf, type ExportParts } from "./export.ts";
import type { ContactsOfPrivacy } from "./contacts.ts";
import type { PrivacyStore } from "./store.ts";
import type { HoldRow } from "./holds/store.ts";

export interface PrivacyRoutesParts {
  store: PrivacyStore;
  audit: Audit;
  contacts: Pick<ContactsOfPrivacy, "numbersOf" | "readIdentity">;
  calls: { read(call: { id: string; workspaceId: string }): Promise<{ id: string } | undefined> };
  erasing: ErasureParts;
  exporting: ExportParts;
}

export function privacyRoutes(app: Http, parts: PrivacyRoutesParts): void {
  const { store, audit, contacts, erasing, exporting } = parts;
  serve(app, exportPerson, async ({ query }, { principal, reply }) => {
    const identity = contacts.readIdentity(query);
    await audit.write(principal, { act: "person.exported" });
    void reply.headers({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="ongea-person.zip"',
      "cache-control": "no-store",
    });
    return reply.send(Readable.from(zipOf(filesOf(exporting, principal.workspaceId, identity)), { objectMode: false }));
  });
  serve(app, erasePersonRoute, async ({ body: { kind, value } }, { principal }) => {
    const id = await erasePerson(erasing, principal, contacts.readIdentity({ kind, value }));
    const row = await store.readDeletion(principal.workspaceId, id);
    if (!row) throw new Error("An erasure left no trace");
    return wireDeletion(row);
  });
  holdRoutes(app, parts);
}

function holdRoutes(app: Http, { store, audit, contacts, calls, erasing }: PrivacyRoutesParts): void {
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
        : (await erasing.people.find(workspaceId, contacts.readIdentity({ kind: body.kind, value: body.value }))).contactId;
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

export function wireDeletion({ id, reason, at, counts }: Omit<Deletion, "at"> & { at: Date }): Deletion {
  return { id, reason, at: at.toISOString(), counts };
}

/** Leads: kept first, forwarded afterwards. */
import { withoutUndefined } from "../../platform/without-undefined.ts";
import { randomUUID } from "node:crypto";
import { complaintsAbout, entriesOf, LEAD_SENTENCES, type FieldComplaint, type LeadField } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { Forwarding } from "./forwarding.ts";
import type { Lead } from "./store.ts";

export interface Leads {
  /** Returns the lead's id. Refuses with "lead.missing_fields" or "lead.bad_email". */
  requestDemo(given: Person<"company" | "position"> & Extra): Promise<string>;
  askForDemo(given: Person<"company">): Promise<string>;
  contact(given: Person & { message: string }): Promise<string>;
}

type Person<F extends LeadField = never> = Record<"name" | "email" | F, string>;
interface Extra {
  message?: string | undefined;
  timestamp?: string | undefined;
  source: string;
}

/** `kept` is told after each lead that stands in the database. */
export function createLeads(keepIt: Forwarding["keep"], kept: (lead: Lead) => void = () => undefined): Leads {
  const keep = async (lead: Omit<Lead, "id">): Promise<string> => {
    const whole = { id: randomUUID(), ...lead };
    await keepIt(whole);
    kept(whole);
    return whole.id;
  };
  return {
    async requestDemo({ name, email, company, position, message, timestamp, source }) {
      check({ name, email, company, position });
      const sentAt = timestamp === undefined ? new Date() : new Date(timestamp);
      return keep({ kind: "demo-request", name, email, company, position, message: message || null, source, sentAt });
    },
    async askForDemo({ name, email, company }) {
      check({ name, email, company });
      return keep({ ...EMPTY, kind: "landing", name, email, company, source: "Landing page dialog", sentAt: new Date() });
    },
    async contact({ name, email, message }) {
      check({ name, email });
      if (message === "") throw refuse("lead.missing_fields", [complaint("message", "Message is required")]);
      return keep({ ...EMPTY, kind: "contact", name, email, message, source: "Contact form", sentAt: new Date() });
    },
  };
}

const EMPTY = { company: null, position: null, message: null };

function check(fields: Partial<Record<LeadField, string>>): void {
  const found = entriesOf(complaintsAbout(withoutUndefined(fields)));
  if (found.length === 0) return;
  const isMissing = found.some(([field, sentence]) => sentence === LEAD_SENTENCES[field]);
  throw refuse(
    isMissing ? "lead.missing_fields" : "lead.bad_email",
    found.map(([field, sentence]) => complaint(field, sentence)),
  );
}

function complaint(field: string, sentence: string): FieldComplaint {
  return { type: "invalid", loc: ["body", field], msg: sentence };
}

/** An identity as somebody wrote it becomes the one that is stored, so that all ways of writing one number are one contact. Pure. */
import type { ContactIdentity } from "@ongea/contract";
import { z } from "zod";
import { refuse } from "../../platform/http/refuse.ts";
import { numberIn } from "../../platform/phone-number/number-cell.ts";

const Email = z.email();

/**
 * @param countries ISO 3166 codes; a number without a country code belongs to the first
 * @throws a refusal: "contact.bad_number" or "contact.bad_email"
 */
export function readIdentity({ kind, value }: ContactIdentity, countries: readonly string[]): ContactIdentity {
  if (kind === "phone") {
    const read = numberIn(value, countries);
    if (!("number" in read)) throw refuse("contact.bad_number");
    return { kind, value: read.number };
  }
  if (kind === "external" || kind === "visitor") return { kind, value };
  const email = Email.safeParse(value.toLowerCase());
  if (!email.success) throw refuse("contact.bad_email");
  return { kind, value: email.data };
}

/** Each once. `known`: stays as it is, since a call may come from a number that no country's plan has. */
export function readIdentities(
  written: readonly ContactIdentity[],
  countries: readonly string[],
  known: readonly ContactIdentity[] = [],
): ContactIdentity[] {
  const isKnown = ({ kind, value }: ContactIdentity): boolean => known.some((one) => one.kind === kind && one.value === value);
  const all = written.map((one) => (isKnown(one) ? one : readIdentity(one, countries)));
  return [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

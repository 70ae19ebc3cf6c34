/** What a lead must have, and the sentence for what is missing. Shared by the server and the public site, so it stands on nothing. */
import { keysOf } from "../wire/known-keys.ts";

export const LEAD_SENTENCES = {
  name: "Name is required",
  email: "Email is required",
  company: "Company is required",
  position: "Position is required",
} as const;
export type LeadField = keyof typeof LEAD_SENTENCES;

export const BAD_EMAIL = "Please enter a valid email address";
export const BAD_CODE = "Invalid invitation code. Please check and try again.";

/** The longest that each field may be, in characters. */
export const LEAD_LIMITS = { name: 200, email: 254, company: 200, position: 200, message: 5_000, code: 100 } as const;

/** What is wrong with these fields, one sentence each; empty when nothing is. */
export function complaintsAbout<F extends LeadField>(given: Readonly<Partial<Record<F, string>>>): Partial<Record<F, string>> {
  const complaints: Partial<Record<F, string>> = {};
  for (const field of keysOf(given)) {
    const value = given[field]?.trim() ?? "";
    if (value === "") complaints[field] = LEAD_SENTENCES[field];
    else if (field === "email" && !isEmail(value)) complaints[field] = BAD_EMAIL;
  }
  return complaints;
}

/** Something, an @, something with a dot inside, and no space: read once from left to right. */
export function isEmail(text: string): boolean {
  if (text.length > LEAD_LIMITS.email || /\s/.test(text)) return false;
  const at = text.indexOf("@");
  if (at < 1 || text.includes("@", at + 1)) return false;
  const dot = text.indexOf(".", at + 2);
  return dot !== -1 && dot < text.length - 1;
}

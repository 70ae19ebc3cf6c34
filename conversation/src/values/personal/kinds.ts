/** What of a person is looked for, and where it was found. */
export const PERSONAL_KINDS = ["card", "iban", "email", "phone", "national_id", "mobile_money", "digits", "name"] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export interface PersonalContext {
  kinds: ReadonlySet<PersonalKind>;
  /** BCP 47, of the words. */
  language: string;
  /** ISO 3166: of numbers without a country code. */
  country: string;
  /** What the other side said just before: "What is your ID number?". */
  before?: string;
  /** Names that are known already. */
  names?: readonly string[];
}

/** Where it stands in the text, in UTF-16 units. */
export interface PersonalSpan {
  kind: PersonalKind;
  from: number;
  to: number;
}

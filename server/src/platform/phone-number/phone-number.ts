/** Telephone numbers as values: E.164, parsed where they come in. The only reader of numbering plans in the server. Pure. */
import parse, { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";

declare const e164: unique symbol;
/** A number of the network, `+254712345678`. */
export type PhoneNumber = string & { readonly [e164]: true };
/** Who is on the line of a telephone: a number, or somebody who shows none. */
export type Caller = PhoneNumber | "anonymous";

export interface ReadNumber {
  number: PhoneNumber;
  /** ISO 3166; undefined: of satellites and international services. */
  country: string | undefined;
  /** As numbering plans name it: "MOBILE", "PREMIUM_RATE". */
  type: string | undefined;
  /** It has a length that its country has. */
  isPossible: boolean;
  /** Its country's plan has it. */
  isValid: boolean;
}

const E164 = /^\+\d{7,15}$/;

/** It has the form of one; whether somebody can have it is not asked. */
export function isPhoneNumber(text: string | null | undefined): text is PhoneNumber {
  return typeof text === "string" && E164.test(text);
}

/** As E.164, of digits alone; what is none is left as it is. */
export function withPlus(number: string): string {
  return /^\d{7,15}$/.test(number) ? `+${number}` : number;
}

/** `country`: ISO 3166, of a number that is written without its code. Undefined: it is no number. */
export function readPhoneNumber(written: string, country?: string): ReadNumber | undefined {
  const found = parse(written, {
    extract: false,
    ...(country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {}),
  });
  return (
    found && {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it may be too short: `isPossible` says so
      number: found.number as string as PhoneNumber,
      country: found.country,
      type: found.getType(),
      isPossible: found.isPossible(),
      isValid: found.isValid(),
    }
  );
}

/** A number that its country's plan has. Undefined: it is none. */
export function parsePhoneNumber(written: string, country?: string): PhoneNumber | undefined {
  const found = readPhoneNumber(written, country);
  return found?.isValid === true ? found.number : undefined;
}

/** ISO 3166. Undefined: it is no number, or of no country. */
export function countryOf(number: string): string | undefined {
  return readPhoneNumber(number)?.country;
}

/** `+254` */
export function callingCodeOf(country: string): string {
  if (!isSupportedCountry(country)) throw new Error(`No country is called ${country}`);
  return `+${getCountryCallingCode(country)}`;
}

/** A caller's number as the network has written it, in E.164: everything behind the door compares numbers in that form. Pure. */
import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/max";

const PUNCTUATION = /[\s().-]/g;
const DIGITS = /^\+?\d{6,18}$/;
const E164 = /^\+\d{7,15}$/;
/** "00", and "000" in East Africa. */
const INTERNATIONAL = /^0{2,3}(?=[1-9]\d{7,})/;

export function isE164(number: string): boolean {
  return E164.test(number);
}

/**
 * `0712…`, `254712…` and `00254712…` are one caller. What is no number of the network, a telephone of the house or a withheld number, stays as
 * it is. `called`: the number that they called; its country is the trunk's. `country`: ISO 3166, where it tells none.
 */
export function callerNumber(written: string, called: string, country = "KE"): string {
  const plain = written.replace(/^(?:tel|sip):/i, "").replace(PUNCTUATION, "");
  if (!DIGITS.test(plain)) return written;
  const home = (parsePhoneNumber(called)?.country ?? country) as CountryCode;
  const dialled = plain.replace(INTERNATIONAL, "+");
  const forms = dialled.startsWith("+") ? [dialled] : [dialled, `+${dialled}`];
  for (const form of forms) {
    const parsed = parsePhoneNumber(form, { defaultCountry: home, extract: false });
    if (parsed?.isValid()) return parsed.number;
  }
  return written;
}

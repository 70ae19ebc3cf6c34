/** A caller as the network has written them: everything behind the door compares numbers in E.164. Pure. */
import { countryOf, isPhoneNumber, parsePhoneNumber, type Caller } from "./phone-number.ts";

const PUNCTUATION = /[\s().-]/g;
const DIGITS = /^\+?\d{6,18}$/;
/** "00", and "000" in East Africa. */
const INTERNATIONAL = /^0{2,3}(?=[1-9]\d{7,})/;

/**
 * `0712…`, `254712…` and `00254712…` are one caller. What is no number of the network, a telephone of the house or a withheld number, stays as
 * it is. `called`: the number that they called; its country is the trunk's. `country`: ISO 3166, where it tells none.
 */
export function callerNumber(written: string, called: string, country = "KE"): string {
  const plain = written.replace(/^(?:tel|sip):/i, "").replace(PUNCTUATION, "");
  if (!DIGITS.test(plain)) return written;
  const home = countryOf(called) ?? country;
  const dialled = plain.replace(INTERNATIONAL, "+");
  const forms = dialled.startsWith("+") ? [dialled] : [dialled, `+${dialled}`];
  for (const form of forms) {
    const number = parsePhoneNumber(form, home);
    if (number !== undefined) return number;
  }
  return written;
}

/** Who is at the other end of a telephone line; what is no number of the network shows none. */
export function callerOf(number: string | null | undefined): Caller {
  return isPhoneNumber(number) ? number : "anonymous";
}

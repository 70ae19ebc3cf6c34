/** What tells a real number of a card, an account or a person from any other digits. Pure. */

/** Luhn's check digit (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** 13 to 19 digits of a network that issues payment cards. */
export function isCardNumber(digits: string): boolean {
  return /^(?:[3-6]\d|2[2-7])\d{11,17}$/.test(digits) && !/^(\d)\1+$/.test(digits) && passesLuhn(digits);
}

/** Every country's has more; words behind two letters and two digits have not. */
const FEWEST_IBAN_DIGITS = 8;

/** ISO 13616: country, check digits, account; the remainder by 97 is 1. */
export function isIban(signs: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(signs) || signs.replace(/\D/g, "").length < FEWEST_IBAN_DIGITS) return false;
  let rest = 0;
  for (const sign of signs.slice(4) + signs.slice(0, 4)) {
    const value = parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** South Africa: day of birth, sequence, and Luhn's digit at the end. */
export function isSouthAfricanId(digits: string): boolean {
  return /^\d{10}[01]\d{2}$/.test(digits) && isDay(Number(digits.slice(2, 4)), Number(digits.slice(4, 6))) && passesLuhn(digits);
}

/** Tanzania's NIDA number: 20 digits that begin with the day of birth. */
export function isTanzanianId(digits: string): boolean {
  return /^(?:19|20)\d{18}$/.test(digits) && isDay(Number(digits.slice(4, 6)), Number(digits.slice(6, 8)));
}

/** M-Pesa: ten capitals and digits, the first a letter, some of each. */
export function isMobileMoneyCode(signs: string): boolean {
  return /^[A-Z](?=(?:[A-Z]*\d){2})(?=\d*[A-Z])[A-Z0-9]{9}$/.test(signs);
}

/** One clause or sentence; longer text is cut at a word. */
const MAX_CHARACTERS = 2_000;

/** Text without markup, control characters, pictures and list dashes: what is left can be spoken. */
export function plainText(text: string): string {
  const plain = text
    .slice(0, MAX_CHARACTERS * 2)
    .normalize("NFC")
    .replace(/<\/?[A-Za-z!?][^<>]{0,300}>/g, " ")
    .replace(/\[([^\][]{1,200})\]\(([^()\s]{1,500})\)/g, "$1")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Extended_Pictographic}]/gu, " ")
    .replace(/[*_`#|<>\\^~]+/g, " ")
    .replace(/[[\]{}]/g, ", ")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, ", ")
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/^[\s\-,.;:!?)]+/, "")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return "";
  return plain.length <= MAX_CHARACTERS ? plain : plain.slice(0, MAX_CHARACTERS).replace(/\s\S*$/, "");
}

/** Runs of at least seven digits with the separators that people write into telephone numbers. */
const TELEPHONE = /(?<![\p{L}\d.,])(\+|\(?00)?\(?\d(?:[\s().-]{0,2}\d){6,14}(?![\d%\p{L}\u2060]|[.,]\d)/gu;

/** Behind the digits of a number that is none of a telephone; {@link withoutMarks} takes it away. It is never in plain text. */
const A_NUMBER = "\u2060";

export function asNumber(digits: string): string {
  return `${digits}${A_NUMBER}`;
}

export function withoutMarks(text: string): string {
  return text.replaceAll(A_NUMBER, "");
}

/** Telephone numbers digit by digit, in groups with a short rest between them. */
export function withTelephoneNumbers(text: string, plus: string): string {
  return text.replace(TELEPHONE, (found) => {
    const digits = found.replace(/\D/g, "");
    const written = found
      .trim()
      .replace(/^\+/, "")
      .split(/[\s().-]+/)
      .filter(Boolean);
    const groups = written.length > 1 && written.every((group) => group.length <= 4) ? written : groupsOf(digits);
    return `${found.trim().startsWith("+") ? `${plus} ` : ""}${groups.map((group) => [...group].join(" ")).join(", ")}`;
  });
}

/** Threes from the end, so that 0712345678 is said as 0712, 345, 678. */
function groupsOf(digits: string): string[] {
  const groups: string[] = [];
  let rest = digits;
  while (rest.length > 4) {
    groups.unshift(rest.slice(-3));
    rest = rest.slice(0, -3);
  }
  groups.unshift(rest);
  return groups;
}

/** Codes that mix letters and digits (AB-1234, X7K2) letter by letter. */
export function withCodes(text: string): string {
  return text.replace(
    /(?<![\p{L}\d])(?=[A-Z\d-]*\d)(?=[A-Z\d-]*[A-Z])[A-Z\d]{1,8}(?:-[A-Z\d]{1,8}){0,3}(?![\p{L}\d])/gu,
    (code) =>
      code
        .split("-")
        .map((part) => [...part].join(" "))
        .join(", "),
  );
}

/** `1,200` and `1 200 000` as the plain number. */
export function withoutThousands(text: string): string {
  return text.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]\d)/g, (number) => asNumber(number.replaceAll(",", "")));
}

/** Where a prompt sends callers, in words that can be said to them: "Tell them to call 180", "give them the rescue line, 0809 555 7312". Data by language. */

const WHOM = String.raw`(?:them|him|her|people|callers|the caller|customers|everybody|anybody)`;
/** What the agent is not to do then is nobody else's business. */
const KEPT_BACK =
  /(?:^|(?<=[,:;] )|\band )(?:(?:book|note|sell|promise|register|write) (?:down )?(?:nothing|no (?:names?|orders?|bookings?))|take no (?:message|names?|orders?)|do not (?:note|write|book|ask for|take)\b[^,:;.]*?)(?: down)?(?=\s*[,:;]| and )/giu;
const GIVES = new RegExp(
  String.raw`\bgive (?:${WHOM} )?(?:the|our) ([^,:;.\d]*?(?:numbers?|line|hotline|contacts?))(?: (?:at once|immediately|straight away|right away|first))?,? (?=\+?\d[\d ]{1,}\d)`,
  "giu",
);

/** "Do not note anything down: give them the rescue line, 0809 555 7312": the number, after `lead`, and nothing that is kept back. */
export function withNumbers(sentence: string, lead = ""): string {
  const given = sentence.replace(GIVES, `${lead}the $1 is `);
  if (given === sentence) return sentence;
  return given
    .replace(KEPT_BACK, "")
    .replace(/\s*[,:;]?\s*(?:and\s*)?([,:;])(?:\s*[,:;])+/gu, "$1")
    .replace(/(?<=,)\s*(?:and )?[:;]/gu, "");
}

/** "Tell them to ask the dealer they bought it from": said to the caller. "You can't give a price on the phone": nobody here can. */
export function withReferrals(sentence: string): string {
  return withNumbers(sentence)
    .replace(/\bdites(?: aux? \p{L}+)? d(?:e |')(?=(?:appeler|contacter|aller|s'adresser|voir|téléphoner)\b)/giu, "il faut ")
    .replace(/(?<=\bil faut [^.;]*) et de (?=ne\b|n')/giu, " et ")
    .replace(/\b(?:mwambie|waambie)(?: mpigaji| mtu)? (?:a|wa)pige(?: simu)?(?!\p{L})/giu, "piga simu")
    .replace(
      /\btell (?:them|him|her|people|callers|the caller|customers) to ((?:ask|call|ring|phone|go|visit|contact|write|try|see|dial|text)\b[^;]*)/gi,
      (_all, rest: string) => `it is best to ${rest.replace(/\bthey\b/g, "you").replace(/\btheir\b/g, "your")}`,
    )
    .replace(
      /\b(?:we |you )?(?:send|refer|direct) (?:them|him|her|people|those people|callers|customers) to (?=(?:the )?\p{Lu}|the nearest)/gu,
      "please go to ",
    )
    .replace(/\bmpe (?:mtu|mteja|mpigaji|yeye) (namba ya [^;.]*\d)/giu, "$1")
    .replace(
      /\byou (can't|cannot) (?=(?:give|quote|name) (?:a|any|the) (?:\p{L}+ )?(?:price|quote|estimate|time|hour)\b)/giu,
      "we $1 ",
    );
}

/** Finds the facts that answer a question: word statistics (BM25) over stems, with words of like meaning and misheard words counted in. */
import type { Fact } from "./facts.ts";
import { editDistance, wordsOf } from "./plain.ts";

const STOP = new Set(
  (
    "the a an is are am was were be been do does did have has had i you we they he she it me my your our their this that these those to of in on at for with and or but if so as by from " +
    "can could would will shall should may might please tell know want need like what which who how when where why there here about some any get give us much many not no yes just long abeg beg see kindly una wetin dey take takes people " +
    "ni na ya wa kwa la za cha vya katika je nini gani naomba nataka kujua mna kuna hii hiyo " +
    "le la les un une des du de à au aux et ou est sont je tu il nous vous ils que qui quoi quel quelle ce cette pour avec dans sur mon ma votre vos avez"
  ).split(" "),
);

/** Groups of words that ask for the same thing. The first stands for all. */
const SAME: readonly (readonly string[])[] = [
  [
    "hours",
    "open",
    "opening",
    "close",
    "closing",
    "closed",
    "time",
    "times",
    "hour",
    "operate",
    "working",
    "wazi",
    "fungua",
    "funga",
    "saa",
    "ouvert",
    "ouvrez",
    "fermez",
    "horaires",
    "heures",
  ],
  [
    "price",
    "cost",
    "fee",
    "fees",
    "charge",
    "charges",
    "much",
    "rate",
    "amount",
    "expensive",
    "shillings",
    "bei",
    "gharama",
    "pesa",
    "ngapi",
    "prix",
    "coûte",
    "coute",
    "combien",
    "tarif",
  ],
  [
    "where",
    "location",
    "located",
    "address",
    "find",
    "directions",
    "place",
    "situated",
    "street",
    "road",
    "near",
    "wapi",
    "mahali",
    "iko",
    "mko",
    "où",
    "adresse",
    "trouver",
    "situé",
  ],
  ["parking", "park", "car", "maegesho", "stationnement"],
  [
    "payment",
    "pay",
    "paying",
    "mpesa",
    "m-pesa",
    "cash",
    "card",
    "cards",
    "visa",
    "momo",
    "airtel",
    "malipo",
    "kulipa",
    "lipa",
    "paiement",
    "payer",
  ],
  ["insurance", "nhif", "sha", "shif", "insured", "cover", "bima", "assurance"],
  [
    "deliver",
    "delivery",
    "deliveries",
    "ship",
    "shipping",
    "dispatch",
    "bring",
    "peleka",
    "leta",
    "livraison",
    "livrer",
    "livrez",
  ],
  [
    "return",
    "returns",
    "refund",
    "refunds",
    "exchange",
    "money-back",
    "rudisha",
    "rejesha",
    "retour",
    "rembourser",
    "remboursement",
  ],
  ["doctor", "doctors", "dentist", "physician", "nurse", "daktari", "madaktari", "médecin", "docteur"],
  ["service", "services", "offer", "treat", "treatment", "provide", "huduma", "services"],
  ["email", "mail", "e-mail", "barua"],
  ["phone", "telephone", "call", "contact", "whatsapp", "simu", "téléphone"],
  ["child", "children", "kid", "kids", "baby", "babies", "mtoto", "watoto", "enfant", "enfants"],
  ["vaccination", "vaccine", "vaccinations", "vaccines", "immunisation", "immunization", "chanjo", "vaccin", "vaccins"],
  ["test", "tests", "lab", "laboratory", "xray", "x-ray", "scan", "kipimo", "vipimo", "analyse"],
  ["emergency", "urgent", "accident", "ambulance", "dharura", "urgence"],
  ["bring", "carry", "documents", "id"],
  ["warranty", "guarantee", "broken", "faulty", "repair", "damaged", "dhamana", "garantie"],
];
const MEANING = new Map(SAME.flatMap((group) => group.map((word) => [stem(word), stem(group[0]!)] as const)));
/** What people ask with "how much" and "what time": the question word carries the meaning. */
const ASKING: readonly (readonly [RegExp, string])[] = [
  [/\bhow much\b|\bwhat (?:is|are) (?:the|your) (?:cost|price|fee)/, "price"],
  [/\bwhat time\b|\bwhen (?:do|are|will) (?:you|the)\b.*\b(open|clos)|\btill when\b|\bsaa ngapi\b|\bà quelle heure\b/, "hours"],
  [/\bwhere\b|\bwapi\b|\boù\b/, "where"],
  [/\bhow (?:long|many (?:days|hours|weeks))\b|\bcombien de (?:temps|jours)\b|\bmuda gani\b|\bsiku ngapi\b/, "duration"],
];

export interface Found {
  fact: Fact;
  /** 0…1: the share of the question's meaning that the fact covers. */
  score: number;
}

export class FactIndex {
  readonly #facts: readonly Fact[];
  readonly #terms: ReadonlyMap<string, number>[];
  readonly #weight = new Map<string, number>();
  readonly #averageLength: number;
  readonly #unknownWeight: number;

  constructor(facts: readonly Fact[]) {
    this.#facts = facts;
    this.#unknownWeight = 0.6 * Math.log(1 + (facts.length + 0.5) / 0.5);
    this.#terms = facts.map((fact) => counted(termsOf(`${fact.question ?? ""} ${fact.text}`)));
    for (const terms of this.#terms) for (const term of terms.keys()) this.#weight.set(term, (this.#weight.get(term) ?? 0) + 1);
    for (const [term, count] of this.#weight) this.#weight.set(term, Math.log(1 + (facts.length - count + 0.5) / (count + 0.5)));
    this.#averageLength = Math.max(1, this.#terms.reduce((sum, terms) => sum + terms.size, 0) / Math.max(1, facts.length));
  }

  /** The best facts, best first. */
  find(question: string): Found[] {
    const terms = [...new Set(termsOf(question))];
    if (terms.length === 0) return [];
    const known = terms.map((term) => (this.#weight.has(term) ? term : (this.#near(term) ?? term)));
    // A word that no fact has still asks for something: it lowers the share that is covered.
    const total = known.reduce((sum, term) => sum + (this.#weight.get(term) ?? this.#unknownWeight), 0);
    const found = this.#terms.map((has, i) => ({ fact: this.#facts[i]!, score: this.#score(known, has) / total }));
    return found.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  }

  #score(terms: readonly string[], has: ReadonlyMap<string, number>): number {
    let score = 0;
    for (const term of terms) {
      const count = has.get(term) ?? 0;
      if (count === 0) continue;
      const length = 0.75 + 0.25 * (has.size / this.#averageLength);
      score += (this.#weight.get(term) ?? 0) * Math.min(1.15, (count * 2.2) / (count + 1.2 * length));
    }
    return score;
  }

  /** A word that was misheard or mistyped. */
  #near(term: string): string | undefined {
    if (term.length < 5) return undefined;
    for (const known of this.#weight.keys()) if (known.length >= 5 && editDistance(term, known, 1) <= 1) return known;
    return undefined;
  }
}

function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const terms = wordsOf(text)
    .filter((word) => !STOP.has(word))
    .map((word) => MEANING.get(stem(word)) ?? stem(word));
  for (const [pattern, meaning] of ASKING) if (pattern.test(lower)) terms.push(meaning);
  if (/\b\d+(?::\d\d)? ?(?:am|pm|to|until)\b|\bmonday\b.*\bfriday\b/.test(lower)) terms.push("hour");
  if (/\b(?:ksh|kes|tsh|ush|naira|rand|cedis?|shillings|francs?|dollars?)\b|[$€₦₵]/.test(lower)) terms.push("price");
  if (/\b(?:days?|weeks?|minutes?|months?|years?|siku|jours?|semaines?)\b/.test(lower)) terms.push("duration");
  return terms.map((term) => (term === "hours" ? "hour" : term));
}

function counted(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:'s|s')$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/(?<=\p{L}{4})(?:ing|ed)$/u, "");
}

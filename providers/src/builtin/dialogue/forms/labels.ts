/** What a parameter is called when a person is asked for it. */
import { lookup } from "../spoken/plain.ts";
import { languageOf } from "../spoken/acts.ts";
import type { Kind } from "./kinds.ts";
import { wordsOfName } from "./kinds.ts";

const SHORT: Readonly<Record<string, string>> = lookup({
  id: "number",
  no: "number",
  num: "number",
  nr: "number",
  ref: "reference",
  qty: "quantity",
  desc: "description",
  addr: "address",
  amt: "amount",
  msisdn: "phone number",
  dob: "date of birth",
  acc: "account",
});
/** "weight_kg", "distance_km": a measure and its unit. */
const UNITS: Readonly<Record<string, string>> = lookup({
  kg: "kilos",
  kgs: "kilos",
  g: "grams",
  ft: "feet",
  inches: "inches",
  cm: "centimetres",
  mm: "millimetres",
  m: "metres",
  m3: "cubic metres",
  km: "kilometres",
  kms: "kilometres",
  m2: "square metres",
  sqm: "square metres",
  kw: "kilowatts",
  kwh: "kilowatt hours",
  hrs: "hours",
  mins: "minutes",
  pct: "percent",
  ltr: "litres",
  litres: "litres",
  kes: "shillings",
  ksh: "shillings",
  ugx: "shillings",
  tzs: "shillings",
  ghs: "cedis",
  ngn: "naira",
  zar: "rand",
  xof: "francs",
  xaf: "francs",
  fcfa: "francs",
  rwf: "francs",
  usd: "dollars",
});

/** "extra ghs" → "extra" and "cedis". */
export function splitUnit(name: string): { measure: string; unit: string | undefined } {
  const words = name.split(" ");
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ""] : undefined;
  return { measure: unit === undefined ? name : words.slice(0, -1).join(" "), unit };
}

/** A description that asks indirectly: "how many packs", "where it is", "from what time". */
const ASKS = /^(?:(?:about|at|by|for|from|in|on|since|to|until|with) )?(?:how|what|which|where|when|who|whose|whom|why)\b/i;

/** The question that such a description makes: "How many packs?", "Can you tell me where it goes?" */
export function questionOf(description: string): string | undefined {
  const [first = ""] = description.split(/[.;(]/);
  const bare = first
    .replace(/,? (?:(?:as|in) )?(?:yyyy|hh|the caller|the customer|iso)\b.*$/i, "")
    .replace(/, (?:digits|a number|figures)(?: only)?$/i, "")
    .replace(/, (?:only|if|when|in case)\b.*$/i, "")
    .trim();
  if (!ASKS.test(bare) || bare.length > LONGEST_QUESTION) return undefined;
  // "About how much they want to spend": asked of the one who calls.
  const [, much, wants] =
    /^(?:about )?(how (?:much|many(?: \p{L}+)?)) they ((?:want|need|wish|would like|can|have)\b.*)$/iu.exec(bare) ?? [];
  if (much !== undefined) return `${capital(much)} do you ${wants}?`;
  if (/^how (?:many|much)\b|^(?!how|wh)/i.test(bare)) return `${capital(bare)}?`;
  // "What is inside", "who is to be prayed for".
  if (/^(?:what|who|which) (?:is|are|was|were)\b/i.test(bare)) return `${capital(bare)}?`;
  const [, asks, it, is, rest] =
    /^(where|when|who|what|which|how) (it|this|that|they) (is|are|was|were)\b(.*)$/i.exec(bare) ?? [];
  return asks === undefined
    ? `Can you tell me ${bare.charAt(0).toLowerCase()}${bare.slice(1)}?`
    : `${capital(asks)} ${is} ${it}${rest}?`;
}

const LONGEST_QUESTION = 90;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Child name" is how parameters are called, and not how people speak. */
const OF_PERSON =
  /^(child|owner|parent|guest|driver|patient|student|pupil|pet|mother|father|teacher|member|tenant|passenger|player|groom|bride|deceased|relative|learner|sender|receiver|recipient|baby|client|guardian|spouse|husband|wife)(?: name)?$/;
/** "Back on", "ready by", "where": no words to ask for anything with. */
const AWKWARD =
  /^(?:where|who|whom|what|which|when|born|from|to|on|by|at|move in|move out)\b|\b(?:on|by|to|from|at|of|off|for|in)$/;

const USUAL_LABEL: Partial<Record<Kind, string>> = { phone: "phone number", email: "e-mail address" };

export function labelOf(of: { name: string; title: string | undefined; description: string; kind: Kind }): string {
  const short = of.description
    .replace(/(?:[.;,(]|\s?:(?=\s)).*$/, "")
    .trim()
    .toLowerCase()
    .replace(/^(?:true|yes) for (?:the |an? )?/, "");
  const isLabel =
    short !== "" &&
    !ASKS.test(short) &&
    !/^(?:(?:the )?names? of|for example|par exemple|kwa mfano)\b/.test(short) &&
    short.split(" ").length <= 4 &&
    !/yyyy|hh:mm|=|\?|\b(?:takes?|is|are|has|have|means?|holds?|as|in|format|e\.g|digits?|chiffres?|tarakimu|with|whether|if|when|iso)\b/.test(
      short,
    );
  // "Do you have a national ID?"
  const asked =
    of.kind === "yes-no"
      ? /^(?:do you (?:have|want|need)|are you|is it|have you|is (?:this|there)|does it) (?:an? |the )?(.{3,40})\?$/i.exec(
          of.description.trim(),
        )?.[1]
      : undefined;
  if (asked !== undefined) return asked.toLowerCase();
  if (of.title) return of.title.toLowerCase();
  const named = wordsOfName(of.name)
    .split(" ")
    .map((word) => SHORT[word] ?? word)
    .join(" ")
    .replace(/^(?:customer|caller|client|user|your|contact|preferred|requested|desired)\s+(?!(?:number|id|code|no)$)(?=\w)/, "")
    .replace(OF_PERSON, of.kind === "name" ? "$1's name" : "$&");
  const whole = of.kind === "name" || AWKWARD.test(named) ? wholeLabel(of.description, of.kind) : undefined;
  if (whole !== undefined && (AWKWARD.test(named) || /^(?:person|contact|deceased|relative)$/.test(named))) return whole;
  const { measure, unit } = splitUnit(named);
  if (unit !== undefined) return `${measure} in ${unit}`;
  const usual = USUAL_LABEL[of.kind];
  if (usual && !/\bof\b|next of kin|second|other/.test(named)) return usual;
  if (of.kind === "name" && /^(?:full |first )?name$|^name full$/.test(named)) return "name";
  // "Teinte", "Kinacholetwa": a name in English says nothing to who is called in another language.
  const isForeign = short.length > 3 && ["sw", "fr"].includes(languageOf(of.description) ?? "");
  if (isLabel && (isForeign || short.split(" ").length > 1)) return short.replace(/^(?:the|a|an) /, "");
  if (of.kind === "code" && !/number|code|id|reference|plate/.test(named)) return `${named} number`;
  return named;
}

/** "Day on which the child returns, YYYY-MM-DD": all of it, where the name alone says little. English. */
function wholeLabel(description: string, kind: Kind): string | undefined {
  const bare = description
    .replace(/[.;(].*$/, "")
    .replace(/,? (?:(?:as|in) )?(?:yyyy|hh)\b.*$/i, "")
    .replace(/^(?:the|a|an) /i, "")
    .trim();
  const count = bare.split(/\s+/).length;
  if (
    count < 2 ||
    count > LONGEST_LABEL ||
    ASKS.test(bare) ||
    /[=?:]/.test(bare) ||
    languageOf(bare) === "fr" ||
    languageOf(bare) === "sw"
  )
    return undefined;
  if (kind === "choice" || kind === "yes-no" || kind === "code") return undefined;
  return bare.charAt(0).toLowerCase() + bare.slice(1);
}

const LONGEST_LABEL = 9;

/** Words of labels in Swahili and French, longest first where one holds another. */
const GLOSSARY: readonly (readonly [english: string, swahili: string, french: string])[] = [
  ["part of the day", "sehemu ya siku", "moment de la journée"],
  ["morning", "asubuhi", "matin"],
  ["afternoon", "mchana", "après-midi"],
  ["evening", "jioni", "soir"],
  ["product", "bidhaa", "produit"],
  ["cabinet code", "namba ya kliniki", "code du cabinet"],
  ["e-mail address", "barua pepe", "adresse e-mail"],
  ["phone number", "namba ya simu", "numéro de téléphone"],
  ["order number", "namba ya oda", "numéro de commande"],
  ["meter number", "namba ya mita", "numéro de compteur"],
  ["account number", "namba ya akaunti", "numéro de compte"],
  ["member number", "namba ya uanachama", "numéro de membre"],
  ["membership number", "namba ya uanachama", "numéro de membre"],
  ["customer number", "namba ya mteja", "numéro de client"],
  ["tracking number", "namba ya kufuatilia", "numéro de suivi"],
  ["parcel number", "namba ya kifurushi", "numéro de colis"],
  ["waybill number", "namba ya kifurushi", "numéro de colis"],
  ["booking number", "namba ya nafasi", "numéro de réservation"],
  ["booking reference", "namba ya kumbukumbu", "référence de réservation"],
  ["reservation number", "namba ya nafasi", "numéro de réservation"],
  ["reference number", "namba ya kumbukumbu", "numéro de référence"],
  ["admission number", "namba ya mwanafunzi", "numéro d'inscription"],
  ["student number", "namba ya mwanafunzi", "numéro d'élève"],
  ["policy number", "namba ya bima", "numéro de police"],
  ["invoice number", "namba ya ankara", "numéro de facture"],
  ["ticket number", "namba ya tiketi", "numéro de ticket"],
  ["case number", "namba ya kesi", "numéro de dossier"],
  ["card number", "namba ya kadi", "numéro de carte"],
  ["room type", "aina ya chumba", "type de chambre"],
  ["type of room", "aina ya chumba", "type de chambre"],
  ["check in", "siku ya kuingia", "date d'arrivée"],
  ["check in date", "siku ya kuingia", "date d'arrivée"],
  ["check out", "siku ya kuondoka", "date de départ"],
  ["check out date", "siku ya kuondoka", "date de départ"],
  ["destination", "mahali unakokwenda", "destination"],
  ["arrival date", "siku ya kuwasili", "date d'arrivée"],
  ["day of arrival", "siku ya kuwasili", "jour d'arrivée"],
  ["date of birth", "tarehe ya kuzaliwa", "date de naissance"],
  ["pickup address", "mahali pa kuchukua", "adresse d'enlèvement"],
  ["delivery address", "mahali pa kupeleka", "adresse de livraison"],
  ["new address", "anwani mpya", "nouvelle adresse"],
  ["number of nights", "idadi ya usiku", "nombre de nuits"],
  ["number of guests", "idadi ya wageni", "nombre de personnes"],
  ["student name", "jina la mwanafunzi", "nom de l'élève"],
  ["child name", "jina la mtoto", "nom de l'enfant"],
  ["guest name", "jina la mgeni", "nom du client"],
  ["number plate", "namba ya gari", "plaque d'immatriculation"],
  ["plate", "namba ya gari", "plaque d'immatriculation"],
  ["day of the wedding", "siku ya harusi", "jour du mariage"],
  ["wedding date", "siku ya harusi", "date du mariage"],
  ["first day", "siku ya kwanza", "premier jour"],
  ["first night", "usiku wa kwanza", "première nuit"],
  ["last day", "siku ya mwisho", "dernier jour"],
  ["start date", "siku ya kuanza", "date de début"],
  ["end date", "siku ya mwisho", "date de fin"],
  ["start", "saa ya kuanza", "heure de début"],
  ["start time", "saa ya kuanza", "heure de début"],
  ["end", "saa ya kumaliza", "heure de fin"],
  ["end time", "saa ya kumaliza", "heure de fin"],
  ["full name", "jina kamili", "nom complet"],
  ["owner name", "jina la mwenye mali", "nom du propriétaire"],
  ["parent name", "jina la mzazi", "nom du parent"],
  ["kind of vehicle", "aina ya gari", "type de véhicule"],
  ["kind of machine", "aina ya mashine", "type de machine"],
  ["kind of service", "aina ya huduma", "type de service"],
  ["vehicle", "gari", "véhicule"],
  ["machine", "mashine", "machine"],
  ["model", "aina", "modèle"],
  ["make", "aina", "marque"],
  ["type", "aina", "type"],
  ["kind", "aina", "type"],
  ["room", "chumba", "salle"],
  ["colour", "rangi", "couleur"],
  ["weight", "uzito", "poids"],
  ["hours", "masaa", "heures"],
  ["days", "idadi ya siku", "nombre de jours"],
  ["weeks", "idadi ya wiki", "nombre de semaines"],
  ["bags", "idadi ya mifuko", "nombre de sacs"],
  ["boxes", "idadi ya maboksi", "nombre de boîtes"],
  ["chairs", "idadi ya viti", "nombre de chaises"],
  ["tables", "idadi ya meza", "nombre de tables"],
  ["persons", "idadi ya watu", "nombre de personnes"],
  ["passengers", "idadi ya abiria", "nombre de passagers"],
  ["animals", "idadi ya wanyama", "nombre d'animaux"],
  ["children", "idadi ya watoto", "nombre d'enfants"],
  ["village", "kijiji", "village"],
  ["venue", "mahali pa sherehe", "lieu de la fête"],
  ["nights", "idadi ya usiku", "nombre de nuits"],
  ["guests", "idadi ya wageni", "nombre de personnes"],
  ["people", "idadi ya watu", "nombre de personnes"],
  ["amount", "kiasi", "montant"],
  ["quantity", "idadi", "quantité"],
  ["number of passengers", "idadi ya abiria", "nombre de passagers"],
  ["size", "ukubwa", "taille"],
  ["months", "miezi", "mois"],
  ["purpose", "sababu", "motif"],
  ["reason", "sababu", "motif"],
  ["address", "anwani", "adresse"],
  ["location", "mahali", "lieu"],
  ["place", "mahali", "lieu"],
  ["area", "eneo", "quartier"],
  ["town", "mji", "ville"],
  ["city", "mji", "ville"],
  ["street", "mtaa", "rue"],
  ["problem", "tatizo", "problème"],
  ["fault", "hitilafu", "panne"],
  ["description", "maelezo", "description"],
  ["details", "maelezo", "détails"],
  ["message", "ujumbe", "message"],
  ["service", "huduma", "service"],
  ["department", "idara", "service"],
  ["branch", "tawi", "agence"],
  ["class", "darasa", "classe"],
  ["grade", "darasa", "classe"],
  ["date", "siku", "date"],
  ["day", "siku", "jour"],
  ["time", "saa", "heure"],
  ["name", "jina", "nom"],
  ["status", "hali", "statut"],
  ["balance", "salio", "solde"],
  ["due date", "tarehe ya mwisho", "échéance"],
  ["reading", "usomaji", "relevé"],
  ["reference", "namba ya kumbukumbu", "référence"],
  ["number", "namba", "numéro"],
];
const BY_LABEL = new Map(GLOSSARY.map(([english, sw, fr]) => [english, { sw, fr }]));

/** A label that the glossary does not know is said as the agent's author wrote it. */
export function labelIn(language: "en" | "sw" | "fr", label: string): string {
  if (language === "en") return label;
  const bare = label
    .replace(/['’]s /g, " ")
    .replace(/-/g, " ")
    .replace(/^(?:for )?how many |^(?:the|your|preferred|chosen) /, "");
  const known = (text: string): string | undefined => BY_LABEL.get(text)?.[language];
  const more = /^(?:extra|more|additional|further) (.+)$/.exec(bare)?.[1];
  const extra = more === undefined ? undefined : known(more);
  if (extra !== undefined) return language === "sw" ? `${extra} zaidi` : `${extra} en plus`;
  // "Number on the handle", "last day away".
  const head = bare.replace(/ (?:on|of|in|for|at|from|to|away|off)\b.*$/, "");
  return known(label) ?? known(bare) ?? known(head) ?? label;
}

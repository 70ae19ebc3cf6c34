/** What kind of answer a question asks for, and whether a sentence holds one: "how much" wants an amount, "when" a time. Data by language. */
import { plain, unaccented } from "../spoken/plain.ts";

export type AnswerType = "amount" | "time" | "duration" | "place" | "person" | "count" | "way" | "things" | "yes-no";

const ASKS: readonly (readonly [AnswerType, RegExp])[] = [
  [
    "duration",
    /\bhow (?:long|many (?:days?|hours?|weeks?|months?|minutes?|years?))\b|\bhow (?:soon|early|fast|quick\w*)\b|\bhow far (?:ahead|in advance)\b|\btakes? (?:long|how)|\bcombien de (?:temps|jours|mois|semaines|minutes|ans)\b|\bmuda gani\b|\bsiku ngapi\b|\bmiezi mingapi\b|\bmiaka mingapi\b|\bdure\b/,
  ],
  [
    "count",
    /\bhow (?:much|many) (?:\w+ ){0,2}(?:do|should|can|must|shall|may) (?:i|we|he|she|they) (?:give|take|use|put|drink|eat|mix|apply)\b|\bhow many\b|\bhow much (?!money|cash|deposit|interest|tax|discount|is|are|was|were|do|does|did|can|could|will|would|should|must|may|for|the|a|an|it|that|this|to|per|you|i|we|they|my|your)\w+ (?:is|are|do|does|did|can|could|will|would|should|must|may)\b|\bwhat (?:age|weight|distance|limit)\b|\bhow (?:old|heavy|far|big|often)\b|\bcombien de (?:personnes|places|fois|kilos?)\b|\b(?:kilo|watu|mara|viti|wangapi|mingapi) ?(?:ngapi)?\b|\bquel age\b/,
  ],
  [
    "amount",
    /\bhow much\b|\b(?:altogether|in total|the total)\b|\bpaying for (?:it|that|this|him|her|them)\b|\bwhat (?:do|does|will|would|did|shall|must) (?:it|that|this|you|i|we|they|the|a|one)[\w' ]*\b(?:cost|charge|pay|take)\b|\b(?:price|cost|fee|fees|charge|rate|fare|damage|deposit)\b|\bhow expensive\b|\bcost (?:me|us)\b|\bset (?:me|us|you|one|him|her|them) back\b|\bcombien\b(?! de\b)|\bprix\b|\btarifs?\b|\bbei\b|\b\w*gharimu\w*|\b(?:mna|una|wana)?toza\w* ngapi\b|\b[a-z]*uzwaje\b|\b(?:mna|una)uzaje\b|\bnauli\b|\bgharama\b|\bkiasi gani\b|\bpesa ngapi\b|\bshilingi ngapi\b|\bcoute\w*\b|\bwhat percent\w*\b|\bwhat (?:do|does|will|would|did) (?:\w+ ){1,8}(?:come to|amount to|add up to)\b|\bwhat(?:'s| is) it (?:per|a|for)\b|\b(?:a|any|the) (?:fine|penalty)\b|\bfaini\b|\bamende\b|\b(?:charge|cost|pay) (?:me |us )?what\b|\bsame (?:money|price|cost|charge)\b|\b(?:je|on|il faut|faut il) (?:dois |doit )?(?:le |la |les |l')?payer\b|\bwhat (?:do|does|will|would|shall|must|should) (?:i|we|you|they|one)(?: \w+){0,2} (?:pay|charge)\b|\b(?:pay|paid|cost|charge) (?:something|anything|extra|more|on top)\b|\b(?:ni|tu|u|a)?(?:na|ta)?(?:lip\w+|to[ae]\w*) ngapi\b|\b(?:hela|fedha)\b.*\bngapi\b|\b(?:paie|paye|payer) combien\b|\b(?:payant|gratuit)\w*\b|\bkuna (?:malipo|gharama|ada)\b|\bwhat (?:do|should|must|will) (?:i|we) (?:add|top up|owe)\b|\b(?:is|are) (?:it|that|this|they|those|the \w+) (?:for )?free\b|\bfree of charge\b|\b(?:extra|more) (?:money|charge|pay|fee)\b|\bcharge (?:me |us |you )?(?:extra|more)\b|\b(?:ni|tu|u|m)ta(?:toz|lip)\w*\b/,
  ],
  [
    "time",
    /\bwhen\b(?! (?:i|we)(?:'m|'re| am| are)? (?:com\w+|get|bring\w*|visit\w*|arrive|pick|collect)\b)|\bwhat (?:time|day|date)\b|\bwhich (?:days?|dates?|month|week)\b|\b(?:opening|closing) (?:hours?|times?)\b|\b(?:are|is|do|will) (?:you|it|they|the \w+)(?: \w+){0,2} (?:open|close|closed|shut)\b|\bsaa ngapi\b|\blini\b|\bsiku gani\b|\bquand\b|\bquelle heure\b|\bquels? jours?\b|\bhoraires?\b|\btill what\b|\buntil what\b|\bdeadline\b|\b(?:are|is|will) (?:you|they|somebody|someone|anybody|anyone)(?: \w+)? (?:be )?(?:around|there|available|on duty|working|operating)\b|\bouvert\w*\b|\bferme\w*\b|\bmna(?:funga|fungua)\b|\bmko wazi\b|\byou(?: people| guys)? (?:are|be|will be) (?:there|around|in|working)\b|\b(?:dey|still|be) (?:open|close)|\b(?:open|close) (?:on|till|until|at)\b/,
  ],
  [
    "place",
    /\bwhere\b|\b(?:which|what) (?:side|part|area|street|road|building|floor|estate|corner|end|quarter)\b|\baddress\b|\blocated\b|\bdirections?\b|\bhow (?:do|can) (?:i|we) (?:get there|find you|reach you)\b|\bwapi\b|\biko upande\b|\bou (?:est|se|sont|etes|puis|peut)\b|\badresse\b|^ou\b|\bou$|\bmahali\b/,
  ],
  [
    "person",
    /\bwhat(?:'s| is| are) (?:the|your|his|her|their) [\w ]{2,30} called\b|\b(?:the )?names? of (?:the|your)\b|\bwho\b(?! (?:is this|am i|are you))|\b(?:which|what) (?:doctor|dentist|nurse|teacher|trainer|driver|person|man|lady|colleague)\b|\b(?:daktari|mwalimu|fundi|dereva) (?:gani|yupi)\b|\bquel(?:le)? (?:medecin|docteur|dentiste|professeur|chauffeur)\b|\bwhose\b|\bnani\b|\bqui (?:est|sont|peut|s'occupe)\b/,
  ],
  [
    "way",
    /\bhow (?:do|can|should|could|would|to|does|must) ?(?:i|we|one|you|a|the)?\b|\bcomment\b|\bnamna gani\b|\bvipi\b|\bna(?:we|li|fanya)\w*je\b/,
  ],
  [
    "things",
    /\bwhat (?:do|must|should|shall|can|to) (?:(?:i|we|he|she|they|one) )?(?:need|bring|carry|hold|have|show|come with)\b|\bwhich (?:papers|documents|things|ones?)\b|\bwhat (?:papers|documents|requirements?|kinds?|types?|do you (?:have|sell|offer))\b|\brequirements?\b|\bmahitaji\b|\bvitu gani\b|\b(?:ni|tu)?(?:je|kuja|njoo) na nini\b|\b(?:ni|tu)(?:lete|bebe|chukue) nini\b|\bquels? (?:papiers?|documents?|pieces?)\b|\bqu'est ce qu'il faut\b/,
  ],
  [
    "yes-no",
    /^(?:\w+ ){0,4}?(?:do|does|did|is|are|can|could|may|will|would|have|has|am|must|should) (?:you|i|we|it|he|she|they|there|the|my|your|a|an|one|somebody|someone)\b|\best ce que\b|\by a t il\b|\b(?:avez|faites|prenez|acceptez|livrez|vendez|peut|servez) (?:vous|on)\b|\bvous (?:avez|faites|prenez|acceptez|livrez|vendez|servez|donnez|offrez|proposez|mettez|gardez|reparez|louez|envoyez|apportez|coupez|nettoyez|fournissez)\b|\b(?:una|you|dem|e) (?:dey|fit)\b|\bis it (?:ok|okay|allowed|possible|fine)\b|\bje (?:mna|kuna|naweza|una|ni)\b|\b(?:mna|mnauza|mnaleta|mnatoa|mnapokea|mnabeba|kuna|\p{L}{0,3}naweza|inawezekana)\b/u,
  ],
];

/** Of a question; `undefined`: any sentence about it may answer. What is asked first counts: "which papers do I need when I come?" */
export function answerTypeOf(question: string): AnswerType | undefined {
  const text = unaccented(plain(question));
  const asked = ASKS.flatMap(([type, pattern]) => {
    const at = pattern.exec(text)?.index;
    return at === undefined ? [] : [{ type, at: type === "yes-no" ? Number.POSITIVE_INFINITY : at }];
  });
  return asked.toSorted((a, b) => a.at - b.at)[0]?.type;
}

const NUMBER =
  "(?:\\d[\\d,. ]*|half|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)";
const UNIT =
  "(?:minutes?|hours?|days?|weeks?|months?|years?|semesters?|nights?|dakika|masaa|siku|wiki|miezi|mwezi|miaka|mwaka|jours?|semaines?|mois|ans?|heures?|nuits?)";
/** What money is counted in, in the languages that the rules speak. */
const MONEY =
  "(?:shillings?|shilingi|bob|birr|cedis?|pesewas?|naira|kobo|rand|kwacha|pula|metica(?:l|is)|dalasi|leones?|kwanza|francs?|faranga|dirhams?|dinars?|riyals?|pounds?|dollars?|dola|cents?|senti|centimes?|euros?|shs?|sh|birr|kes|ksh|ugx|tzs|tsh|rwf|etb|ngn|ghs|zar|usd|eur|zmw|mwk|fcfa|cfa|xof|xaf|percent|per cent)";
/** A number in words, as a part of an amount: "ninety", "two and a half", "kumi". */
const IN_WORDS =
  "(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ]\\p{L}+)?|hundred|thousand|million|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cent|mille|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini|thelathini|arobaini|hamsini|sitini|sabini|themanini|tisini|mia|elfu|laki|milioni)";
const HOLDS: Readonly<Record<AnswerType, RegExp>> = {
  amount: new RegExp(
    [
      "\\b(?:ksh|kes|tsh|ush|ugx|ngn|ghs|zar|usd|r|fcfa|cfa)\\.? ?\\d",
      "[$€₦₵£]\\s?\\d",
      `(?:\\d[\\d,. ]*(?:\\/=)?|\\b${IN_WORDS}) ?(?:${MONEY}\\b|%)`,
      `\\b${MONEY} (?:\\d|${IN_WORDS}\\b)`,
      "\\bfree\\b|\\bcosts? nothing\\b|\\bnothing (?:beforehand|in advance|to pay)\\b|\\bpay nothing\\b|\\bfor nothing\\b|\\bno (?:extra )?(?:charge|cost|fee)s?\\b|\\b(?:not|n't) (?:be )?charged\\b|\\bbure\\b|\\bgratuit\\w*|\\bsans frais\\b|\\b(?:hakuna|bila) (?:gharama|malipo|ada)\\b",
      "\\bmara (?:mbili|tatu|nne|tano|kumi)",
      "\\d{1,3}(?:[ ,.]\\d{3})+|\\d{3,}",
      "\\bhalf (?:the |price)|\\b(?:twice|double|three times)\\b|\\bpercent\\b|\\basilimia\\b|\\bnusu\\b|\\bmoiti[ée](?!\\p{L})|\\bdemi-tarif\\b",
      "\\b\\d{1,3}(?:\\.\\d\\d?)? (?:an?|per|each|apiece)\\b",
      "\\b(?:is|are|costs?) \\d{2,3}(?=[,.;]|$| (?:with|on top|each|or|and)\\b)",
      "\\b(?:hundred|thousand|million|elfu|laki|milioni|mille|millions?)\\b",
    ].join("|"),
    "iu",
  ),
  time: /\b(?:by week \w+|(?:before|after|until) (?:the )?\p{L}+ (?:begins?|starts?|ends?)|(?:at|before|after|by|from|until|till|around|avant|apres|après|dès) (?:noon|midday|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|\d{1,2})|(?:the )?(?:following|next|same|working) day|within \w+ (?:hours?|days?|weeks?)|\d{1,2}(?:[:.h]\d\d)? ?(?:am|pm|o'clock|in the|to \d|till|until|h\b|heures?)|\d{1,2}[:.]\d\d|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekdays?|daily|every day|noon|midnight|morning|evening|day and night|week of|the \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|june|july|august|september|october|november|december)|first friday|last friday|saa \p{L}+|jumatatu|jumanne|jumatano|alhamisi|ijumaa|jumamosi|jumapili|kila siku|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|tous les jours|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|\d)|by (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|the \d)|from (?:\d|eight|seven|nine|half)|\d{1,2} to \d{1,2})\b/iu,
  duration: new RegExp(
    `\\b(?:${NUMBER}|working|within|few|a|an|most of the)[- ]?(?:working |full |more )?${UNIT}\\b|\\bmost of the day\\b|\\b${UNIT} \\d+\\b|\\b(?:siku|wiki|miezi|saa|dakika) \\p{L}+\\b`,
    "iu",
  ),
  place:
    /\b(?:road|street|avenue|plaza|house|mall|building|floor|behind|opposite|beside|next to|next door|near|corner|upstairs|downstairs|town|junction|roundabout|arcade|centre|center|hall|gate|ground floor|in front of|across|mkabala|iko|ipo|yapo|karibu|nyuma|mtaa|barabara|ghorofa|kituo|en face|rue|à côté|près|derrière|quartier|carrefour|inside|outside|within|kampala|district|on the \w+ (?:road|side))\b/iu,
  person:
    /\b(?:mr|mrs|ms|dr|sister|doctor|pharmacist|manager|officers?|team|gérant|monsieur|madame|bwana|bibi|mkurugenzi|meneja|boss|owner|director|nurse|engineer|accountant|agronomist|teacher|staff|colleague)\b|\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\b/u,
  count: new RegExp(`\\b${NUMBER}(?:th)?\\b|\\bkilo \\d`, "i"),
  way: /\b(?:by|with|through|via|at|bring|pay|call|come|send|register|apply|need|form|whatsapp|kwa|par|sur|avec|online|portal|app|mtandao)\b/i,
  things:
    /\b(?:need|bring|card|certificate|copy|copies|photos?|passport|id|letter|form|receipt|papers?|documents?|both|and|kitambulisho|carte|pièce|il faut|unahitaji|tunahitaji)\b/i,
  "yes-no": /./,
};

/** A telephone number is no amount. */
const PHONE =
  /\+?\b0?\d{2,4}(?:[ -]\d{3,4}){2,}\b|\b(?:to|ring|call|dial|text|number|till|paybill|account|namba|numéro|piga) \+?\d{3,}\b/gi;

/** Whether a sentence holds an answer of that type. */
export function holds(type: AnswerType, sentence: string): boolean {
  return HOLDS[type].test(type === "amount" ? sentence.replace(PHONE, " ") : sentence);
}

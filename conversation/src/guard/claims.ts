/** Sentences that say something was done, by language. English, Swahili and French as they are spoken; the others wait for a native reader. */
import { folded } from "./folded.ts";
import type { EffectKind } from "./effect-kinds.ts";

type Patterns = readonly (readonly [EffectKind, RegExp])[];

/** "I have just …", "we've now …": what follows is what was done. */
const EN_WE = String.raw`\b(?:i|we)(?:'ve| have)?(?: just| now| already| successfully| gone ahead and)* `;
/** Of things that calls are about: "the office was moved" and "calls are recorded" claim nothing. */
const EN_THINGS =
  "appointment|booking|reservation|table|room|order|message|request|report|complaint|ticket|reading|slot|seat|visit|payment|details|place|call-?back|time|meeting|session|delivery|subscription";
const EN_IS = String.raw`\b(?:you(?:'re| are| have been|'ve been)|(?:it|that|this|everything)(?:'s| is| has been|'s been)|your (?:[\w'-]+ ){1,8}?(?:is|are|was|were|has been|have been)|the (?:${EN_THINGS})s? (?:[\w':-]+ ){0,8}?(?:is|are|was|were|has been|have been)|all)(?: now| all| just| already| successfully| been| officially)* `;

const en = (words: string, kind: EffectKind): readonly [EffectKind, RegExp] => [
  kind,
  new RegExp(`(?:${EN_WE}|${EN_IS})(?:${words})\\b`, "u"),
];

const EN: Patterns = [
  en("booked(?: in)?|reserved|scheduled|confirmed|secured|registered|enrolled|signed up|set up|ordered", "book"),
  [
    "book",
    /\b(?:you are|you're|we are|we're|all) (?:all )?set\b(?! (?:back|aside))|\bsee you (?:then|on \w+)\b.*\bbooked\b|\b(?:booking|appointment|reservation|order) (?:is )?(?:complete|confirmed|in the (?:calendar|book|system))/u,
  ],
  en("cancelled|canceled|removed|deleted|called off", "cancel"),
  en("moved|rescheduled|changed|shifted|postponed|updated", "move"),
  en("sent|e-?mailed|texted|forwarded|passed (?:it |that |this |your \\w+ )?on|notified|informed|dispatched", "send"),
  ["send", /\b(?:i|we)(?:'ve| have)? (?:let|told) (?:them|him|her|the \w+) (?:know|about)\b/u],
  en("transferred|connected|put (?:you |him |her )?through", "transfer"),
  ["transfer", /\b(?:i am|i'm|am) (?:now )?(?:transferring|connecting|putting) you\b/u],
  en("paid|charged|refunded", "pay"),
  en(
    "recorded|noted|logged|reported|saved|submitted|taken (?:down )?(?:your|the|a) (?:message|details|report|order|reading)|filed|added",
    "record",
  ),
];

const SW: Patterns = [
  [
    "book",
    /\b(?:nime(?:ku)?(?:weka|wekea|hifadhi|hifadhia|panga|pangia|andikisha|sajili)\w*|(?:i|ya|u|ki|vi|zi|li|ume)?me(?:wekwa|hifadhiwa|pangwa|thibitishwa|wekewa|sajiliwa|andikishwa)|ume(?:wekewa|sajiliwa|andikishwa|pangiwa)|tume(?:ku)?(?:weka|wekea|hifadhi|panga)\w*)\b/u,
  ],
  [
    "cancel",
    /\b(?:nime(?:ku)?(?:ghairi|futa|futia|ghairia|katisha)\w*|tume(?:ghairi|futa)\w*|(?:i|ya|u|ki|vi|zi|li)me(?:ghairiwa|futwa|katishwa))\b/u,
  ],
  [
    "move",
    /\b(?:nime(?:ku)?(?:hamisha|hamishia|sogeza|sogezea|badilisha|badilishia|ahirisha)\w*|tume(?:hamisha|sogeza|badilisha)\w*|(?:i|ya|u|ki|vi|zi|li)me(?:hamishwa|sogezwa|badilishwa|ahirishwa))\b/u,
  ],
  [
    "send",
    /\b(?:nime(?:m|ku|wa)?(?:tuma|tumia|peleka|pelekea|fikisha|julisha|arifu)\w*|tume(?:tuma|peleka|fikisha|julisha)\w*|(?:i|ya|u|ki|vi|zi|li)me(?:tumwa|pelekwa|fikishwa|fika))\b/u,
  ],
  ["transfer", /\b(?:nime|nina|na)ku(?:unganisha|hamisha|hamishia)\b/u],
  ["pay", /\b(?:nime(?:ku)?(?:lipa|lipia|rudishia)\w*|(?:i|ya|u|zi|li)me(?:lipwa|lipiwa))\b/u],
  [
    "record",
    /\b(?:nime(?:ku)?(?:andika|nakili|rekodi|ripoti|chukua|pokea|orodhesha)\w*|tume(?:andika|rekodi|ripoti|pokea)\w*|(?:i|ya|u|ki|vi|zi|li)me(?:andikwa|rekodiwa|ripotiwa|pokelewa|nakiliwa))\b/u,
  ],
];

const FR_HAS = String.raw`(?:\bj'ai|\bje (?:l'|vous l'|vous )ai|\bnous (?:vous |l')?avons|\bon (?:l'|vous )?a|\b(?:votre|vos|la table|le rendez-vous|la reservation|le message|la commande|la demande)(?: [\w':-]+){0,6}? (?:est|sont|a ete|ont ete)|\bvous (?:etes|avez ete)|\bc'est|\btout est)(?: bien| maintenant| deja| desormais)*`;
const fr = (words: string, kind: EffectKind): readonly [EffectKind, RegExp] => [
  kind,
  new RegExp(`${FR_HAS} (?:${words})(?:e|s|es)?\\b`, "u"),
];

const FR: Patterns = [
  fr("reserve|confirme|enregistre|inscrit|programme|fixe|planifie|commande|valide", "book"),
  fr("annule|supprime|retire", "cancel"),
  fr("deplace|reporte|decale|modifie|change|reprogramme", "move"),
  fr("envoye|transmis|prevenu|informe|expedie|fait suivre", "send"),
  fr("transfere|mis en relation", "transfer"),
  ["transfer", /\bje vous (?:transfere|passe|mets en relation)\b/u],
  fr("paye|regle|debite|rembourse", "pay"),
  fr("note|signale|consigne|enregistre|depose|pris(?: note)?", "record"),
];

/** One pattern an effect. */
const OTHERS: Readonly<Record<string, Patterns>> = {
  pt: [
    [
      "book",
      /\b(?:marquei|reservei|agendei|registei|registrei|(?:esta|ficou|foi)(?: agora| ja)? (?:marcad|reservad|agendad|confirmad|registad)[oa]s?)\b/u,
    ],
    ["cancel", /\b(?:cancelei|anulei|(?:esta|foi|ficou) (?:cancelad|anulad)[oa])\b/u],
    ["move", /\b(?:remarquei|mudei|alterei|(?:esta|foi|ficou) (?:remarcad|mudad|alterad|adiad)[oa])\b/u],
    ["send", /\b(?:enviei|transmiti|(?:esta|foi) (?:enviad|transmitid)[oa])\b/u],
    ["transfer", /\b(?:transferi|(?:estou a|vou) transferi-l[oa])\b/u],
    ["pay", /\b(?:paguei|(?:esta|foi) pag[oa])\b/u],
    ["record", /\b(?:anotei|apontei|reportei|(?:esta|foi) (?:anotad|reportad)[oa])\b/u],
  ],
  ar: [
    ["book", /(?:تم|لقد تم|جرى) (?:ال)?(?:حجز|تاكيد|تسجيل|جدولة)|(?:^| )(?:حجزت|اكدت) ل|موعدك (?:محجوز|موكد)/u],
    ["cancel", /(?:تم|لقد تم) (?:ال)?(?:الغاء|حذف)|(?:^| )(?:لقد )?الغيت/u],
    ["move", /(?:تم|لقد تم) (?:ال)?(?:نقل|تغيير|تعديل|تاجيل)|(?:^| )(?:لقد )?(?:نقلت|غيرت)/u],
    ["send", /(?:تم|لقد تم) (?:ال)?(?:ارسال|ابلاغ)|(?:^| )(?:لقد )?(?:ارسلت|ابلغت)/u],
    ["transfer", /(?:تم|لقد تم) تحويل|(?:^| )(?:احولك|حولتك)/u],
    ["pay", /(?:تم|لقد تم) (?:ال)?(?:دفع|سداد)/u],
    ["record", /(?:تم|لقد تم) (?:ال)?(?:تدوين|تسجيل)|(?:^| )(?:لقد )?(?:سجلت|دونت)/u],
  ],
  ha: [
    [
      "book",
      /\b(?:na|an|mun) (?:yi|ajiye|tsara|rubuta|tabbatar da) (?:muku |maka |miki )?(?:booking|alkawari|rajista|ajiya|lokaci|ziyara)/u,
    ],
    ["cancel", /\b(?:na|an|mun) soke\b/u],
    ["move", /\b(?:na|an|mun) (?:canza|matsar|dage)\b/u],
    ["send", /\b(?:na|an|mun) (?:aika|tura|isar)\b/u],
    ["transfer", /\b(?:ina|na) (?:hada|tura) (?:ku|ka|ki)\b/u],
    ["pay", /\b(?:na|an|mun) biya\b/u],
    ["record", /\b(?:na|an|mun) (?:rubuta|dauki|kai rahoto)\b/u],
  ],
  yo: [
    ["book", /\b(?:mo|a) ti (?:ba (?:yin|e) )?(?:seto|forukosile|gba (?:ipade|aye)|fi (?:oruko|ipade))/u],
    ["cancel", /\b(?:mo|a) ti (?:fagi ?le|fagile|pa (?:a )?re)/u],
    ["move", /\b(?:mo|a) ti (?:yi|sun|pa .{0,12}da)\b/u],
    ["send", /\b(?:mo|a) ti (?:fi .{0,24}ranse|ran)\b/u],
    ["transfer", /\bmo (?:n|ti) (?:so|darí|dari) yin\b/u],
    ["pay", /\b(?:mo|a) ti san\b/u],
    ["record", /\b(?:mo|a) ti (?:ko|gba) .{0,24}(?:sile|oro)\b/u],
  ],
  am: [
    ["book", /(?:ተይዟል|ተይዞልዎታል|ይዣለሁ|ይዤልዎታለሁ|ተመዝግቧል|መዝግቤያለሁ|ተረጋግጧል)/u],
    ["cancel", /(?:ተሰርዟል|ሰርዣለሁ|ሰርዤዋለሁ)/u],
    ["move", /(?:ተቀይሯል|ቀይሬያለሁ|ቀይሬዋለሁ|ተዛውሯል)/u],
    ["send", /(?:ተልኳል|ልኬያለሁ|ልኬዋለሁ|አስተላልፌያለሁ|ተላልፏል)/u],
    ["transfer", /(?:አገናኝዎታለሁ|እያገናኘሁዎት|አስተላልፌዎታለሁ)/u],
    ["pay", /(?:ተከፍሏል|ከፍያለሁ)/u],
    ["record", /(?:ጽፌያለሁ|ተጽፏል|መዝግቤዋለሁ|ሪፖርት አድርጌያለሁ)/u],
  ],
  zu: [
    [
      "book",
      /\b(?:ngi(?:ku)?bhukhele|ngibhukhile|(?:i|li|u)bhukhiwe|(?:i|li|u)qinisekisiwe|ngi(?:ku)?hlelele|(?:i|li|u)hleliwe|ngibhalisile)\b/u,
    ],
    ["cancel", /\b(?:ngi(?:yi|li)?(?:khansele|khanselile)|(?:i|li|u)khanseliwe|(?:i|li)susiwe|ngi(?:yi|li)susile)\b/u],
    ["move", /\b(?:ngi(?:yi|li)?(?:shintshile|hambisile)|(?:i|li|u)(?:shintshiwe|hambisiwe))\b/u],
    ["send", /\b(?:ngi(?:wu|yi|u)?thumele|(?:u|i)thunyelwe|ngi(?:wu|yi|u)?dlulisile|(?:u|i)dlulisiwe)\b/u],
    ["transfer", /\bngi(?:ya)?(?:ku)?dlulisela\b/u],
    ["pay", /\b(?:ngikhokhile|(?:i|u)khokhiwe)\b/u],
    ["record", /\b(?:ngi(?:wu|yi|ku)?(?:bhalile|rekhodile|bikile)|(?:u|i|ku)(?:bhaliwe|bikiwe))\b/u],
  ],
};

/** A condition or a denial before it, in the same part of the sentence, claims nothing. */
const NOT_A_CLAIM: Readonly<Record<string, RegExp>> = {
  en: /\b(?:if|once|when|whenever|unless|until|before|after|whether|sure|check|verify|never|nothing|cannot|unable)\b[^,;:]*$/u,
  sw: /\b(?:kujua|kuona|kuuliza|kuangalia|kama|ikiwa|baada ya|kabla|mpaka|hadi|ili|endapo|nihakikishe|nithibitishe|kuhakikisha)\b[^,;:]*$/u,
  fr: /(?:\b(?:si|quand|lorsque|des que|une fois|avant|apres|jamais|rien|verifie|verifier|verifions)\b|\bqu'une fois)[^,;:]*$/u,
  pt: /\b(?:se|quando|antes|depois|nao|nunca|ainda)\b[^,;:]*$/u,
  ar: /(?:^| )(?:اذا|لو|عندما|قبل|بعد|لم|لن|لا|سيتم|سوف|حتى)(?: [^،,;:]*)?$/u,
  ha: /\b(?:idan|kafin|ba a|ban|ba mu|za a|zan|sai)\b[^,;:]*$/u,
  yo: /\b(?:ti .{0,10}ba|ki n to|ko tii|ko)\b[^,;:]*$/u,
  am: /(?:ከሆነ|ከተ|ገና|በፊት)[^፣,;:]*$/u,
  zu: /\b(?:uma|ngaphambi|ngemva)\b[^,;:]*$/u,
};
/** What is done as a rule, and not now: "is refunded when you leave", "is sent within a day". */
const AS_A_RULE =
  /^\W*(?:\w+\W+){0,2}(?:when|if|once|after|every|each|by|within|daily|weekly|monthly|quand|si|chaque|sous|apres|kila|ndani|baada)\b/u;
const RULED: ReadonlySet<EffectKind> = new Set(["pay", "send", "record", "move"]);
/** "So the message is: you are charged …" tells what somebody else says. */
const QUOTES =
  /\b(?:message|complaint|ujumbe|malalamiko|plainte|reclamation)\b.{0,60}?\b(?:is|reads|says|that|ni|unasema|kwamba|kuwa|est|dit|que)\b\W+(?:that )?(?:i|you|he|she|it|we|they|there|the|my|your|his|her|our|their|please|je|vous|il|elle|nous|on|le|la|votre|a(?:na|li|me)\w*|u(?:na|me|li)\w*)\b/u;
const PAST_ONES = /\b(?:yesterday|last (?:week|month|year|time)|ago)\b/u;

/** "C'est noté", "I've noted your number": of an answer that was just given, and of nothing that a tool does. */
const ACKNOWLEDGES = new RegExp(
  String.raw`\b(?:c'est(?: bien)? note|j'ai(?: bien)? note|(?:i've|i have|that's|that is|it's|it is)(?: now| just)? noted|noted|nime(?:i|li|ya)?(?:andika|nakili))` +
    String.raw`(?: (?:that|it|this|down|(?:your|the) (?:[a-z]+ )?(?:name|number|address|e-?mail|date|time|details)|(?:votre|le|la|vos) (?:nom|numero|adresse|date|heure|coordonnees)|jina \w+|namba \w+|(?:jumlisha |plus |\+)?[\d ]{3,}))*[\s,.!]*$`,
  "u",
);

export function acknowledges(sentence: string): boolean {
  return ACKNOWLEDGES.test(folded(sentence).trim());
}

/** What a sentence says was done, each effect once. */
export function claimsIn(sentence: string, language: string): EffectKind[] {
  const text = folded(sentence);
  if (/[?؟]\s*$/u.test(text.trim())) return [];
  const short = language.split("-")[0] ?? language;
  const own = OTHERS[short] ?? (short === "sw" ? SW : short === "fr" ? FR : undefined);
  const claims = [...claimsOf(text, EN, "en"), ...(own ? claimsOf(text, own, short) : [])];
  return [...new Set(claims)];
}

function claimsOf(text: string, patterns: Patterns, language: string): EffectKind[] {
  if (language === "en" && PAST_ONES.test(text)) return [];
  return patterns.flatMap(([kind, pattern]) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const after = text.slice(found.index + found[0].length);
    const isQuoted = QUOTES.test(text.slice(0, found.index + found[0].length));
    const isRule =
      isQuoted || (RULED.has(kind) && AS_A_RULE.test(after)) || NOT_A_CLAIM[language]?.test(text.slice(0, found.index)) === true;
    return isRule ? [] : [kind];
  });
}

/** What a caller wants with an utterance, beside the answer to our question. English as it is spoken in East and West Africa, Swahili, French. */
import { includesPhrase, plain, remembered, unaccented, unaccentedPattern } from "./plain.ts";
import { entriesOf } from "@ongea/conversation";

export type Act =
  | "greet"
  | "thank"
  | "goodbye"
  | "yes"
  | "no"
  | "repeat"
  | "person"
  | "robot"
  | "probe"
  | "abuse"
  | "wait"
  /** The caller changed their mind. */
  | "drop"
  | "who";

const LEXICON: Record<Act, RegExp> = {
  greet:
    /^(?:is (?:any|some)(?:one|body) there|are you there|can you hear me|allô|halo|hello|hi|hey|good (?:morning|afternoon|evening|day)|how far|how now|how are you|habari\b.*|jambo|hujambo|mambo|shikamoo|salaam|bonjour|bonsoir|salut)\b(?: there| madam| sir)?/,
  thank:
    /\b(?:cheers|sharp sharp|much appreciated|webale\w*|medaase|ahsante|dankie|enkosi|ngiyabonga|thanks?|thank you|asante|shukrani|nashukuru|tunashukuru|merci|i appreciate|god bless)\b/,
  goodbye:
    /^(?:basi|baadaye)$|\b(?:good ?bye|bye(?: bye)?|see you|have a (?:nice|good|great) (?:day|one|evening)|talk (?:to you )?later|that(?:'s| is| will be| would be) (?:all|it|everything)|nothing (?:else|more|special)|i(?:'m| am) (?:done|fine)|we(?:'re| are) done|kwaheri|kwa heri|(?:tuonane|tutaonana|tutaongea|nitapiga(?: simu)?) baadaye|ni hayo tu|hakuna (?:kingine|lingine)|au revoir|c'est tout|rien d'autre|bonne journée)\b/,
  yes: /^(?:(?:oh|ah|um|uh|well|eh|ey|hm+|mm+) )*(?:yes|ja|jah|yebo|ehe+|eya|eyi|uh huh|mm hm+|aye|you(?:'re| are| have| got| 've)? (?:got )?(?:it )?(?:right|correct)|exact|parfait|tout à fait|ouais|voilà|ça va|haswa|barabara(?! (?:ya|za|kuu|hiyo))|kabisa|ndivyo|please do|do (?:it|that)|confirm(?:ed)?|yeah|yep|yea|ya|yah|yup|sure|correct|right|exactly|of course|ok(?:ay)?|alright|all right|fine|that(?:'s| is) (?:right|correct|fine|it|okay)|it is|please do|go ahead|sawa(?: sawa)?|ndi[yo]+o?|naam|eeh?|haya|ni sawa|ni sahihi|oui|d'accord|c'est (?:ça|bon|correct|exact)|bien sûr|it(?:'s| is) okay|no problem|is okay|abi|perfect|absolutely|(?:that |it )?sounds (?:good|fine|great|right))\b/,
  no: /^(?:(?:oh|ah|um|uh|well|eh|ag|aki|hey|ja|ai) )*(?:no|nee|cha|aikhona|zii|la la|hapana|nope|nah|not (?:really|correct|right|that)|never|wrong|that(?:'s| is) (?:wrong|not)|incorrect|it is not|it's not|hapana|la(?= (?:la|hapana|si|asante)|$)|siyo|sio|si sahihi|non|pas du tout|don't|no o)\b/,
  repeat:
    /^(?:sorry|pardon|eh|what|hein|nini|comment|quoi|ati|wapi)$|\b(?:what(?:'s| was| is| were)? (?:that|you saying|you said|this you are saying)(?: again| you said)?$|what (?:did|were) you (?:just )?(?:say|ask|saying|asking)|come again|(?:vous avez|tu as) dit quoi|vous disiez|line is (?:bad|breaking)|(?:you(?:'re| are)|it(?:'s| is)|ça) (?:breaking|cutting|coupe)|umesema(?:je)?|unasemaje|dit quoi)|^(?:i beg your )?pardon(?: me| madam| sir)?$|\b(?:(?:say|come) (?:that |it )?again|repeat|(?:didn't|did not|couldn't|can't|cannot|don't|not) (?:hear|hearing|get(?! (?:in|out|into|through|up|down|on|off|to|there|home|here|back|my|your|the|a|an|any|one|hold|access|inside|past|over)\b)|catch|understand|understood)(?: you| that| it| what you)?|what did you say|sorry what|once more|rudia|sema tena|sijasikia|sikusikia|répéte[rz]|pouvez-vous répéter|je n'ai pas (?:compris|entendu))\b/,
  person:
    /\b(?:(?:speak|talk|chat) (?:to|with) (?:a |an |the |some|any|your |real )*(?:person|human(?: being)?|somebody|someone|agent|manager|supervisor|operator|representative|staff|receptionist|people|doctor in person|customer care|body|one)|real person|human being|a human|(?:want|need|like|get|have|give me|to) an? (?:agent|operator|representative)\b|(?:connect|transfer|put|pass|forward) me (?:to|through)|(?:get|give) me (?:a |an |the |your )?(?:person|human|somebody|someone|manager|supervisor|oga|agent)|your (?:oga|boss|manager)|customer care|kuongea na (?:mtu|mhudumu|mwanadamu|binadamu)|nipe (?:mtu|mhudumu)|niunganishe|parler (?:à|avec) (?:une personne|quelqu'un|un conseiller|un humain|un agent))\b/,
  robot:
    /\b(?:(?:na)?(?:ongea|zungumza) na (?:mtu|mashine|roboti|kompyuta)|ni (?:mashine|roboti|mtu halisi)|(?:talk|speak)ing (?:to|with) (?:a |an |one of (?:those|these|the) |some )?(?:\w+ )?(?:ai|bots?|robots?|machines?|computers?|recordings?)|(?:sound|talk)s? like a (?:recording|robot|machine)|a (?:recording|robot|machine|computer) or|or (?:a |an |is it (?:a |an )?)?(?:recording|robot|machine|computer)\b|c'est un robot|une machine|(?:are|is) (?:you|this|it) (?:a |an |really a |even a )?(?:robot|bot|machine|computer|recording|real|human|person|ai|a\.i|automated|automatic|machine)|am i (?:talking|speaking) to (?:a |an )?(?:robot|bot|machine|computer|ai|human|person|real)|(?:wewe|je wewe) ni (?:roboti|mashine|mtu|kompyuta)|êtes-vous (?:un robot|une machine|humain|une personne)|vous êtes (?:un robot|une machine))\b/,
  probe:
    /\b(?:(?:your|the|these|all|previous|above|system) (?:\w+ )?(?:instructions?|prompts?|rules|guidelines|configuration)|(?:ignore|forget|disregard|override|bypass) (?:all|any|your|the|everything|previous|my)|system prompt|what were you told|who (?:programmed|instructed) you|repeat (?:the|your) (?:text|words|instructions) above|pretend (?:to be|you|that)|act as|you are now|developer mode|jailbreak|reveal|maagizo yako|vos instructions|tes instructions|ignore[zs]? (?:tes|vos|les))\b/,
  abuse:
    /\b(?:stupid|idiot|fool(?:ish)?|shut up|useless|nonsense|rubbish|bastard|damn you|fuck\w*|shit|bullshit|bitch|mumu|olodo|werey|(?:this|dis|una|these|you) yeye|yeye (?:people|man|woman|machine|company|service)|mjinga|mpumbavu|pumbavu|kuma|malaya|imbécile|idiote?|crétin|ta gueule|merde|con(?:nard|asse)|(?:sale|gros|quel|espèce de) con)\b/,
  wait: /\b(?:wait|hold on|hang on|one (?:moment|second|minute|sec)|just a (?:moment|second|minute|sec)|give me a (?:moment|second|minute)|let me (?:check|see|think|find)|subiri|ngoja|kidogo tu|attende[zs]|un (?:moment|instant))\b|^(?:(?:ok|okay|please|no|sorry|hey) )*(?:(?:stop|excuse me|simama|acha|arrêtez|arrête)(?: |$))+(?:(?:please|now|there|talking|speaking|tafadhali|s'il vous plaît)(?: |$))*$/,
  drop: /\b(?:(?:i(?:'ve| have)? )?changed? my mind|forget (?:it|that|about (?:it|that))|never ?mind|(?:let's |let us |just )?leave (?:it|that|this)(?: please| out| then| for now)?$|no,? leave the \w+$|(?:no|just|please|wait)? ?cancel (?:it|that|this|everything|the (?:order|booking|request|whole thing))|(?:don't|do not) (?:\w+ )?(?:order|book|send|save|do|note|put|reserve|report|pass|write|register|keep|hold|bring|deliver|prepare|come|place|enter)(?: \w+)? ?(?:anything|it|that|this|them|any|on)\b|(?:don't|do not) (?:order|book|send|save|reserve|keep|hold|bring|deliver|come)(?= (?:let me|yet|now|for now|please|then|first)\b|$)|i (?:don't|do not) want (?:(?:it|that|this|anything|any|a|the|your|to leave|to send)(?: (?:a|any))?(?: (?:message|messages|booking|appointment|order|call|reservation))?)?(?: any ?more| now)?$|not (?:any ?more|today|now thank)|no need(?: any ?more)?$|hold it$|(?:leave|forget|cancel|stop) (?:am|dem)(?= (?:abeg|o|no|please|for now)\b|$)|no do (?:am|again|it)\b|make (?:una|you) no (?:do|send|bring)|c'est pas la peine|ce n'est pas la peine|don't bother|do not bother|(?:i(?:'m| am| was)|just|only|was) (?:just |only )?asking$|let me (?:first )?ask first$|nauliza tu$|nilikuwa nauliza(?: tu)?$|je demande(?: juste| seulement)?$|not any ?more|scrap that|stop (?:it|that|this)|(?<!let me )start (?:again|over|afresh)|nimebadilisha (?:nia|mawazo)|nimeghairi|achana na (?:hiyo|hilo|hayo)|acha (?:hiyo|hilo|tu|basi)|usi(?:weke|andike|tume|hifadhi|agize)\w*|sitaki tena|ghairi hiyo|j'ai changé d'avis|laissez tomber|tant pis|annulez(?: tout| ça| cela)?$|je n'en veux plus|oubliez(?: ça| cela)?|laissez)\b/,
  who: /^(?:(?:hello|hi|sorry|excuse me) )*is (?:that|this) (?:the )?(?!a |an |the |it |why |how |what |true|ok|okay|right|correct|because|possible|free|for |all|about|going|your |my |still |too )[^ ]+(?:'s)?(?: [^ ]+){0,3}$|\bis (?:that|this) the (?:[^ ?]+ ){0,6}(?:hospital|clinic|school|bank|police|station|office|hotel|shop|company|church|pharmacy|university|council|embassy)\b|\bthis is who\b|\b(?:who (?:am i|is|are) (?:speaking|talking|this|you)(?: (?:to|with|please))?|who is (?:this|that|speaking|on the line)|what(?:'s| is) your name|which company is this|(?:is this|am i through to) the right|where have i called|(?:nazungumza|naongea) na nani|wewe ni nani|unaitwa nani|(?:qui est (?:à l'appareil|au téléphone)|à qui (?:je parle|ai-je l'honneur)|c'est qui|comment vous appelez-vous))\b/,
};

const PATTERNS = entriesOf(LEXICON).map(([act, pattern]) => [act, unaccentedPattern(pattern)] as const);

const GREETING =
  /^(?:(?:hello|hi|hey|halo|haloo|habari|allo|bonjour|bonsoir|good (?:morning|afternoon|evening|day)|ooh|ah|oh|haya)\s+)+/;

/** Every act in the text. */
export const actsIn = remembered((text): ReadonlySet<Act> => {
  const cleaned = unaccented(plain(text));
  const found = new Set<Act>();
  // "Hello, yes": what a greeting leads to.
  const led = cleaned.replace(GREETING, "");
  for (const [act, pattern] of PATTERNS)
    if (pattern.test(cleaned) || ((act === "yes" || act === "no") && pattern.test(led))) found.add(act);
  return found;
});

const ASKS =
  /^(?:and |so |but |please |ok(?:ay)? |hello |hi |abeg |i beg |kindly )*(?:what|when|where|who|which|how|why|do you|are you|is there|is it|does|can you tell|could you tell|give me (?:his|her|their|the|your|a) |can i|may i|tell me|i (?:want|would like|need|wanted) to (?:know|ask|find out)|i am asking|i'm asking|wetin|na how|how much|una dey|you people|je (?:mna|kuna|ni|una|unaweza|mnaweza|naweza|bei|saa|lini|wapi|nini)|mna|bei|saa ngapi|naomba kujua|nataka kujua|est-ce|quel|quelle|quels|quelles|combien|ou (?:est|sont|etes|se|puis)|quand|avez|y a-t-il|peut-on|louez|vendez|a quelle|(?:je )?voudrais savoir|comment|pourquoi|who|does|will|una|unajua|vipi|mnauza|mnatoa)\b/;

/** Whether the text asks for something to be told. */
export function asksSomething(text: string): boolean {
  const cleaned = unaccented(plain(text));
  if (text.includes("?")) return true;
  return (
    ASKS.test(cleaned) ||
    includesPhrase(cleaned, [
      "how much",
      "cost per",
      "price of",
      "cost of",
      "what time",
      "do you have",
      "do you accept",
      "you people open",
      "ngapi",
      "wapi",
      "lini",
      "nini",
    ])
  );
}

/** A yes that goes on to disagree: "yes but the time is wrong". */
export function disputes(text: string): boolean {
  return /\b(?:wrong|incorrect|not (?:right|correct)|mistake|misheard|change|si sahihi|siyo sahihi|kosa|badilisha|faux|fausse|pas (?:bon|correct|ça)|erreur|changez)\b/i.test(
    text,
  );
}

export const OF_LANGUAGE: Readonly<Record<"en" | "sw" | "fr", ReadonlySet<string>>> = {
  en: new Set(
    "the i my is are to a of and please want would like need you your do does have what when where how much can could it that this for on at in tomorrow today morning book appointment thank thanks hello name number".split(
      " ",
    ),
  ),
  sw: new Set(
    "habari nataka naomba ningependa ndiyo ndio hapana asante sana kesho leo saa miadi daktari jina langu naitwa tafadhali mna kuna wapi lini bei gani ngapi nini na ya kwa ni sawa kwaheri simu yangu nipe niko niambie nina hakuna wangu changu vyangu mtoto maji mimi wewe asubuhi mchana jioni je kuweka kufuta kulipa kujua namba ninahitaji nahitaji".split(
      " ",
    ),
  ),
  fr: new Set(
    "bonjour je voudrais veux prendre rendez-vous demain oui non merci le la les est-ce que combien où quand pour avec mon ma mes numéro nom m'appelle s'il vous plaît avez c'est quelle heure du des une un de et ne pas j'ai j'aimerais matin soir il à annuler chambre votre".split(
      " ",
    ),
  ),
};

/** The language of an utterance, where it is plain to see. */
export function languageOf(text: string): "en" | "sw" | "fr" | undefined {
  const words = plain(text).split(" ");
  const count = (language: "en" | "sw" | "fr"): number => words.filter((word) => OF_LANGUAGE[language].has(word)).length;
  const counts = (["en", "sw", "fr"] as const)
    .map((language) => ({ language, count: count(language) }))
    .toSorted((a, b) => b.count - a.count);
  const [best, second] = counts;
  if (!best || !second || best.count <= second.count) return undefined;
  const enough = best.language === "en" ? Math.max(4, words.length * 0.6) : Math.max(2, words.length * 0.35);
  return best.count >= enough ? best.language : undefined;
}

/** All that is left of a "no" over a telephone, as the built-in recogniser writes it. Taken for one where a value is read back: it is asked again. */
const NEARLY_NO = /^(?:the )?(?:l|nell|nel|mel|know|now|note)[.?!]?$/i;

export function mayBeNo(text: string): boolean {
  return NEARLY_NO.test(text.trim());
}

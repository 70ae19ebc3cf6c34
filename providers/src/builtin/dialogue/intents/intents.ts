/** What a wish or a tool is for: booking, cancelling, looking something up … English as it is spoken in East and West Africa, Swahili, French. */
import { entriesOf, type ToolDefinition } from "@ongea/conversation";
import { wordsOfName } from "../forms/kinds.ts";
import { asksSomething } from "../spoken/acts.ts";
import { plain, remembered, unaccented, unaccentedPattern } from "../spoken/plain.ts";

export type Intent =
  | "book"
  | "move"
  | "cancel"
  | "look-up"
  | "availability"
  | "report"
  | "complain"
  | "refund"
  | "change"
  | "register"
  | "apply"
  | "pay"
  | "order"
  | "call-back"
  | "stop-calls"
  | "message"
  | "text-me"
  | "transfer";

const SAID: Readonly<Record<Exclude<Intent, "availability" | "transfer">, RegExp>> = {
  book: /\b(?:(?<!\b(?:an?|the|my|your|our|his|her|this|that|which|library|one|another|lost|late|got|of) )book|booking|(?:keep|put|set|hold|leave) (?:\w+ ){0,4}(?:aside|for (?:me|us))|appointments?|schedule|reserve|reservations?|slot|check ?up|arrange|(?:see|meet|consult) (?:a |an |the |your |with )?(?:doctor|dentist|nurse|physician|specialist|someone|teacher|officer)|(?:come|send somebody|send someone) (?:and )?(?:to )?(?:carry|pick|collect|take|fetch)|(?:somebody|someone|a (?:doctor|rider|driver|technician)) (?:to|must|should|can|could) (?:look at|check|see|come|collect|pick)|quelqu'un (?:pourrait|peut|pourra|doit) (?:venir|passer)|(?:m'|nous )?(?:envoyer|envoyez(?: |-)(?:moi|nous)) quelqu'un|(?:he|she|it|we|i) (?:can |could )?be seen|(?:can|could|may) (?:he|she|it|they) be seen|(?:come|pass) (?:in|by|over|through|there|to (?:your|the)|tomorrow|today|on|and see|to see|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:can|could|may|should|let) (?:i|me|we|us) (?:come|visit|pass)|(?:want(?:ed)?|like|wish|need(?:ed)?|hop(?:e|ing)) to (?:come|visit|be seen|bring (?:him|her|it|them|my|our|the))|(?:pay|make) (?:you )?a visit|visit (?:you|your|the)|(?:send|need|want|get) (?:me )?(?:a |the |your )?technician|(?:need|want|get|like|take|have) (?:a|an|one|two|three|\d) (?:\w+ )?(?:rooms?|tables?|seats?|appointment)|pick ?up (?:a|my|the|some|from)|collect (?:a|my|the|some) |(?:send|pick) (?:a|my|the|some) (?:parcel|package|documents?)|miadi|kuonana na|kumwona daktari|kuona daktari|weka nafasi|kuweka nafasi|nafasi ya|nahitaji chumba|nataka chumba|kuja|rendez vous|rendez-vous|faire (?:contrôler|examiner|tester|mesurer|soigner|voir) (?:mes|mon|ma|les|le|la|nos)|réserver|programmer|planifier|organiser|réservation|voir (?:le|un|une) (?:médecin|docteur|dentiste)|natafuta (?:chumba|sehemu|nafasi)|sehemu ya kulala|kutuchukua|envoyer quelqu.un|(?<!je (?:peux|vais|veux|voudrais|dois) )(?:venir|passer|venez|passez) (?:les |le |la |me )?(?:chercher|prendre|récupérer)|une collecte|venir|passer (?:chez|vous voir)|une chambre)\b/,
  move: /\b(?:re ?-?schedule|postpone|bring forward|push (?:it|my|the)|(?:move|change|shift) (?:my|the|our|an|that|it)(?: \w+)? ?(?:appointment|booking|visit|date|reservation|day|time|slot|consultation|pickup|to)|different (?:day|time) for my|ahirisha|kuahirisha|badilisha (?:miadi|tarehe|siku)|kubadilisha (?:miadi|tarehe|siku)|sogeza|kusogeza|reporter|déplacer|décaler|changer (?:mon|ma|la date|l'heure|le jour)(?: (?:rendez|réservation|visite))?)\b/,
  cancel:
    /\b(?:cancel|call(?:ing)? (?:it |that |this |the \w+ )?off|drop my|(?:kill|scrap|forget|undo|delete) (?:that|the|my|our|this) (?:booking|appointment|reservation|order|visit|game|one|slot)|(?:game|match|party|event|meeting|trip|visit)(?:'s| is) off|(?:can ?not|can't|won't|will not) (?:make it|manage|come|attend|be able to (?:come|make it))|something (?:has )?c[oa]me up|(?<!\bthey )(?:remove|scratch) (?:me|us|it|that|my \w+)|(?:take|strike|cross) (?:me|us|it|that|my \w+) (?:out|off)|no longer (?:need|want|coming)|(?:m|u|ni|mni|tu)?(?:ku)?fut(?:a|e|eni|ie|ieni)|\w*ghairi\w*|sitaweza kuja|sitakuja|annuler|annulation|annulez|(?:je|on|nous|elle|il|ils) ne (?:(?:peux|peut|pourrai|pourra|pourrons|pouvons) (?:pas|plus)(?: pas)? venir|viendr\w+ (?:pas|plus)))\b/,
  "look-up":
    /\b(?:where(?:'s| is| are| has| have)? (?:my|our|the|it|they)|(?:have(?:n't| not)|has(?:n't| not)) (?:i |we |it )?(?:seen|heard|received|got(?:ten)?|reached)|track(?:ing)?|trace|check(?:ing)? (?:on|my|the|our|if|whether|status|how)|status|find out|follow(?:ing)? up|look up|confirm (?:my|if|whether|the status)|when (?:will|is|does) (?:my|our|it)|has (?:my|our|it|the)|have (?:my|our|you (?:sent|received))|is (?:my|our) |what(?:'s| is) (?:my|our|the (?:status|balance))|how much (?:do i|i|is my|is on my|have i|does my)|(?:has(?:n't| not)?|not (?:yet )?) ?(?:arrived|come|reached|received|delivered)|didn't (?:receive|get|come)|tell me (?:my|the balance|the status)|know (?:(?:if|whether|when|until when|till when) (?:my|our)|my|the status|the balance|how much i|where my)|what (?:do|should) (?:i|we) (?:owe|pay)|do (?:i|we) (?:still )?owe|my balance|my results?|(?:not|n't|never|nothing|any) heard (?:anything|nothing|from|back|a word)|heard (?:nothing|anything)|(?:no|any) (?:news|update)|how far(?= (?:now|please|o)?$|$)|iko wapi|uko wapi|yuko wapi|umefika|imefika|hajafika|haujafika|haijafika|fuatilia|kufuatilia|angalia|kuangalia|(?:salio|deni|matokeo) (?:yangu|langu|ya|lake|yake)|nadaiwa|ninadaiwa|kujua (?:salio|deni|hali|matokeo|bili|(?:kama )?\w+ (?:wangu|yangu|langu|zangu|wetu|yetu))|où (?:est|en est)|suivre|suivi|vérifier|consulter|connaître (?:mon|ma|mes|le|les)|combien (?:je dois|dois-je|est-ce que je dois|il (?:me )?reste)|(?:mon|le) solde|mes résultats|j.ai (?:laissé|déposé) (?:mes|mon|ma)|pas (?:encore )?(?:arrivé|reçu)|(?:est|sont|c.est) (?:déjà |bien )?prête?s?|imeshakuwa tayari|iko tayari|ziko tayari|is it ready|are they ready|(?:if|whether) (?:my|our|the|his|her) \w+ (?:is|are) (?:ready|out|there|back))\b/,
  report:
    /\b(?:report(?:ing)?|notify|inform you|let you know|there(?:'s| is| has been) (?:a|an|no|water)|we (?:have|don't have|have had) no|(?:i|we) have no|no (?:water|power|electricity|network|light)|leak(?:ing|age)?|burst|broken|loose|shak(?:es|ing|y)|wobbl\w+|bent|torn|cracked|(?:com(?:e|es|ing)|f[ae]ll(?:s|ing|en)?) off|jammed|beep(?:s|ing)|drip(?:s|ping)|flicker\w+|squeak\w+|not working|stopped working|does(?:n't| not) work|fault(?:y)?|out of order|(?:keeps?|kept|goes|going|cuts?|cutting) (?:on )?(?:stopping|off|out|cutting|dying|tripping)|smok(?:es|ing)|overheat\w*|(?:not|n't|refus\w+ to) (?:start|charge|cool|heat)\w*|is off|has gone|lost|stolen|absent|will not (?:be )?(?:coming|come|attend)|won't (?:be )?(?:coming|attend)|is (?:sick|ill)|ripoti|kuripoti|toa taarifa|kutoa taarifa|nina tatizo|kuna tatizo|inavuja|yanavuja|linavuja|limepasuka|hakuna maji|hakuna umeme|hatuna|imepotea|umepotea|ha(?:i|zi|u|li|ya|ki|vi)(?:fanyi kazi|waki|chaji|shiki|pokei|toi)|(?:i|zi|u|li)na(?:zima|zimika|katika)|(?:i|zi|u|li)me(?:haribika|zima|katika|kufa)|hatakuja|mgonjwa|anaumwa|signaler|déclarer|prévenir|il y a (?:une|un|plus)|fuite|panne|plus d'eau|pas d'eau|ne (?:marche|demarre|fonctionne|chauffe|charge|tourne|s'allume) (?:pas|plus)|s'(?:arrete|eteint|coupe)|fume(?:nt)?|en panne|perdu|sera absente?|malade)\b/,
  complain:
    /\b(?:complain(?:t|ts|ing)?|lodge|not happy|unhappy|disappointed|dissatisfied|terrible service|very bad|rude|lalamik\w*|kulalamika|malalamiko|sijafurahi|sikufurahi|réclamation|plainte|me plaindre|pas contente?|mécontente?|déçue?)\b/,
  refund:
    /\b(?:refund(?:ed)?|money back|my money|reimburse|return (?:it|this|the|my|an|a)|wrong (?:item|order|product|thing|one|size|parcel|goods)|not what i ordered|(?:something|different item) (?:else|than)|\w*rudishi[ew]\w*|rudisha|kurudisha|\w*rejeshe\w*|bidhaa (?:si|siyo|mbaya)|rembours\w*|retourner|mauvais (?:article|produit|colis)|pas ce que j'ai commandé)\b/,
  change:
    /\b(?:(?:change|update|correct|edit) (?:of |my |the |our |their )?(?:\w+ )?(?:address|number|phone|details|name|e-?mail|information|contact)|new (?:address|phone number|number|contacts?)|change of (?:address|details|number)|(?:i|we)(?:'ve| have)? moved (?:to|house)|badilisha (?:anwani|namba|jina|taarifa)|kubadilisha (?:anwani|namba|jina|taarifa)|anwani mpya|namba mpya|nimehama|changer (?:mon |d'|de |l')?(?:adresse|numéro|nom|coordonnées)|changement d'adresse|nouvelle adresse|j'ai déménagé|mettre à jour)\b/,
  register:
    /\b(?:register|registration|enrol+|enrolment|enrollment|sign (?:me |her |him )?up|(?:want|like|wish|how) to join|become a member|open (?:an|a new|a) (?:\w+ )?account|admission|jiunga|kujiunga|sajili\w*|kusajili|andikish\w*|kuandikisha|fungua akaunti|kufungua akaunti|inscri\w+|adhérer|devenir membre|ouvrir un compte)\b/,
  apply:
    /\b(?:apply|applying|application|(?:take|get|borrow|need|want|have) (?:a|some) (?:\w+ )?loan|borrow|lend me|omba (?:mkopo|kazi)|kuomba (?:mkopo|kazi)|mkopo wa|kukopa|nikopeshe|demander un|faire une demande|demande de|emprunter)\b/,
  pay: /\b(?:(?:want|like|need|wish|going|try(?:ing)?) to pay|(?:i|we)(?:'ll| will| can| could| shall|'m going to| am going to)(?: try to)?(?: only| also| just| maybe)? (?:pay|clear|settle|send|give|manage|bring|deposit)|nitalipa|naweza kulipa|nitatuma|je (?:vais|peux|pourrai) payer|je paierai|make a payment|pay (?:my|the|for my|our|some)|settle|top ?up|deposit (?:some|money|my)|nataka kulipa|naomba kulipa|kulipia|weka pesa|kuweka pesa|(?:veux|voudrais|aimerais) (?:payer|régler)|payer (?:ma|mon|mes)|régler (?:ma|mon)|faire un (?:paiement|dépôt|versement))\b/,
  order:
    /\b(?:(?:want|like|need|wish) to (?:order|buy|purchase|request)|place an order|order (?:a|some|two|three|one)|buy|request (?:a|an|my|for)|send me (?:a|the|my)|send (?:me |us |over )?(?:somebody|someone|anybody|help|(?:one of )?your (?:\w+ )?(?:people|boys?|guys?|man|men|team|rider|driver|technician|mechanic|doctor))|(?:can|could|will) (?:somebody|someone|your (?:people|boys|guys|man|team|doctor|driver|mechanic)) (?:please )?come|m?tume(?:ni)? (?:mtu|fundi|daktari)|njooni|nitumie(?:ni)? (?:mtu|fundi)|need (?:a|my) (?:\w+ )?(?:statement|certificate|letter|copy)|nataka kuagiza|kuagiza|(?:m|u)?niletee\w*|kuletewa|kununua|nunua|naomba (?:taarifa|cheti|nakala)|(?:veux|voudrais|aimerais) (?:commander|acheter)|commander (?:un|une|des)|acheter|obtenir (?:un|une|mon|ma))\b/,
  "call-back":
    /\b(?:(?:want|need|tell|make) (?:the |your |a )?(?:manager|boss|owner|somebody|someone|doctor|supervisor) (?:to )?(?:call|phone|ring) (?:me|us)\b|call(?:ed)? (?:me|us|her|him) (?:back|later|again|some other|another|tomorrow|today|the day|on|at|in|after|around|when|next|this)|try (?:her|him|me|again)? ?(?:again|later|tomorrow|on|at|in the)|(?:can|could|let|have|ask|get|should|will|may|please) (?:\w+ ){0,3}(?:to )?(?:call|phone|ring) (?:me|us)\b|call ?back|phone me|ring me|give me a (?:call|ring)|nipigi\w*|(?:u|m|a|wa)nipigi\w*|rappele[rz](?:-moi)?|me rappelle[rz]?|être rappelée?)\b/,
  "stop-calls":
    /\b(?:(?:stop|don't|do not|never) (?:calling|call|ring|ringing|phone|phoning|contact(?:ing)?)(?: me| us)?|(?:remove|take|delete) (?:me|my number|us|my phone)|unsubscribe|do not call|off your list|msinipigie|usinipigie|acheni kunipigia|acha kunipigia|ondoa namba|toa namba yangu|ne m'appelez plus|arrêtez de m'appeler|retirez (?:mon|moi)|ne plus (?:m'appeler|être appelée?))\b/,
  message:
    /\b(?:(?:leave|take|pass|give|send) (?:a |the |him |her |them |my |on a )*message|tell (?:him|her|them|your|the (?:manager|doctor|teacher|owner|headteacher)) that|ujumbe|(?:laiss|pass|prend|pren|transmett|don)\w*(?:[ -](?:lui|leur|moi))? un message)\b/,
  "text-me":
    /\b(?:(?:text|sms|whatsapp) (?:it|that|this|them|those)?(?: to)? ?(?:me|us)|(?:send|forward|drop|shoot|give) (?:me|us|it|that|this|them) (?:[\w']+ ){0,6}(?:an? |your |that |the )?(?:sms|text(?: message)?|whatsapp)|(?:send|forward) (?:me|us|it|that|this) (?:[\w']+ ){0,6}(?:by|via|on|through|in) (?:sms|text|message|whatsapp)|u?ni(?:tu)?tumi\w* (?:[\w']+ ){0,4}(?:sms|meseji|message|ujumbe|whatsapp)|envoye[rz](?: |-)?(?:moi|le moi|me)? ?(?:[\w']+ ){0,6}(?:sms|texto|whatsapp)|m.envoyer (?:[\w']+ ){0,6}(?:sms|texto|message|whatsapp))\b/,
};

const PATTERNS = entriesOf(SAID).map(([intent, pattern]) => [intent, unaccentedPattern(pattern)] as const);

/** Everything that an utterance may wish to be done. */
export const findIntents = remembered((text): ReadonlySet<Intent> => {
  const cleaned = unaccented(plain(text));
  const found = new Set<Intent>();
  for (const [intent, pattern] of PATTERNS) if (pattern.test(cleaned)) found.add(intent);
  // "Change the time of my appointment" moves it; "cancel my booking" books nothing.
  if (found.has("move") || found.has("cancel") || found.has("refund")) found.delete("book");
  if (HAS_BOOKED.test(cleaned)) found.delete("book");
  // "I had booked for two, remove me": of the booking.
  if (found.has("cancel") && OF_BOOKING.test(cleaned)) found.delete("stop-calls");
  if (found.has("stop-calls")) for (const other of ["call-back", "cancel"] as const) found.delete(other);
  // "I'll call again" asks nobody to.
  if (/\b(?:i|we)(?:'ll| will| can| shall)? (?:\w+ ){0,4}(?:call|phone|ring) (?:you )?(?:back|again|later)\b/.test(cleaned))
    found.delete("call-back");
  // "I can't come on Tuesday, can we postpone it?" says why it is to be moved.
  if (found.has("move") && !CANCELS_OUTRIGHT.test(cleaned)) found.delete("cancel");
  return found;
});

/** "J'avais réservé pour samedi": it is done. */
const HAS_BOOKED =
  /\b(?:j'?(?:ai|avais)|(?:nous|on|elle|il) (?:avons|avions|a|avait)) (?:deja )?reserve\b|(?<!\b(?:can|could|may|should|must|will) )\b(?:i|we)(?:'ve)? (?:have|had|got)(?: already)? (?:an?|my|our) (?:\w+ ){0,2}(?:appointment|booking|reservation)\b|\bnina miadi\b|\bj'ai (?:deja )?(?:un|mon) (?:rendez vous|rdv)\b/;
export const OF_BOOKING = /\b(?:booked|booking|appointment|visit|lesson|reservation|slot|rendez vous|miadi)\b/;
const CANCELS_OUTRIGHT = /\b(?:cancel|call off|drop my|futa|kufuta|nifutie|ghairi|kughairi|annul\w*)\b/;

/** By the words of its name, then by those that its description begins with. The first that fits. */
const OF_TOOL: readonly (readonly [Intent, RegExp])[] = [
  ["text-me", /^send message\b/],
  ["stop-calls", /\b(?:do not call|unsubscribe|opt out|stop call\w*|remove number|dnc)\b/],
  ["call-back", /\b(?:call ?backs?|calls? (?:\w+ ){0,3}(?:back|again|later)|call again)\b/],
  ["transfer", /\b(?:transfer (?:call|to)|transfers? the c\w+|hand ?over|connect (?:call|to|caller|agent)|escalate)\b/],
  [
    "availability",
    /\b(?:availability|available (?:slots?|times?|rooms?)|free (?:slots?|times?|rooms?)|check (?:slots?|calendar)|is room for|there is room)\b/,
  ],
  [
    "move",
    /\b(?:reschedul\w*|postpone\w*|move (?:appointment|booking|visit)|moves (?:an|the|a)|change (?:appointment|booking|date|time|reservation|pickup))\b/,
  ],
  ["cancel", /\b(?:ghairi|kughairi|futa|kufuta|cancels?|delete (?:booking|appointment|reservation)|cancellation|annuler)\b/],
  ["refund", /\b(?:refunds?|returns?|reimburse\w*)\b/],
  ["change", /\b(?:updates?|changes?|edits?|sets?) (?:\w+ )*(?:address|phone|number|details|contact|email|profile|name)\b/],
  ["complain", /\b(?:complaints?|complain)\b/],
  [
    "look-up",
    /^(?:check|get|find|look ?up|track|trace|search|fetch|query|list|read|view|status|balance|lookup|is|has|where|show|consult|verify|suivi|suivre|etat|statut|verifier|consulter|solde|angalia|kuangalia|fuatilia|hali|salio)\b|\b(?:status|balance|progress|how far|looks? up|tells? (?:the|where|how)|says? (?:where|when|how|what)|finds?|tracks?)\b/,
  ],
  ["register", /\b(?:registers?|enrol\w*|sign ?up|joins?|open (?:an )?account|opens|create (?:account|member)|admission)\b/],
  [
    "book",
    /\b(?:(?:guest|airport|hotel|station) transfer|kuchukua|reserver|reservation|collecte|enlevement|rendez vous|hifadhi|kuhifadhi|hupanga|kupanga|miadi|weka nafasi|kuweka nafasi|(?<!\b(?:an?|the|of) )book(?:s|ing)?|(?:keeps?|puts?|sets?) (?:\w+ )?aside|holds?|reserves?|reservation|schedules?|appointment|arranges?|visit|pickup|pick up|collection|create (?:booking|reservation))\b/,
  ],
  ["report", /\b(?:reports?|logs?|notif(?:y|ies)|faults?|outage|leak|incident|absence|lost|open ticket|create ticket|raise)\b/],
  ["pay", /\b(?:pay(?:s|ment)?|charge|stk|top ?up|deposit|settle|collects? money)\b/],
  ["message", /\bmessages?\b|\b(?:leaves?|takes?|adds?) (?:a )?note\b/],
  ["order", /\b(?:orders?|buys?|requests?|purchase|sends?|agiza|kuagiza|oda|commander?)\b/],
];

export function intentOfTool({ name, description }: Pick<ToolDefinition, "name" | "description">): Intent | undefined {
  const words = unaccented(wordsOfName(name));
  const told = unaccented(plain(description.split(/[.;]/)[0] ?? ""));
  const find = (text: string): Intent | undefined => OF_TOOL.find(([, pattern]) => pattern.test(text))?.[0];
  if (LOOKS_UP.test(words) && !AVAILABLE.test(`${words} ${told}`)) return "look-up";
  return find(words) ?? find(told);
}

const LOOKS_UP =
  /^(?:suivi|suivre|verifier|consulter|angalia|fuatilia|check|get|find|look ?up|track|trace|search|fetch|query|list|read|view|show)\b/;
const AVAILABLE = /\b(?:availability|available|free (?:slots?|times?|rooms?)|slots?|room for)\b/;

/** Something is to be done, not told. */
export function wantsDone(text: string): boolean {
  return (
    WANTS.test(text) &&
    !/\b(?:want|like|need|wish|wanted) to (?:know|ask|find out)\b|nataka kujua|naomba kujua|voudrais savoir/i.test(text)
  );
}

const WANTS =
  /\b(?:i wan |make (?:una|you) |natafuta|tunataka|tunaomba|tungependa|(?<!\b(?:will|shall|do|did|can|could|should|must|may|if|when|once|until|have) )(?:i|we)(?:'d| would|'ll| will)? (?:want|like|love|need|wish|have) |can (?:i|you|we)|could (?:i|you|we)|may i|please|let me|help me|book me|nataka|ninataka|naomba|ningependa|nahitaji|ninahitaji|naweza|je (?:veux|voudrais|voulais|souhaite|dois|peux)|c'est pour|(?:tu peux|vous pouvez|on peut|on veut|on voudrait|il (?:me|nous) faut)|just (?:the|a|one|two)|i(?:'m| am) (?:calling|looking) (?:to|for)|i was hoping|ni(?:weke|andikie|katie|tumie)\w*|j'aimerais|puis-je|pouvez-vous|est-ce que je peux)\b/i;

/** "What is my balance?" is no question about the business. */
export function isPersonal(text: string): boolean {
  return /\b(?:my|our|mine|i owe|do i owe|yangu|langu|wangu|changu|zangu|yetu|nadaiwa|ninadaiwa|mon|ma|mes|notre|nos|je dois)\b/i.test(
    text,
  );
}

const ASKS_AMOUNT = /^(?:and |so |please |hello |ok )*(?:how (?:much|many|long|often|far)|combien)\b/i;

/** Something is to be told, not done: "how much can I borrow?", "please, are slippers allowed?" */
export function asksToKnow(text: string): boolean {
  return asksSomething(text) && (!wantsDone(text.replace(PLEASE, "")) || ASKS_AMOUNT.test(text));
}

const PLEASE =
  /^(?:(?:and|but|so|also|ok(?:ay)?|sorry)[\s,]+)*(?:please|abeg|tafadhali|s'il vous plaît)[\s,]+(?!(?:can|could|may|help|let|book|give|send|take|put)\b)/i;

/** "How can I pay?" */
export const ASKS_HOW =
  /^(?:and |so |please |hello |ok )*(?:how (?:can|do|does|should|to)|comment (?:puis|est|faire)|nawezaje|ninawezaje|namna gani)\b/i;

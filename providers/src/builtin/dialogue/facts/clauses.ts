/**
 * A prompt in natural prose mixes what is so with what the agent shall do: "Loans are for the credit officers, so take a message for them." Each sentence
 * is cut into clauses, and each clause is told apart by how it begins. Data by language.
 */

export type ClauseKind =
  /** Something that is so: it may be said to a caller. */
  | "fact"
  /** What the agent shall do. */
  | "order"
  /** What the agent must not say or do. */
  | "ban"
  /** "If somebody is upset, …" */
  | "condition"
  /** Who the agent is and for whom it works. */
  | "role";

export interface Clause {
  text: string;
  kind: ClauseKind;
}

interface Grammar {
  /** Where a clause may begin. */
  joint: RegExp;
  /** Words before the verb of an order. */
  lead: RegExp;
  order: RegExp;
  ban: RegExp;
  condition: RegExp;
  role: RegExp;
}

const VERBS_EN =
  "ask|say|tell|make sure|take (?:a |the |their |his |her )?(?:message|name|number|details)|note|offer|speak|repeat|read|greet|thank|excuse|end (?:the|politely)|end\\.?$|agree (?:on|the)|save|wait for|answer|get (?:the|their|his|her)|remember|treat|apologi[sz]e|transfer (?:him|her|them|the |calls?|callers?|to )|hand (?:over|the|them)|confirm|verify|collect(?! (?:on |from |it |them )?(?:mon|tues|wednes|thurs|fri|satur|sun|any |every |between|at |in ))|introduce|refuse|be (?:quick|kind|polite|brief|friendly|warm|patient|respectful|calm|short|gentle|discreet|careful|honest|clear)|stay|keep (?:it|your|the call|calls|answers)|let (?:him|her|them) (?:go|know|talk|speak|finish)|stop (?:him|her|them)|send (?:him|her|them)|give (?:him|her|them|the caller)|help (?:him|her|them)|listen|write|use|block nothing|make (?:an? )?(?:appointment|booking)s?|find out|check (?:for|if|whether|with|(?:the |his |her |their |it )?(?:\\w+ )?for (?:him|her|them))|call (?:him|her|them)|remind|invite|book (?:him|her|them|the caller)|suggest|explain|warn|calm|mention|pass (?:it|this|them|him|her)|respond|reply|keep (?:responses|answers)|then (?:say|ask|book|order|note)|have them|respect|listen|advise|hang up|don't (?:wait|waste)";

const GRAMMARS: readonly Grammar[] = [
  {
    joint:
      /;\s+|:\s+(?=(?:take|ask|say|tell|note|write|offer|send|call)\b)|,\s+(?=(?:so|and|but|or|then|otherwise|because)\s)|,\s+(?=(?:stay|end|hang up|listen|speak|be (?:calm|gentle|kind|polite|patient|brief|warm|careful|honest)|take|ask|say|tell|note|don't|do not|never|always|only|read|wait|repeat|offer|stop|send|make sure|we|they|it|that|this|if|when|you)\b)|\s+(?=(?:and|but|so)\s+(?:take|ask|say|tell|note|don't|do not|never|always|only order|read|wait|repeat|offer|stop|send|end|thank|let|invite|book|save|hang|agree|be)\b)/i,
    lead: /^(?:(?:and|but|so|then|also|or|please|first|always|only|otherwise|just|instead|to (?:anybody|anyone|everybody) else|politely|again|on (?:this|each) call|after (?:this|that)|at the end)[\s,]+)+/i,
    order: new RegExp(`^(?:(?:for|before|to) (?:an? |the )?[\\p{L} ]{3,24}(?<! we),? )?(?:${VERBS_EN})(?![\\p{L}'])`, "iu"),
    ban: /^(?:you\s+)?(?:never|don't|do not|mustn't|must not|must never|may not|cannot say|can't say|should not|shouldn't)\s+(?:\w+\s+){0,2}?(?:say|tell|give|promise|discuss|talk|mention|quote|share|reveal|advise|ask|threaten|shout|argue|push|try|convince|survey|invent|guess|comment|recommend|name|read|speak|ever|use|offer|accept|confirm|order|book|diagnose|block|let|keep|call|take|admit|transfer)\b/i,
    condition: /^(?:if|when|whenever|should|in case|unless|as soon as)\s/i,
    role: /^you(?:'re| are)?\s+(?:are |always )?(?:on the (?:phone|line) (?:for|of|at)|(?:the |an? )?(?:\w+ )?(?:answer|take|pick up|work|make|phone|call|ring|handle|man|receptionist|front desk|virtual|assistant|agent|voice|telephone|friendly|help|speak for|run|staff|operator|look after))/i,
  },
  {
    joint:
      /;\s+|,\s+(?=(?:na|lakini|au|kisha|chukua|uliza|sema|rudia|usi|mwambie|muulize|tu|wa)\p{L}*\s)|\s+(?=na\s+(?:chukua|uliza|sema|rudia|usi|mwambie|subiri))/iu,
    lead: /^(?:(?:na|lakini|kisha|halafu|kwanza|daima|kila mara|tafadhali|pia)[\s,]+)+/i,
    order:
      /^(?:kwa \p{L}+ )?(?:(?:ya|i|zi|li)?rudie|usubiri|uhifadhi|mjibu|muage|chukua|uliza|sema|rudia|mwambie|muulize|mwulize|waambie|andika|subiri|jibu|salimia|hakikisha|omba radhi|zungumza|ongea|mshukuru|thibitisha|soma|kuwa|toa pole|mpe|uwe)(?!\p{L})/iu,
    ban: /^(?:usi(?!ku(?!\p{L})|ngizi)|msi(?!chana|kiti|mu|ba|ngi))\p{L}+|^(?:kamwe|huruhusiwi)(?!\p{L})/iu,
    condition: /^(?:kama|ikiwa|iwapo|endapo|pindi|mtu aki\p{L}+|aki\p{L}+|anay?e\p{L}+)(?!\p{L})/iu,
    role: /^(?:wewe\s+(?:ni|una\p{L}+)|una(?:pokea|jibu|piga)\p{L}*)(?!\p{L})/iu,
  },
  {
    joint:
      /\s*;\s+|\s+:\s+|,\s+(?=(?:et|mais|ou|donc|puis|sinon|car)\s)|,\s+(?=(?:prenez|demandez|dites|dire|ne|n'|répétez|attendez|proposez|notez|on|nous|il|elle|c'est)\b)|\s+(?=(?:et|puis)\s+(?:prenez|demandez|dites|ne|n'|répétez|attendez|proposez|notez)\b)/i,
    lead: /^(?:(?:et|mais|donc|puis|aussi|alors|toujours|d'abord|sinon|s'il vous plaît)[\s,]+)+/i,
    order:
      /^(?:relire|répéter|dire (?:de|d'|que|qu')|demander|prendre (?:un message|note|le nom)|noter|confirmer|posez|prenez|demandez|dites|répétez|attendez|proposez|notez|saluez|répondez|soyez|excusez|remerciez|parlez|confirmez|vérifiez|relisez|terminez|gardez (?:vos|un ton)|restez|arrêtez-l|envoyez-l|donnez-l|transmettez|rappelez-lui|laissez)(?![\p{L}])/iu,
    ban: /^(?:vous )?n(?:e |')(?:l'|le |la |les |lui |leur |jamais )?(?:voyez|communiquez|dites|donnez|promettez|demandez|mentionnez|révélez|parlez|prenez|discutez|conseillez|insistez|divulguez|devez|pouvez)(?!\p{L})|^(?:jamais)\s/iu,
    condition: /^(?:si|quand|lorsque|lorsqu'|dès que|s'il|s'ils)(?![\p{L}])/iu,
    role: /^(?:vous|tu)\s+(?:êtes|es|répondez|réponds|prenez|recevez|décrochez|appelez|travaillez|tenez)(?!\p{L})/iu,
  },
];

/** What a clause does; a prompt may be in any of the languages. */
export function kindOf(clause: string): ClauseKind {
  const text = clause.trim();
  for (const { lead, order, ban, condition, role } of GRAMMARS) {
    const bare = text.replace(lead, "");
    if (ban.test(bare)) return "ban";
    if (order.test(bare)) return "order";
    if (condition.test(bare)) return "condition";
    if (role.test(bare)) return "role";
  }
  return ADDRESSED.test(text) ? "order" : "fact";
}

/** Speaks about how the agent is to speak. */
const ADDRESSED =
  /\b(?:your (?:role|task|job|tone|responses?|goal|name is|answers?|instructions?)|(?:you (?:must(?! be \d| bring| pay| have| come| book| wear)|should|may|cannot|can't)|^(?:(?:and|so|but|then|there|here) )*you can|you (?:have to|need to|will|only)) (?:only |also |always |never )?(?:look|see|note|book|check|take|report|ask|say|tell|answer|help|give|speak|offer|transfer|read|order|reserve|register|cancel|move|find)|the caller has|the caller's|keep responses|at most \w+ sentences?|system prompt|\bafter (?:a|the) yes\b|all of it back|before you (?:book|order|save|send)|read (?:it|everything|all) back|(?:say|read|repeat) (?:all of )?it back|wait for (?:a|the) yes|\byou can (?:also )?(?:look up|see whether|see if|report|note down)\b|\byou (?:answer|pick up|take) (?:our|the) (?:phones?|calls?)|after (?:the )?\w+ (?:has )?sa(?:id|ys) yes)\b/i;

/** A sentence in its clauses. A condition keeps what it leads to behind it. */
export function clausesOf(sentence: string): Clause[] {
  const joints = GRAMMARS.map(({ joint }) => joint);
  let parts = [sentence.trim()];
  for (const joint of joints) parts = parts.flatMap((part) => part.split(joint)).filter((part) => part?.trim());
  return parts.map((text) => ({ text: text.trim(), kind: kindOf(text) }));
}

const ABBREVIATED = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Tel|Rev|Sr|Jr|Eng|M|Mme|Mlle|approx|etc|e\.g|i\.e)\.$/i;

/** Sentences of a line; "Mr. Naidoo" and "7.30" end none. */
export function sentencesOf(line: string): string[] {
  const parts = line
    .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "")
    .split(/(?<=[.!?])\s+(?=["“]?[\p{Lu}\d])/u)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  const sentences: string[] = [];
  for (const part of parts) {
    if (ABBREVIATED.test(sentences.at(-1) ?? "")) sentences[sentences.length - 1] += ` ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

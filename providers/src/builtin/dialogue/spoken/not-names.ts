/** Words that callers say where a name is asked, and that are none; words that come before and after one. */

/** Ends a name, and is never one. */
export const NOT_NAMES: ReadonlySet<string> = new Set(
  (
    "a an and at the to of on in is it's its it i i'm i'd i'll i've am are was were be been for from with about by or but so if as my your his her our their me you he she they we us them this that these those there here " +
    "not no nope yes yeah yep yah ya sorry please thank thanks okay ok alright fine sure hello hi hey good morning afternoon evening night day tomorrow today yesterday now later soon then again also too just very really " +
    "want would could should can can't cannot will won't may might must like liked need needs have has had having do does did don't doesn't didn't done go going come coming came get got getting give gave take took make made making " +
    "put say said saying tell told ask asked asking know knew think thought see saw look looking hear heard call called calling speak speaking talk talking wait waiting hold try trying back regarding concerning immediately book booking booked cancel change changed moving move " +
    "correct incorrect right wrong true false different actually maybe perhaps instead already still only even never always nothing something anything everything someone anyone everybody nobody other another else same " +
    "appointment doctor nurse dentist number phone telephone mobile email mail address name names order parcel package account meter room house office hospital clinic school shop bank bill balance payment money price cost fee code card visit message problem issue complaint question help service water power loan student child baby boy girl son daughter husband wife friend sister brother mother father " +
    "what when where who whom whose which why how much many long till until before after since during between one two three four five six seven eight nine ten eleven twelve twenty thirty half quarter past o'clock am pm noon midday first second third last next week weeks month months year years hour hours minute minutes time " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december " +
    "ehn eh ehe ehee aah ahh aa eeh em erm uh um umm uhm hmm mm mmh ah oh oo ooh ha abeg biko oga sef sha o wetin dey una na ni nini gani wapi lini ngapi nani je kwa ya wa la za cha vya katika hii hiyo huyo mimi wewe yeye sisi nyinyi wao langu yangu wangu changu lako yako jina namba simu siku saa leo kesho jana asubuhi mchana jioni usiku sasa tena pia sana tu " +
    "ndiyo ndio hapana siyo sio sawa asante tafadhali naomba nataka ningependa nahitaji niko nina nipe habari karibu kutoka basi ngoja subiri haya daktari miadi " +
    "oui non merci bonjour bonsoir s'il plaît vous je j'ai tu il elle nous c'est ce cet cette ça le la les un une des du de d' et ou où est sont suis pour avec dans sur mon ma mes votre vos notre nom numéro téléphone jour heure heures demain aujourd'hui hier matin soir rendez-vous veux voudrais peux pouvez faut quel quelle quoi qui que alors euh ben bon bien voilà attendez lundi mardi mercredi jeudi vendredi samedi dimanche " +
    "sick ill well busy here late early ready interested happy upset angry tired free available open closed stupid useless serious ridiculous urgent important new old big small great nice bad better best more less enough little bit lot"
  ).split(" "),
);

/** … but for these, which some people are called. */
export const ALSO_NAMES: ReadonlySet<string> = new Set(
  "asante said sunday monday friday happy will may june april early".split(" "),
);

/** Before a name, and no part of it. */
export const TITLES: ReadonlySet<string> = new Set(
  "mr mrs miss ms dr doctor madam mama baba bwana bi mzee mwalimu chief alhaji alhaja pastor reverend monsieur madame mademoiselle sir engineer prof professor".split(
    " ",
  ),
);

/** Begins an answer without being part of it. */
export const OPENERS =
  /^(?:(?:um+|uh+|er+m?|e+h+e*n?|ee+h?|a+h+|o+h+|aa+|hmm+|mm+h?|well|so|ok(?:ay)?|alright|all right|sure|yes|yeah|no|sorry|actually|please|hi|hello|right|basi|sawa|ndiyo|hapana|haya|naomba|tafadhali|euh|alors|ben|bon|bah|oui|non|d'accord|voilà|et|and|write|put|use|note|it should be|andika|weka|mettez|notez|écrivez|it's|it is|that's|that is|c'est|ni)[\s,.!]+)+/i;

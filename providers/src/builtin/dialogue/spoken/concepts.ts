/** What words mean to a caller, whatever language they are said in. */
import { EVERYDAY_WORDS } from "./everyday.ts";
import { remembered, unaccented, wordsOf } from "./plain.ts";

const STOP = new Set(
  (
    "till until déjà deja peux peut pouvez puis prend prendre temps deux trois quatre cinq sept huit neuf own them him her even eh exactly again other others once well oh ah into before now one ones find out know thing things whole say says said go goes going let lets make makes really also okay again still maybe please hello hi hey thanks thank guys folks sir madam too very then than because ask asking asked got getting put up down else nothing altogether way kind sort something anything everything someone somebody anyone anybody everyone isn aren don doesn didn won wouldn couldn shouldn hasn haven ain wasn weren won ca " +
    "ngoja nikuulize niulize niambie naja nije mwenyewe wenyewe kwanza samahani shikamoo marahaba hujambo habari zenu wangu langu changu zangu wenyewe " +
    "zero one two three four five six seven eight nine oh double the a an is are am was were be been do does did have has had i you we they he she it me my your our their this that these those to of in on at for with and or but if so as by from " +
    "can could would will shall should may might please tell know want need like what which who how when where why there here about some any get give us much many not no yes just long abeg beg see kindly una wetin dey people " +
    "kama lakini si ndiyo ndio huyo huyu naye nayo hivi sawa bwana dada jamani kuwa kuwaje inakuwaje weza naweza inaweza mimi wewe sisi yeye wao hata tena paraît parait là chez ça donc alors faire fait même encore moi toi êtes etes trouvez trouve mko mpo ipo iko yapo zipo upo tupo mnapatikana lini wapi ngapi kiasi habari ningependa nahitaji ninahitaji nina mna una ana tuna je kwangu yangu langu wangu changu zangu yetu lenu yenu wenu sana tu hapa huko kwenye ili baada kabla pia tafadhali asante ni na ya wa kwa la za cha vya katika je nini gani naomba nataka kujua mna kuna hii hiyo " +
    "le la les abord dabord ensuite encore juste vraiment seulement se leurs notre cela ceci sera serait soit un une des du de à au aux et ou est sont je tu il nous vous ils que qui quoi quel quelle quels quelles comment combien pourquoi quand y a-t-il peut-on puis-je savoir voudrais veux aimerais suis vos nos leur ses ces lui pas ne plus tout très bien bonjour ce cette pour avec dans sur mon ma votre vos avez"
  ).split(" "),
);

/** Groups of words that mean the same thing to a caller, in the languages of the dialogue. The first stands for all. */
const SAME: readonly string[] = [
  "monday jumatatu lundi",
  "tuesday jumanne mardi",
  "wednesday jumatano mercredi",
  "thursday alhamisi jeudi",
  "friday ijumaa vendredi",
  "saturday jumamosi samedi",
  "sunday jumapili dimanche",
  "hours open opening close closing closed time times hour operate working wazi fungua mnafungua mnafunga funga saa ouvert ouvrez ouverts fermez horaires horaire heures",
  "price cost costs fee fees charge charges much rate rates tariff amount expensive shillings bei gharama ada kiasi prix coûte coûtent coute combien tarif tarifs frais montant",
  "money pesa fedha hela argent sous",
  "where location located address directions place situated street road avenue floor opposite above building near wapi mahali anwani iko mko où adresse situé situés trouver trouve",
  "parking park car maegesho egesha gari stationnement garer parking voiture",
  "sale sell selling sold stock buy uza uzwa inauzwa zinauzwa nunua kununua vendre vendez acheter",
  "payment pay paying paid mpesa m-pesa cash card cards visa momo airtel malipo kulipa lipa lipwa nalipa paiement paie paye payez paient payer règlement carte espèces",
  "insurance nhif sha shif insured cover bima assurance mutuelle",
  "deliver delivery deliveries delivered transport bring ship shipping dispatch peleka kupeleka mnapeleka usafirishaji livraison livrer livrez livré livrons amener amenez",
  "return returns refund refunds exchange money-back rudisha kurudisha rejesha kurejeshewa marejesho retour rembourser remboursement",
  "doctor doctors dentist physician nurse daktari madaktari muuguzi médecin docteur infirmière",
  "service services offer treat treatment provide huduma soins",
  "email mail e-mail barua courriel",
  "phone telephone call contact whatsapp simu téléphone",
  "child children kid kids baby babies infant mtoto watoto mdogo mchanga kichanga enfant enfants bébé",
  "vaccination vaccine vaccinations vaccines vaccinated immunisation immunization jab jabs injection injections shot shots chanjo sindano vaccin vaccins piqûre",
  "spay spayed neuter neutered castrate castrated sterilise sterilised sterilize fix fixed",
  "alive live living",
  "advertising advert adverts advertisement advertisements promo promos promotion promotions promotional marketing spam",
  "commission deduct deducted deduction",
  "food meal meals eat eating feed feeding chakula nourriture repas manger",
  "lift elevator ascenseur lifti",
  "cancel cancels cancelled cancelling cancellation annuler annule annulation annulez futa kufuta ghairi kughairi",
  "pain pains painful hurts hurt ache aching douleur douleurs mal maumivu inauma",
  "bleed bleeding bleeds blood saigne saignement sang damu",
  "venir vient viens venons venez",
  "toilet toilets bathroom washroom choo toilettes",
  "motorbike motorcycle motorcycles pikipiki boda moto",
  "music band muziki ngoma nyimbo musique concert groupe orchestre",
  "stain stains spot spots tache taches doa",
  "wash washing laundry cleaning clean kufua laver lavage nettoyer nettoyage pressing",
  "iron ironing pasi repasser repassage",
  "discount discounts reduction reduce cheaper bargain punguzo mnapunguza utapunguza réduction remise rabais geste",
  "credit instalment instalments installment installments awamu tranches",
  "abroad overseas foreign border country nje étranger",
  "fuel petrol diesel mafuta petroli dizeli carburant essence gasoil",
  "night overnight usiku nuit",
  "home house homes nyumbani domicile maison",
  "small little smallest ndogo dogo mdogo petit petite petits",
  "medium middle kati wastani moyen moyenne",
  "big large bigger biggest largest kubwa mkubwa grand grande grands",
  "morning asubuhi matin",
  "afternoon mchana alasiri après-midi",
  "evening jioni soir",
  "test tests lab laboratory xray x-ray scan kipimo vipimo maabara analyse analyses",
  "emergency urgent accident ambulance dharura urgence",
  "documents document papers id identity nyaraka kitambulisho hati papiers pièce pièces",
  "warranty guarantee dhamana garantie",
  "fault broken broke pieces shattered cracked smashed spoilt spoiled faulty repair damaged defective hitilafu imeharibika mbovu panne cassé abîmé",
  "appointment appointments callout call-out visit consultation checkup check-up booking ziara miadi kuonana kumwona rendez-vous rdv consultation visite",
  "room rooms suite lala kulala nalala accommodation chumba vyumba malazi chambre chambres hébergement",
  "night nights stay usiku nuit nuits séjour",
  "breakfast chai kifungua kiamsha petit-déjeuner déjeuner",
  "table restaurant dinner lunch meza chakula dîner restaurant",
  "parcel begi mkoba bag bags luggage parcels package packages shipment consignment goods mzigo kifurushi vifurushi mizigo colis paquet envoi",
  "order orders purchase oda agizo commande achat",
  "pickup chercher collecte ramasser déplacement pick picks picked collection collect collected pick-up fetch fetched chukua kuchukua mchukue enlèvement ramassage récupérer enlever",
  "sender courier rider messenger mjumbe coursier livreur",
  "track tracking trace status whereabouts fuatilia kufuatilia suivi suivre statut hali",
  "lost lose loses loss misplaced missing disappeared stolen potea imepotea umepotea iliibiwa perdu perdue disparu volé",
  "meter meters mita compteur compteurs",
  "water maji eau",
  "leak leaks leaking leakage burst pipe kuvuja inavuja unavuja yanavuja bomba limepasuka fuite fuites tuyau",
  "outage supply shortage dry disconnection disconnected hakuna yamekatika katizo katika umekatika coupure coupé panne",
  "bill bills invoice statement ankara bili facture factures",
  "balance owe owing arrears outstanding salio deni ninadaiwa nadaiwa solde dois impayé",
  "reading readings usomaji soma relevé index",
  "sewer sewage drain maji-taka égout",
  "loan loans borrow lend credit mkopo mikopo kukopa kopa kopesha kukopesha hatukopeshi mkopeshe nikopeshe prêt prêts emprunt emprunter crédit",
  "savings save saved saving deposit deposits shares akiba weka hisa amana épargne dépôt parts",
  "interest riba intérêt intérêts",
  "account accounts akaunti compte comptes",
  "member members membership uanachama mwanachama membre membres",
  "join joining register registering registration signup jiunga kujiunga adhésion adhérer",
  "withdraw withdrawal withdrawals remove taken toa kutoa retrait retirer",
  "dividend dividends gawio dividende dividendes",
  "student students pupil pupils learner mwanafunzi wanafunzi élève élèves étudiant",
  "school class classes shule darasa école classe cours",
  "admission admissions enrol enroll enrolment enrollment intake sajili kusajili andikisha kuandikisha usajili inscription inscrire inscriptions",
  "absence absent absentee sick mgonjwa hatakuja hayupo absent absente absence malade",
  "exam exams results result marks grades report mtihani mitihani matokeo examen examens résultats notes bulletin",
  "term holiday holidays semester muhula likizo trimestre vacances",
  "uniform uniforms sare uniforme uniformes",
  "transport bus buses basi usafiri car autobus",
  "book-item books library vitabu kitabu maktaba livre livres bibliothèque",
  "medicine medicines drug drugs prescription refill pharmacy dawa duka-la-dawa médicament médicaments ordonnance pharmacie",
  "policy policies sera police polices",
  "claim claims dai madai sinistre réclamation",
  "ticket tickets tiketi billet billets",
  "seat seats kiti viti siège place",
  "technician engineer fundi technicien",
  "install installation connect connection connexion kuunganisha ufungaji installation raccordement branchement",
  "power electricity electric umeme stima électricité courant",
  "internet wifi wi-fi network data mtandao réseau",
  "complaint complain complaints malalamiko lalamika réclamation plainte plaindre",
  "message messages note ujumbe message",
  "picture pictures photo photos photograph photographs picha photographie",
  "lock locks padlock padlocks kufuli cadenas",
  "shoe shoes boot boots soles sneakers viatu kiatu chaussures",
  "renew renews renewed renewal renewing extend extends extension prolong prolongs longer ongeza kuongeza nyongeza renouveler prolonger",
  "rent rents hire hires hired hiring charter charters lease tenant kodi kukodi pango loyer louer location-bail",
  "job jobs vacancy vacancies kazi emploi poste",
  "inspection inspect inspecting inspected inspections checkup kagua kukagua ukaguzi",
  "weight kilo kilos kg heavy uzito poids lourd",
];
/** Kinds of things that callers name by one of them. */
const KINDS: readonly (readonly [kind: string, members: string])[] = [
  [
    "animal animals pet pets livestock mnyama animaux",
    "dog dogs puppy puppies cat cats kitten goat goats cow cows pig pigs sheep chicken chickens hen hens fowl cock rabbit rabbits bird birds parrot donkey kuku mbuzi mbwa paka ng'ombe chien chat poulet poule mouton chèvre",
  ],
  [
    "medicine medicines drug drugs medication",
    "panadol paracetamol aspirin ibuprofen amoxicillin antibiotic antibiotics tablet tablets pill pills syrup painkiller painkillers dose",
  ],
  ["disease illness condition", "sickness malaria fever cancer infection flu ugonjwa maladie"],
  ["vehicle vehicles", "car cars truck lorry bus van motorbike pikipiki gari voiture camion"],
  ["card cards", "visa mastercard credit debit"],
  [
    "clothes garment garments",
    "shirt shirts trousers dress suit suits jacket blouse skirt shati suruali chemise pantalon costume robe veste",
  ],
  ["document documents papers", "passport passports certificate certificates licence id pasipoti passeport"],
  ["music musique", "live dj band"],
  ["food meal meals", "breakfast lunch dinner supper rice chicken fish pizza"],
];

const MEANING = new Map(
  [...SAME, ...EVERYDAY_WORDS]
    .flatMap((group) => {
      const [first = "", ...others] = group.split(" ");
      return [first, ...others].map((word) => [stem(word), stem(first)] as const);
    })
    .toReversed(),
);

/** What a text is about: its words without those that every sentence has, each by its stem or the meaning that it shares with others. */
export function conceptsOf(text: string): string[] {
  return meaningsIn(text).map(({ meaning }) => meaning);
}

export interface Meaning {
  word: string;
  /** The stem of the word itself. */
  stem: string;
  meaning: string;
}

export const meaningsIn = remembered((text): readonly Meaning[] => {
  return wordsOf(
    text
      .replace(
        /\b(?:come|coming|pass|passing) (?:for|and (?:get|take|collect)|to (?:get|take|collect)) (?:it|them|him|her|my|the)\b/gi,
        "pickup",
      )
      // "To move out" is no "move in".
      .replace(/\b(mov|check)(?:e|es|ed|ing)?[\s_-](in|out)\b/gi, "$1e$2")
      .replace(
        /\b(?:power|water|electricity|current|network) (?:is |was |has been )?(?:cut|cuts)\b|\bcut(?:ting)? off\b/gi,
        "outage",
      )
      .replace(
        /\b(?:keep|have) (?:it|them|the \w+) (?:\w+ )?longer\b|\bkukaa na(?:yo|zo|cho|vyo|lo) zaidi\b|\b(?:muda|siku) zaidi\b|\bgarder (?:\w+ ){0,3}plus longtemps\b/gi,
        " extend ",
      )
      .replace(/\bsur place\b/gi, " ")
      // "At your place" asks of no place.
      .replace(/\b(?:at|to|in) your place\b/gi, " ")
      // "A voter's card", "the NIN slip".
      .replace(/\b(?:nida|nin|nrc|voters?|voter['’]s|identity|national(?: id)?|id) (?:card|slip|paper)s?\b/gi, " identity ")
      .replace(/n't\b/gi, " ")
      .replace(/\b(?:be|been|get|getting) seen\b/gi, "consultation")
      .replace(/\b(?:have|get|send) (?:someone|somebody|a technician|an engineer) (?:to )?(?:look|come|check)\b/gi, "visit")
      .replace(/\bsign(?:ing)? (?:(?:me|him|her|us) )?up\b/gi, "register")
      .replace(/\b(?:come|coming|return) (?:back )?for (?=(?:him|her|it|them|my)\b)/gi, "collect ")
      .replace(
        /\b(?:see|seeing|kuona|kumwona|voir) (?:a |an |the |your |le |un )?(?=(?:doctor|dentist|nurse|daktari|médecin|docteur|dentiste)\b)/gi,
        "consultation ",
      ),
  )
    .map((word) => word.replace(/[:+/-]+$/, ""))
    .map((word) => word.replace(/^(?:l|d|qu|c|n|s|j|m|t)'(?=\p{L})|'(?:s|re|ll|ve|d|m)$/gu, ""))
    .flatMap((word) => (word in COMPOUND || !word.includes("-") || MEANING.has(stem(word)) ? [word] : word.split("-")))
    .filter((word) => !STOP.has(word))
    .map((word) => DIGITS.get(word) ?? word)
    .map((word) => ({ word, stem: stem(word), meaning: meaningOf(word) }));
});

/** "Forty percent" is "40 percent". */
const DIGITS = new Map(
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, at) => [word, String(at < 11 ? at + 10 : (at - 8) * 10)] as const),
);

const COMPOUND: Readonly<Record<string, true>> = { "check-in": true, "check-out": true };

/** Swahili verbs carry who and when before them: "zinalipwa", "kulipa", "mnalipa" are all "lipa". */
const SWAHILI_VERB =
  /^(?:(?:ni|u|a|tu|m|wa|i|zi|li|ya|ki|vi|ku)(?:na|li|ta|me|nge)(?:m|wa|ku|ni)?|ku(?:tu|ni|m|wa|ku)(?=\p{L}{4,})|ku|hu|ni|tu)(?=\p{L}{3,})/u;

/** "Nimesahau", "amesahau", "walisahau" are of one verb. */
const SWAHILI_TENSE = /^(?:ni|u|a|tu|m|wa|i|zi|li|ya|ki|vi)(?:me|li|na|ta)(\p{L}{4,})$/u;

/** "Nikichelewa", "ukiahirisha": if I, if you; "hatubebi", "hawalipi": we, they do not; "tulipe": let us. */
const SWAHILI_IF = /^(?:ni|u|a|tu|m|wa|i|zi)ki(\p{L}{4,})$/u;
const SWAHILI_NOT = /^ha(?:tu|wa|i|zi|li|ya|u|m)(\p{L}{3,})i$/u;
const SWAHILI_LET = /^(?:ni|u|a|tu|m|wa)(\p{L}{3,})e$/u;

/** The root of a Swahili verb that is said so; of the last form only one that is known. */
function swahiliRoot(word: string): string | undefined {
  const not = SWAHILI_NOT.exec(word)?.[1];
  const root = SWAHILI_IF.exec(word)?.[1] ?? (not === undefined ? undefined : `${not}a`);
  const wished = SWAHILI_LET.exec(word)?.[1];
  return root ?? (wished !== undefined && verbMeaning(`${wished}a`) !== undefined ? `${wished}a` : undefined);
}

/** "Nitamlipa": whom it is done to stands before the root. */
const OBJECT = /^(?:m|wa|ku|ni|tu|i|zi|li|ya|u)(?=\p{L}{3,})/u;

/** "Chanja" and "chanjo": what is done, and the thing. */
function verbMeaning(root: string): string | undefined {
  const thing = root.length >= LEAST_ROOT ? MEANING.get(root.replace(/a$/, "o")) : undefined;
  return MEANING.get(root) ?? MEANING.get(`ku${root}`) ?? thing;
}

const LEAST_ROOT = 5;

/** The stem, and for a Swahili verb that of its root, where that is known. */
function meaningOf(word: string): string {
  const root = swahiliRoot(word);
  if (root !== undefined && !MEANING.has(stem(word))) return verbMeaning(root) ?? root;
  const known = MEANING.get(stem(word));
  const tensed = SWAHILI_TENSE.exec(word)?.[1];
  if (known === undefined && tensed !== undefined)
    return verbMeaning(tensed) ?? verbMeaning(tensed.replace(OBJECT, "")) ?? tensed;
  if (known !== undefined || !SWAHILI_VERB.test(word)) return known ?? stem(word);
  const bare = word.replace(SWAHILI_VERB, "");
  return verbMeaning(bare) ?? verbMeaning(bare.replace(/wa$/, "a")) ?? stem(word);
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  return (
    unaccented(word)
      .replace(/(?:'s|s')$/, "")
      .replace(/ies$/, "y")
      .replace(/(?<=[^s])s$/, "")
      .replace(/(?<=\p{L}{4})ive$/u, "if")
      // "Cancelling", "planned", "stopping".
      .replace(/(?<=\p{L}{5})ll(?:ing|ed)$/u, "l")
      .replace(/(?<=\p{L}{2})(nn|pp|tt|mm|gg)(?:ing|ed)$/u, (double) => double.charAt(0))
      .replace(/(?<=\p{L}{4})ing$|(?<=\p{L}{3})ed$/u, "")
  );
}

const BROADER = new Map<string, string[]>();
for (const [kind, members] of KINDS)
  for (const word of members.split(" ")) {
    const broader = kind.split(" ").map((one) => meaningOf(one));
    BROADER.set(meaningOf(word), [...(BROADER.get(meaningOf(word)) ?? []), ...broader]);
  }

/** What a thing is one of, by its meaning. */
export function broaderThan(meaning: string): readonly string[] {
  return BROADER.get(meaning) ?? [];
}

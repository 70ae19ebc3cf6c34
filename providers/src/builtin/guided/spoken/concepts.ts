/** What words mean to a caller, whatever language they are said in. */
import { remembered, wordsOf } from "./plain.ts";

const STOP = new Set(
  (
    "zero one two three four five six seven eight nine oh double the a an is are am was were be been do does did have has had i you we they he she it me my your our their this that these those to of in on at for with and or but if so as by from " +
    "can could would will shall should may might please tell know want need like what which who how when where why there here about some any get give us much many not no yes just long abeg beg see kindly una wetin dey take takes people " +
    "lini wapi ngapi kiasi habari ningependa nahitaji ninahitaji nina mna una ana tuna je kwangu yangu langu wangu changu zangu yetu lenu yenu wenu sana tu hapa huko kwenye ili baada kabla pia tafadhali asante ni na ya wa kwa la za cha vya katika je nini gani naomba nataka kujua mna kuna hii hiyo " +
    "le la les un une des du de à au aux et ou est sont je tu il nous vous ils que qui quoi quel quelle quels quelles comment combien pourquoi quand y a-t-il peut-on puis-je savoir voudrais veux aimerais suis vos nos leur ses ces lui pas ne plus tout très bien bonjour ce cette pour avec dans sur mon ma votre vos avez"
  ).split(" "),
);

/** Groups of words that mean the same thing to a caller, in the languages of the dialogue. The first stands for all. */
const SAME: readonly string[] = [
  "hours open opening close closing closed time times hour operate working wazi fungua mnafungua mnafunga funga saa ouvert ouvrez ouverts fermez horaires horaire heures",
  "price cost costs fee fees charge charges much rate rates tariff amount expensive shillings bei gharama ada pesa ngapi kiasi prix coûte coûtent coute combien tarif tarifs frais montant",
  "where location located address directions place situated street road avenue floor opposite above building near wapi mahali anwani iko mko où adresse situé situés trouver trouve",
  "parking park car maegesho egesha gari stationnement garer parking voiture",
  "sale sell selling sold stock buy uza uzwa inauzwa zinauzwa nunua kununua vendre vendez acheter",
  "payment pay paying paid mpesa m-pesa cash card cards visa momo airtel malipo kulipa lipa lipwa nalipa paiement payer règlement carte espèces",
  "insurance nhif sha shif insured cover bima assurance mutuelle",
  "deliver delivery deliveries delivered ship shipping dispatch peleka kupeleka mnapeleka usafirishaji livraison livrer livrez livré",
  "return returns refund refunds exchange money-back rudisha kurudisha rejesha kurejeshewa marejesho retour rembourser remboursement",
  "doctor doctors dentist physician nurse daktari madaktari muuguzi médecin docteur infirmière",
  "service services offer treat treatment provide huduma soins",
  "email mail e-mail barua courriel",
  "phone telephone call contact whatsapp simu téléphone",
  "child children kid kids baby babies infant mtoto watoto enfant enfants bébé",
  "vaccination vaccine vaccinations vaccines vaccinated immunisation immunization jab chanjo vaccin vaccins",
  "test tests lab laboratory xray x-ray scan kipimo vipimo maabara analyse analyses",
  "emergency urgent accident ambulance dharura urgence",
  "documents document papers id identity nyaraka kitambulisho hati papiers pièce pièces",
  "warranty guarantee dhamana garantie",
  "fault broken faulty repair damaged defective hitilafu imeharibika mbovu panne cassé abîmé",
  "appointment appointments visit consultation checkup check-up booking miadi kuonana kumwona rendez-vous rdv consultation visite",
  "room rooms suite accommodation chumba vyumba malazi chambre chambres hébergement",
  "night nights stay usiku nuit nuits séjour",
  "breakfast kifungua kiamsha petit-déjeuner déjeuner",
  "table restaurant dinner lunch meza chakula dîner restaurant",
  "parcel parcels package packages shipment consignment goods mzigo kifurushi vifurushi mizigo colis paquet envoi",
  "order orders purchase oda agizo commande achat",
  "pickup collection collect collected pick-up chukua kuchukua mchukue enlèvement ramassage récupérer enlever",
  "sender courier rider messenger mjumbe coursier livreur",
  "track tracking trace status whereabouts fuatilia kufuatilia suivi suivre statut hali",
  "lost missing disappeared stolen potea imepotea umepotea iliibiwa perdu perdue disparu volé",
  "meter meters mita compteur compteurs",
  "water maji eau",
  "leak leaks leaking leakage burst pipe kuvuja inavuja unavuja yanavuja bomba limepasuka fuite fuites tuyau",
  "outage supply shortage dry cut disconnection disconnected hakuna yamekatika katizo katika umekatika coupure coupé panne",
  "bill bills invoice statement ankara bili facture factures",
  "balance owe owing arrears outstanding salio deni ninadaiwa nadaiwa solde dois impayé",
  "reading readings usomaji soma relevé index",
  "sewer sewage drain maji-taka égout",
  "loan loans borrow lend credit mkopo mikopo kukopa kopa kopesha prêt prêts emprunt emprunter crédit",
  "savings save saved saving deposit deposits shares akiba weka hisa amana épargne dépôt parts",
  "interest riba intérêt intérêts",
  "account accounts akaunti compte comptes",
  "member members membership uanachama mwanachama membre membres",
  "join joining jiunga kujiunga adhésion adhérer",
  "withdraw withdrawal withdrawals toa kutoa retrait retirer",
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
  "rent lease tenant kodi pango loyer location-bail",
  "job jobs vacancy vacancies kazi emploi poste",
  "weight kilo kilos kg heavy uzito poids lourd",
];
const MEANING = new Map(
  SAME.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return [first, ...others].map((word) => [stem(word), stem(first)] as const);
  }).toReversed(),
);

/** What a text is about: its words without those that every sentence has, each by its stem or the meaning that it shares with others. */
export function conceptsOf(text: string): string[] {
  return meaningsIn(text).map(({ meaning }) => meaning);
}

export interface Meaning {
  /** The stem of the word itself. */
  stem: string;
  meaning: string;
}

export const meaningsIn = remembered((text): readonly Meaning[] => {
  return wordsOf(text)
    .flatMap((word) => (word in COMPOUND || !word.includes("-") || MEANING.has(stem(word)) ? [word] : word.split("-")))
    .filter((word) => !STOP.has(word))
    .map((word) => ({ stem: stem(word), meaning: meaningOf(word) }));
});

const COMPOUND: Readonly<Record<string, true>> = { "check-in": true, "check-out": true };

/** Swahili verbs carry who and when before them: "zinalipwa", "kulipa", "mnalipa" are all "lipa". */
const SWAHILI_VERB = /^(?:(?:ni|u|a|tu|m|wa|i|zi|li|ya|ki|vi|ku)(?:na|li|ta|me|nge)(?:m|wa|ku|ni)?|ku|hu|ni|tu)(?=\p{L}{3,})/u;

/** The stem, and for a Swahili verb that of its root, where that is known. */
function meaningOf(word: string): string {
  const known = MEANING.get(stem(word));
  if (known !== undefined || !SWAHILI_VERB.test(word)) return known ?? stem(word);
  const root = word.replace(SWAHILI_VERB, "");
  return MEANING.get(root) ?? MEANING.get(root.replace(/wa$/, "a")) ?? stem(word);
}

function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:'s|s')$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/(?<=\p{L}{4})ing$|(?<=\p{L}{3})ed$/u, "");
}

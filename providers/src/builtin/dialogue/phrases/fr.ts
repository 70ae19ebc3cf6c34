import { weekdayOf } from "../spoken/calendar.ts";
import type { Phrases } from "./phrases.ts";

const DAYS = "dimanche lundi mardi mercredi jeudi vendredi samedi".split(" ");
const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");

export const french: Phrases = {
  day: (day) =>
    `le ${DAYS[weekdayOf(day)]} ${Number(day.slice(8)) === 1 ? "premier" : Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`,
  time: (time) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    return `${hour} ${hour < 2 ? "heure" : "heures"}${minute === 0 ? "" : minute === 30 ? " trente" : ` ${minute}`}`;
  },
  digits: (digits) => digits.replace("+", "plus ").replace(/\d/g, "$& ").trim(),
  yes: "oui",
  no: "non",
  choice: list,
  anythingElse: "Puis-je faire autre chose pour vous ?",
  howCanIHelp: "Comment puis-je vous aider ?",
  greetBack: "Bonjour.",
  robot: (business) => `Je suis un assistant automatique${business ? ` de ${business}` : ""}, pas une personne.`,
  noInstructions: "Je peux seulement vous aider pour nos services.",
  noCard: "Pour votre sécurité, ne donnez pas de numéro de carte au téléphone.",
  calm: "Je suis désolé pour ce désagrément. Je fais de mon mieux pour vous aider.",
  calmEnd: "Je suis désolé de n'avoir pas pu vous aider. Rappelez-nous quand vous voudrez. Au revoir.",
  takeYourTime: "Prenez votre temps.",
  unknown: "Je suis désolé, je n'ai pas cette information.",
  offerMessage: "Voulez-vous laisser un message pour qu'un collègue vous rappelle ?",
  noPersonNow: "Je ne peux pas vous mettre en relation avec une personne d'ici.",
  cannot: "Je suis désolé, je ne peux pas faire cela pendant cet appel.",
  cannotButMessage: "Je ne peux pas le faire moi-même, mais je le transmets à un collègue.",
  emergency: (number) =>
    number
      ? `En cas d'urgence, appelez tout de suite le ${number}.`
      : "En cas d'urgence, appelez tout de suite votre numéro d'urgence.",
  notUnderstood: "Pardon, je n'ai pas compris.",
  anotherWay: "Essayons autrement.",
  notUnderstoodAgain: "Je suis désolé, je vous entends mal.",
  leftOut: "Je continue sans cela ; un collègue vous le demandera.",
  passedOn: "Je le transmets tel que je l'ai compris.",
  notConfirmed: "non confirmé par l'appelant",
  goodbye: "Merci de votre appel. Au revoir.",
  okay: "D'accord.",
  sorry: "Je suis désolé.",
  dropped: "D'accord, je laisse cela.",
  nextRequest: "Passons à votre autre demande.",
  whichRequest: (one, other) => `Est-ce à propos de ceci : ${one} ? Ou de cela : ${other} ?`,
  whichToDo: (one, other) => `Voulez-vous ${one}, ou ${other} ?`,
  ask: {
    day: "Quel jour vous convient ?",
    time: "À quelle heure ?",
    name: "Quel est votre nom ?",
    phone: "Quel est votre numéro de téléphone ?",
    order: "Quel est votre numéro de commande ?",
    message: "Quel est le message ?",
  },
  askAgain: {
    day: "Dites-moi le jour, par exemple demain, ou jeudi.",
    time: "Dites-moi l'heure, par exemple dix heures et demie.",
    name: "Dites votre nom, ou épelez-le lettre par lettre.",
    phone: "Dites le numéro chiffre par chiffre.",
    order: "Dites le numéro de commande, un chiffre ou une lettre à la fois.",
    message: "Dites-moi en une phrase de quoi il s'agit.",
  },
  askField: (label, kind) => {
    if (kind === "yes-no") return `${capital(label)} : oui ou non ?`;
    if (kind === "place") return "À quel endroit ? Donnez le quartier et un point de repère.";
    // "Numéro de l'acte", "année de l'acte" are told, and not counted.
    if (/^(?:numéro|année|code|âge|heure)(?!\p{L})/u.test(label)) return `${capital(label)}, s'il vous plaît ?`;
    if (kind !== "number") return `Votre ${label}, s'il vous plaît ?`;
    return label.startsWith("nombre de ") ? `Combien de ${label.slice(10)} ?` : `Combien : ${label} ?`;
  },
  askChoice: (label, options) => `${capital(label)} : ${list(options)} ?`,
  askFieldAgain: (label, kind) => {
    if (kind === "code") return `Dites votre ${label}, un chiffre ou une lettre à la fois.`;
    if (kind === "yes-no") return "Dites oui ou non, s'il vous plaît.";
    if (kind === "day" || kind === "moment") return "Dites-moi le jour, par exemple demain, ou jeudi.";
    if (kind === "name") return `Pouvez-vous redire ceci, ou l'épeler : ${label} ?`;
    return `Pouvez-vous redire ceci : ${label} ?`;
  },
  useKeypad: "Vous pouvez aussi le taper et finir par dièse.",
  keyDigits: "Vous pouvez aussi taper ses chiffres et finir par dièse.",
  didYouSay: (value) => `J'ai entendu ${value}. Est-ce exact ?`,
  confirmAppointment: ({ day, time, name, phone, more }) =>
    `C'est ${day} à ${time}${name ? `, au nom de ${name}` : ""}${phone ? `, numéro de téléphone ${phone}` : ""}${more.map((item) => `, ${item}`).join("")}. Est-ce correct ?`,
  confirmText: "Dois-je vous envoyer le message par SMS maintenant ?",
  confirmMessage: ({ message, name, phone, more }) =>
    `Je transmets ce message : ${message}${more.map((item) => `, sur ${item}`).join("")}${name ? `, de ${name}` : ""}${phone ? `, numéro de téléphone ${phone}` : ""}. Est-ce correct ?`,
  confirm: (items) => `Je récapitule : ${items.join(", ")}. Est-ce correct ?`,
  item: (label, value) => `${label} ${value}`,
  whatToChange: (which) => `Que dois-je changer : ${which} ?`,
  the: (label) => label,
  booked: ({ day, time, reference }) =>
    `Votre rendez-vous est pris pour ${day} à ${time}.${reference ? ` Votre référence est ${reference}.` : ""}`,
  notBooked: "Je suis désolé, le rendez-vous n'a pas pu être pris.",
  whichVisit: (visits) =>
    `Vous avez des rendez-vous ${visits.map(({ day, time }) => `${day} à ${time}`).join(", et ")}. Lequel est-ce ?`,
  foundVisit: ({ day, time }) => `Votre rendez-vous est prévu ${day} à ${time}.`,
  noVisitOfLine: "Je ne trouve pas de rendez-vous pour le numéro depuis lequel vous appelez.",
  noVisit: "Je suis désolé, je ne trouve pas de rendez-vous pour ce nom et ce numéro.",
  confirmCancel: ({ day, time }) => `J'annule votre rendez-vous, ${day} à ${time}. Est-ce correct ?`,
  confirmMove: (from, to) =>
    `Je déplace votre rendez-vous, ${from.day} à ${from.time}, à cette date : ${to.day} à ${to.time}. Est-ce correct ?`,
  cancelled: ({ day, time }) => `Votre rendez-vous, ${day} à ${time}, est annulé.`,
  moved: ({ day, time }) => `Votre rendez-vous est maintenant prévu ${day} à ${time}.`,
  messageTaken: (reference) =>
    `Votre message est noté${reference ? `, référence ${reference}` : ""}. Un collègue vous rappellera.`,
  messageNotTaken: "Je suis désolé, je n'ai pas pu noter le message. Rappelez plus tard.",
  done: (reference) => `C'est fait.${reference ? ` Votre référence est ${reference}.` : ""}`,
  failed: "Je suis désolé, cela n'a pas marché pour le moment.",
  nothingFound: "Je suis désolé, rien n'a été trouvé.",
  noSuchDay: "Ce jour n'existe pas.",
  dayIsPast: "Ce jour est déjà passé.",
  timeIsPast: "Cette heure est déjà passée.",
  closedThatDay: (day, offer) => `Nous sommes fermés ${day}.${offer ? ` Est-ce que ${offer} vous convient ?` : ""}`,
  closedThatHour: (opens, closes) => `Ce jour-là nous sommes ouverts de ${opens} à ${closes}.`,
  openThatDay: (day, opens, closes) =>
    `${day.charAt(0).toUpperCase()}${day.slice(1)}, nous sommes ouverts de ${opens} à ${closes}.`,
  noSuchTime: "Cette heure n'est pas possible.",
  onlyOn: (days) => `C'est possible seulement le ${days.map((day) => DAYS[day]).join(" ou ")}.`,
  taken: (offers) => `Je suis désolé, cette heure n'est pas libre.${offers.length > 0 ? ` J'ai ${offers.join(" ou ")}.` : ""}`,
  isFree: "Cette heure est libre.",
  freeThatDay: (day, offers) => `${day}, il reste ${offers.join(" ou ")}. Quelle heure vous convient ?`,
  fullThatDay: (day, offers) => `Rien de libre ce jour-là. ${day}, il y a ${offers.join(" ou ")}. Quelle heure vous convient ?`,
  wrongPhone: (said, wanted) =>
    `J'ai entendu ${said} chiffres, et un numéro de téléphone en a ${wanted}. Répétez-le chiffre par chiffre.`,
  wrongLength: (label, said, wanted) =>
    `Il faut ${wanted} chiffres pour ${label}, et j'en ai entendu ${said}. Répétez, un à la fois.`,
  wrongForm: (label) => `Cela ne peut pas être : ${label}. Répétez, un chiffre ou une lettre à la fois.`,
  outOfRange: (label, least, most) =>
    least !== undefined && most !== undefined
      ? `Il faut une valeur entre ${least} et ${most} : ${label}.`
      : `Il faut ${least === undefined ? `au plus ${most}` : `au moins ${least}`} : ${label}.`,
  isItYou: (name) => `Est-ce que je parle à ${name} ?`,
  weCalled: (name, business) => `Dites s'il vous plaît à ${name} que ${business ?? "nous"} a appelé.`,
  whenToReach: (name) => `Quand pouvons-nous joindre ${name} ?`,
  onlyWith: (name) => `Je ne peux en parler qu'avec ${name}.`,
  wrongNumber: "Excusez-nous pour le dérangement. Au revoir.",
  child: "Merci. Nous rappellerons quand tes parents seront là. Au revoir.",
  noPin: "Ne donnez jamais un code secret ou un mot de passe, même pas à moi.",
  propose: {
    pay: "Combien pouvez-vous payer, et quel jour ?",
    book: "Quel jour puis-je vous réserver ?",
    other: "Pouvons-nous continuer ?",
  },
  cannotWithout: (label) => `Je ne peux pas le faire sans ${label}.`,
  openers: [
    "je voudrais prendre rendez-vous",
    "quels sont vos horaires",
    "où êtes-vous",
    "combien ça coûte",
    "je voudrais parler à une personne",
    "non merci",
    "au revoir",
  ],
};

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ou ${items.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

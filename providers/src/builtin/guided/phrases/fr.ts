import { weekdayOf } from "../calendar.ts";
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
  anythingElse: "Puis-je faire autre chose pour vous ?",
  howCanIHelp: "Comment puis-je vous aider ?",
  greetBack: "Bonjour.",
  robot: (business) => `Je suis un assistant automatique${business ? ` de ${business}` : ""}, pas une personne.`,
  noInstructions: "Je peux seulement vous aider pour nos services.",
  noCard: "Pour votre sécurité, ne donnez pas de numéro de carte au téléphone. Je ne l'ai pas gardé.",
  calm: "Je suis désolé pour ce désagrément. Je fais de mon mieux pour vous aider.",
  calmEnd: "Je suis désolé de n'avoir pas pu vous aider. Rappelez-nous quand vous voudrez. Au revoir.",
  takeYourTime: "Prenez votre temps.",
  unknown: "Je suis désolé, je n'ai pas cette information.",
  offerMessage: "Voulez-vous laisser un message pour qu'un collègue vous rappelle ?",
  noPersonNow: "Je ne peux pas vous mettre en relation avec une personne d'ici.",
  notUnderstood: "Pardon, je n'ai pas compris.",
  notUnderstoodAgain: "Je suis désolé, je n'ai toujours pas compris.",
  goodbye: "Merci de votre appel. Au revoir.",
  okay: "D'accord.",
  sorry: "Je suis désolé.",
  ask: {
    day: "Quel jour voulez-vous venir ?",
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
  useKeypad: "Vous pouvez aussi le taper et finir par dièse.",
  confirmAppointment: ({ day, time, name, phone }) =>
    `C'est ${day} à ${time}, au nom de ${name}, numéro de téléphone ${phone}. Est-ce correct ?`,
  confirmMessage: ({ name, phone, order }) =>
    `Je transmets votre message${order ? ` sur la commande ${order}` : ""}, de ${name}, numéro de téléphone ${phone}. Est-ce correct ?`,
  whatToChange: "Que dois-je changer ?",
  booked: ({ day, time, reference }) =>
    `Votre rendez-vous est pris pour ${day} à ${time}.${reference ? ` Votre référence est ${reference}.` : ""}`,
  notBooked: "Je suis désolé, le rendez-vous n'a pas pu être pris.",
  messageTaken: (reference) =>
    `Votre message est noté${reference ? `, référence ${reference}` : ""}. Un collègue vous rappellera.`,
  messageNotTaken: "Je suis désolé, je n'ai pas pu noter le message. Rappelez plus tard.",
  noSuchDay: "Ce jour n'existe pas.",
  dayIsPast: "Ce jour est déjà passé.",
  timeIsPast: "Cette heure est déjà passée.",
  closedThatDay: (day, offer) => `Nous sommes fermés ${day}.${offer ? ` Est-ce que ${offer} vous convient ?` : ""}`,
  closedThatHour: (opens, closes) => `Ce jour-là nous sommes ouverts de ${opens} à ${closes}.`,
  taken: (offers) => `Je suis désolé, cette heure n'est pas libre.${offers.length > 0 ? ` J'ai ${offers.join(" ou ")}.` : ""}`,
  fullThatDay: (day, offers) => `Rien de libre ce jour-là. ${day}, il y a ${offers.join(" ou ")}. Quelle heure vous convient ?`,
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

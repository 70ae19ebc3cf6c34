import { WEEKDAYS, weekdayOf } from "../spoken/calendar.ts";
import type { Phrases } from "./phrases.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = WEEKDAYS.map(capital);

export const english: Phrases = {
  day: (day) => `${DAYS[weekdayOf(day)]} the ${ordinal(Number(day.slice(8)))} of ${MONTHS[Number(day.slice(5, 7)) - 1]}`,
  time: (time) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const half = hour < 12 ? "am" : "pm";
    return `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`} ${half}`;
  },
  digits: (digits) => digits.replace("+", "plus ").replace(/\d/g, "$& ").trim(),
  yes: "yes",
  no: "no",
  choice: list,
  anythingElse: "Is there anything else I can help you with?",
  howCanIHelp: "How can I help you?",
  greetBack: "Hello.",
  robot: (business) => `I am an automated assistant${business ? ` of ${business}` : ""}, not a person.`,
  noInstructions: "I can only help with our services.",
  noCard: "For your safety, please do not give card numbers.",
  calm: "I am sorry that you are upset. I will do my best to help you.",
  calmEnd: "I am sorry that I could not help. Please call again when it suits you. Goodbye.",
  takeYourTime: "Take your time.",
  unknown: "I am sorry, I do not have that information.",
  offerMessage: "Shall I take a message so a colleague can call you back?",
  noPersonNow: "I cannot connect you to a person from here.",
  cannot: "I am sorry, I cannot do that on this call.",
  // Callers of the external dialogues know by these words that they were not understood, or that it cannot be done.
  cannotButMessage: "I cannot do that myself, but I will ask a colleague to call you back.",
  emergency: (number) =>
    number
      ? `If this is an emergency, please call ${number} now.`
      : "If this is an emergency, please call your emergency number now.",
  notUnderstood: "Sorry, I did not understand that.",
  anotherWay: "Let us try it another way.",
  notUnderstoodAgain: "I am sorry, it is hard for me to hear you.",
  leftOut: "I will go on without that; a colleague will ask you.",
  passedOn: "I will pass it on as I heard it.",
  notConfirmed: "not confirmed by the caller",
  goodbye: "Thank you for calling. Goodbye.",
  okay: "All right.",
  sorry: "I am sorry.",
  dropped: "Okay, I haven't changed anything.",
  nextRequest: "Now to your other request.",
  whichRequest: (one, other) => `Is it about this: ${one}? Or about that: ${other}?`,
  whichToDo: (one, other) => `Would you like to ${one}, or to ${other}?`,
  howCanIHelpWith: (options) => `How can I help you? You can say: ${list(options)}.`,
  leaveMessage: "leave a message",
  ask: {
    day: "Which day would you like?",
    time: "At what time?",
    name: "May I have your name?",
    phone: "What is your phone number?",
    order: "What is your order number?",
    message: "What is the message?",
  },
  askAgain: {
    day: "Please tell me the day, for example tomorrow, or Thursday.",
    time: "Please tell me the time, for example half past ten.",
    name: "Please say your name and spell it, letter by letter.",
    phone: "Please say the number digit by digit.",
    order: "Please say the order number, one digit or letter at a time.",
    message: "Please tell me in one sentence what it is about.",
  },
  askField: (label, kind) => {
    if (kind === "number" && /^(?:week|month|day|year|hour) of /.test(label)) return `Which ${label}?`;
    if (label.endsWith("ed by")) return `Can you tell me who or what it is ${label}?`;
    if (kind === "number" && NUMBERS_ONE.test(label)) return `What is the ${label}?`;
    if (kind === "time" && !/\btime\b|^hour\b/.test(label)) return `What time is the ${label}?`;
    if (kind === "number" && !MEASURED.test(label))
      return `How many ${label.replace(/^number of /, "").replace(/^(people|persons|guests|children|passengers) (?:who|that) /, "$1 ")}?`;
    if (kind === "yes-no") return `${capital(label)}: yes or no?`;
    return `What ${SEVERAL.test(label) ? "are" : "is"} ${kind === "code" && !/student|child|guest|patient|^number of /.test(label) ? "your" : "the"} ${label}?`;
  },
  askChoice: (label, options) =>
    `Which ${/^(?:where|who|whom)$|\b(?:to|by|on|at|from|for|of)$/.test(label) ? "one" : label}: ${list(options)}?`,
  askFieldAgain: (label, kind) => {
    if (kind === "code") return `Please say the ${label} one digit or letter at a time.`;
    if (kind === "email")
      return "Please spell the e-mail address with a word for each letter, like B for boy, and say at and dot.";
    if (kind === "number") return `Please say only the number: ${label}.`;
    if (kind === "yes-no") return "Please say yes or no.";
    if (kind === "day" || kind === "moment") return "Please tell me the day, for example tomorrow, or Thursday.";
    if (kind === "name") return `Please say the ${label} once more and spell it, letter by letter.`;
    return `Please tell me the ${label} once more.`;
  },
  useKeypad: "You can also key it in and end with the hash key.",
  keyDigits: "You can also key in its digits and end with the hash key.",
  letterWords: "You can say a word for each letter, like B for boy.",
  didYouSay: (value) => `I heard ${value}. Is that right?`,
  confirmAppointment: ({ day, time, name, phone, more }) =>
    `That is ${day} at ${time}${name ? `, for ${name}` : ""}${phone ? `, phone number ${phone}` : ""}${more.map((item) => `, ${item}`).join("")}. Is that correct?`,
  confirmText: "Shall I send you the message by text now?",
  confirmMessage: ({ message, name, phone, more }) =>
    `I will pass on this message: ${message}${more.map((item) => `, about ${item}`).join("")}${name ? `, from ${name}` : ""}${phone ? `, phone number ${phone}` : ""}. Is that correct?`,
  confirm: (items) => `Let me read that back: ${items.join(", ")}. Is that correct?`,
  item: (label, value) => `${label} ${value}`,
  whatToChange: (which) => `What should I change: ${which}?`,
  the: (label) => `the ${label}`,
  booked: ({ day, time, reference }) =>
    `You are booked for ${day} at ${time}.${reference ? ` Your reference is ${reference}.` : ""}`,
  notBooked: "I am sorry, the booking did not work just now.",
  whichVisit: (visits) =>
    `You have appointments on ${visits.map(({ day, time }) => `${day} at ${time}`).join(", and on ")}. Which one do you mean?`,
  foundVisit: ({ day, time }) => `Your appointment is on ${day} at ${time}.`,
  noVisitOfLine: "I find no appointment for the number you are calling from.",
  noVisit: "I am sorry, I find no appointment for that name and number.",
  confirmCancel: ({ day, time }) => `I will cancel your appointment on ${day} at ${time}. Is that correct?`,
  confirmMove: (from, to) =>
    `I will move your appointment from ${from.day} at ${from.time} to ${to.day} at ${to.time}. Is that correct?`,
  cancelled: ({ day, time }) => `Your appointment on ${day} at ${time} is cancelled.`,
  moved: ({ day, time }) => `Your appointment is now on ${day} at ${time}.`,
  messageTaken: (reference) =>
    `Your message has been noted${reference ? `, reference ${reference}` : ""}. A colleague will call you back.`,
  messageNotTaken: "I am sorry, I could not note the message just now. Please call again later.",
  done: (reference) => `Thank you, that is done.${reference ? ` Your reference is ${reference}.` : ""}`,
  failed: "I am sorry, that did not work just now.",
  nothingFound: "I am sorry, nothing was found.",
  noSuchDay: "There is no such day in the calendar.",
  dayIsPast: "That day has already passed.",
  timeIsPast: "That time has already passed.",
  closedThatDay: (day, offer) => `We are closed on ${day}.${offer ? ` Would ${offer} suit you?` : ""}`,
  closedThatHour: (opens, closes) => `That day we are open from ${opens} to ${closes}.`,
  openThatDay: (day, opens, closes) => `On ${day} we are open from ${opens} to ${closes}.`,
  noSuchTime: "That time is not possible.",
  onlyOn: (days) => `That is only possible on ${list(days.flatMap((day) => DAYS[day] ?? []))}.`,
  taken: (offers) => `I am sorry, that time is not free.${offers.length > 0 ? ` I have ${list(offers)}.` : ""}`,
  isFree: "That time is free.",
  freeThatDay: (day, offers) => `${day} has ${list(offers)} free. Which time suits you?`,
  fullThatDay: (day, offers) => `There is nothing free that day. ${day} has ${list(offers)}. Which time suits you?`,
  wrongPhone: (said, wanted) => `That was ${said} digits, and a phone number has ${wanted}. Please say it again, digit by digit.`,
  wrongLength: (label, said, wanted) =>
    `The ${label} has ${wanted} digits, and I heard ${said}. Please say it again, one at a time.`,
  wrongForm: (label) => `That cannot be a ${label}. Please say it again, one letter or digit at a time.`,
  outOfRange: (label, least, most) =>
    least !== undefined && most !== undefined
      ? `The ${label} must lie between ${least} and ${most}.`
      : `The ${label} must be ${least === undefined ? `at most ${most}` : `at least ${least}`}.`,
  isItYou: (name) => `Am I speaking with ${name}?`,
  weCalled: (name, business) => `Please tell ${name} that ${business ?? "we"} called.`,
  whenToReach: (name) => `When can we reach ${name}?`,
  onlyWith: (name) => `I can only speak about that with ${name}.`,
  wrongNumber: "I am sorry for the disturbance. Goodbye.",
  child: "Thank you. We will call again when your parents are there. Goodbye.",
  noPin: "Please never tell anybody a PIN or a password, not even me.",
  propose: {
    pay: "How much can you pay, and on which day?",
    book: "On which day may I book a time for you?",
    other: "Shall we go on?",
  },
  cannotWithout: (label) => `I cannot do that without the ${label}.`,
  openers: [
    "i would like to book an appointment",
    "i would like to make an appointment",
    "i want to see a doctor",
    "what are your opening hours",
    "when are you open",
    "where are you located",
    "how much does it cost",
    "i want to speak to a person",
    "i would like to leave a message",
    "where is my order",
    "i have a problem with my order",
    "no thank you",
    "that is all thank you",
    "thank you goodbye",
    "yes please",
  ],
};

function ordinal(number: number): string {
  const tail = number % 100 >= 11 && number % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${tail}`;
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/** Not counted in pieces. */
/** "The number of the unit" counts nothing. */
const SEVERAL = /^(?:words|details|symptoms|comments|remarks|measurements|dimensions|wishes|names)\b/;
const NUMBERS_ONE = /^number of (?:the|your|a|an) |\b(?:number|year|age|code)$/;
const MEASURED =
  /budget|offering|contribution|donation|pledge|instal|rent\b|fee|fare|cost|length|width|height|distance|duration|rating|score|level|stars|satisf|recommend|amount|price|sum|total|weight|balance|reading|value|deposit|salary|age|size|score|number$| in \w+/;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

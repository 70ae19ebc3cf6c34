/** Whether a caller asks when they can come: "What is free on Tuesday?", "Una nafasi kesho?", "Y a-t-il de la place mardi ?" */
import { asksSomething } from "../spoken/acts.ts";
import { plain, unaccented } from "../spoken/plain.ts";

/** Free of charge is something else. */
const NO_TIME = /\b(?:parking|wi ?-?fi|internet|delivery|entry|charge|toll|trial|bure|gratuit\w*|parke?ing|livraison)\b/;
const WHEN =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|morning|afternoon|evening|week|weekend|month|noon|o'?clock|jumatatu|jumanne|jumatano|alhamisi|ijumaa|jumamosi|jumapili|kesho|leo|wiki|asubuhi|mchana|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|aujourd'hui|semaine|matin|apres-midi)";
const FREE_TIMES = [
  /\b(?:free|available|open) (?:time|slot|appointment|hour|space|day)s?\b/,
  /\b(?:any|what|which|more|other|have|got|are there|is there)\b.*\b(?:slots?|openings?(?! (?:hours?|times?))|availability)\b/,
  /\b(?:what|which) (?:times?|days?|hours?|dates?)\b.*\b(?:free|available|left)\b/,
  /\bwhen\b.*\b(?:(?:free|available) (?:time|slot|appointment)|(?:are you|is (?:the )?\w+) (?:free|available))\b/,
  new RegExp(`\\b(?:free|available|anything left|(?:any|a|some) (?:space|room))\\b.*\\b${WHEN}\\b`),
  new RegExp(`\\b${WHEN}\\b.*\\b(?:free|available)\\b`),
  /\b(?:kuna|mna|una|ipo|iko|pana) nafasi\b|\bnafasi (?:gani|ipi|zipi|ipo|iko|wazi)\b|\bnafasi .*\b(?:ipo|iko)\b/,
  /\b(?:creneaux?|disponibilites?|de la place|des places)\b/,
  new RegExp(`\\b(?:disponibles?|libres?)\\b.*\\b${WHEN}\\b|\\b${WHEN}\\b.*\\b(?:disponibles?|libres?)\\b`),
];

/** Without the melody of a question. */
const ASKS = /\b(?:are there|is there|do you have|have you got|any(?:thing)?|kuna|mna|y a t il|est ce)\b/;

export function asksFreeTimes(text: string): boolean {
  const said = unaccented(plain(text));
  return (asksSomething(text) || ASKS.test(said)) && !NO_TIME.test(said) && FREE_TIMES.some((pattern) => pattern.test(said));
}

import { weekdayOf } from "../calendar.ts";
import type { Phrases } from "./phrases.ts";

const DAYS = "Jumapili Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi".split(" ");
const MONTHS = "Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba".split(" ");
const HOURS = ["kumi na mbili", "moja", "mbili", "tatu", "nne", "tano", "sita", "saba", "nane", "tisa", "kumi", "kumi na moja"];
const DIGITS = "sifuri moja mbili tatu nne tano sita saba nane tisa".split(" ");

export const swahili: Phrases = {
  day: (day) => `${DAYS[weekdayOf(day)]} tarehe ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`,
  time: (time) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const minutes = minute === 0 ? "" : minute === 30 ? " na nusu" : minute === 15 ? " na robo" : ` na dakika ${minute}`;
    const part = hour < 5 || hour >= 19 ? "usiku" : hour < 12 ? "asubuhi" : hour < 16 ? "mchana" : "jioni";
    return `saa ${HOURS[(hour + 6) % 12]}${minutes} ${part}`;
  },
  digits: (digits) =>
    digits
      .split("")
      .map((digit) => (digit === "+" ? "plus" : DIGITS[Number(digit)]))
      .join(" "),
  anythingElse: "Je, kuna jambo lingine ninaloweza kukusaidia?",
  howCanIHelp: "Nikusaidie vipi?",
  greetBack: "Habari.",
  robot: (business) => `Mimi ni msaidizi wa kompyuta${business ? ` wa ${business}` : ""}, si mtu.`,
  noInstructions: "Ninaweza kukusaidia kuhusu huduma zetu tu.",
  noCard: "Kwa usalama wako, usitaje namba ya kadi kwenye simu hii. Sijaihifadhi.",
  calm: "Pole kwa usumbufu. Nitajitahidi kukusaidia.",
  calmEnd: "Samahani kwa kutoweza kukusaidia. Karibu upige tena. Kwaheri.",
  takeYourTime: "Hakuna haraka.",
  unknown: "Samahani, sina taarifa hiyo.",
  offerMessage: "Je, nichukue ujumbe ili mwenzangu akupigie simu?",
  noPersonNow: "Siwezi kukuunganisha na mtu kutoka hapa.",
  notUnderstood: "Samahani, sijaelewa.",
  notUnderstoodAgain: "Samahani, bado sijaelewa.",
  goodbye: "Asante kwa kupiga simu. Kwaheri.",
  okay: "Sawa.",
  sorry: "Samahani.",
  ask: {
    day: "Ungependa kuja siku gani?",
    time: "Saa ngapi?",
    name: "Naomba jina lako.",
    phone: "Namba yako ya simu ni ipi?",
    order: "Namba ya oda yako ni ipi?",
    message: "Ujumbe wako ni upi?",
  },
  askAgain: {
    day: "Tafadhali taja siku, kwa mfano kesho au Alhamisi.",
    time: "Tafadhali taja saa, kwa mfano saa nne asubuhi.",
    name: "Tafadhali taja jina lako, au herufi moja moja.",
    phone: "Tafadhali taja namba, tarakimu moja moja.",
    order: "Tafadhali taja namba ya oda, tarakimu moja moja.",
    message: "Tafadhali eleza kwa sentensi moja.",
  },
  useKeypad: "Unaweza pia kubonyeza namba na kumaliza kwa alama ya reli.",
  confirmAppointment: ({ day, time, name, phone }) =>
    `Ni ${day} ${time}, kwa jina la ${name}, namba ya simu ${phone}. Je, ni sahihi?`,
  confirmMessage: ({ name, phone, order }) =>
    `Nitafikisha ujumbe wako${order ? ` kuhusu oda ${order}` : ""}, kutoka kwa ${name}, namba ya simu ${phone}. Je, ni sahihi?`,
  whatToChange: "Nibadilishe nini?",
  booked: ({ day, time, reference }) =>
    `Miadi yako ni ${day} ${time}.${reference ? ` Namba ya kumbukumbu ni ${reference}.` : ""}`,
  notBooked: "Samahani, miadi haikuwekwa kwa sasa.",
  messageTaken: (reference) =>
    `Ujumbe wako umepokelewa${reference ? `, kumbukumbu ${reference}` : ""}. Mwenzangu atakupigia simu.`,
  messageNotTaken: "Samahani, sikuweza kupokea ujumbe kwa sasa. Tafadhali piga tena baadaye.",
  noSuchDay: "Siku hiyo haipo kwenye kalenda.",
  dayIsPast: "Siku hiyo imeshapita.",
  timeIsPast: "Saa hiyo imeshapita.",
  closedThatDay: (day, offer) => `Tumefunga ${day}.${offer ? ` Je, ${offer} itakufaa?` : ""}`,
  closedThatHour: (opens, closes) => `Siku hiyo tuko wazi kuanzia ${opens} hadi ${closes}.`,
  taken: (offers) => `Samahani, saa hiyo haina nafasi.${offers.length > 0 ? ` Nina ${offers.join(" au ")}.` : ""}`,
  fullThatDay: (day, offers) => `Siku hiyo haina nafasi. ${day} kuna ${offers.join(" au ")}. Ungependa saa ngapi?`,
  openers: [
    "nataka kuweka miadi",
    "mnafungua saa ngapi",
    "mko wapi",
    "bei ni ngapi",
    "nataka kuongea na mtu",
    "hapana asante",
    "ndiyo",
    "kwaheri",
  ],
};

import { weekdayOf } from "../spoken/calendar.ts";
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
  yes: "ndiyo",
  no: "hapana",
  choice: list,
  anythingElse: "Je, kuna jambo lingine ninaloweza kukusaidia?",
  howCanIHelp: "Nikusaidie vipi?",
  greetBack: "Habari.",
  robot: (business) => `Mimi ni msaidizi wa kompyuta${business ? ` wa ${business}` : ""}, si mtu.`,
  noInstructions: "Ninaweza kukusaidia kuhusu huduma zetu tu.",
  noCard: "Kwa usalama wako, usitaje namba ya kadi kwenye simu hii.",
  calm: "Pole kwa usumbufu. Nitajitahidi kukusaidia.",
  calmEnd: "Samahani kwa kutoweza kukusaidia. Karibu upige tena. Kwaheri.",
  takeYourTime: "Hakuna haraka.",
  unknown: "Samahani, sina taarifa hiyo.",
  offerMessage: "Je, nichukue ujumbe ili mwenzangu akupigie simu?",
  noPersonNow: "Siwezi kukuunganisha na mtu kutoka hapa.",
  cannot: "Samahani, siwezi kufanya hivyo kwenye simu hii.",
  cannotButMessage: "Siwezi kufanya hivyo mwenyewe, lakini nitamfikishia mwenzangu ujumbe.",
  emergency: (number) =>
    number
      ? `Kama ni dharura, tafadhali piga ${number} sasa hivi.`
      : "Kama ni dharura, tafadhali piga namba ya dharura sasa hivi.",
  notUnderstood: "Samahani, sijaelewa.",
  anotherWay: "Tujaribu kwa njia nyingine.",
  notUnderstoodAgain: "Samahani, sikusikii vizuri.",
  leftOut: "Nitaendelea bila hilo; mwenzangu atakuuliza.",
  passedOn: "Nitaufikisha kama nilivyousikia.",
  notConfirmed: "mpigaji hakuthibitisha",
  goodbye: "Asante kwa kupiga simu. Kwaheri.",
  okay: "Sawa.",
  sorry: "Samahani.",
  dropped: "Sawa, nimeacha hilo.",
  nextRequest: "Sasa kuhusu ombi lako lingine.",
  whichRequest: (one, other) => `Je, ni kuhusu hili: ${one}? Au hili: ${other}?`,
  whichToDo: (one, other) => `Je, ungependa ${one}, au ${other}?`,
  ask: {
    day: "Ungependa siku gani?",
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
  askField: (label, kind) => {
    if (kind === "yes-no") return `${label}: ndiyo au hapana?`;
    if (kind === "place") return "Ni wapi? Taja mahali, na alama iliyo karibu.";
    return kind === "number" && !/^(?:namba|nambari|mwaka|umri)(?!\p{L})/u.test(label)
      ? `${capital(label)} ni ngapi?`
      : `Naomba ${label}.`;
  },
  askChoice: (label, options) => `${capital(label)} ni ipi: ${list(options)}?`,
  askFieldAgain: (label, kind) => {
    if (kind === "code") return `Tafadhali taja ${label}, tarakimu au herufi moja moja.`;
    if (kind === "yes-no") return "Tafadhali sema ndiyo au hapana.";
    if (kind === "day" || kind === "moment") return "Tafadhali taja siku, kwa mfano kesho au Alhamisi.";
    if (kind === "name") return `Tafadhali taja ${label} tena, au herufi moja moja.`;
    return `Tafadhali taja ${label} tena.`;
  },
  useKeypad: "Unaweza pia kubonyeza namba na kumaliza kwa alama ya reli.",
  keyDigits: "Unaweza pia kubonyeza tarakimu zake na kumaliza kwa alama ya reli.",
  didYouSay: (value) => `Nimesikia ${value}. Je, ni sahihi?`,
  confirmAppointment: ({ day, time, name, phone, more }) =>
    `Ni ${day} ${time}${name ? `, kwa jina la ${name}` : ""}${phone ? `, namba ya simu ${phone}` : ""}${more.map((item) => `, ${item}`).join("")}. Je, ni sahihi?`,
  confirmText: "Je, nikutumie ujumbe huo kwa SMS sasa?",
  confirmMessage: ({ message, name, phone, more }) =>
    `Nitafikisha ujumbe huu: ${message}${more.map((item) => `, kuhusu ${item}`).join("")}${name ? `, kutoka kwa ${name}` : ""}${phone ? `, namba ya simu ${phone}` : ""}. Je, ni sahihi?`,
  confirm: (items) => `Nirudie: ${items.join(", ")}. Je, ni sahihi?`,
  item: (label, value) => `${label} ${value}`,
  whatToChange: (which) => `Nibadilishe nini: ${which}?`,
  the: (label) => label,
  booked: ({ day, time, reference }) =>
    `Miadi yako ni ${day} ${time}.${reference ? ` Namba ya kumbukumbu ni ${reference}.` : ""}`,
  notBooked: "Samahani, miadi haikuwekwa kwa sasa.",
  whichVisit: (visits) => `Una miadi ${visits.map(({ day, time }) => `${day} ${time}`).join(", na ")}. Unamaanisha ipi?`,
  foundVisit: ({ day, time }) => `Miadi yako ni ${day} ${time}.`,
  noVisitOfLine: "Sioni miadi kwa namba unayopigia.",
  noVisit: "Samahani, sioni miadi kwa jina na namba hiyo.",
  confirmCancel: ({ day, time }) => `Nitafuta miadi yako ya ${day} ${time}. Je, ni sahihi?`,
  confirmMove: (from, to) => `Nitahamisha miadi yako kutoka ${from.day} ${from.time} hadi ${to.day} ${to.time}. Je, ni sahihi?`,
  cancelled: ({ day, time }) => `Miadi yako ya ${day} ${time} imefutwa.`,
  moved: ({ day, time }) => `Miadi yako sasa ni ${day} ${time}.`,
  messageTaken: (reference) =>
    `Ujumbe wako umepokelewa${reference ? `, kumbukumbu ${reference}` : ""}. Mwenzangu atakupigia simu.`,
  messageNotTaken: "Samahani, sikuweza kupokea ujumbe kwa sasa. Tafadhali piga tena baadaye.",
  done: (reference) => `Tayari.${reference ? ` Namba ya kumbukumbu ni ${reference}.` : ""}`,
  failed: "Samahani, haikuwezekana kwa sasa.",
  nothingFound: "Samahani, hakuna kilichopatikana.",
  noSuchDay: "Siku hiyo haipo kwenye kalenda.",
  dayIsPast: "Siku hiyo imeshapita.",
  timeIsPast: "Saa hiyo imeshapita.",
  closedThatDay: (day, offer) => `Tumefunga ${day}.${offer ? ` Je, ${offer} itakufaa?` : ""}`,
  closedThatHour: (opens, closes) => `Siku hiyo tuko wazi kuanzia ${opens} hadi ${closes}.`,
  openThatDay: (day, opens, closes) => `${day} tuko wazi kuanzia ${opens} hadi ${closes}.`,
  noSuchTime: "Saa hiyo haiwezekani.",
  onlyOn: (days) => `Hilo linawezekana tu siku ya ${days.map((day) => DAYS[day]).join(" au ")}.`,
  taken: (offers) => `Samahani, saa hiyo haina nafasi.${offers.length > 0 ? ` Nina ${offers.join(" au ")}.` : ""}`,
  isFree: "Saa hiyo ina nafasi.",
  freeThatDay: (day, offers) => `${day} kuna nafasi ${offers.join(" au ")}. Ungependa saa ngapi?`,
  fullThatDay: (day, offers) => `Siku hiyo haina nafasi. ${day} kuna ${offers.join(" au ")}. Ungependa saa ngapi?`,
  wrongPhone: (said, wanted) =>
    `Nimesikia tarakimu ${said}, na namba ya simu ina ${wanted}. Tafadhali taja tena, tarakimu moja moja.`,
  wrongLength: (label, said, wanted) =>
    `${capital(label)} ina tarakimu ${wanted}, nami nimesikia ${said}. Tafadhali taja tena, moja moja.`,
  wrongForm: (label) => `Hiyo haiwezi kuwa ${label}. Tafadhali taja tena, moja moja.`,
  outOfRange: (label, least, most) =>
    least !== undefined && most !== undefined
      ? `${capital(label)} lazima iwe kati ya ${least} na ${most}.`
      : `${capital(label)} lazima iwe ${least === undefined ? `isiyozidi ${most}` : `angalau ${least}`}.`,
  isItYou: (name) => `Je, ninaongea na ${name}?`,
  weCalled: (name, business) => `Tafadhali mwambie ${name} kwamba ${business ?? "sisi"} tulipiga simu.`,
  whenToReach: (name) => `Tunaweza kumpata ${name} lini?`,
  onlyWith: (name) => `Hilo naweza kuzungumza na ${name} tu.`,
  wrongNumber: "Samahani kwa usumbufu. Kwaheri.",
  child: "Asante. Tutapiga tena wazazi wako wakiwepo. Kwaheri.",
  noPin: "Tafadhali usimwambie mtu yeyote namba yako ya siri, hata mimi.",
  propose: { pay: "Unaweza kulipa kiasi gani, na siku gani?", book: "Nikuwekee nafasi siku gani?", other: "Tuendelee?" },
  cannotWithout: (label) => `Siwezi kufanya hivyo bila ${label}.`,
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

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} au ${items.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Yoruba, with the plural of politeness. Awaits a native reader. */
import { yorubaNumber } from "../../../spoken-text/yoruba.ts";
import { figuresCounted } from "../figures.ts";
import type { Locale } from "../locale.ts";
import { listOf, spaced } from "./sentences.ts";

const DAYS = "ọjọ́ Àìkú|ọjọ́ Ajé|ọjọ́ Ìṣẹ́gun|Ọjọ́rú|Ọjọ́bọ̀|ọjọ́ Ẹtì|ọjọ́ Àbámẹ́ta".split("|");

export const yoruba: Locale = {
  says: {
    digits: (digits) => spaced(digits, "àfikún"),
    choice: listOf("tàbí"),
    anythingElse: "Ṣé nǹkan mìíràn wà tí mo lè bá yín ṣe?",
    howCanIHelp: "Báwo ni mo ṣe lè ràn yín lọ́wọ́?",
    greetBack: "Ẹ káàbọ̀.",
    robot: (business) => `Ẹ̀rọ olùrànlọ́wọ́${business ? ` ti ${business}` : ""} ni mí, èmi kì í ṣe ènìyàn.`,
    noInstructions: "Iṣẹ́ wa nìkan ni mo lè ràn yín lọ́wọ́ lórí.",
    noCard: "Fún ààbò yín, ẹ má sọ nọ́ńbà káàdì lórí ìpè yìí.",
    calm: "Ẹ má bínú fún ìnira yìí. Màá sa gbogbo ipá mi láti ràn yín lọ́wọ́.",
    calmEnd: "Ẹ má bínú pé n kò lè ràn yín lọ́wọ́. Ẹ tún pè wá nígbà mìíràn. Ó dàbọ̀.",
    takeYourTime: "Ẹ má kánjú, mò ń dúró.",
    unknown: "Ẹ má bínú, n kò ní àlàyé nípa ìyẹn.",
    offerMessage: "Ṣé ẹ fẹ́ fi ọ̀rọ̀ sílẹ̀, kí ẹlẹgbẹ́ mi lè pè yín padà?",
    noPersonNow: "N kò lè so yín pọ̀ mọ́ ènìyàn láti ibí.",
    cannot: "Ẹ má bínú, n kò lè ṣe ìyẹn lórí ìpè yìí.",
    cannotButMessage: "N kò lè ṣe ìyẹn fúnra mi, ṣùgbọ́n màá fi ọ̀rọ̀ yín ránṣẹ́ sí ẹlẹgbẹ́ mi.",
    emergency: (number) =>
      number ? `Tí ó bá jẹ́ pàjáwìrì, ẹ jọ̀ọ́, ẹ pe ${number} báyìí.` : "Tí ó bá jẹ́ pàjáwìrì, ẹ jọ̀ọ́, ẹ pe nọ́ńbà pàjáwìrì báyìí.",
    notUnderstood: "Ẹ má bínú, ọ̀rọ̀ yín kò yé mi.",
    anotherWay: "Ẹ jẹ́ ká gbìyànjú ọ̀nà mìíràn.",
    notUnderstoodAgain: "Ẹ má bínú, n kò gbọ́ yín dáadáa.",
    leftOut: "Màá tẹ̀síwájú láìsí ìyẹn, ẹlẹgbẹ́ mi yóò béèrè lọ́wọ́ yín.",
    passedOn: "Màá fi ọ̀rọ̀ náà ránṣẹ́ bí mo ṣe gbọ́ ọ.",
    notConfirmed: "olùpè kò tíì fìdí rẹ̀ múlẹ̀",
    goodbye: "Ẹ ṣé tí ẹ pè wá. Ó dàbọ̀.",
    okay: "Ó dára.",
    dropped: "Ó dára, mo ti fi ìyẹn sílẹ̀.",
    ask: { name: "Kí ni orúkọ yín?", phone: "Kí ni nọ́ńbà fóònù yín?", message: "Kí ni ọ̀rọ̀ tí ẹ fẹ́ fi ránṣẹ́?" },
    askAgain: {
      name: "Ẹ jọ̀ọ́, ẹ sọ orúkọ yín nìkan.",
      phone: "Ẹ jọ̀ọ́, ẹ sọ nọ́ńbà náà ní ọ̀kọ̀ọ̀kan.",
      message: "Ẹ jọ̀ọ́, ẹ sọ ohun tó jẹ́ ní gbólóhùn kan.",
    },
    useKeypad: "Ẹ tún lè tẹ nọ́ńbà náà lórí fóònù yín, kí ẹ sì parí pẹ̀lú àmì hash.",
    confirmMessage: ({ message, name, phone }) =>
      `Màá fi ọ̀rọ̀ yìí ránṣẹ́: ${message}${name ? `, láti ọ̀dọ̀ ${name}` : ""}${phone ? `, nọ́ńbà fóònù ${phone}` : ""}. Ṣé ó tọ́?`,
    whatToChange: (which) => `Kí ni kí n yí padà: ${which}?`,
    messageTaken: (reference) =>
      `Mo ti gba ọ̀rọ̀ yín${reference ? `, nọ́ńbà ìtọ́kasí rẹ̀ ni ${reference}` : ""}. Ẹlẹgbẹ́ mi yóò pè yín padà.`,
    messageNotTaken: "Ẹ má bínú, n kò lè gba ọ̀rọ̀ náà báyìí. Ẹ jọ̀ọ́, ẹ tún pè tó bá yá.",
    done: (reference) => `Ó ti parí.${reference ? ` Nọ́ńbà ìtọ́kasí yín ni ${reference}.` : ""}`,
    failed: "Ẹ má bínú, kò ṣeé ṣe báyìí.",
    wrongPhone: () => "Nọ́ńbà fóònù náà kò tọ́. Ẹ jọ̀ọ́, ẹ sọ gbogbo rẹ̀ ní ọ̀kọ̀ọ̀kan.",
    openers: ["ìgbà wo ni ẹ máa ń ṣí", "mo fẹ́ fi ọ̀rọ̀ sílẹ̀", "mo fẹ́ bá ènìyàn sọ̀rọ̀", "níbo ni ẹ wà", "rárá ẹ ṣé", "ó dàbọ̀"],
    days: (from, to) => (from === to ? `ní ${DAYS[from]}` : `láti ${DAYS[from]} sí ${DAYS[to]}`),
    everyDay: "lójoojúmọ́",
    today: "lónìí",
    tomorrow: "lọ́la",
    open: (days, opens, closes) => `A máa ń ṣí ${days}, láti ${opens} sí ${closes}.`,
    closed: (days) => `A kì í ṣí ${days}.`,
    quoted: "Àlàyé tí mo ní nìyí:",
    parts: { name: "orúkọ", phone: "nọ́ńbà fóònù", message: "ọ̀rọ̀ náà" },
    offers: { hours: "sọ àkókò iṣẹ́ wa", message: "gba ọ̀rọ̀ sílẹ̀", person: "so yín pọ̀ mọ́ ènìyàn" },
    iCan: (offers) => `Mo lè ${offers}.`,
  },
  hears: {
    greet:
      "ẹ káàárọ̀|ẹ kaaro|ẹ káàsán|ẹ kaasan|ẹ káalẹ́|ẹ kaale|ẹ kú*|ẹ n lẹ́|ẹ nlẹ|báwo ni|bawo ni|pẹ̀lẹ́|ẹ pẹ̀lẹ́|ẹ pẹlẹ|alaafia*|hello|hi|alo",
    yes: "bẹ́ẹ̀ ni|bẹ́ẹ̀ni|bẹẹni|ó tọ́|ó tọ̀nà|ó dára|ó da|òótọ́ ni|hẹn|ẹhẹn|ẹn|mo gbà|kò burú|yes|ok|okay|yeah|dáadáa",
    no: "rárá|bẹ́ẹ̀kọ́|bẹ́ẹ̀ kọ́|ó ti o|kò tọ́|kò tọ̀nà|kì í ṣe|mi ò fẹ́|n kò fẹ́|no",
    thank: "ẹ ṣé|ẹ ṣeun|o ṣé|o ṣeun|mo dúpẹ́|a dúpẹ́|thank you|thanks",
    goodbye: "ó dàbọ̀|ó dìgbà|ó di ìgbà*|kò sí mọ́|kò sí nǹkan mọ́|kò sí nǹkan mìíràn|ó tán|ìyẹn nìkan|ó parí|bye*|goodbye",
    repeat:
      "ẹ tún un sọ|ẹ tún sọ|tún sọ|tun so|ẹ sọ ọ́ lẹ́ẹ̀kan sí i|lẹ́ẹ̀kan sí i|mi ò gbọ́|n kò gbọ́|kò yé mi|kí lẹ sọ|kí ni ẹ sọ|mi o gbo",
    person:
      "bá ènìyàn sọ̀rọ̀|bá èèyàn sọ̀rọ̀|bá ẹnìkan sọ̀rọ̀|bá ẹnì kan sọ̀rọ̀|bá òṣìṣẹ́ sọ̀rọ̀|bá ọ̀gá sọ̀rọ̀|bá ọ̀gá yín sọ̀rọ̀|so mí pọ̀|so mi mọ́|ènìyàn gidi|èèyàn gidi|customer care|ọ̀gá yín|manija",
    who: "ta ni ẹ|ta ni mò ń bá sọ̀rọ̀|ta ni yìí|ta ló ń sọ̀rọ̀|kí ni orúkọ yín|kí ni orúkọ rẹ|ṣé ènìyàn ni|ṣé èèyàn ni|ṣé rọ́bọ́ọ̀tì ni|rọ́bọ́ọ̀tì|ṣé ẹ̀rọ ni|ẹ̀rọ ni yín|robot|ṣé kọ̀ǹpútà ni",
    abuse: "òmùgọ̀|ọ̀dẹ̀|olodo|werey|wèrè|ọ̀bọ|stupid|idiot|useless|mumu",
    wait: "ẹ dúró|dúró|ẹ ní sùúrù|ìṣẹ́jú kan|díẹ̀ síi|ẹ dúró díẹ̀",
    drop: "mo ti yí ọkàn padà|mo ti yí èrò mi padà|ẹ fi sílẹ̀|fi í sílẹ̀|ẹ gbàgbé|gbàgbé rẹ̀|mi ò fẹ́ mọ́",
    emergency:
      "pàjáwìrì ni|pàjáwìrì|kò mí mọ́|kò lè mí|ó dákú|ó ti dákú|ẹ̀jẹ̀ ń jáde|ẹ̀jẹ̀ ń ṣàn|ó ń kú lọ|ó fẹ́ kú|iná ń jó|iná ti ń jó|ìjàm̀bá|ìjàmbá ṣẹlẹ̀|ó gbé májèlé*|ó jẹ májèlé",
    hours:
      "ìgbà wo ni ẹ máa ń ṣí|ìgbà wo ni ẹ ń ṣí|aago mélòó|ago melo|máa ń ṣí|ẹ ń ṣí|ẹ ti ṣí|ẹ máa ṣí|ṣé ẹ ṣí|ẹ ṣí ní|ẹ ṣí lónìí|ẹ máa ń tì|ẹ máa ń ti|ẹ ti tì|àkókò iṣẹ́|wákàtí iṣẹ́|opening hours|open|close",
    stopCalls: "ẹ má pè mí mọ́|má pè mí mọ́|má ṣe pè mí mọ́|ẹ yé pè mí|yé pè mí|ẹ yọ nọ́ńbà mi|ẹ pa nọ́ńbà mi rẹ́",
    message:
      "fi ọ̀rọ̀ sílẹ̀|fi ìfiránṣẹ́ sílẹ̀|ìfiránṣẹ́|fi iṣẹ́ rán|jíṣẹ́|bá mi jíṣẹ́|ẹ pè mí padà|pè mí padà|ẹ pè mí|kí wọ́n pè mí|message",
    wants:
      "mo fẹ́|mo nílò|mo fẹ́ràn|mo máa fẹ́|ṣé mo lè|mo lè|ẹ bá mi|ẹ jọ̀ọ́ mo|àdéhùn|rí dókítà|fagi lé|yí ọjọ́|ra|booking|mo ní ìṣòro|ìṣòro|fẹjọ́ sùn",
    asks: "mo fẹ́ mọ̀|mo fẹ́ béèrè|kí ni|kí|ìgbà wo|nígbà wo|níbo|níbo ni|ta|báwo|èló|elo|mélòó|ṣé|ǹjẹ́|kí nìdí|kí ló dé",
    today: "lónìí|òní|báyìí",
    tomorrow: "lọ́la|ọ̀la",
    disputes: "ṣùgbọ́n|kò tọ́|àṣìṣe|yí padà|rárá",
  },
  weekdays: [
    "àìkú|sunday|sọ́ńdè",
    "ajé|mọ́ńdè|monday",
    "ìṣẹ́gun|túsìdeè|tuesday",
    "ọjọ́rú|ọjọ́ rú|wednesday|wẹ́sìdeè",
    "ọjọ́bọ̀|ọjọ́ bọ̀|thursday|tọ́sìdeè",
    "ẹtì|jímọ̀|friday|fúráìdeè",
    "àbámẹ́ta|saturday|sátidé",
  ],
  figures: figuresCounted(yorubaNumber, [
    "òdo|zero|síírò",
    "ọ̀kan|kan|oókan|ení",
    "èjì|méjì|eéjì",
    "ẹ̀ta|mẹ́ta|ẹẹ́ta",
    "ẹ̀rin|mẹ́rin|ẹẹ́rin",
    "àrùn|àrún|márùn-ún|márùn|aárùn-ún|aárùn",
    "ẹ̀fà|mẹ́fà|ẹẹ́fà",
    "èje|méje|eéje",
    "ẹ̀jọ|mẹ́jọ|ẹẹ́jọ",
    "ẹ̀sán|mẹ́sàn-án|mẹ́sàn|ẹẹ́sàn-án|ẹẹ́sàn",
  ]),
  names: {
    led: "orúkọ mi ni|orúkọ mi ń jẹ́|orúkọ mi|mo ń jẹ́|emi ni|èmi ni|wọ́n ń pè mí ní",
    around:
      "bẹ́ẹ̀|ni|rárá|ẹ|jọ̀ọ́|jọ̀wọ́|ṣé|ṣeun|ọ̀gbẹ́ni|arábìnrin|alàgbà|dókítà|mo|fẹ́|orúkọ|nọ́ńbà|fóònù|ọ̀rọ̀|náà|mi|yín|kò|tọ́|ṣùgbọ́n|ó|o|kú|káàárọ̀|káàsán|yí|padà|àti|láti|kì|í|ṣe|hello|yes|no|ok|okay|máa|wà",
  },
  parts: { name: "orúkọ*", phone: "nọ́ńbà*|fóònù*|number|phone", message: "ọ̀rọ̀*|ìfiránṣẹ́|message" },
  empty:
    "kí ni ìgbà wo nígbà níbo ta báwo èló elo mélòó ṣé ǹjẹ́ ẹ o ó mo a wọ́n yín mi wa ti tí ń máa sí láti fún pẹ̀lú àti tàbí ní wà jẹ́ ṣe fẹ́ mọ̀ béèrè lè yìí náà lónìí lọ́la jọ̀ọ́ jọ̀wọ́ kú káàárọ̀ káàsán bá pé kan gba",
  topics: {
    price: "èló|elo|iye owó|owó|ìdíyelé|price",
    where: "níbo|àdírẹ́sì|òpópónà|títì|address",
    parking: "gbé ọkọ̀|páàkì|ọkọ̀|mọ́tò|parking",
    payment: "san owó|sanwó|ìsanwó|káàdì|kaṣì|transfer|pos",
    insurance: "ìbánigbófò|insurance|adójútòfò",
    deliver: "gbé wá|fi ránṣẹ́ sílé|delivery",
    return: "dá padà|dá owó padà",
    doctor: "dókítà|oníṣègùn",
    appointment: "àdéhùn|ìpàdé",
    child: "ọmọ|ọmọdé|ọmọ mi",
    vaccination: "abẹ́rẹ́ àjẹsára|àjẹsára|abẹ́rẹ́",
    test: "àyẹ̀wò",
    service: "iṣẹ́ yín|àwọn iṣẹ́",
    phone: "nọ́ńbà yín|fóònù yín",
    guarantee: "àtìlẹ́yìn|warranty",
  },
  prompt: {
    open: "ń ṣí|àkókò iṣẹ́|wákàtí iṣẹ́|ń ṣiṣẹ́",
    closed: "kì í ṣí|máa ń tì|kò ṣí",
    until: "sí|dé|títí di|títí",
    everyDay: "lójoojúmọ́|ojoojúmọ́",
    am: "àárọ̀|òwúrọ̀",
    pm: "ọ̀sán|ìrọ̀lẹ́|alẹ́",
    emergency: "pàjáwìrì|ewu|ìjàm̀bá",
  },
  orders: "ìwọ ni|ẹ má ṣe sọ|má ṣe sọ|má sọ|nígbà gbogbo|béèrè lọ́wọ́|dáhùn|kí wọn|olùpè|oníbàárà|ìtọ́sọ́nà|ọ̀rọ̀ aṣínà|àṣírí",
  known:
    "ẹ jọ̀ọ́ jọ̀wọ́ káàárọ̀ káàsán fẹ́ orúkọ nọ́ńbà fóònù ìgbà níbo èló báwo mélòó ṣé sọ̀rọ̀ ènìyàn èèyàn ọ̀rọ̀ sílẹ̀ rárá bẹ́ẹ̀ni dàbọ̀ yín mo ń máa ṣí aago ọjọ́ lónìí lọ́la àti láti pàjáwìrì àìkú àbámẹ́ta àárọ̀ ìrọ̀lẹ́ dókítà àdéhùn kí wà wa náà",
  asked: {
    name: "orúkọ yín|orúkọ rẹ|orúkọ",
    phone: "nọ́ńbà fóònù*|nọ́ńbà yín|fóònù yín",
    message: "kí ni ọ̀rọ̀|ọ̀rọ̀ tí ẹ fẹ́|ìfiránṣẹ́ yín",
    confirm: "ṣé ó tọ́|ó tọ́|ṣé bẹ́ẹ̀ ni|ṣé òótọ́ ni",
    "anything-else": "nǹkan mìíràn|ohun mìíràn|nǹkan míì",
    "offer-message": "fi ọ̀rọ̀ sílẹ̀|gba ọ̀rọ̀|fi ìfiránṣẹ́ sílẹ̀",
    "still-there": "ṣé ẹ ṣì wà|ẹ ṣì wà|ṣé ẹ wà níbẹ̀|ṣé ẹ ń gbọ́",
  },
};

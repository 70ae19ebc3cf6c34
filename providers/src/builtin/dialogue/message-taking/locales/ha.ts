/** Hausa, with the plural of politeness. Awaits a native reader. */
import { hausaNumber } from "../../../spoken-text/hausa.ts";
import { figuresCounted } from "../figures.ts";
import type { Locale } from "../locale.ts";
import { listOf, spaced } from "./sentences.ts";

const DAYS = "Lahadi Litinin Talata Laraba Alhamis Juma'a Asabar".split(" ");

export const hausa: Locale = {
  says: {
    digits: (digits) => spaced(digits, "da"),
    choice: listOf("ko"),
    anythingElse: "Akwai wani abu kuma da zan taimaka muku da shi?",
    howCanIHelp: "Yaya zan iya taimaka muku?",
    greetBack: "Sannunku.",
    robot: (business) => `Ni mataimaki ne na na'ura${business ? ` na ${business}` : ""}, ba mutum ba.`,
    noInstructions: "Zan iya taimakawa kan ayyukanmu ne kawai.",
    noCard: "Don tsaronku, kada ku faɗi lambar kati a wannan kiran.",
    calm: "Ku yi haƙuri da wannan matsala. Zan yi iya ƙoƙarina in taimaka muku.",
    calmEnd: "Ku yi haƙuri da ban iya taimaka muku ba. Ku sake kira wani lokaci. Sai an jima.",
    takeYourTime: "Ba damuwa, ina jira.",
    unknown: "Ku yi haƙuri, ba ni da wannan bayanin.",
    offerMessage: "Ko in ɗauki saƙo, domin abokin aikina ya kira ku?",
    noPersonNow: "Ba zan iya haɗa ku da mutum daga nan ba.",
    cannot: "Ku yi haƙuri, ba zan iya yin haka a wannan kiran ba.",
    cannotButMessage: "Ba zan iya yin haka da kaina ba, amma zan isar da saƙonku ga abokin aikina.",
    emergency: (number) =>
      number
        ? `Idan wannan na gaggawa ne, don Allah ku kira ${number} yanzu.`
        : "Idan wannan na gaggawa ne, don Allah ku kira lambar gaggawa yanzu.",
    notUnderstood: "Ku yi haƙuri, ban fahimta ba.",
    anotherWay: "Bari mu gwada ta wata hanya.",
    notUnderstoodAgain: "Ku yi haƙuri, ba na jin ku sosai.",
    leftOut: "Zan ci gaba ba tare da shi ba, abokin aikina zai tambaye ku.",
    passedOn: "Zan isar da saƙon yadda na ji shi.",
    notConfirmed: "mai kira bai tabbatar ba",
    goodbye: "Mun gode da kiranku. Sai an jima.",
    okay: "To.",
    dropped: "To, na bar wannan.",
    ask: { name: "Menene sunanku?", phone: "Menene lambar wayarku?", message: "Menene saƙonku?" },
    askAgain: {
      name: "Don Allah ku faɗi sunanku kawai.",
      phone: "Don Allah ku faɗi lambobin ɗaya bayan ɗaya.",
      message: "Don Allah ku faɗi batun a jimla ɗaya.",
    },
    useKeypad: "Kuna kuma iya danna lambar a kan wayarku, ku gama da alamar hash.",
    confirmMessage: ({ message, name, phone }) =>
      `Zan isar da wannan saƙo: ${message}${name ? `, daga ${name}` : ""}${phone ? `, lambar waya ${phone}` : ""}. Haka ne?`,
    whatToChange: (which) => `Me zan gyara: ${which}?`,
    messageTaken: (reference) => `An ɗauki saƙonku${reference ? `, lambar shaida ${reference}` : ""}. Abokin aikina zai kira ku.`,
    messageNotTaken: "Ku yi haƙuri, ban iya ɗaukar saƙon ba yanzu. Don Allah ku sake kira anjima.",
    done: (reference) => `An gama.${reference ? ` Lambar shaida ita ce ${reference}.` : ""}`,
    failed: "Ku yi haƙuri, hakan bai yiwu ba yanzu.",
    wrongPhone: (said) => `Na ji lambobi ${said}. Don Allah ku faɗi cikakkiyar lambar waya, ɗaya bayan ɗaya.`,
    openers: [
      "yaushe kuke buɗewa",
      "ina so in bar saƙo",
      "ina so in yi magana da mutum",
      "a ina kuke",
      "a'a na gode",
      "sai an jima",
    ],
    days: (from, to) => (from === to ? `ranar ${DAYS[from]}` : `daga ranar ${DAYS[from]} zuwa ranar ${DAYS[to]}`),
    everyDay: "kowace rana",
    today: "yau",
    tomorrow: "gobe",
    open: (days, opens, closes) => `A buɗe muke ${days}, daga ${opens} zuwa ${closes}.`,
    closed: (days) => `A rufe muke ${days}.`,
    quoted: "Ga bayanin da nake da shi:",
    parts: { name: "suna", phone: "lambar waya", message: "saƙo" },
    offers: { hours: "faɗa muku lokutan aikinmu", message: "ɗaukar saƙo", person: "haɗa ku da mutum" },
    iCan: (offers) => `Zan iya ${offers}.`,
  },
  hears: {
    greet: "sannu*|barka*|salam*|salamu alaikum|assalamu*|ina kwana|ina wuni|ina yini|yaya dai|yaya aiki|lafiya*|hello|hi|alo",
    yes: "eh|ehe|ee|i|haka ne|haka|na'am|naam|to|toh|to madalla|madalla|na yarda|daidai|daidai ne|gaskiya ne|ƙwarai|da kyau|yes|ok|okay|yeah",
    no: "a'a|aa|a a|ba haka ba*|ba daidai ba*|kada|kar|ba shi ba ne|ba ita ba ce|ba na so|bana so|no",
    thank: "na gode|nagode|mun gode|godiya|thank you|thanks",
    goodbye:
      "sai an jima|sai anjima|sai wata rana|sai gobe|mu kwana lafiya|a huta lafiya|shi ke nan|shikenan|ba komai kuma|babu komai|ba wani abu|babu wani abu|bye*|goodbye",
    repeat:
      "sake faɗa*|sake faɗi|ku maimaita*|ka maimaita*|maimaita|ban ji ba|ban ji ka ba|ban ji ki ba|ban ji ku ba|me ka ce|me kuka ce|ban gane ba|ban fahimta ba|sake cewa",
    person:
      "magana da mutum*|magana da wani|magana da ma'aikaci*|magana da manaja*|magana da shugaba*|da ɗan adam|haɗa ni da*|ku haɗa ni|haɗani da*|mutum na gaske|customer care|manaja|wakili|ma'aikaci",
    who: "kai wane ne|ke wace ce|wane ne kai|wanene*|wacece*|wa ke magana|da wa nake magana|menene sunanka|menene sunanki|yaya sunanka|mutum ne kai|kai mutum ne|ko mutum ne|kai na'ura*|na'ura ce|na'ura ne|robot*|kwamfuta ce|inji ne",
    abuse: "wawa|wawaye|banza|shege*|ɗan iska|'yar iska|sakarai|mahaukaci|dan banza|stupid|idiot|useless",
    wait: "dakata*|ɗan jira|jira kaɗan|ɗan dakata|ka jira|ku jira|minti ɗaya|bari in duba",
    drop: "na canza ra'ayi|na sauya ra'ayi|ka bar shi|ku bar shi|bar shi kawai|a bar shi|bari kawai|manta da shi|ku manta|na fasa",
    emergency:
      "na gaggawa ne|taimakon gaggawa|yana mutuwa|tana mutuwa|zai mutu|za ta mutu|zubar da jini|jini yana zuba|ya suma|ta suma|baya numfashi|ba ya numfashi|ba ta numfashi|gobara|an yi hatsari|hatsari ya faru|ya sha guba|ta sha guba|ciwon zuciya",
    hours:
      "ƙarfe nawa|yaushe kuke*|yaushe ake buɗe*|kuke buɗe*|kuna buɗe*|buɗewa|buɗe|lokacin aiki|lokutan aiki*|awannin aiki|lokutan buɗe*|kuke rufe*|kuna rufe*|rufewa|rufe|opening hours|open",
    stopCalls:
      "kada ku sake kira*|kada ka sake kira*|kada ku kira ni|kada ku ƙara kira*|kar ku kira ni|kar ku sake kira*|ku daina kira*|a daina kira*|ku cire lambata|cire lambata",
    message: "saƙo|saƙon|bar saƙo|barin saƙo|ku kira ni|a kira ni|ka kira ni|su kira ni|ya kira ni|sake kirana",
    wants:
      "ina so|ina son|ina bukata*|ina buƙata*|zan so|inaso|na zo|muna so|muna son|zan iya|ko zan iya|za ku iya|alƙawari|ganin likita|in ga likita|soke*|canza*|sauya*|sayi|saya|booking|ina da matsala|ƙorafi|korafi",
    asks: "ina so in sani|ina son sani|ina so na sani|ina so in tambaya|me|mene|menene|yaushe|nawa|nawa ne|yaya|ko|shin|wane|wace|don me|akwai|a ina|ina kuke|kuna da|kuna karɓar",
    today: "yau|yanzu",
    tomorrow: "gobe",
    disputes: "amma|kuskure|ba daidai|gyara|canza|a'a",
  },
  weekdays: ["lahadi", "litinin|lahadin litinin", "talata", "laraba", "alhamis", "juma'a|jumma'a|jumaa|juma", "asabar|asabat"],
  figures: figuresCounted(hausaNumber, [
    "sifili|sifiri|zero",
    "ɗaya",
    "biyu",
    "uku",
    "huɗu",
    "biyar",
    "shida",
    "bakwai",
    "takwas",
    "tara",
  ]),
  names: {
    led: "sunana shi ne|sunana ne|sunana|suna na|sunan nawa|ana kirana da|ana ce min|ni ne|ni ce|ni sunana",
    around:
      "eh|a'a|to|ne|ce|shi|ita|malam|malama|alhaji|hajiya|mallam|dakta|don|allah|na|gode|ni|da|daga|kuma|amma|suna|sunan|lamba|lambar|lambata|waya|wayata|saƙo|saƙon|ina|so|son|in|sannu|barka|yau|gobe|haka|daidai|ba|kuskure|gyara|mai|magana|yi|haƙuri|zan|za|ban",
  },
  parts: { name: "suna*", phone: "lamba*|waya*|number", message: "saƙo*|batu*" },
  empty:
    "me mene menene ina yaushe nawa yaya ko shin wane wace akwai a ne ce da na ta ya ba kuke kuna muna suke ku mu su ni kai ke shi ita in don allah so son sani zan iya za wannan nan can daga zuwa sannu barka gobe yau ga kan cikin mai kuma ake yi yin",
  topics: {
    price: "nawa|nawa ne|farashi*|kuɗi*|kuɗin|price",
    where: "a ina|ina kuke|ina ne|ina kamfanin*|adireshi*|titi|titin|unguwa*|kusa da|address",
    parking: "ajiye mota|wurin mota|fakin|parking|mota",
    payment: "biya|biyan|biyan kuɗi|kati|tsabar kuɗi|transfer|pos",
    insurance: "inshora*|insurance",
    deliver: "kai kaya|isar da kaya|kawo kaya|delivery|aikawa",
    return: "mayar da|mayarwa|dawo da",
    doctor: "likita*|asibiti",
    appointment: "alƙawari|ganawa|ganin likita",
    child: "yaro*|yara|jariri*|ɗana|'yata",
    vaccination: "rigakafi*|allura",
    test: "gwaji*|gwajin",
    service: "ayyuka|aikace-aikace|hidima*",
    phone: "lambar wayarku|lambarku",
    guarantee: "garanti|lamuni",
  },
  prompt: {
    open: "buɗe*|lokutan aiki|lokacin aiki|muna aiki",
    closed: "rufe*",
    until: "zuwa|har",
    everyDay: "kowace rana|kullum",
    am: "safe|safiya",
    pm: "rana|yamma|dare",
    emergency: "gaggawa|hatsari|haɗari",
  },
  orders:
    "kai ne|kai mataimaki*|kada ka|kada ki|kada ku|kar ka|kullum ka|ka tambaya|ka faɗa|ka gaishe*|ka amsa|mai kira|abokin ciniki|umarni*|kalmar sirri|sirri|kalmar wucewa",
  known:
    "sannu sannunku barka gode nagode ina son buƙata bukata kuke kuna muna yaushe nawa menene sunana lambar lambata waya wayata saƙo buɗe buɗewa rufe ƙarfe gobe yau likita kira kada don allah zan iya haka wannan akwai yaya magana mutum asabar lahadi litinin talata laraba alhamis safe yamma daga zuwa a'a kuɗi farashi ranar aiki shi ce ne ita abokin",
  asked: {
    name: "sunanka|sunanki|sunanku|suna",
    phone: "lambar waya*|lambarka|lambarku|wayarka|wayarku",
    message: "saƙonka|saƙonku|menene saƙo*",
    confirm: "haka ne|daidai ne|hakane|ko haka|ka tabbatar|kun tabbatar",
    "anything-else": "wani abu kuma|wani abu daban|abin da zan*",
    "offer-message": "ɗauki saƙo|bar saƙo|barin saƙo",
    "still-there": "kana nan|kina nan|kuna nan|har yanzu kuna|kuna ji na|kana ji na",
  },
};

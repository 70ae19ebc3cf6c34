/** Zulu. Awaits a native reader. */
import { zuluNumber } from "../../../spoken-text/zulu.ts";
import { figuresCounted } from "../figures.ts";
import type { Locale } from "../locale.ts";
import { listOf, spaced } from "./sentences.ts";

const ON = "ngeSonto ngoMsombuluko ngoLwesibili ngoLwesithathu ngoLwesine ngoLwesihlanu ngoMgqibelo".split(" ");
const UNTIL = "eSontweni kuMsombuluko kuLwesibili kuLwesithathu kuLwesine kuLwesihlanu kuMgqibelo".split(" ");

export const zulu: Locale = {
  says: {
    digits: (digits) => spaced(digits, "hlanganisa"),
    choice: listOf("noma"),
    anythingElse: "Ikhona enye into engingakusiza ngayo?",
    howCanIHelp: "Ngingakusiza ngani?",
    greetBack: "Sawubona.",
    robot: (business) => `Ngingumsizi ozenzakalelayo${business ? ` wakwa ${business}` : ""}, angiyena umuntu.`,
    noInstructions: "Ngingasiza ngezinsizakalo zethu kuphela.",
    noCard: "Ngokuphepha kwakho, sicela ungasho inombolo yekhadi kulolu cingo.",
    calm: "Ngiyaxolisa ngokuphazamiseka. Ngizokwenza konke okusemandleni ami ukukusiza.",
    calmEnd: "Ngiyaxolisa ngokungakwazi ukukusiza. Sicela uphinde ushaye ngesinye isikhathi. Sala kahle.",
    takeYourTime: "Thatha isikhathi sakho.",
    unknown: "Ngiyaxolisa, anginalo lolo lwazi.",
    offerMessage: "Ungathanda ukushiya umyalezo, ukuze uzakwethu akushayele ucingo?",
    noPersonNow: "Angikwazi ukukuxhumanisa nomuntu ngilapha.",
    cannot: "Ngiyaxolisa, angikwazi ukwenza lokho kulolu cingo.",
    cannotButMessage: "Angikwazi ukwenza lokho mina, kodwa ngizodlulisela umyalezo wakho kuzakwethu.",
    emergency: (number) =>
      number
        ? `Uma kuyisimo esiphuthumayo, sicela ushayele inombolo ${number} manje.`
        : "Uma kuyisimo esiphuthumayo, sicela ushayele inombolo yezimo eziphuthumayo manje.",
    notUnderstood: "Ngiyaxolisa, angiqondanga.",
    anotherWay: "Ake sizame ngenye indlela.",
    notUnderstoodAgain: "Ngiyaxolisa, angikuzwa kahle.",
    leftOut: "Ngizoqhubeka ngaphandle kwalokho, uzakwethu uzokubuza.",
    passedOn: "Ngizowudlulisela umyalezo njengoba ngiwuzwile.",
    notConfirmed: "oshayayo akaqinisekisanga",
    goodbye: "Siyabonga ngokushaya ucingo. Sala kahle.",
    okay: "Kulungile.",
    dropped: "Kulungile, ngikuyekile lokho.",
    ask: { name: "Ngicela igama lakho.", phone: "Ngicela inombolo yakho yocingo.", message: "Uthini umyalezo wakho?" },
    askAgain: {
      name: "Ngicela usho igama lakho kuphela.",
      phone: "Ngicela usho inombolo, idijithi ngayinye.",
      message: "Ngicela usho ngomusho owodwa ukuthi kumayelana nani.",
    },
    useKeypad: "Ungayifaka nangezinkinobho zocingo, ugcine ngenkinobho ye-hash.",
    confirmMessage: ({ message, name, phone }) =>
      `Ngizodlulisela lo myalezo: ${message}${name ? `, ovela ku ${name}` : ""}${phone ? `, inombolo yocingo ${phone}` : ""}. Ingabe kuyikho lokho?`,
    whatToChange: (which) => `Yini okufanele ngiyishintshe: ${which}?`,
    messageTaken: (reference) =>
      `Umyalezo wakho uthathiwe${reference ? `, inombolo yenkomba ithi ${reference}` : ""}. Uzakwethu uzokushayela ucingo.`,
    messageNotTaken: "Ngiyaxolisa, angikwazanga ukuthatha umyalezo manje. Sicela uphinde ushaye emva kwesikhathi.",
    done: (reference) => `Sekwenziwe.${reference ? ` Inombolo yenkomba ithi ${reference}.` : ""}`,
    failed: "Ngiyaxolisa, akuphumelelanga okwamanje.",
    wrongPhone: () => "Le nombolo yocingo ayilungile. Ngicela uyisho yonke, idijithi ngayinye.",
    openers: [
      "nivula nini",
      "ngicela ukushiya umyalezo",
      "ngifuna ukukhuluma nomuntu",
      "nikuphi",
      "cha ngiyabonga",
      "sala kahle",
    ],
    days: (from, to) => (from === to ? (ON[from] ?? "") : `kusukela ${ON[from]} kuya ${UNTIL[to]}`),
    everyDay: "nsuku zonke",
    today: "namuhla",
    tomorrow: "kusasa",
    open: (days, opens, closes) => `Sivula ${days} ${at(opens)}, sivale ${at(closes)}.`,
    closed: (days) => `Sivaliwe ${days}.`,
    quoted: "Nalu ulwazi enginalo:",
    parts: { name: "igama", phone: "inombolo yocingo", message: "umyalezo" },
    offers: { hours: "ukukutshela izikhathi zethu", message: "ukuthatha umyalezo", person: "ukukuxhumanisa nomuntu" },
    iCan: (offers) => `Ngiyakwazi ${offers}.`,
  },
  hears: {
    greet: "sawubona*|sanibona*|sanbona*|unjani|ninjani|heyi|halo|hello|hi|molo",
    yes: "yebo|yebo kulungile|ya|yah|kulungile|kunjalo|kuyikho|kuyiqiniso|impela|iqiniso|ngiyavuma|yes|ok|okay|yeah|eh",
    no: "cha|chabo|qha|hhayi|hayi|akunjalo|akuyikho|akulungile|angifuni|no",
    thank: "ngiyabonga|siyabonga|ngibonga*|enkosi|thank you|thanks",
    goodbye:
      "sala kahle|salani kahle|hamba kahle|hambani kahle|usale kahle|yilokho kuphela|yilokho nje|akukho okunye|lutho olunye|sekuphelile|bye*|goodbye",
    repeat: "phinda*|uphinde usho|phinda futhi|angizwanga*|angikuzwanga|angiqondanga|uthini|utheni|uthe yini|ungaphinda*",
    person:
      "*khuluma nomuntu*|*khuluma nomphathi*|*khuluma nesisebenzi*|*khuluma nothile|*khuluma nomunye*|ngixhumanise*|umuntu wangempela|umuntu oqotho|umphathi|i-agent|customer care|umsebenzi wangempela",
    who: "ungubani|ngikhuluma nobani|ubani lo|ubani okhulumayo|ubani igama lakho|ngubani igama lakho|uyirobhothi|uyirobothi|uyi-robot|irobhothi|robot|uyimishini|ungumshini|ungumuntu*|uyikhompyutha|ungumuntu noma",
    abuse: "siphukuphuku|isiphukuphuku|isilima|inja|thula|stupid|idiot|useless",
    wait: "linda*|ima kancane|kancane nje|umzuzwana|isikhashana|ngilinde*",
    drop: "ngishintshe umqondo|sengishintshile|kuyeke|yeka|khohlwa*|akusadingeki|angisafuni",
    emergency:
      "isimo esiphuthumayo|kuyaphuthuma|akaphefumuli|akasaphefumuli|uqulekile|uphelelwe umoya|uyopha*|wopha kakhulu|uyafa|kuyasha|umlilo|ingozi embi|kunengozi|kube nengozi|isifo senhliziyo|uphuze ushevu",
    hours:
      "nivula nini|nivala nini|nivula*|nivala*|nivuliwe|nivulile|nivaliwe|izikhathi|isikhathi sini|ngabani izikhathi|ngasiphi isikhathi|amahora okusebenza|nisebenza*|ngobani ihora|opening hours|open|close",
    stopCalls:
      "ningangishayeli*|ningangifoneli*|ungangishayeli*|ungangifoneli*|ningabe nisangishayela*|yekani ukungi*|yeka ukungi*|susani inombolo yami|susa inombolo yami",
    message:
      "umyalezo|umlayezo|ukushiya umyalezo|shiya umyalezo|ngishiye umyalezo|ngishayeleni|bangishayele|angishayele|ningishayele|ungishayele|message",
    wants:
      "ngicela*|ngifuna*|ngidinga*|ngithanda*|ngingathanda*|ngingakwazi*|ningakwazi*|bengifuna*|ukubhukha|ukubona udokotela|isikhathi sokubona*|i-aphoyintimenti|ukukhansela|ukushintsha|ukuthenga|nginenkinga|inkinga|isikhalazo",
    asks: "ngifuna ukwazi|ngicela ukwazi|ngicela ukubuza|ngifuna ukubuza|yini|nini|kuphi|nikuphi|ubani|kanjani|malini|kungani|ingabe|nina*|ikhona|kukhona|yimalini|niyamukela|iphi",
    today: "namuhla|namhlanje|manje",
    tomorrow: "kusasa",
    disputes: "kodwa|iphutha|akulungile|shintsha|cha",
  },
  weekdays: [
    "isonto|ngesonto|sonto|ngamasonto",
    "umsombuluko|ngomsombuluko|msombuluko|kumsombuluko",
    "ulwesibili|ngolwesibili|lwesibili|kulwesibili",
    "ulwesithathu|ngolwesithathu|lwesithathu|kulwesithathu",
    "ulwesine|ngolwesine|lwesine|kulwesine",
    "ulwesihlanu|ngolwesihlanu|lwesihlanu|kulwesihlanu",
    "umgqibelo|ngomgqibelo|mgqibelo|kumgqibelo|ngemigqibelo",
  ],
  figures: figuresCounted(zuluNumber, [
    "iqanda|uziro|ziro|u-zero|zero",
    "kunye|okukodwa|uwani|u-one|unye",
    "kubili|uthu|u-two|isibili",
    "kuthathu|uthri|u-three|isithathu",
    "kune|ufo|u-four|isine",
    "kuhlanu|ufayifu|u-five|isihlanu",
    "isithupha|usiksi|u-six|isitupha",
    "isikhombisa|useveni|u-seven",
    "isishiyagalombili|ueyithi|u-eight|uneyithi",
    "isishiyagalolunye|unayini|u-nine",
  ]),
  names: {
    led: "igama lami|igama",
    joined: /^(?:ngingu|ngu)-?/i,
    around:
      "yebo|cha|ngu|ngicela|ngiyabonga|mnumzane|nkosikazi|nkosazane|dokotela|igama|lami|inombolo|yami|yocingo|ucingo|umyalezo|kodwa|akulungile|iphutha|sawubona|sanibona|mina|lakho|futhi|kulungile|hello|yes|no|ok|okay|shintsha|ngifuna|uma|noma|lokho|linephutha|alilungile|ayilungile",
  },
  parts: { name: "igama*", phone: "inombolo*|ucingo*|ifoni|number|phone", message: "umyalezo*|umlayezo*|message" },
  empty:
    "yini nini kuphi ubani kanjani malini kungani ingabe ikhona kukhona ngicela ngifuna ukwazi ukubuza na no ne futhi noma kodwa mina wena thina nina lapha lapho lokho lo le leli kule ku nga ngo nge sawubona sanibona namuhla kusasa uma ukuthi manje",
  topics: {
    price: "malini|yimalini|intengo*|inani|izindleko|kubiza*|kukhokhwa*",
    where: "nikuphi|kuphi|ikheli*|umgwaqo*|nitholakala*",
    parking: "ukupaka|indawo yokupaka|ipaki*|imoto*|parking",
    payment: "ukukhokha|ngikhokhe|ngingakhokha*|inkokhelo|ikhadi|ukheshi|imali",
    insurance: "umshwalense*|umshuwalense*|medical aid|i-medical",
    deliver: "niyaletha|ukulethwa|delivery|nithumela*",
    return: "ukubuyisa|ukubuyiselwa|imbuyiselo",
    doctor: "udokotela|odokotela|dokotela",
    appointment: "ukubonana*|i-aphoyintimenti|ukubona udokotela",
    child: "ingane*|izingane|umntwana|abantwana",
    vaccination: "umgomo|ukugoma|imigomo|umjovo",
    test: "ukuhlolwa|izivivinyo|ukuhlola",
    service: "izinsizakalo|usizo",
    phone: "inombolo yenu",
    guarantee: "isiqinisekiso|iwaranti",
  },
  prompt: {
    open: "sivula|sivuliwe|kuvulwa|livula|iyavula|sisebenza|izikhathi|amahora",
    closed: "sivaliwe|kuvaliwe|ivaliwe|kuvalwa",
    until: "kuya|kuze kube|kuze|ukuya|sivale",
    everyDay: "nsuku zonke|zonke izinsuku",
    am: "ekuseni",
    pm: "ntambama|emini|ebusuku|kusihlwa",
    emergency: "ephuthumayo|esiphuthumayo|eziphuthumayo|ingozi|i-ambulensi",
  },
  orders:
    "ungumsizi*|ungasho*|ungakhulumi*|njalo|buza*|phendula*|bingelela*|umuntu oshayayo|oshayayo|ikhasimende|imiyalelo|iphasiwedi|imfihlo*",
  known:
    "sawubona sanibona ngicela ngifuna ngidinga ngiyabonga yebo cha unjani ninjani nivula nivala kuphi nikuphi malini igama lami inombolo ucingo yami umyalezo umuntu ukukhuluma kulungile sala kahle namuhla kusasa usizo ukwazi ingabe ukubona udokotela isikhathi ngomsombuluko ngolwesihlanu ngomgqibelo ngesonto sivula sivaliwe kusukela kuya nini wakho lakho yakho",
  asked: {
    name: "igama lakho|igama",
    phone: "inombolo yakho*|inombolo yocingo|ucingo lwakho",
    message: "umyalezo wakho|uthini umyalezo",
    confirm: "kuyikho|kulungile|kunjalo|ingabe kuyikho lokho|uyaqinisekisa",
    "anything-else": "enye into|okunye",
    "offer-message": "ushiye umyalezo|ukushiya umyalezo|shiya umyalezo|ngithathe umyalezo",
    "still-there": "usekhona|usalapho|ukhona|uyangizwa",
  },
};

/** "ihora lesishiyagalombili" → "ngehora lesishiyagalombili". */
function at(time: string): string {
  return time.replace(/^i/, "nge");
}

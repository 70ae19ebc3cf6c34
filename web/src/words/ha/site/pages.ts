import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Waya ta isa.",
  about_founded:
    "An kafa Ongea a 2025 don taimakawa wajen cike gibin dijital a Afirka. Yawancin abin da ke yanar gizo yana buƙatar babbar waya, data, da harshen da aka koya a makaranta. Kiran waya ba ya buƙatar ko ɗaya daga cikinsu.",
  about_what:
    "<b>Ongea na nufin yi magana!</b> Dandali ne a buɗe na wakilan murya na AI masu yin hira ta waya: suna amsawa, suna sauraro, suna bincike, suna yin alƙawura suna karɓar saƙonni, don cibiyoyin kira, kasuwanci da kuma mutane.",
  about_open: "A buɗe kuma a sabar kanka",
  about_open_text:
    "Manhajar kyauta ce ƙarƙashin lasisin Apache 2.0. Tana aiki a na’ura ɗaya da ka mallaka, da gane magana, tattaunawa da muryoyi waɗanda ba sa buƙatar asusu a ko’ina. Abin da masu kiranka suka faɗa yana zaune a wurinka, sai dai idan ka zaɓi wani samfuri na waje.",
  about_small: "Ƙananan hanyoyin sadarwa da farko",
  about_small_text:
    "Waɗannan shafuka suna aiki ba tare da script ba kuma suna buɗewa da sauri a hanyar sadarwa mai jinkiri. Zanensu daga kira na gaske ne.",
  privacy_title: "Sirri",
  privacy_who:
    "Mutanen da ke gudanar da wannan Ongea ne suke ba da wannan shafi, daga sabar kansu. Ba ya neman komai daga wani na uku.",
  privacy_send: "Abin da ka aika",
  privacy_send_text:
    "Buƙatar gwaji tana adana sunanka, adireshin imel, kamfani, matsayi da lokaci. Saƙo yana adana sunanka, adireshin imel da kalmominka. Ana adana su a ma’ajiyar bayanai ta wannan sabar ana amfani da su don ba ka amsa. Mai gudanarwa zai iya tura su zuwa kayan aikinsa.",
  privacy_browser: "Abin da ake adanawa a burauzarka",
  privacy_visit:
    "kuki wanda babu script da zai iya karantawa, ana saka shi bayan buƙatar gwaji ko lambar gayyata; yana ƙarewa bayan kwanaki 30.",
  privacy_lead: "abin da ka rubuta a buƙatar gwaji, don kada ka sake rubutawa. Ba ya buɗe komai.",
  privacy_theme: "haske ko duhu.",
  privacy_language: "harshen da ka zaɓa.",
  privacy_calls: "Kira",
  privacy_calls_text:
    "Ana naɗar kira da wakili ana rubuta shi, don a iya duba shi. Burauzarka tana tambaya kafin ta yi amfani da makirufo.",
  privacy_asking: "Tambaya da gogewa",
  privacy_asking_text: "<write>Rubuto mana</write> don sanin abin da aka adana game da kai ko don a goge shi.",
  terms_title: "Sharuɗɗa",
  terms_demo:
    "Gwajin yana nan don a gwada kayan. Zai iya canzawa ko ya ƙare a kowane lokaci, kuma ana iya goge kiran da ke cikinsa.",
  terms_using: "Idan kana amfani da gwajin",
  terms_secret: "Kada ka shigar da abin sirri: babu lambobin kati, PIN ko bayanan lafiya na mutane na gaske.",
  terms_agreed: "Kada ka kira wanda bai yarda wakili ya kira shi ba.",
  terms_wrong: "Wakili zai iya yin kuskure. Kada ka dogara da shi a lokacin gaggawa.",
  terms_software: "Manhajar",
  terms_software_text:
    "Ongea tana ƙarƙashin Apache License 2.0 kuma ba ta zuwa da garanti. Duk wanda yake gudanar da ita yana da alhakin dokokin naɗa da kira a inda masu kiransa suke zaune.",
  terms_figures: "Alƙaluma a wannan shafi",
  terms_figures_text:
    "Alƙaluman da ke ƙarƙashin ‘Abin da yake canzawa’ maganar kamfani ce. Kiran da aka nuna na gaske ne, an yi su da sunaye na ƙage.",
  missing_title: "Kash! Ba a sami shafin ba",
  missing_text: "Babu komai a wannan adireshi.",
  missing_home: "Koma Farko",
} satisfies Record<keyof typeof english, string>;

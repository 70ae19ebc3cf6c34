import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Ucingo lwanele.",
  about_founded:
    "I-Ongea yasungulwa ngo-2025 ukusiza ukuvala igebe ledijithali e-Afrika. Okuningi okukuwebhu kudinga ifoni ehlakaniphile, idatha, nolimi olufundwe esikoleni. Ucingo aludingi nokukodwa kwalokho.",
  about_what:
    "<b>I-Ongea isho ukuthi khuluma!</b> Iyinkundla evulekile yabasizi bezwi be-AI abakhuluma ngocingo: bayaphendula, balalele, baseshe, babhuke futhi bathathe imilayezo, ezikhungweni zezingcingo, emabhizinisini nakubantu ngabanye.",
  about_open: "Kuvulekile futhi kukuseva yakho",
  about_open_text:
    "Isofthiwe imahhala ngaphansi kwelayisense ye-Apache 2.0. Isebenza emshinini owodwa ongowakho, nokuqaphela inkulumo, ingxoxo namazwi angadingi i-akhawunti ndawo. Okushiwo abakushayelayo kuhlala nawe, ngaphandle uma ukhetha imodeli yangaphandle.",
  about_small: "Ukuxhumana okuncane kuqala",
  about_small_text:
    "La makhasi asebenza ngaphandle kwezikripthi futhi avuleka ngokushesha ekuxhumaneni okuhamba kancane. Imidwebo yawo ivela ezingcingweni zangempela.",
  privacy_title: "Ubumfihlo",
  privacy_who: "Leli sayithi linikezwa abantu abaphethe lokhu kufakwa kwe-Ongea, kuseva yabo. Alibuzi lutho kumuntu wesithathu.",
  privacy_send: "Okuthumelayo",
  privacy_send_text:
    "Isicelo sedemo sigcina igama lakho, ikheli le-imeyili, inkampani, isikhundla nesikhathi. Umlayezo ugcina igama lakho, ikheli le-imeyili namagama akho. Kugcinwa kusizindalwazi sale seva futhi kusetshenziselwa ukukuphendula. Umqhubi angakudlulisela ethuluzini lakhe.",
  privacy_browser: "Okugcinwa kusiphequluli sakho",
  privacy_visit:
    "ikhukhi okungekho sikripthi esingayifunda, ebekwa ngemva kwesicelo sedemo noma ikhodi yesimemo; iphela ngemva kwezinsuku ezingu-30.",
  privacy_lead: "okubhale esicelweni sedemo, ukuze ungaphindi ukubhale. Akuvuli lutho.",
  privacy_theme: "ukukhanya noma ubumnyama.",
  privacy_language: "ulimi olukhethile.",
  privacy_calls: "Izingcingo",
  privacy_calls_text:
    "Ucingo nomsizi luyarekhodwa futhi lubhalwe phansi, ukuze luhlolwe. Isiphequluli sakho siyabuza ngaphambi kokusebenzisa imakrofoni.",
  privacy_asking: "Ukubuza nokususa",
  privacy_asking_text: "<write>Sibhalele</write> ukuze wazi ukuthi yini egcinwe ngawe noma ukuze isuswe.",
  terms_title: "Imigomo",
  terms_demo: "Idemo ikhona ukuze kuzanywe umkhiqizo. Ingashintsha noma iphele noma nini, futhi izingcingo ezikuyo zingasuswa.",
  terms_using: "Uma usebenzisa idemo",
  terms_secret: "Ungafaki lutho oluyimfihlo: izinombolo zamakhadi, ama-PIN noma amarekhodi empilo abantu bangempela.",
  terms_agreed: "Ungashayeli muntu ongavumanga ukushayelwa umsizi.",
  terms_wrong: "Umsizi angenza iphutha. Ungathembeli kuye esimweni esiphuthumayo.",
  terms_software: "Isofthiwe",
  terms_software_text:
    "I-Ongea inelayisense ye-Apache License 2.0 futhi iza ngaphandle kwesiqinisekiso. Noma ubani oyiqhubayo unesibopho semithetho yokurekhoda nokushaya izingcingo lapho abamshayelayo behlala khona.",
  terms_figures: "Izibalo kuleli sayithi",
  terms_figures_text:
    "Izibalo ezingaphansi kuka-‘Okushintshayo’ ziyizimangalo zenkampani. Izingcingo eziboniswayo ngezangempela, zenziwe ngamagama asunguliwe.",
  missing_title: "Hawu! Ikhasi alitholakalanga",
  missing_text: "Akukho lutho kuleli kheli.",
  missing_home: "Buyela Ekhaya",
} satisfies Record<keyof typeof english, string>;

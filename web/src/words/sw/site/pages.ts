import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Simu inatosha.",
  about_founded:
    "Ongea ilianzishwa mwaka 2025 ili kusaidia kuziba pengo la kidijitali barani Afrika. Mengi yaliyo kwenye wavuti yanahitaji simu janja, data, na lugha iliyojifunzwa shuleni. Kupiga simu hakuhitaji chochote kati ya hivyo.",
  about_what:
    "<b>Ongea maana yake sema!</b> Ni jukwaa huria la mawakala wa sauti wa AI wanaofanya mazungumzo ya simu: wanajibu, wanasikiliza, wanatafuta taarifa, wanaweka miadi na kuchukua ujumbe, kwa vituo vya simu, biashara na watu binafsi.",
  about_open: "Huria na kwenye seva yako mwenyewe",
  about_open_text:
    "Programu hii ni bure chini ya leseni ya Apache 2.0. Inafanya kazi kwenye mashine moja unayoimiliki, ikiwa na utambuzi wa usemi, mazungumzo na sauti zisizohitaji akaunti popote. Wanachosema wapigaji wako kinabaki kwako, isipokuwa ukichagua modeli ya nje.",
  about_small: "Mtandao mdogo kwanza",
  about_small_text:
    "Kurasa hizi hufanya kazi bila skripti na hufunguka haraka kwenye mtandao wa polepole. Michoro yake hutokana na simu halisi.",
  privacy_title: "Faragha",
  privacy_who:
    "Tovuti hii inatolewa na watu wanaoendesha usakinishaji huu wa Ongea, kutoka kwenye seva yao wenyewe. Haiombi chochote kwa mtu wa tatu.",
  privacy_send: "Unachotuma",
  privacy_send_text:
    "Ombi la onyesho huhifadhi jina lako, anwani ya barua pepe, kampuni, cheo na wakati. Ujumbe huhifadhi jina lako, anwani ya barua pepe na maneno yako. Vinahifadhiwa kwenye hifadhidata ya seva hii na kutumika kukujibu. Mwendeshaji anaweza kuvituma kwenye zana yake mwenyewe.",
  privacy_browser: "Kinachohifadhiwa kwenye kivinjari chako",
  privacy_visit:
    "kidakuzi ambacho hakuna skripti inayoweza kukisoma, kinachowekwa baada ya ombi la onyesho au msimbo wa mwaliko; kinaisha baada ya siku 30.",
  privacy_lead: "ulichoandika kwenye ombi la onyesho, ili usihitaji kuandika tena. Hakifungui chochote.",
  privacy_theme: "mwanga au giza.",
  privacy_language: "lugha uliyoichagua.",
  privacy_calls: "Simu",
  privacy_calls_text:
    "Simu na wakala hurekodiwa na kuandikwa, ili iweze kukaguliwa. Kivinjari chako huuliza kabla ya kutumia maikrofoni.",
  privacy_asking: "Kuuliza na kufuta",
  privacy_asking_text: "<write>Tuandikie</write> ili kujua kinachohifadhiwa kukuhusu au ili kifutwe.",
  terms_title: "Masharti",
  terms_demo: "Onyesho lipo ili kujaribu bidhaa. Linaweza kubadilika au kuisha wakati wowote, na simu zilizomo zinaweza kufutwa.",
  terms_using: "Unapotumia onyesho",
  terms_secret: "Usiweke chochote cha siri: hakuna nambari za kadi, PIN wala rekodi za afya za watu halisi.",
  terms_agreed: "Usimpigie mtu yeyote ambaye hajakubali kupigiwa na wakala.",
  terms_wrong: "Wakala anaweza kukosea. Usimtegemee wakati wa dharura.",
  terms_software: "Programu",
  terms_software_text:
    "Ongea imepewa leseni ya Apache License 2.0 na haina dhamana. Anayeiendesha anawajibika kwa sheria za kurekodi na kupiga simu mahali wapigaji wake wanapoishi.",
  terms_figures: "Takwimu kwenye tovuti hii",
  terms_figures_text:
    "Takwimu zilizo chini ya ‘Kinachobadilika’ ni madai ya kampuni. Simu zinazoonyeshwa ni simu halisi, zilizofanywa kwa majina ya kubuni.",
  missing_title: "Lo! Ukurasa haukupatikana",
  missing_text: "Hakuna kitu kwenye anwani hii.",
  missing_home: "Rudi Mwanzo",
} satisfies Record<keyof typeof english, string>;

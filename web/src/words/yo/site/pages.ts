import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Fóònù ti tó.",
  about_founded:
    "A dá Ongea sílẹ̀ ní 2025 láti ṣèrànwọ́ dí àlàfo díjítà ní Áfíríkà. Ọ̀pọ̀ ohun tó wà lórí ayélujára ń béèrè fóònù ọlọ́gbọ́n, dátà, àti èdè tí a kọ́ ní ilé-ìwé. Ìpè fóònù kò béèrè ìkankan nínú wọn.",
  about_what:
    "<b>Ongea túmọ̀ sí sọ̀rọ̀!</b> Ó jẹ́ pẹpẹ tó ṣí sílẹ̀ fún àwọn aṣojú olóhùn AI tó ń sọ̀rọ̀ lórí fóònù: wọ́n ń dáhùn, wọ́n ń gbọ́, wọ́n ń wádìí, wọ́n ń ṣe àdéhùn, wọ́n sì ń gba ìfiránṣẹ́, fún ibùdó ìpè, okòwò àti ẹnìkọ̀ọ̀kan.",
  about_open: "Ó ṣí sílẹ̀, ó sì wà lórí sáfà tìrẹ",
  about_open_text:
    "Ètò náà jẹ́ ọ̀fẹ́ lábẹ́ ìwé-àṣẹ Apache 2.0. Ó ń ṣiṣẹ́ lórí ẹ̀rọ kan tí ó jẹ́ tìrẹ, pẹ̀lú ìdámọ̀ ọ̀rọ̀, ìjíròrò àti ohùn tí kò nílò àkáǹtì níbikíbi. Ohun tí àwọn olùpè rẹ sọ wà lọ́dọ̀ rẹ, àyàfi bí o bá yan àwòṣe ìta.",
  about_small: "Ìsopọ̀ kékeré lákọ̀ọ́kọ́",
  about_small_text:
    "Àwọn ojúewé yìí ń ṣiṣẹ́ láìsí script, wọ́n sì ń yára ṣí lórí ìsopọ̀ tó lọ́ra. Àwọn àwòrán wọn wá láti inú àwọn ìpè gidi.",
  privacy_title: "Ìpamọ́",
  privacy_who: "Àwọn tó ń ṣàkóso Ongea yìí ló ń pèsè ojúlé yìí, láti orí sáfà tiwọn. Kò béèrè nǹkan kan lọ́wọ́ ẹnikẹ́ta.",
  privacy_send: "Ohun tí o fi ránṣẹ́",
  privacy_send_text:
    "Ìbéèrè àpẹẹrẹ ń tọ́jú orúkọ rẹ, àdírẹ́sì ímeèlì, ilé-iṣẹ́, ipò àti àkókò. Ìfiránṣẹ́ ń tọ́jú orúkọ rẹ, àdírẹ́sì ímeèlì àti ọ̀rọ̀ rẹ. A ń tọ́jú wọn sínú ibùdó dátà sáfà yìí, a sì ń lò wọ́n láti dá ọ lóhùn. Olùṣàkóso lè fi wọ́n ránṣẹ́ sí irinṣẹ́ tirẹ̀.",
  privacy_browser: "Ohun tí a ń tọ́jú sínú aṣàwákiri rẹ",
  privacy_visit: "kúkì tí script kankan kò lè kà, tí a fi sílẹ̀ lẹ́yìn ìbéèrè àpẹẹrẹ tàbí kóòdù ìpè; ó ń parí lẹ́yìn ọjọ́ 30.",
  privacy_lead: "ohun tí o kọ sínú ìbéèrè àpẹẹrẹ, kí o má baà tún kọ ọ́. Kò ṣí nǹkan kan.",
  privacy_theme: "ìmọ́lẹ̀ tàbí òkùnkùn.",
  privacy_language: "èdè tí o yàn.",
  privacy_calls: "Àwọn ìpè",
  privacy_calls_text:
    "A ń gba ìpè pẹ̀lú aṣojú sílẹ̀, a sì ń kọ ọ́ sílẹ̀, kí a lè yẹ̀ ẹ́ wò. Aṣàwákiri rẹ ń béèrè kí ó tó lo makirofóònù.",
  privacy_asking: "Bíbéèrè àti pípàrẹ́",
  privacy_asking_text: "<write>Kọ̀wé sí wa</write> láti mọ ohun tí a tọ́jú nípa rẹ tàbí láti jẹ́ kí a pa á rẹ́.",
  terms_title: "Àwọn òfin",
  terms_demo: "Àpẹẹrẹ náà wà láti dán ọjà náà wò. Ó lè yí padà tàbí parí nígbàkígbà, a sì lè pa ìpè inú rẹ̀ rẹ́.",
  terms_using: "Nígbà tí o bá ń lo àpẹẹrẹ náà",
  terms_secret: "Má tẹ ohun àṣírí: kò sí nọ́ńbà káàdì, PIN tàbí àkọsílẹ̀ ìlera ènìyàn gidi.",
  terms_agreed: "Má pe ẹnikẹ́ni tí kò gbà kí aṣojú pè é.",
  terms_wrong: "Aṣojú lè ṣe àṣìṣe. Má gbẹ́kẹ̀ lé e nígbà pàjáwìrì.",
  terms_software: "Ètò náà",
  terms_software_text:
    "Ongea ní ìwé-àṣẹ Apache License 2.0, kò sì ní ìdánilójú. Ẹni tó bá ń ṣàkóso rẹ̀ ló ni ojúṣe òfin ìgbàsílẹ̀ àti ìpè níbi tí àwọn olùpè rẹ̀ ń gbé.",
  terms_figures: "Iye lórí ojúlé yìí",
  terms_figures_text:
    "Àwọn iye lábẹ́ ‘Ohun tí ó ń yí padà’ jẹ́ ọ̀rọ̀ ilé-iṣẹ́. Àwọn ìpè tí a fi hàn jẹ́ ìpè gidi, tí a ṣe pẹ̀lú orúkọ àdábọ́wọ́.",
  missing_title: "Áà! A kò rí ojúewé náà",
  missing_text: "Kò sí nǹkan kan ní àdírẹ́sì yìí.",
  missing_home: "Padà sí Ìbẹ̀rẹ̀",
} satisfies Record<keyof typeof english, string>;

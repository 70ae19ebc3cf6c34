import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Bá wa sọ̀rọ̀",
  type_instead: "Tẹ̀wé dípò rẹ̀",
  hint: "Aṣàwákiri rẹ yóò béèrè makirofóònù; o lè tẹ̀wé dípò rẹ̀. A ń gba ìjíròrò náà sílẹ̀.",
  off: "Aṣojú yìí kò gba ìpè níbí lọ́wọ́lọ́wọ́.",
  not_here: "Ojúewé yìí kì í ṣe ọ̀kan lára àwọn tó lè fi aṣojú yìí hàn.",
  not_loaded: "A kò lè gbé aṣojú náà wá. Ti èyí pa kí o sì tún gbìyànjú láìpẹ́.",
  chat_type: "Kọ ìfiránṣẹ́",
  chat_waiting: "Ènìyàn kan yóò fèsì fún ọ níbí.",
  chat_failed: "A kò fi ìfiránṣẹ́ rẹ ránṣẹ́. Gbìyànjú lẹ́ẹ̀kan sí i láìpẹ́.",
  chat_attach: "So àwòrán tàbí PDF mọ́ ọn",
  chat_file_failed: "A kò fi fáìlì náà ránṣẹ́. Ó gbọ́dọ̀ jẹ́ àwòrán tàbí PDF tí kò ju MB 5 lọ.",
  chat_person: "Ẹgbẹ́ wa",
} satisfies Record<keyof typeof english, string>;

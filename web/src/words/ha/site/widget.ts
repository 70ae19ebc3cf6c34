import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Yi magana da mu",
  type_instead: "Rubuta maimakon haka",
  hint: "Burauzarka za ta nemi makirufo; za ka iya rubutu maimakon haka. Ana naɗar tattaunawar.",
  off: "Wannan wakili ba ya karɓar kira a nan a yanzu.",
  not_here: "Wannan shafi ba ya cikin waɗanda aka yarda su nuna wannan wakili.",
  not_loaded: "Ba a iya loda wakilin ba. Rufe wannan ka sake gwadawa nan da ɗan lokaci.",
  chat_type: "Rubuta saƙo",
  chat_waiting: "Wani mutum zai amsa maka a nan.",
  chat_failed: "Ba a aika saƙonka ba. Ka sake gwadawa nan da ɗan lokaci.",
  chat_attach: "Haɗa hoto ko PDF",
  chat_file_failed: "Ba a aika fayil ɗin ba. Dole ya zama hoto ko PDF da bai wuce MB 5 ba.",
  chat_person: "Ma'aikatanmu",
} satisfies Record<keyof typeof english, string>;

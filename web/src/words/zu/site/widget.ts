import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Khuluma nathi",
  type_instead: "Bhala esikhundleni salokho",
  hint: "Isiphequluli sakho sizocela imakrofoni; ungabhala esikhundleni salokho. Ingxoxo iyaqoshwa.",
  off: "Lo msizi akatholi izingcingo lapha okwamanje.",
  not_here: "Leli khasi alilona elinye lalawo angabonisa lo msizi.",
  not_loaded: "Umsizi akakwazanga ukulayishwa. Vala lokhu bese uzama futhi maduze.",
  chat_type: "Bhala umlayezo",
  chat_waiting: "Umuntu uzokuphendula lapha.",
  chat_failed: "Umlayezo wakho awuthunyelwanga. Zama futhi ngemva kwesikhashana.",
  chat_attach: "Namathisela isithombe noma i-PDF",
  chat_file_failed: "Ifayela alithunyelwanga. Kufanele kube yisithombe noma i-PDF engeqi ku-5 MB.",
  chat_person: "Ithimba lethu",
} satisfies Record<keyof typeof english, string>;

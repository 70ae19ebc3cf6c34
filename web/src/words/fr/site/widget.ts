import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Parlez-nous",
  type_instead: "Écrire plutôt",
  hint: "Votre navigateur demandera le microphone ; vous pouvez écrire à la place. La conversation est enregistrée.",
  off: "Cet agent ne prend pas d’appels ici pour le moment.",
  not_here: "Cette page n’est pas de celles qui peuvent montrer cet agent.",
  not_loaded: "L’agent n’a pas pu être chargé. Fermez ceci et réessayez dans un instant.",
  chat_type: "Écrire un message",
  chat_waiting: "Une personne vous répondra ici.",
  chat_failed: "Votre message n’a pas été envoyé. Réessayez dans un instant.",
  chat_attach: "Joindre une image ou un PDF",
  chat_file_failed: "Le fichier n’a pas été envoyé. Il faut une image ou un PDF de 5 Mo au plus.",
  chat_person: "Notre équipe",
} satisfies Record<keyof typeof english, string>;

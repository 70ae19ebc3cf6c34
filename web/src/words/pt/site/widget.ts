import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Fale connosco",
  type_instead: "Escrever em vez disso",
  hint: "O seu navegador vai pedir o microfone; pode escrever em vez disso. A conversa é gravada.",
  off: "Este agente não atende chamadas aqui neste momento.",
  not_here: "Esta página não é uma das que podem mostrar este agente.",
  not_loaded: "Não foi possível carregar o agente. Feche e tente de novo daqui a pouco.",
  chat_type: "Escrever uma mensagem",
  chat_waiting: "Uma pessoa vai responder aqui.",
  chat_failed: "A sua mensagem não foi enviada. Tente de novo daqui a pouco.",
  chat_attach: "Anexar uma imagem ou um PDF",
  chat_file_failed: "O ficheiro não foi enviado. Tem de ser uma imagem ou um PDF de 5 MB no máximo.",
  chat_person: "A nossa equipa",
} satisfies Record<keyof typeof english, string>;

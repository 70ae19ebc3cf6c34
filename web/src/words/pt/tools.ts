import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Procurar marcações livres",
  book: "Fazer marcações",
  cancel: "Cancelar marcações",
  move: "Mudar marcações",
  message: "Anotar mensagens e pedidos de chamada",
} satisfies Record<keyof typeof english, string>;

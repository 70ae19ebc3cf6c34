import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "Não é possível contactar o servidor. Verifique se está a funcionar e tente de novo.",
  unknown: "Não funcionou.",
} satisfies Record<keyof typeof english, string>;

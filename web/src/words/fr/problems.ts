import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "Le serveur est injoignable. Vérifiez qu’il fonctionne, puis réessayez.",
  unknown: "Cela n’a pas fonctionné.",
} satisfies Record<keyof typeof english, string>;

import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "Iseva ayitholakali. Hlola ukuthi iyasebenza, bese uzama futhi.",
  unknown: "Akusebenzanga.",
} satisfies Record<keyof typeof english, string>;

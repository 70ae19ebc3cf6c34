import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "Ba a iya samun sabar ba. Tabbatar tana aiki, sannan a sake gwadawa.",
  unknown: "Hakan bai yi ba.",
} satisfies Record<keyof typeof english, string>;

import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "Seva haipatikani. Hakikisha inafanya kazi, kisha jaribu tena.",
  unknown: "Hilo halikufaulu.",
} satisfies Record<keyof typeof english, string>;

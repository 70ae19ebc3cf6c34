import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "A kò lè kàn sí sáfà. Ṣàyẹ̀wò pé ó ń ṣiṣẹ́, kí o sì tún gbìyànjú.",
  unknown: "Ìyẹn kò ṣiṣẹ́.",
} satisfies Record<keyof typeof english, string>;

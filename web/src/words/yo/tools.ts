import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Wíwá àdéhùn tó ṣófo",
  book: "Ṣíṣe àdéhùn",
  cancel: "Fífagilé àdéhùn",
  move: "Yíyí àkókò àdéhùn padà",
  message: "Gbígba ìfiránṣẹ́ àti ìbéèrè ìpè padà",
} satisfies Record<keyof typeof english, string>;

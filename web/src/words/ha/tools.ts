import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Neman alƙawari da ke akwai",
  book: "Yin alƙawura",
  cancel: "Soke alƙawura",
  move: "Sauya lokacin alƙawura",
  message: "Karɓar saƙonni da buƙatar sake kira",
} satisfies Record<keyof typeof english, string>;

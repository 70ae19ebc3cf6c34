import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "ክፍት ቀጠሮዎችን መፈለግ",
  book: "ቀጠሮ መያዝ",
  cancel: "ቀጠሮ መሰረዝ",
  move: "ቀጠሮ ማዛወር",
  message: "መልዕክትና መልሶ የመደወል ጥያቄ መቀበል",
} satisfies Record<keyof typeof english, string>;

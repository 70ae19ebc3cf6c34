import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Kutafuta miadi iliyo wazi",
  book: "Kuweka miadi",
  cancel: "Kufuta miadi",
  move: "Kuahirisha miadi",
  message: "Kupokea ujumbe na maombi ya kupigiwa",
} satisfies Record<keyof typeof english, string>;

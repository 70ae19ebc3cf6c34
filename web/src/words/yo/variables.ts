import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Gbogbo ìpè",
  of_contact: "Olùbásọ̀rọ̀",
  of_batch: "Àwọn òpó ẹgbẹ́ tó kẹ́yìn",
  note: "A ń kún wọn nígbà tí ìpè bá bẹ̀rẹ̀. Ohun tí a kò mọ̀ ni a ń yọ pẹ̀lú àwọn ọ̀rọ̀ tó yí i ká.",
} satisfies Record<keyof typeof english, string>;

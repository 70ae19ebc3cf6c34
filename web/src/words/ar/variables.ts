import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "كل مكالمة",
  of_contact: "جهة الاتصال",
  of_batch: "أعمدة آخر دفعة",
  note: "تُملأ عند بدء المكالمة. وما لا يُعرف يُحذف مع الكلمات المحيطة به.",
} satisfies Record<keyof typeof english, string>;

import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "البحث عن مواعيد متاحة",
  book: "حجز المواعيد",
  cancel: "إلغاء المواعيد",
  move: "تغيير المواعيد",
  message: "أخذ الرسائل وطلبات معاودة الاتصال",
} satisfies Record<keyof typeof english, string>;

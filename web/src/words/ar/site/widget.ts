import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "تحدّث معنا",
  type_instead: "اكتب بدلًا من ذلك",
  hint: "سيطلب متصفحك الميكروفون؛ ويمكنك الكتابة بدلًا من ذلك. تُسجَّل المحادثة.",
  off: "لا يستقبل هذا الوكيل مكالمات هنا في الوقت الحالي.",
  not_here: "هذه الصفحة ليست من الصفحات التي يجوز لها عرض هذا الوكيل.",
  not_loaded: "تعذّر تحميل الوكيل. أغلق هذا وحاول مرة أخرى بعد لحظة.",
  chat_type: "اكتب رسالة",
  chat_waiting: "سيردّ عليك شخص هنا.",
  chat_failed: "لم تُرسل رسالتك. حاول مجددًا بعد قليل.",
  chat_attach: "إرفاق صورة أو ملف PDF",
  chat_file_failed: "لم يُرسل الملف. يجب أن يكون صورة أو ملف PDF لا يتجاوز 5 ميغابايت.",
  chat_person: "فريقنا",
} satisfies Record<keyof typeof english, string>;

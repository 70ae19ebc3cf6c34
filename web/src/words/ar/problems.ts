import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "تعذّر الوصول إلى الخادم. تأكد من أنه يعمل ثم حاول مرة أخرى.",
  unknown: "لم ينجح ذلك.",
} satisfies Record<keyof typeof english, string>;

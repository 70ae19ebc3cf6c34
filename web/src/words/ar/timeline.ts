import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}، {assistant, plural, zero {لا دور للوكيل} one {دور واحد للوكيل} two {دوران للوكيل} few {# أدوار للوكيل} many {# دورًا للوكيل} other {# دور للوكيل}}، {caller, plural, zero {لا دور للمتصل} one {دور واحد للمتصل} two {دوران للمتصل} few {# أدوار للمتصل} many {# دورًا للمتصل} other {# دور للمتصل}}{tools, plural, =0 {} zero {} one {، بحث واحد} two {، بحثان} few {، # عمليات بحث} many {، # عملية بحث} other {، # عملية بحث}}{cuts, plural, =0 {} zero {} one {، مقاطعة واحدة} two {، مقاطعتان} few {، # مقاطعات} many {، # مقاطعة} other {، # مقاطعة}}",
} satisfies Record<keyof typeof english, string>;

import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {daƙiƙa #} other {daƙiƙoƙi #}}, {assistant, plural, one {maganar wakili sau #} other {maganar wakili sau #}}, {caller, plural, one {maganar mai kira sau #} other {maganar mai kira sau #}}{tools, plural, =0 {} one {, bincike #} other {, bincike #}}{cuts, plural, =0 {} one {, katsewa #} other {, katsewa #}}",
} satisfies Record<keyof typeof english, string>;

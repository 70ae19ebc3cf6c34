import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "ያናግሩን",
  type_instead: "በምትኩ ይጻፉ",
  hint: "አሳሽዎ ማይክሮፎን ይጠይቃል፤ በምትኩ መጻፍ ይችላሉ። ውይይቱ ይቀዳል።",
  off: "ይህ ረዳት በአሁኑ ጊዜ እዚህ ጥሪ አይቀበልም።",
  not_here: "ይህ ገጽ ይህን ረዳት ማሳየት ከሚችሉት ገጾች አንዱ አይደለም።",
  not_loaded: "ረዳቱን መጫን አልተቻለም። ይህን ዘግተው ከጥቂት ጊዜ በኋላ እንደገና ይሞክሩ።",
} satisfies Record<keyof typeof english, string>;

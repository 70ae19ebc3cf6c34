import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "ያናግሩን",
  type_instead: "በምትኩ ይጻፉ",
  hint: "አሳሽዎ ማይክሮፎን ይጠይቃል፤ በምትኩ መጻፍ ይችላሉ። ውይይቱ ይቀዳል።",
  off: "ይህ ወኪል በአሁኑ ጊዜ እዚህ ጥሪ አይቀበልም።",
  not_here: "ይህ ገጽ ይህን ወኪል ማሳየት ከሚችሉት ገጾች አንዱ አይደለም።",
  not_loaded: "ወኪሉን መጫን አልተቻለም። ይህን ዘግተው ከጥቂት ጊዜ በኋላ እንደገና ይሞክሩ።",
  chat_type: "መልእክት ይጻፉ",
  chat_waiting: "ሰው እዚህ ይመልስልዎታል።",
  chat_failed: "መልእክትዎ አልተላከም። ከጥቂት ጊዜ በኋላ ይሞክሩ።",
  chat_attach: "ምስል ወይም PDF ያያይዙ",
  chat_file_failed: "ፋይሉ አልተላከም። ከ5 MB ያልበለጠ ምስል ወይም PDF መሆን አለበት።",
  chat_person: "ቡድናችን",
} satisfies Record<keyof typeof english, string>;

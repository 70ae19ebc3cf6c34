import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "أُنشئ وكيل جديد",
  "agent.changed": "تغير وكيل",
  "call.completed": "اكتملت مكالمة",
  "call.failed": "فشلت مكالمة",
  "call.missed": "مكالمة فائتة",
  "recording.stopped": "توقف تسجيل: القرص ممتلئ",
  "batch.finished": "اكتملت دفعة",
  "batch.failed": "فشلت دفعة",
  "number.connected": "رُبط رقم",
  "number.released": "حُرر رقم",
  "knowledge.added": "المستند جاهز",
  "knowledge.failed": "تعذّرت قراءة المستند",
  "provider.connected": "رُبط مزود",
  "provider.failed": "المزود لا يجيب",
  "member.joined": "انضم عضو",
  "member.left": "غادر عضو",
  "credit.low": "الرصيد منخفض",
  "credit.added": "أُضيف رصيد",
  "workspace.created": "أُنشئت مساحة العمل",
} satisfies Record<keyof typeof english, string>;

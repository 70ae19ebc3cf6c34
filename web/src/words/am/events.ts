import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "አዲስ ወኪል ተፈጥሯል",
  "agent.changed": "ወኪል ተለውጧል",
  "call.completed": "ጥሪ ተጠናቋል",
  "call.failed": "ጥሪ አልተሳካም",
  "call.missed": "ያልተመለሰ ጥሪ",
  "recording.stopped": "ቅጂ ቆሟል፦ ዲስኩ ሞልቷል",
  "batch.finished": "ስብስብ ተጠናቋል",
  "batch.failed": "ስብስብ አልተሳካም",
  "number.connected": "ቁጥር ተገናኝቷል",
  "number.released": "ቁጥር ተለቋል",
  "knowledge.added": "ሰነዱ ዝግጁ ነው",
  "knowledge.failed": "ሰነዱን ማንበብ አልተቻለም",
  "provider.connected": "አቅራቢ ተገናኝቷል",
  "provider.failed": "አቅራቢው አይመልስም",
  "member.joined": "አባል ተቀላቅሏል",
  "member.left": "አባል ለቋል",
  "credit.low": "ሂሳቡ ዝቅተኛ ነው",
  "credit.added": "ሂሳብ ተጨምሯል",
  "workspace.created": "የሥራ ቦታ ተፈጥሯል",
} satisfies Record<keyof typeof english, string>;

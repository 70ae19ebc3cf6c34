import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "Umsizi omusha udaliwe",
  "agent.changed": "Umsizi ushintshiwe",
  "call.completed": "Ucingo luqediwe",
  "call.failed": "Ucingo luhlulekile",
  "call.missed": "Ucingo luphuthelwe",
  "recording.stopped": "Ukuqopha kumile: idiski igcwele",
  "batch.finished": "Iqoqo liqediwe",
  "batch.failed": "Iqoqo lihlulekile",
  "number.connected": "Inombolo ixhunyiwe",
  "number.released": "Inombolo idediwe",
  "knowledge.added": "Idokhumenti isilungile",
  "knowledge.failed": "Idokhumenti ayikwazanga ukufundwa",
  "provider.connected": "Umhlinzeki uxhunyiwe",
  "provider.failed": "Umhlinzeki akaphenduli",
  "member.joined": "Ilungu lijoyinile",
  "member.left": "Ilungu lihambile",
  "credit.low": "Ikhredithi iphansi",
  "credit.added": "Ikhredithi yengeziwe",
  "workspace.created": "Isikhala somsebenzi sidaliwe",
} satisfies Record<keyof typeof english, string>;

import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "A ti ṣẹ̀dá aṣojú tuntun",
  "agent.changed": "A ti yí aṣojú padà",
  "call.completed": "Ìpè ti parí",
  "call.failed": "Ìpè kùnà",
  "call.missed": "Ìpè tí a pàdánù",
  "recording.stopped": "Gbígba ohùn sílẹ̀ dúró: díìsì ti kún",
  "batch.finished": "Ọ̀wọ́ ti parí",
  "batch.failed": "Ọ̀wọ́ kùnà",
  "number.connected": "A ti so nọ́ńbà pọ̀",
  "number.released": "A ti tú nọ́ńbà sílẹ̀",
  "knowledge.added": "Ìwé ti ṣetán",
  "knowledge.failed": "A kò lè ka ìwé náà",
  "provider.connected": "A ti so olùpèsè pọ̀",
  "provider.failed": "Olùpèsè kò dáhùn",
  "member.joined": "Ọmọ ẹgbẹ́ dara pọ̀",
  "member.left": "Ọmọ ẹgbẹ́ kúrò",
  "credit.low": "Owó ti dínkù",
  "credit.added": "A ti fi owó kún un",
  "workspace.created": "A ti ṣẹ̀dá ibi iṣẹ́",
} satisfies Record<keyof typeof english, string>;

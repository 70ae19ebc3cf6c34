import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "An ƙirƙiri sabon wakili",
  "agent.changed": "An canza wakili",
  "call.completed": "An kammala kira",
  "call.failed": "Kira ya kasa",
  "call.missed": "An rasa kira",
  "recording.stopped": "Rikodi ya tsaya: faifai ya cika",
  "batch.finished": "An kammala rukuni",
  "batch.failed": "Rukuni ya kasa",
  "number.connected": "An haɗa lamba",
  "number.released": "An saki lamba",
  "knowledge.added": "Takarda ta shirya",
  "knowledge.failed": "Ba a iya karanta takarda ba",
  "provider.connected": "An haɗa mai samarwa",
  "provider.failed": "Mai samarwa ba ya amsawa",
  "member.joined": "Mamba ya haɗu",
  "member.left": "Mamba ya tafi",
  "credit.low": "Kuɗi ya yi ƙasa",
  "credit.added": "An ƙara kuɗi",
  "workspace.created": "An ƙirƙiri wurin aiki",
} satisfies Record<keyof typeof english, string>;

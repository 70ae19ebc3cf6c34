import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "Msaidizi mpya ameundwa",
  "agent.changed": "Msaidizi amebadilishwa",
  "call.completed": "Simu imekamilika",
  "call.failed": "Simu imeshindwa",
  "call.missed": "Simu haikupokelewa",
  "recording.stopped": "Kurekodi kumesimama: diski imejaa",
  "batch.finished": "Kundi la simu limekamilika",
  "batch.failed": "Kundi la simu limeshindwa",
  "number.connected": "Nambari imeunganishwa",
  "number.released": "Nambari imeachiliwa",
  "knowledge.added": "Hati iko tayari",
  "knowledge.failed": "Hati haikuweza kusomwa",
  "provider.connected": "Mtoa huduma ameunganishwa",
  "provider.failed": "Mtoa huduma hajibu",
  "member.joined": "Mwanachama amejiunga",
  "member.left": "Mwanachama ameondoka",
  "credit.low": "Salio ni dogo",
  "credit.added": "Salio limeongezwa",
  "workspace.created": "Nafasi ya kazi imeundwa",
} satisfies Record<keyof typeof english, string>;

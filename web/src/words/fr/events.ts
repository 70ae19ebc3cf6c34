import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "Nouvel agent créé",
  "agent.changed": "Agent modifié",
  "call.completed": "Appel terminé",
  "call.failed": "Appel échoué",
  "call.missed": "Appel manqué",
  "recording.stopped": "Un enregistrement s’est arrêté : le disque est plein",
  "batch.finished": "Lot terminé",
  "batch.failed": "Lot échoué",
  "number.connected": "Numéro connecté",
  "number.released": "Numéro libéré",
  "knowledge.added": "Document prêt",
  "knowledge.failed": "Le document n’a pas pu être lu",
  "provider.connected": "Fournisseur connecté",
  "provider.failed": "Le fournisseur ne répond pas",
  "member.joined": "Un membre est arrivé",
  "member.left": "Un membre est parti",
  "credit.low": "Le crédit est bas",
  "credit.added": "Crédit ajouté",
  "workspace.created": "Espace de travail créé",
} satisfies Record<keyof typeof english, string>;

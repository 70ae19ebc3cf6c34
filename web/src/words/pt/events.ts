import type { events as english } from "../en/events.ts";

export const events = {
  "agent.created": "Novo agente criado",
  "agent.changed": "Agente alterado",
  "call.completed": "Chamada concluída",
  "call.failed": "Chamada falhada",
  "call.missed": "Chamada perdida",
  "recording.stopped": "Uma gravação parou: o disco está cheio",
  "batch.finished": "Lote concluído",
  "batch.failed": "Lote falhado",
  "number.connected": "Número ligado",
  "number.released": "Número libertado",
  "knowledge.added": "Documento pronto",
  "knowledge.failed": "Não foi possível ler o documento",
  "provider.connected": "Fornecedor ligado",
  "provider.failed": "O fornecedor não responde",
  "member.joined": "Um membro entrou",
  "member.left": "Um membro saiu",
  "credit.low": "O crédito está baixo",
  "credit.added": "Crédito adicionado",
  "workspace.created": "Espaço de trabalho criado",
} satisfies Record<keyof typeof english, string>;

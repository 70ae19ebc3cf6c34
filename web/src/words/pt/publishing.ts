export const publishing = {
  note: "O rascunho passa a ser a versão {next}: usa-a cada chamada e mensagem que comece a partir de agora.",
  meanwhile:
    "A versão {version} entrou em vigor depois de este rascunho ter começado a partir da versão {based}. A lista abaixo mostra tudo o que a publicação altera.",
  live: "Em vigor: versão {version}",
  draft: "Rascunho",
  version_name: "Nome da versão (opcional)",
  version_note: "Nota (opcional)",
  published: "A versão {version} está em vigor",
  discard: "Descartar rascunho",
  discard_question: "Descartar este rascunho?",
  discard_note: "O que nele foi guardado perde-se. A versão {version} continua em vigor.",
  discarded: "Rascunho descartado",
  describe: "Nome e nota",
  describe_one: "Nome e nota da versão {version}",
  save: "Guardar",
  saves_drafts: "Guardar primeiro as alterações como rascunho",
  saves_drafts_note:
    "Assim, nada entra em vigor antes de alguém publicar. Um programa que substitua o agente pela API continua a publicar logo.",
};

export const answers = {
  template: "Como o resultado é dito",
  template_note:
    "Por exemplo: A sua encomenda foi enviada em '{sent_on}' para '{order.city}'. Os campos do resultado ficam entre chavetas; datas, horas e listas são ditas. Deixe vazio para as palavras do agente.",
  example: "Exemplo de um resultado",
  example_note: "JSON, como o serviço responde. Um pedido de teste preenche-o.",
  heard: "A pessoa ouve:",
  plain: "Nenhuma frase pode ser dita. A pessoa ouve:",
  missing: "Não está neste resultado:",
};

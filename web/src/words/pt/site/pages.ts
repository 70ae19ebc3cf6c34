import type { pages as english } from "../../en/site/pages.ts";

export const pages = {
  about_title: "Um telefone basta.",
  about_founded:
    "O Ongea foi fundado em 2025 para ajudar a vencer o fosso digital em África. Muito do que está na Web pede um smartphone, dados e uma língua aprendida na escola. Uma chamada telefónica não pede nada disso.",
  about_what:
    "<b>Ongea quer dizer fala!</b> É uma plataforma aberta de agentes de voz com IA que conversam ao telefone: atendem, ouvem, consultam, marcam e anotam recados, para centros de atendimento, empresas e particulares.",
  about_open: "Aberto e no seu próprio servidor",
  about_open_text:
    "O software é livre, sob a licença Apache 2.0. Funciona numa máquina sua, com reconhecimento de fala, diálogo e vozes que não precisam de conta em lado nenhum. O que dizem as pessoas que lhe ligam fica consigo, a não ser que escolha um modelo de fora.",
  about_small: "Primeiro as ligações fracas",
  about_small_text:
    "Estas páginas funcionam sem scripts e carregam depressa em ligações lentas. Os seus desenhos vêm de chamadas reais.",
  privacy_title: "Privacidade",
  privacy_who:
    "Este sítio é servido por quem mantém esta instalação do Ongea, a partir do seu próprio servidor. Não pede nada a terceiros.",
  privacy_send: "O que envia",
  privacy_send_text:
    "Um pedido de demonstração guarda o seu nome, e-mail, empresa, cargo e a hora. Uma mensagem guarda o seu nome, e-mail e palavras. Ficam na base de dados deste servidor e servem para lhe responder. O operador pode encaminhá-los para uma ferramenta sua.",
  privacy_browser: "O que fica no seu navegador",
  privacy_visit:
    "um cookie que nenhum script pode ler, criado após um pedido de demonstração ou um código de convite; termina ao fim de 30 dias.",
  privacy_lead: "o que escreveu no pedido de demonstração, para não ter de o escrever de novo. Não abre nada.",
  privacy_theme: "claro ou escuro.",
  privacy_language: "o idioma que escolheu.",
  privacy_calls: "Chamadas",
  privacy_calls_text:
    "Uma chamada com um agente é gravada e transcrita, para poder ser verificada. O navegador pergunta antes de usar o microfone.",
  privacy_asking: "Perguntar e apagar",
  privacy_asking_text: "<write>Escreva-nos</write> para saber o que está guardado sobre si ou para o mandar apagar.",
  terms_title: "Termos",
  terms_demo:
    "A demonstração existe para experimentar o produto. Pode mudar ou acabar a qualquer momento, e as chamadas nela podem ser apagadas.",
  terms_using: "Ao usar a demonstração",
  terms_secret: "Não introduza nada secreto: nem números de cartão, nem PIN, nem dados de saúde de pessoas reais.",
  terms_agreed: "Não ligue a ninguém que não tenha aceitado ser chamado por um agente.",
  terms_wrong: "Um agente pode enganar-se. Não conte com ele numa emergência.",
  terms_software: "O software",
  terms_software_text:
    "O Ongea está licenciado sob a Apache License 2.0 e vem sem garantia. Quem o mantém responde pelas leis sobre gravação e chamadas onde vivem as pessoas que lhe ligam.",
  terms_figures: "Números neste sítio",
  terms_figures_text:
    "Os números em «O que muda» são afirmações da empresa. As chamadas mostradas são reais, feitas com nomes inventados.",
  missing_title: "Ups! Página não encontrada",
  missing_text: "Não há nada neste endereço.",
  missing_home: "Voltar ao início",
} satisfies Record<keyof typeof english, string>;

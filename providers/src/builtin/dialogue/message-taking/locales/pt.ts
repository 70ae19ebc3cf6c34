/** Portuguese, as callers in Mozambique, Angola, Cape Verde and Portugal are addressed on the telephone. Awaits a native reader. */
import { figuresOf } from "../figures.ts";
import type { Locale } from "../locale.ts";
import { listOf, spaced } from "./sentences.ts";

const DAYS = "domingo|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado".split("|");

export const portuguese: Locale = {
  says: {
    digits: (digits) => spaced(digits, "mais"),
    choice: listOf("ou"),
    anythingElse: "Posso ajudar em mais alguma coisa?",
    howCanIHelp: "Em que posso ajudar?",
    greetBack: "Olá.",
    robot: (business) => `Sou um assistente automático${business ? ` de ${business}` : ""}, não uma pessoa.`,
    noInstructions: "Só posso ajudar com os nossos serviços.",
    noCard: "Para sua segurança, não diga números de cartão nesta chamada.",
    calm: "Lamento o incómodo. Vou fazer o possível para ajudar.",
    calmEnd: "Lamento não ter conseguido ajudar. Pode voltar a ligar quando quiser. Adeus.",
    takeYourTime: "Com calma, eu espero.",
    unknown: "Lamento, não tenho essa informação.",
    offerMessage: "Quer deixar uma mensagem, para que um colega lhe ligue de volta?",
    noPersonNow: "Daqui não consigo passar a chamada a uma pessoa.",
    cannot: "Lamento, não posso fazer isso nesta chamada.",
    cannotButMessage: "Não posso fazer isso, mas passo a mensagem a um colega.",
    emergency: (number) =>
      number
        ? `Se é uma emergência, ligue já para o número ${number}.`
        : "Se é uma emergência, ligue já para o número de emergência.",
    notUnderstood: "Desculpe, não entendi.",
    anotherWay: "Vamos tentar de outra forma.",
    notUnderstoodAgain: "Peço desculpa, estou a ouvir mal.",
    leftOut: "Continuo sem isso. Um colega vai perguntar.",
    passedOn: "Vou passar a mensagem tal como a ouvi.",
    notConfirmed: "não confirmado por quem ligou",
    goodbye: "Agradecemos a sua chamada. Adeus.",
    okay: "Está bem.",
    dropped: "Está bem, deixo isso.",
    ask: { name: "Qual é o seu nome?", phone: "Qual é o seu número de telefone?", message: "Qual é a mensagem?" },
    askAgain: {
      name: "Por favor, diga só o seu nome.",
      phone: "Por favor, diga o número, um algarismo de cada vez.",
      message: "Por favor, diga numa frase de que se trata.",
    },
    useKeypad: "Também pode marcar o número nas teclas e terminar com a tecla cardinal.",
    confirmMessage: ({ message, name, phone }) =>
      `Vou passar esta mensagem: ${message}${name ? `, de ${name}` : ""}${phone ? `, número de telefone ${phone}` : ""}. Está certo?`,
    whatToChange: (which) => `O que devo mudar: ${which}?`,
    messageTaken: (reference) =>
      `A sua mensagem está anotada${reference ? `, referência ${reference}` : ""}. Um colega vai ligar-lhe de volta.`,
    messageNotTaken: "Lamento, não consegui anotar a mensagem. Por favor, ligue mais tarde.",
    done: (reference) => `Está feito.${reference ? ` A referência é ${reference}.` : ""}`,
    failed: "Lamento, não foi possível neste momento.",
    wrongPhone: (said) => `Ouvi ${said} algarismos. Por favor, diga o número completo, um algarismo de cada vez.`,
    openers: [
      "a que horas abrem",
      "quero deixar uma mensagem",
      "quero falar com uma pessoa",
      "onde ficam",
      "não obrigado",
      "adeus",
    ],
    days: (from, to) => {
      if (from !== to) return `de ${DAYS[from]} a ${DAYS[to]}`;
      return `${from === 0 || from === 6 ? "ao" : "à"} ${DAYS[from]}`;
    },
    everyDay: "todos os dias",
    today: "hoje",
    tomorrow: "amanhã",
    open: (days, opens, closes) => `Estamos abertos ${days}, das ${opens} às ${closes}.`,
    closed: (days) => `Estamos fechados ${days}.`,
    quoted: "Esta é a informação que tenho:",
    parts: { name: "o nome", phone: "o número de telefone", message: "a mensagem" },
    offers: { hours: "dizer o nosso horário", message: "anotar uma mensagem", person: "passar a chamada a uma pessoa" },
    iCan: (offers) => `Posso ${offers}.`,
  },
  hears: {
    greet: "olá|oi|alô|está lá|estou|bom dia|boa tarde|boa noite|como está",
    yes: "sim|claro|certo|correto|está certo|exato|exatamente|isso|isso mesmo|pode ser|pode|está bem|tudo bem|com certeza|ok|okay|quero sim|é isso|está correto|de acordo",
    no: "não|errado|está errado|nada disso|nem por isso",
    thank: "obrigado|obrigada|agradeço|muito agradecido|muito agradecida",
    goodbye:
      "adeus|tchau|até logo|até à próxima|até amanhã|é tudo|é só isso|só isso|mais nada|não é mais nada|tenha um bom dia|tenha uma boa tarde",
    repeat:
      "repita|repete|repetir|pode repetir|outra vez por favor|não ouvi|não percebi|não entendi|não compreendi|o que disse|como disse|como é",
    person:
      "falar com uma pessoa|falar com alguém|falar com um humano|falar com um operador|falar com um atendente|falar com um funcionário|falar com uma funcionária|falar com o gerente|falar com um colega|pessoa de verdade|passe a chamada|transfira*|operador|atendente|falar com o responsável",
    who: "quem fala|com quem falo|com quem estou a falar|quem é você|como se chama|qual é o seu nome|é um robô|é uma máquina|és um robô|é uma pessoa|é humano|falo com um robô|falo com uma máquina|é uma gravação",
    abuse: "idiota|estúpid*|burr*|imbecil|merda|cala a boca|palhaço*",
    wait: "espere|espera|um momento|só um momento|um minuto|um instante|aguarde",
    drop: "mudei de ideias|mudei de ideia|deixe estar|deixa estar|esqueça|esquece|já não quero|deixe isso",
    emergency:
      "é uma emergência|não respira|não está a respirar|desmaiou|inconsciente|a sangrar muito|muito sangue|ataque cardíaco|está a morrer|há um incêndio|há fogo|um incêndio|acidente grave|houve um acidente|envenen*",
    hours:
      "horário*|a que horas|que horas abr*|que horas fech*|abr*em|abre|abertos|aberto|aberta|fecham|fecha|fechados|fechado|quando abrem|quando fecham|até que horas",
    stopCalls:
      "não me ligue mais|não me liguem mais|não me telefone* mais|parem de me ligar|pare de me ligar|parem de ligar|retire* o meu número|tire* o meu número|não quero receber chamadas",
    message:
      "deixar uma mensagem|deixar mensagem|deixar um recado|deixar recado|tome nota|anote|dar um recado|ligue*-me de volta|liguem-me|ligue-me|que me liguem|que me ligue|podem ligar-me|me ligar de volta|retornem a chamada",
    wants:
      "quero|queria|gostaria|gostava|preciso|necessito|desejo|pretendo|marcar|remarcar|desmarcar|cancelar|reservar|comprar|encomendar|posso|poderia|podem|pode|tenho um problema|reclamar|reclamação|uma consulta",
    asks: "quero saber|queria saber|gostaria de saber|gostava de saber|pode dizer-me|pode me dizer|o que|que|qual|quais|quando|onde|quem|como|quanto|quanta|quantos|quantas|por que|porque|têm|tem|há|aceitam|fazem|vendem|é possível",
    today: "hoje|agora",
    tomorrow: "amanhã",
    disputes: "mas|errado|errada|engano|mudar|trocar",
  },
  weekdays: [
    "domingo*",
    "segunda|segundas|segunda-feira|segundas-feiras",
    "terça|terças|terça-feira|terças-feiras",
    "quarta|quartas|quarta-feira|quartas-feiras",
    "quinta|quintas|quinta-feira|quintas-feiras",
    "sexta|sextas|sexta-feira|sextas-feiras",
    "sábado*",
  ],
  figures: figuresOf({
    digits: ["zero", "um|uma", "dois|duas", "três", "quatro", "cinco", "seis|meia", "sete", "oito", "nove"],
    teens: [
      "dez",
      "onze",
      "doze",
      "treze",
      "quatorze|catorze",
      "quinze",
      "dezasseis|dezesseis",
      "dezassete|dezessete",
      "dezoito",
      "dezanove|dezenove",
    ],
    tens: ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"],
    between: "e",
  }),
  names: {
    led: "o meu nome é|meu nome é|o nome é|nome é|chamo-me|me chamo|eu sou o|eu sou a|eu sou|sou o|sou a|aqui fala o|aqui fala a|aqui fala|fala o|fala a|em nome de",
    around:
      "sim|não|o|a|é|e|de|do|da|por|favor|obrigado|obrigada|bom|boa|dia|tarde|noite|olá|senhor|senhora|eu|meu|minha|nome|número|telefone|mensagem|com|para|que|um|uma|mas|está|errado|errada|certo|quero|queria|preciso|ligo|falo|aqui|desculpe|então|bem|pois|ok|mudar|não|isso",
  },
  parts: { name: "nome", phone: "número|telefone|telemóvel|celular|contacto|contato", message: "mensagem|recado|texto" },
  empty:
    "o a os as um uma uns umas de do da dos das em no na nos nas por para com sem e ou que se me lhe eu você vocês ele ela nós meu minha seu sua vosso vossa qual quais quando onde quem como quanto quanta quantos quantas é são está estão ser ter tem têm há fica ficam saber dizer pode podem posso quero queria gostaria favor bom boa dia tarde noite olá aí lá isso este esta aqui mais muito também fazem vendem aceitam",
  topics: {
    price: "preço*|custa*|custo*|quanto é|quanto custa|quanto se paga|valor|tarifa*|taxa*",
    where:
      "onde fica*|onde é|onde estão|endereço|morada|localização|localizad*|situad*|fica na|fica no|fica em|ficamos|avenida|rua",
    parking: "estacion*|parque de estacionamento|parquear|garagem",
    payment: "pagar|pagamento*|paga-se|cartão|cartões|dinheiro|m-pesa|mpesa",
    insurance: "seguro*|seguradora*",
    deliver: "entrega*|entregam|enviar|envio*",
    return: "devolver|devolução|devoluções|reembols*|troca*",
    doctor: "médic*|doutor*|dentista*|enfermeir*",
    appointment: "consulta*|marcação|marcações",
    child: "criança*|filho|filha|bebé*|bebê*",
    vaccination: "vacina*",
    test: "análise*|exame*|teste*",
    service: "serviço*",
    phone: "telefone|contacto*|contato*",
    guarantee: "garantia*",
  },
  prompt: {
    open: "abr*|abert*|funciona*|horário*|atend*",
    closed: "fechad*|encerrad*|fechamos|encerramos",
    until: "a|à|às|ao|até|as",
    everyDay: "todos os dias|diariamente",
    am: "da manhã",
    pm: "da tarde|da noite",
    clock: (text) => text.replace(/(\d)\s?(?:h|hrs|horas?)\b/g, "$1"),
    emergency: "emergência*|perigo|urgência*|urgente*",
  },
  orders:
    "você é|tu és|és|seja|nunca|sempre|não diga|não dê|não fale|não prometa|responda|pergunte|peça|confirme|fale|diga|cumprimente|mantenha|quem liga|o cliente|instruções|senha|palavra-passe|confidencial|interno",
  known:
    "bom boa dia tarde noite olá obrigado obrigada quero queria gostaria preciso não sim você vocês favor meu minha nome é amanhã hoje onde quando quanto custa horário abrem fecham telefone com uma horas marcar consulta falar pessoa mensagem deixar sou são está seu sua também mais saber posso pode podem têm aceitam número para fica ficam estão nosso nossa aberto aberta abertos fechado fechados",
  asked: {
    name: "seu nome|o nome|como se chama",
    phone: "número de telefone|seu número|seu contacto|seu contato|telemóvel",
    message: "a mensagem|o recado|mensagem quer",
    confirm: "está certo|está correto|é correto|confirma|correto",
    "anything-else": "mais alguma coisa|algo mais|outra coisa",
    "offer-message": "deixar uma mensagem|deixar um recado|tome nota|anote uma mensagem",
    "still-there": "ainda está aí|está aí|ainda está na linha|continua aí|está a ouvir",
  },
};

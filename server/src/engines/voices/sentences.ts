/** What a voice says to be known by: a greeting and a number, in the languages that assistants are asked for most. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: "Hello, and thank you for calling. Your appointment is on Tuesday at half past ten.",
  sw: "Habari, asante kwa kupiga simu. Miadi yako ni Jumanne saa nne na nusu asubuhi.",
  fr: "Bonjour, et merci de votre appel. Votre rendez-vous est mardi à dix heures et demie.",
  pt: "Olá, obrigado por ligar. A sua marcação é na terça-feira às dez e meia.",
  ar: "مرحبًا، شكرًا لاتصالك. موعدك يوم الثلاثاء في العاشرة والنصف.",
  am: "ሰላም፣ ስለደወሉ እናመሰግናለን። ቀጠሮዎ ማክሰኞ ከጠዋቱ አራት ሰዓት ተኩል ነው።",
  af: "Goeiedag, dankie dat u bel. U afspraak is Dinsdag om halfelf.",
  es: "Hola, gracias por llamar. Su cita es el martes a las diez y media.",
  de: "Guten Tag, danke für Ihren Anruf. Ihr Termin ist am Dienstag um halb elf.",
  it: "Buongiorno, grazie per la chiamata. Il suo appuntamento è martedì alle dieci e mezza.",
  nl: "Goedendag, bedankt voor uw telefoontje. Uw afspraak is dinsdag om half elf.",
  tr: "Merhaba, aradığınız için teşekkürler. Randevunuz salı günü saat on buçukta.",
  sv: "Hej, och tack för att du ringer. Din tid är på tisdag klockan halv elva.",
  ru: "Здравствуйте, спасибо за звонок. Вы записаны на вторник, половина одиннадцатого.",
  ro: "Bună ziua, vă mulțumim că ați sunat. Programarea dumneavoastră este marți la zece și jumătate.",
  hi: "नमस्ते, फ़ोन करने के लिए धन्यवाद। आपका समय मंगलवार को साढ़े दस बजे है।",
  zh: "您好，感谢您的来电。您的预约是星期二上午十点半。",
  om: "Akkam jirtu, bilbiluu keessaniif galatoomaa.",
  tn: "Dumela, re leboga go bo o leditse.",
};

/** In a language that has none of its own, the voice counts: digits are read aloud in every language. */
const DIGITS = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10.";

export function sentenceIn(language: string): string {
  const primary = language.toLowerCase().split("-")[0] ?? "";
  if (language === "*") return SENTENCES["en"] ?? DIGITS;
  return SENTENCES[primary === "cmn" ? "zh" : primary] ?? DIGITS;
}

/** What the person of a call hears of a message to them. All but the English wait for a native reader. */
import { dateFormat } from "../../platform/time/local-time.ts";

type Sentences = Readonly<Record<string, string>>;

export const SENT: Sentences = {
  en: "I have sent you the message.",
  sw: "Nimekutumia ujumbe.",
  fr: "Je vous ai envoyé le message.",
  pt: "Enviei-lhe a mensagem.",
  ar: "لقد أرسلت لك الرسالة.",
  ha: "Na aika maka saƙon.",
  yo: "Mo ti fi ìfiránṣẹ́ náà ránṣẹ́ sí ọ.",
  am: "መልእክቱን ልኬልዎታለሁ።",
  zu: "Ngikuthumelele umlayezo.",
};

/** The provider has not answered yet. */
export const ON_ITS_WAY: Sentences = {
  en: "The message is on its way, but the network has not confirmed it yet.",
  sw: "Ujumbe uko njiani, lakini mtandao bado haujathibitisha.",
  fr: "Le message est en route, mais le réseau ne l'a pas encore confirmé.",
  pt: "A mensagem está a caminho, mas a rede ainda não a confirmou.",
  ar: "الرسالة في الطريق، لكن الشبكة لم تؤكدها بعد.",
  ha: "Saƙon yana kan hanya, amma cibiyar sadarwa ba ta tabbatar ba tukuna.",
  yo: "Ìfiránṣẹ́ náà wà lójú ọ̀nà, ṣùgbọ́n nẹ́tíwọ́ọ̀kì kò tíì fìdí rẹ̀ múlẹ̀.",
  am: "መልእክቱ በመንገድ ላይ ነው፣ ነገር ግን አውታረ መረቡ ገና አላረጋገጠም።",
  zu: "Umlayezo usendleleni, kodwa inethiwekhi ayikawuqinisekisi.",
};

const WAITS: Sentences = {
  en: "No messages go out at this hour. Yours leaves on {at}.",
  sw: "Saa hii ujumbe hautumwi. Wako utatumwa {at}.",
  fr: "Aucun message ne part à cette heure. Le vôtre partira {at}.",
  pt: "A esta hora não se enviam mensagens. A sua sai {at}.",
  ar: "لا تُرسل الرسائل في هذه الساعة. ستُرسل رسالتك {at}.",
  ha: "Ba a aika saƙo a wannan lokaci. Naka zai tafi {at}.",
  yo: "A kì í fi ìfiránṣẹ́ ránṣẹ́ ní àkókò yìí. Tìrẹ yóò lọ ní {at}.",
  am: "በዚህ ሰዓት መልእክት አይላክም። የእርስዎ {at} ይላካል።",
  zu: "Ayikho imilayezo ethunyelwa ngalesi sikhathi. Owakho uzohamba {at}.",
};

const OPTED_OUT: Sentences = {
  en: "This number has asked for no messages, so I cannot send one.",
  sw: "Namba hii iliomba isitumiwe ujumbe, kwa hiyo siwezi kutuma.",
  fr: "Ce numéro a demandé à ne recevoir aucun message, je ne peux donc pas en envoyer.",
  pt: "Este número pediu para não receber mensagens, por isso não posso enviar.",
  ar: "طلب هذا الرقم عدم تلقي الرسائل، لذلك لا يمكنني الإرسال.",
  ha: "Wannan lamba ta nemi kada a aika mata saƙo, don haka ba zan iya aikawa ba.",
  yo: "Nọ́mbà yìí ti béèrè pé kí a má fi ìfiránṣẹ́ ránṣẹ́, nítorí náà n kò lè fi ránṣẹ́.",
  am: "ይህ ቁጥር መልእክት እንዳይላክለት ጠይቋል፣ ስለዚህ መላክ አልችልም።",
  zu: "Le nombolo icele ukungathunyelelwa imilayezo, ngakho angikwazi ukuthumela.",
};

const REFUSED: Sentences = {
  en: "The message could not be sent to this number.",
  sw: "Ujumbe haukuweza kutumwa kwa namba hii.",
  fr: "Le message n'a pas pu être envoyé à ce numéro.",
  pt: "Não foi possível enviar a mensagem para este número.",
  ar: "تعذر إرسال الرسالة إلى هذا الرقم.",
  ha: "Ba a iya aika saƙon zuwa wannan lamba ba.",
  yo: "A kò lè fi ìfiránṣẹ́ náà ránṣẹ́ sí nọ́mbà yìí.",
  am: "መልእክቱን ወደዚህ ቁጥር መላክ አልተቻለም።",
  zu: "Umlayezo awukwazanga ukuthunyelwa kule nombolo.",
};

const UNKNOWN: Sentences = {
  en: "I cannot tell whether the message was sent, so I do not send it again.",
  sw: "Siwezi kujua kama ujumbe ulitumwa, kwa hiyo siutumi tena.",
  fr: "Je ne peux pas dire si le message est parti, je ne le renvoie donc pas.",
  pt: "Não consigo saber se a mensagem foi enviada, por isso não a envio de novo.",
  ar: "لا أستطيع معرفة ما إذا كانت الرسالة قد أُرسلت، لذلك لن أرسلها مرة أخرى.",
  ha: "Ba zan iya sanin ko an aika saƙon ba, don haka ba zan sake aikawa ba.",
  yo: "N kò lè sọ bóyá ìfiránṣẹ́ náà ti lọ, nítorí náà n kò ní tún fi ránṣẹ́.",
  am: "መልእክቱ መላኩን ማወቅ አልችልም፣ ስለዚህ እንደገና አልልከውም።",
  zu: "Angazi ukuthi umlayezo uthunyelwe yini, ngakho angiwuthumeli futhi.",
};

/** By a failure's code, as messages have it. */
export function refusalIn(reason: string): Sentences {
  if (reason === "opted_out") return OPTED_OUT;
  return reason === "unknown" ? UNKNOWN : REFUSED;
}

export function waitIn(until: Date, timeZone: string): Sentences {
  const at = (language: string): string =>
    dateFormat(language, { timeZone, weekday: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(until);
  return Object.fromEntries(Object.entries(WAITS).map(([language, text]) => [language, text.replace("{at}", at(language))]));
}

/** What the speaker reads aloud: kept with the voice as it was read. */
import type { Language } from "@ongea/contract";

type Sentence = (speaker: string, workspace: string) => string;

const SENTENCES: Readonly<Record<Language, Sentence>> = {
  en: (speaker, workspace) =>
    `I am ${speaker}. I agree that ${workspace} makes a computer voice after my own and speaks with it on the telephone. I may take this back at any time.`,
  sw: (speaker, workspace) =>
    `Mimi ni ${speaker}. Ninakubali kwamba ${workspace} itengeneze sauti ya kompyuta kutokana na sauti yangu na kuzungumza nayo kwa simu. Ninaweza kuondoa idhini hii wakati wowote.`,
  fr: (speaker, workspace) =>
    `Je suis ${speaker}. J’accepte que ${workspace} crée une voix de synthèse à partir de la mienne et parle avec elle au téléphone. Je peux retirer cet accord à tout moment.`,
  pt: (speaker, workspace) =>
    `Eu sou ${speaker}. Concordo que ${workspace} crie uma voz de computador a partir da minha e fale com ela ao telefone. Posso retirar este acordo a qualquer momento.`,
  ar: (speaker, workspace) =>
    `أنا ${speaker}. أوافق على أن يصنع ${workspace} صوتًا آليًا من صوتي وأن يتحدث به في الهاتف. ويمكنني سحب هذه الموافقة في أي وقت.`,
  ha: (speaker, workspace) =>
    `Ni ne ${speaker}. Na yarda ${workspace} ya yi muryar kwamfuta daga muryata kuma ya yi magana da ita a waya. Zan iya janye wannan izini a kowane lokaci.`,
  yo: (speaker, workspace) =>
    `Èmi ni ${speaker}. Mo gbà pé kí ${workspace} ṣe ohùn kọ̀ǹpútà láti inú ohùn mi, kí ó sì máa fi sọ̀rọ̀ lórí fóònù. Mo lè fa ìyọ̀ǹda yìí sẹ́yìn nígbàkúùgbà.`,
  am: (speaker, workspace) =>
    `እኔ ${speaker} ነኝ። ${workspace} ከድምፄ የኮምፒውተር ድምፅ እንዲሠራና በስልክ እንዲናገርበት እስማማለሁ። ይህን ስምምነት በማንኛውም ጊዜ ማንሳት እችላለሁ።`,
  zu: (speaker, workspace) =>
    `Igama lami ngingu-${speaker}. Ngiyavuma ukuthi i-${workspace} yenze izwi lekhompyutha ngezwi lami futhi ikhulume ngalo ocingweni. Ngingasihoxisa lesi sivumelwano noma nini.`,
};

export function consentSentence(language: Language, speaker: string, workspace: string): string {
  return SENTENCES[language](speaker, workspace);
}

/** What somebody wishes who writes one word of these, and nothing else: no more messages and calls, or them again. Pure. */

export type Keyword = "stop" | "start";

/**
 * In the nine languages. A word that people also write within a conversation ("cancel", "end", "yes", "wait") is none of them: the agent asks
 * what they mean.
 */
const WORDS: Readonly<Record<Keyword, string>> = {
  stop: `stop, stop all, stopall, unsubscribe, opt out, optout | acha, sitisha, komesha, jiondoe, ondoa |
    arrêt, arrêter, arrêtez, désabonner, me désabonner, désinscrire | parar, pare, sair, cancelar inscrição |
    توقف, قف, إيقاف, إلغاء الاشتراك, أوقف | daina, a daina, dakatar, tsayar | dáwọ́dúró, dáwọ́ dúró, dádúró | አቁም, አቁሙ, ይቁም | misa, yeka, yekani`,
  start: `start, unstop, subscribe, opt in, optin | anza, jiunge, rejesha | démarrer, reprendre, réabonner, s'abonner |
    iniciar, retomar, começar | ابدأ, بدء, اشتراك, استئناف | fara, ci gaba | bẹ̀rẹ̀ | ጀምር, ጀምሩ, ይጀምር | qala, qalani`,
};

const KEYWORDS = new Map(
  (["stop", "start"] as const).flatMap((keyword) => WORDS[keyword].split(/[,|]/).map((word) => [folded(word), keyword] as const)),
);

export function keywordIn(text: string): Keyword | undefined {
  return text.length > 60 ? undefined : KEYWORDS.get(folded(text));
}

/** Without accents, marks of sentences, and the difference of capitals. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

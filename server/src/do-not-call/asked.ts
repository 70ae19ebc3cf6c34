/** Whether somebody has asked in a call not to be called again. Pure. */

/** Each language in its own words. What names a time ("do not call me before nine") is no such wish. */
const WISHES: readonly RegExp[] = [
  /\b(?:stop|quit|don'?t|do not|never|please no) (?:ever |keep )?(?:call|calling|phone|phoning|ring|ringing) (?:me|us|this number|here)\b(?!\s+(?:back )?(?:before|after|until|at|on|in|from|so|tomorrow|today|tonight|now|right))/u,
  /\b(?:take|remove|delete|scratch) (?:me|us|my number|this number) (?:off|from)\b/u,
  /\b(?:usinipigie|msinipigie|msitupigie|usitupigie)\b(?! (?:kabla|baada|mpaka|hadi))|\bach(?:a|eni) kunipigia\b/u,
  /\bne (?:m['’]appelez|me rappelez|m['’]appelle|nous appelez) plus\b|\barrêtez de m['’]appeler\b|\bretirez[- ](?:moi|mon numéro)\b/u,
  /\bnão (?:me|nos) (?:ligue|liguem|telefone|telefonem)(?: nunca)? mais\b|\bpar(?:e|em) de (?:me |nos )?(?:ligar|telefonar)\b/u,
  /لا تتصل(?:وا|ي)? (?:بي|بنا)|(?:توقف|توقفوا|كف|كفوا) عن الاتصال/u,
  /\bku daina kira(?:na|nmu)?\b|\bkada (?:ku|ka) (?:sake|ƙara|kara) kira(?:na|nmu)?\b/u,
  /má(?:\s+ṣe)?\s+pè mí mọ́|ẹ yé pè mí/u,
  /አትደውሉልኝ|አትደውልልኝ|አትደውይልኝ|መደወል አቁ(?:ሙ|ም)/u,
  /\b(?:ningangishayeli|ningangifoneli|ungangishayeli|ungangifoneli)\b|\byek(?:a|ani) ukungi(?:fonela|shayela)\b/u,
];

/** @param transcript lines `assistant: …` and `user: …`: only what the person said counts. */
export function asksNotToBeCalled(transcript: string | null): boolean {
  if (transcript === null) return false;
  return transcript.split("\n").some((line) => {
    if (!line.startsWith("user: ")) return false;
    const said = line.slice(6).normalize("NFC").toLowerCase().replaceAll("’", "'").replace(/\s+/gu, " ");
    return WISHES.some((wish) => wish.test(said));
  });
}

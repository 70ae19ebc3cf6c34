/** Answers that may be a moment old: in a storm of callers the same question is asked once. */

const MOST = 1_000;

/** `ask`, but what it answered less than `forMs` ago is taken again. A failure is not remembered. */
export function recently<Answer>(forMs: number, ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const answers = new Map<string, { answer: Promise<Answer>; untilMs: number }>();
  return (key) => {
    const nowMs = performance.now();
    const known = answers.get(key);
    if (known && nowMs < known.untilMs) return known.answer;
    const answer = ask(key);
    if (answers.size >= MOST) answers.clear();
    answers.set(key, { answer, untilMs: nowMs + forMs });
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

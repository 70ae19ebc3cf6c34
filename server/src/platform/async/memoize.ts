/** Answers that may be a moment old: in a storm of callers the same question is asked once. */

const MOST = 1_000;

export interface Recent<Answer> {
  (key: string): Promise<Answer>;
  /** The next is asked anew. */
  forget(key: string): void;
}

/** `ask`, but what it answered less than `forMs` ago is taken again. A failure is not remembered. */
export function memoizeFor<Answer>(forMs: number, ask: (key: string) => PromiseLike<Answer>): Recent<Answer> {
  const answers = new Map<string, { answer: Promise<Answer>; untilMs: number }>();
  const recent = (key: string): Promise<Answer> => {
    const nowMs = performance.now();
    const known = answers.get(key);
    if (known && nowMs < known.untilMs) return known.answer;
    // A promise of its own: a query builder asks the database anew each time that somebody waits for it.
    const answer = (async () => ask(key))();
    if (answers.size >= MOST) answers.clear();
    answers.set(key, { answer, untilMs: nowMs + forMs });
    answer.catch(() => answers.get(key)?.answer === answer && answers.delete(key));
    return answer;
  };
  return Object.assign(recent, { forget: (key: string): void => void answers.delete(key) });
}

/** What this work becomes; after `limitMs` a rejection that says `otherwise`. Work that is late goes on, and nobody hears what becomes of it. */
export async function withTimeout<Answer>(work: PromiseLike<Answer>, limitMs: number, otherwise: string): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a call that waits for its rows is told. */
export const DATABASE_IS_LATE = "The database did not answer in time";

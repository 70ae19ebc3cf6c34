/** Answers that come only when they are let go, or never well: every await of a set-up becomes a place where something else can happen. */
export class PendingAnswers {
  readonly #held: { give(): void; fail(): void }[] = [];

  get count(): number {
    return this.#held.length;
  }

  hold<T>(value: T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#held.push({ give: () => resolve(value), fail: () => reject(new Error("The database has gone away")) });
    });
  }

  /** The oldest one comes. */
  give(): void {
    this.#held.shift()?.give();
  }

  fail(): void {
    this.#held.shift()?.fail();
  }
}

/** Bounds how much of one kind of work happens at a time. The others wait, first come first served. */
export interface Seats {
  /** Resolves when there is room; the answer gives the seat back, once. */
  take(): Promise<() => void>;
  readonly waiting: number;
}

export function createSeats(most: number): Seats {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function leave(): void {
    const next = waiting.shift();
    // The seat goes to the next one at once, so that nobody who comes between takes it.
    if (next) next();
    else taken--;
  }

  return {
    get waiting() {
      return waiting.length;
    },
    async take() {
      if (taken < most) taken++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        leave();
      };
    },
  };
}

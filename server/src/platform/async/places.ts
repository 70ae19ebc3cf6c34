/** As many at a time; others wait in the order in which they came. */
export interface Places {
  run<T>(does: () => Promise<T>): Promise<T>;
  /** How many have no place yet. */
  readonly waiting: number;
}

export function createPlaces(most: number): Places {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    get waiting() {
      return waiting.length;
    },
    async run(does) {
      if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      try {
        return await does();
      } finally {
        const next = waiting.shift();
        // The place goes to the next one at once, so that nobody who comes between takes it.
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

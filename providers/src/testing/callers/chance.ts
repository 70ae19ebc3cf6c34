/** Chance that is the same each time it is seeded. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) >>> 0;
    for (let step = 0; step < 4; step++) this.next();
  }

  /** 0 … 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d) >>> 0;
    mixed ^= mixed >>> 12;
    return (mixed >>> 0) / 4_294_967_296;
  }

  isTrue(share: number): boolean {
    return this.next() < share;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

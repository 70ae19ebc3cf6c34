/** Remembers the values used last, up to a number of bytes. */
export class ByteCache<T> {
  readonly #limitBytes: number;
  readonly #bytesOf: (value: T) => number;
  readonly #kept = new Map<string, T>();
  #bytes = 0;

  constructor(limitBytes: number, bytesOf: (value: T) => number) {
    this.#limitBytes = limitBytes;
    this.#bytesOf = bytesOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  /** A value that is larger than an eighth of the cache is not kept: it would push out too much. */
  set(key: string, value: T): void {
    this.#forget(key);
    const bytes = this.#bytesOf(value);
    if (bytes > this.#limitBytes / 8) return;
    this.#kept.set(key, value);
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limitBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= this.#bytesOf(value);
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what was left out. */
export function given<T extends Record<string, unknown>>(change: T): Given<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<T>;
}

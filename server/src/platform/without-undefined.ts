type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without what was left out. */
export function withoutUndefined<T extends object>(change: T): Given<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names and values, but for those that are undefined
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<T>;
}

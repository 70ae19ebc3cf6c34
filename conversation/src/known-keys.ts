/** Names and entries of records whose names are all known: literals of this repository, never an object from outside. */

export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler forgets the names of a literal
  return Object.keys(record) as (keyof T & string)[];
}

export function entriesOf<T extends object>(record: T): [keyof T & string, Required<T>[keyof T]][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler forgets the names of a literal
  return Object.entries(record) as [keyof T & string, Required<T>[keyof T]][];
}

export function isKeyOf<T extends object>(record: T, name: string): name is keyof T & string {
  return Object.hasOwn(record, name);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The columns of one row beside its number, each with its name: the database keeps no order of them. Pure. */
export function columnsOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
}

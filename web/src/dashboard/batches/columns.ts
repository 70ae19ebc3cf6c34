/** The columns of one row beside its number, each with its name. Pure. */
export function columnsOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
}

/** What a program has answered, for people: names and values, without the marks of JSON. */
export function plainFacts(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainFacts).join(", ");
  if (typeof value !== "object" || value === null) return String(value ?? "–");
  return Object.entries(value)
    .filter(([, of]) => !(Array.isArray(of) && of.length === 0))
    .map(([name, of]) => `${name.replaceAll("_", " ")}: ${plainFacts(of)}`)
    .join(", ");
}

/** Of a text that may be JSON. */
export function plainAnswer(text: string, most = 120): string {
  const plain = read(text);
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
}

function read(text: string): string {
  try {
    return plainFacts(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The text of a `.env` with these settings: a line that sets one is replaced, the others stay as they are. */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const left = new Map(Object.entries(settings));
  const lines = text.split("\n").map((line) => {
    const name = /^\s*([A-Z_]+)\s*=/.exec(line)?.[1] ?? "";
    const value = settings[name];
    if (value === undefined) return line;
    left.delete(name);
    return `${name}=${value}`;
  });
  while (lines.at(-1) === "") lines.pop();
  return `${[...lines, ...[...left].map(([name, value]) => `${name}=${value}`)].join("\n")}\n`;
}

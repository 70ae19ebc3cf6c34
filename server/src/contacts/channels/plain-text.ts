/** Markdown as a channel without it shows it: the words, without the marks. Pure. */
export function plainText(text: string): string {
  return text
    .replaceAll(/^\s{0,3}(?:#{1,6}|>)\s+/gm, "")
    .replaceAll(/^(\s*)[*+]\s+/gm, "$1- ")
    .replaceAll(/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g, "$1: $2")
    .replaceAll(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replaceAll(/`([^`\n]+)`/g, "$1")
    .trim();
}

/** Where words that were looked for stand in a text: letters of any case, whatever space divides the words. Pure. */
export function marked(text: string, search: string): { text: string; isHit: boolean }[] {
  const words = search.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [{ text, isHit: false }];
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const parts: { text: string; isHit: boolean }[] = [];
  let at = 0;
  for (const { 0: hit, index } of text.matchAll(new RegExp(escaped.join(String.raw`\s+`), "giu"))) {
    parts.push({ text: text.slice(at, index), isHit: false }, { text: hit, isHit: true });
    at = index + hit.length;
  }
  parts.push({ text: text.slice(at), isHit: false });
  return parts.filter((part) => part.text !== "");
}

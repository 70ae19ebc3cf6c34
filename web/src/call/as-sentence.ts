const KNOWN =
  /\b(?:i(?:'(?:m|ll|d|ve))?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|english|swahili|french|nairobi|africa)\b/g;
/** Words with a capital that follow each other, and do not begin a sentence. */
const NAME = /[\p{L}\p{N},] (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)+)/gu;

/** Words of a recogniser that knows no capitals, as one writes a sentence. What has a capital stays as it is. */
export function asSentence(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return text.replace(KNOWN, capital).replace(/^\p{Ll}/u, capital);
}

/** The same for the caller's words of one call: names of two words or more are written as the assistant has read them back in it. */
export function sentencesIn(entries: readonly object[]): (text: string) => string {
  const read = entries.flatMap((entry) => (isAssistants(entry) ? [...entry.text.matchAll(NAME)] : []));
  const names = new Set(read.map(([, name = ""]) => name));
  return (text) => {
    if (text !== text.toLowerCase()) return text;
    const named = (said: string, name: string): string =>
      said.replace(new RegExp(`(^|[^\\p{L}])${name}(?!\\p{L})`, "giu"), (_all, before: string) => before + name);
    return [...names].reduce(named, asSentence(text));
  };
}

function isAssistants(entry: object): entry is { text: string } {
  return "by" in entry && entry.by === "assistant" && "text" in entry;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES =
  /\b(?:i(?:'(?:m|ll|d|ve))?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|english|swahili|french|nairobi|africa)\b/g;

/** Words of a recogniser that knows no capitals, as one writes a sentence. What has a capital stays as it is. */
export function asSentence(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return text.replace(NAMES, capital).replace(/^\p{Ll}/u, capital);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

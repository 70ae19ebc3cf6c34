/** `{name}` in what an agent says and is told. Pure. */

/** Also `{{name}}`, and names with spaces, as the columns of a file have them. */
const PLACEHOLDER = /\{{1,2}\s{0,8}([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_ .-]{0,62}[\p{L}\p{M}\p{N}_])?)\s{0,8}\}{1,2}/gu;
const MOST_DEPTH = 4;
/** Stands where something is left out; no text has it. */
const GAP = "\ue000";

/** Each once, in order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name))];
}

/** A name becomes its value. One without a value is left out with what joined it to its sentence: nobody hears a brace. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string): string | undefined => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value?.trim() === "" ? undefined : value;
  };
  let known = text.replaceAll(GAP, "");
  // What stood around a gap may make a name when it has closed.
  for (let depth = 0; hasUnknown(known, valueOf); depth++) {
    if (depth === MOST_DEPTH) known = known.replace(/[{}]/g, "");
    const gaps = known
      .replaceAll(GAP, "")
      .replace(PLACEHOLDER, (whole, name: string) => (valueOf(name) === undefined ? GAP : whole));
    known = withoutGaps(gaps);
  }
  return known.replace(PLACEHOLDER, (whole, name: string) => valueOf(name) ?? whole);
}

function hasUnknown(text: string, valueOf: (name: string) => string | undefined): boolean {
  for (const [, name = ""] of text.matchAll(PLACEHOLDER)) if (valueOf(name) === undefined) return true;
  return false;
}

function withoutGaps(text: string): string {
  if (!text.includes(GAP)) return text;
  return (
    text
      .replace(/[("'«“‘[]\ue000[)"'»”’\]]/g, GAP)
      .replace(/\ue000(?:[ \t]?\ue000)+/g, GAP)
      // "{name}, hello"
      .replace(/(^|\n|[.!?…።؟] )\ue000,[ \t]?/g, "$1")
      // "Hello {name}, welcome" and "How are you, {name}?"
      .replace(/,?[ \t]?\ue000(?=[ \t]?(?:[,.;:!?…)\]"'»”’።፣،؟]|$|\n))/g, "")
      .replace(/\ue000[ \t]?/g, "")
  );
}

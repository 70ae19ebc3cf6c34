/** Hours to choose from, by the part of the day. Pure, data by language. */

const PARTS: readonly (readonly [RegExp, from: string, to: string])[] = [
  [/\b(?:morning|asubuhi|alfajiri|matin)\b/i, "00:00", "12:00"],
  [/\b(?:afternoon|mchana|alasiri|après-midi)\b/i, "12:00", "17:00"],
  [/\b(?:evening|night|jioni|usiku|soir)\b/i, "17:00", "24:00"],
];

/** "The evening one": of the hours that there are, the only one of that part of the day. */
export function timeOfPart(text: string, choices: readonly string[]): string | undefined {
  if (choices.length === 0 || /\d/.test(text)) return undefined;
  const clauses = text.split(/\b(?:no|not|hapana|non|rather)\b|[.;!?…]/i);
  const part = clauses.map((clause) => PARTS.filter(([says]) => says.test(clause))).findLast(({ length }) => length > 0);
  const [only] = part ?? [];
  if (!only || part?.length !== 1) return undefined;
  const fitting = choices.filter((choice) => choice >= only[1] && choice < only[2]);
  return fitting.length === 1 ? fitting[0] : undefined;
}

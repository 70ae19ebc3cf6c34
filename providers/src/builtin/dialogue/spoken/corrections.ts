/** What a caller takes back in the same breath: "two kilos, no wait, three", "Friday at five, actually rather six". Pure. */
import { quantitiesIn } from "./quantities.ts";
import { wordsOf } from "./plain.ts";

/** "Monday, no sorry, Tuesday": what is said last counts, where it says anything. */
const TAKEN_BACK =
  /^.+?[\s,](?:(?:no|hapana|non)[\s,]+(?:sorry|wait|i mean|samahani|pardon|attends|attendez|let me[^,]*|make (?:it|that))|i mean|or rather|sorry,? (?:no|i meant)|no no|hapana hapana|je veux dire|enfin non)[\s,]+(.+)$/i;

/** "Ten, no, at ten I am in the market, make it eleven": what it is to be. */
const MADE_IT =
  /.*\b(?:make (?:it|that)|let(?:'s| us) (?:say|make it)|(?:i'd |i would )?rather (?:have )?(?:it )?(?:on|at)|iwe|fanya|mettez|disons) (.+)$/i;

/** "Not this Wednesday, the other one", "three, not four". */
const NOT_THIS =
  /\b(?:but )?(?:not|pas|siyo|sio|instead of|rather than) (?:this |on |the |next |for |ce |le )?(?:\p{L}+ty[- ](?:one|two|three|four|five|six|seven|eight|nine)\b|[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)/giu;

/** Words that say that what came before was wrong. */
const MARK =
  /(?<=[\s,.;…])(?:(?:no|hapana|non|sorry|samahani|pardon|actually|rather|i meant?|make (?:it|that)|wait|attendez|attends|plutôt|disons|en fait|je veux dire)(?![\p{L}'’])[\s,.…]*)+/giu;

/** What is said after words that take back; `undefined`: nothing is taken back. */
export function correctedText(text: string): string | undefined {
  return TAKEN_BACK.exec(text)?.[1]?.replace(/^i meant? /i, "");
}

/** "Eighty Florida Road… sorry, eighteen, Florida Road": what says a part of it again says all of it. */
export function repetitionIn(text: string): string | undefined {
  const mark = [...text.matchAll(MARK)].at(-1);
  if (!mark) return undefined;
  const after = text.slice(mark.index + mark[0].length);
  // "Sorry for the noise" takes nothing back.
  if (/^(?:for|about|to)\b/i.test(after)) return undefined;
  const before = new Set(wordsOf(text.slice(0, mark.index)).filter((word) => word.length > 3));
  return wordsOf(after).some((word) => before.has(word)) ? after : undefined;
}

/** What it is to be made: "make it eleven". */
export function toBe(text: string): string | undefined {
  return MADE_IT.exec(text)?.[1];
}

/** Without what is named only to say that it is not meant. */
export function withoutDenied(text: string): string {
  return text.replace(NOT_THIS, " ");
}

/** A value that was taken back at once, and the bare one in its place: "five, actually, with the traffic, rather six". */
export interface Corrected {
  before: string;
  /** The clause that follows: "six". */
  after: string;
}

/** "At six", "for three of us": so many words say only a value. */
const MOST_BARE = 4;

export function isBare(clause: string): boolean {
  return wordsOf(clause).length <= MOST_BARE;
}

export function correctedIn(text: string): Corrected | undefined {
  const mark = [...text.matchAll(MARK)].at(-1);
  if (!mark) return undefined;
  const after = text.slice(mark.index + mark[0].length);
  const [clause = ""] = /^[^,.;!?…]+/.exec(after) ?? [];
  if (clause === "") return undefined;
  return { before: text.slice(0, mark.index), after: clause.trim() };
}

/** The number that stands in place of `value`, where that was the last one said before. */
export function correctedNumber({ before, after }: Corrected, value: string): string | undefined {
  const [instead, ...others] = quantitiesIn(after);
  if (!instead || quantitiesIn(before).at(-1)?.value !== Number(value)) return undefined;
  return instead.from === 0 || (others.length === 0 && isBare(after)) ? String(instead.value) : undefined;
}

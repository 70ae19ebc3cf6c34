/** How far apart words sound, roughly, whoever writes them: what a recogniser writes of a name that it does not know keeps its sounds and not its letters. */
import { unaccented } from "./plain.ts";
import { nextRow } from "../../stt/edit-row.ts";

/** Written otherwise, said the same. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/c(?=[eiy])/g, "s"],
  [/ck|[cq]/g, "k"],
  [/[sc]h/g, "x"],
  [/th/g, "t"],
  [/z/g, "s"],
  [/([^aeiou])\1/g, "$1"],
];
/** A telephone makes these alike, and so do accents. */
const ALIKE = ["aeiouyw", "kgx", "td", "pbfv", "sxj", "mn", "lr"];
const NEAR = 0.35;
/** What is hardly heard may be written or not. */
const HARDLY_HEARD = new Set("aeiouyhw");
const LOST = 0.7;
const HARDLY_LOST = 0.3;

/** 0: the same, to 1; by letters of the longer one. */
export function soundDistance(one: string, other: string): number {
  const [ours, theirs] = [soundsOf(one), soundsOf(other)];
  let away = 0;
  let row = [0, ...Array.from(theirs, (letter) => (away += lost(letter)))];
  for (const letter of ours) row = nextRow(row, letter, theirs, { lost, added: lost, swapped });
  return (row.at(-1) ?? 0) / Math.max(ours.length, theirs.length, 1);
}

function soundsOf(text: string): string {
  const letters = unaccented(text)
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  return SAME.reduce((sounds, [written, said]) => sounds.replace(written, said), letters);
}

function swapped(one: string, other: string): number {
  if (one === other) return 0;
  return ALIKE.some((group) => group.includes(one) && group.includes(other)) ? NEAR : 1;
}

function lost(letter: string): number {
  return HARDLY_HEARD.has(letter) ? HARDLY_LOST : LOST;
}

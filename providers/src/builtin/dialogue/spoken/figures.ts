/** Numbers of addresses as they are written: "house two two one four, Zone three" → "house 2214, Zone 3". English. */
import { digitsIn } from "./numbers.ts";
import { quantitiesIn } from "./quantities.ts";

const DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)";
const WORD =
  "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple)";
const NUMBERED = new RegExp(
  `\\b(house|plot|flat|room|zone|block|street|floor|apartment|phase|section|stage|unit|gate|stand|erf|number|door|shop|stall|box|ward|route|road) (${WORD}(?:[ -]${WORD})*)\\b`,
  "giu",
);
const LONG = new RegExp(`\\b(?:(?:double|triple) )?${DIGIT}(?:,? (?:(?:double|triple) )?${DIGIT}){2,}\\b`, "giu");

export function inFigures(text: string): string {
  return text
    .replace(NUMBERED, (all, noun: string, said: string) => {
      const [number, ...others] = quantitiesIn(said);
      const digits = digitsIn(said);
      if (digits.length > 1) return `${noun} ${digits}`;
      return number && others.length === 0 ? `${noun} ${number.value}` : all;
    })
    .replace(LONG, (all) => digitsIn(all) || all);
}

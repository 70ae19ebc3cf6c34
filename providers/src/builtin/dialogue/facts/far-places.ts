/** Places that a business does not go to: "Kibaha na Bagamoyo hatufiki", "beyond Lugazi we don't go", "we do not deliver to Malindi or Kilifi". Pure. */
import type { Fact } from "./facts.ts";

const PLACE = "\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?";
const PLACES = `${PLACE}(?:(?:, | na | and | or | au | et | ou | nor )${PLACE})*`;
const GOES = "(?:go|deliver|come|serve|reach|travel|collect|drive|send (?:\\p{L}+ ){1,3})";
const BEFORE = new RegExp(
  `(?<!\\p{L})(${PLACES}),? (?:ha(?:tu|wa)(?:fiki|endi|peleki|leti|ji|safiri)\\p{L}*|we (?:don't|do not|never|cannot|can't) ${GOES}|(?:nous|on) ne (?:livr|all|va|vien)\\p{L}*)(?!\\p{L})`,
  "gu",
);
const BEHIND = new RegExp(
  `(?:(?:don't|do not|never|cannot|can't) ${GOES} (?:to|in|as far as)|ha(?:tu|wa)(?:fiki|endi|peleki|leti|safiri)\\p{L}*|ne (?:livr|all|va)\\p{L}+ (?:pas|jamais) (?:à|jusqu'à|au)) (${PLACES})`,
  "gu",
);
/** Of what lies beyond a place no name is told. */
const BEYOND = /(?:[Bb]eyond|[Pp]ast|[Ff](?:ur|ar)ther than|[Oo]utside(?: of)?|zaidi ya|au-delà de) $/u;

export interface FarPlaces {
  sentence: string;
  names: ReadonlySet<string>;
}

export function farPlaces(facts: readonly Fact[]): FarPlaces[] {
  return facts.flatMap(({ text }) => {
    const found = [...text.matchAll(BEFORE), ...text.matchAll(BEHIND)].filter(({ index }) => !BEYOND.test(text.slice(0, index)));
    const names = found.flatMap(([, places = ""]) => places.split(/, | na | and | or | au | et | ou | nor /u));
    return names.length === 0 ? [] : [{ sentence: text, names: new Set(names.map((name) => name.toLowerCase())) }];
  });
}

/** The sentence that says so of a place that a text names. */
export function refusedPlace(text: string, places: readonly FarPlaces[]): string | undefined {
  const said = text.toLowerCase();
  const names = (name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(said);
  return places.find((one) => [...one.names].some(names))?.sentence;
}

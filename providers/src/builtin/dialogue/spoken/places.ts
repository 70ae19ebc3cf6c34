/** Towns, quarters and streets in use where our callers are, and which of them a recogniser meant that wrote them otherwise. */
import { wordsOf } from "./plain.ts";
import { soundDistance } from "./sounds.ts";

export const TOWNS: readonly string[] = (
  "Nairobi,Westlands,Kilimani,Milimani,Karen,Langata,Kileleshwa,Lavington,Parklands,Eastleigh,Kibera,Kasarani,Roysambu,Ruaka,Embakasi,Donholm,Buruburu,Umoja,Kayole,Dandora,South B,South C,Rongai,Ngong," +
  "Thika,Kiambu,Ruiru,Juja,Nakuru,Kisumu,Kondele,Eldoret,Mombasa,Nyali,Bamburi,Likoni,Malindi,Kilifi,Machakos,Kitengela,Athi River,Nyeri,Meru,Embu,Kericho,Kisii,Kakamega,Bungoma,Kitale,Naivasha,Garissa," +
  "Kampala,Entebbe,Jinja,Gulu,Mbarara,Mbale,Ntinda,Kololo,Makindye,Nakawa,Dar es Salaam,Arusha,Mwanza,Dodoma,Moshi,Kinondoni,Ilala,Temeke,Mikocheni,Masaki,Kariakoo,Zanzibar,Kigali,Remera,Kacyiru,Nyamirambo,Kimironko," +
  "Lagos,Ikeja,Lekki,Surulere,Yaba,Ajah,Abuja,Wuse,Garki,Maitama,Ibadan,Kano,Kaduna,Port Harcourt,Enugu,Benin,Accra,Osu,East Legon,Kumasi,Tema,Madina,Takoradi,Lusaka,Ndola,Harare,Lilongwe,Johannesburg,Soweto,Durban,Pretoria"
).split(",");
export const STREETS: readonly string[] =
  "Ngong Road,Moi Avenue,Kenyatta Avenue,Oginga Odinga Street,Tom Mboya Street,Uhuru Highway,Mombasa Road,Waiyaki Way,Jogoo Road,Thika Road,Kampala Road,Market Street,Station Road,Church Road,School Lane,Main Street".split(
    ",",
  );
/** Not expected by a recogniser, known all the same. */
const FURTHER_STREETS =
  "Argwings Kodhek Road,Riverside Drive,Wood Avenue,Lenana Road,Mbagathi Way,Kiambu Road,Outer Ring Road,Limuru Road,Muthaiga Road,Kimathi Street,Koinange Street,Haile Selassie Avenue,Valley Road,Peponi Road,Gitanga Road,Lower Kabete Road," +
  "Nkrumah Road,Nyerere Road,Bagamoyo Road,Morogoro Road,Samora Avenue,Ali Hassan Mwinyi Road,Entebbe Road,Bombo Road,Jinja Road,Acacia Avenue,Awolowo Road,Broad Street,Allen Avenue,Adeola Odeku Street,Ahmadu Bello Way,Ozumba Mbadiwe Avenue," +
  "Liberation Road,Independence Avenue,Spintex Road,Cairo Road,Great East Road,Samora Machel Avenue,Julius Nyerere Way,Robert Mugabe Road,Rivonia Road,Jan Smuts Avenue";
/** Of its sounds, so many may be others; of short ones fewer. */
const FAR = 0.2;
const FAR_OF_SHORT = 0.15;
/** Before "Road" or "Avenue" there stands a name. */
const FAR_OF_STREET = 0.22;
/** Where what was heard has been refused: the nearest is offered, which is read back again. */
const FAR_ONCE_REFUSED = 0.3;
const SHORT = 6;
/** Shorter ones are too many words. */
const SHORTEST = 5;
const SHORTEST_STREET = 4;
const MOST_REPLACED = 2;
/** Of an address, but no place's name. */
const OF_AN_ADDRESS: ReadonlySet<string> = new Set(
  "the of and to close road street avenue drive lane one two four five six nine ten house number flat apartment room floor block plot building gate estate near next opposite behind between after before beside along around corner station stage school church hospital market stadium bank hotel shop phase court zero three seven eight eleven twelve hundred twenty thirty forty fifty".split(
    " ",
  ),
);

/** "Ngong", which is often written as "and Gong". */
const HUMMED = /^[MN][bdgjt]/;
const HUM = /\b(?:and|an|in) $/i;

interface Place {
  name: string;
  /** What it is told from others by, and what it is: "Ngong", "Road". */
  own: string;
  sort: string | undefined;
}

const SORTS = /^ (road|street|avenue|drive|way|lane|highway)\b/i;
const PLACES: readonly Place[] = [...TOWNS, ...STREETS, ...FURTHER_STREETS.split(",")]
  .map((name) => {
    const street = /^(.+) (Road|Street|Avenue|Drive|Way|Lane|Highway)$/.exec(name);
    return { name, own: street?.[1] ?? name, sort: street?.[2] };
  })
  .filter(({ own, sort }) => own.length >= (sort === undefined ? SHORTEST : SHORTEST_STREET));

/** "And Gung Road House 12" is "Ngong Road House 12": what sounds like a place is written as the place; what is one, and everything else, stays as it was heard. */
export function withPlaces(text: string): string {
  let said = text;
  for (let n = 0; n < MOST_REPLACED; n++) {
    const best = nearest(said);
    if (!best) break;
    const before = said.slice(0, best.from);
    said = `${HUMMED.test(best.name) ? before.replace(HUM, "") : before}${best.name}${said.slice(best.to)}`;
  }
  return said;
}

/** Where it was refused with every place that it sounds like: with the one that sounds nearest of those that were not refused yet, if any does. */
export function withPlaceInstead(text: string, refused: readonly string[]): string {
  if (PLACES.some(({ name }) => text.toLowerCase().includes(name.toLowerCase()))) return text;
  const readings = candidates(text, () => FAR_ONCE_REFUSED)
    .filter(({ from, to }) => !wordsOf(text.slice(from, to)).some((word) => OF_AN_ADDRESS.has(word)))
    .map(({ name, from, to }) => `${text.slice(0, from)}${name}${text.slice(to)}`);
  return readings.find((reading) => !refused.includes(reading)) ?? text;
}

interface Found {
  name: string;
  from: number;
  to: number;
  away: number;
}

interface Word {
  from: number;
  to: number;
}

function nearest(text: string): Found | undefined {
  return candidates(text, farOf)[0];
}

/** The nearest first. */
function candidates(text: string, far: (place: Place) => number): Found[] {
  const words = Array.from(text.matchAll(/[\p{L}\p{M}'’]+/gu), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
  const missing = PLACES.filter(({ name }) => !text.toLowerCase().includes(name.toLowerCase()));
  return missing
    .flatMap((place) => words.flatMap((_, first) => foundAt(text, words.slice(first), place)))
    .filter(({ place, away }) => away <= far(place))
    .map(({ place, ...found }) => ({ ...found, name: place.name }))
    .toSorted((one, other) => one.away - other.away || other.to - other.from - one.to + one.from);
}

/** Whether the words that begin here, one more or fewer than it has, sound like this place. */
function foundAt(text: string, words: readonly Word[], place: Place): (Omit<Found, "name"> & { place: Place })[] {
  const count = place.own.split(" ").length;
  return [count - 1, count, count + 1].flatMap((many) => {
    const [first, last, after] = [words[0], words[many - 1], words[many]];
    if (!first || many < 1 || !last) return [];
    const heard = text.slice(first.from, last.to);
    const next = after && SORTS.exec(text.slice(last.to))?.[1];
    if (/[,.;:!?\d]/.test(heard) || isPlace(heard) || next?.toLowerCase() !== place.sort?.toLowerCase()) return [];
    return [{ place, from: first.from, to: after && next ? after.to : last.to, away: soundDistance(heard, place.own) }];
  });
}

function farOf({ own, sort }: Place): number {
  if (sort !== undefined) return FAR_OF_STREET;
  return own.length <= SHORT ? FAR_OF_SHORT : FAR;
}

function isPlace(text: string): boolean {
  return PLACES.some(({ name, own }) => [name, own].some((one) => one.toLowerCase() === text.toLowerCase()));
}

/** Voices of a demo workspace, and samples of them. */
import type { SeededSample, SeededVoice } from "../../engines/index.ts";
import { randomOf, type Random } from "./random.ts";
import { shares } from "./seeded-records.ts";

/** What the specification shows (sections 2.7, 2.11 and 2.17). */
const SAMPLES = 127;

const SAMPLES_MS = (24 * 60 + 15) * 1_000;

/** As the built-in speech host names them. */
const VOICES = `slt|SLT|flite|American English|en-US|female
rms|RMS|flite|American English|en-US|male
awb|AWB|flite|Scottish English|en-GB|male
kal|KAL|flite|American English|en-US|male
espeak:sw+f3|Swahili|espeak-ng|Swahili|sw|female
espeak:sw|Swahili|espeak-ng|Swahili|sw|male
espeak:fr-fr+f3|French (France)|espeak-ng|French (France)|fr-FR|female
espeak:am+f3|Amharic|espeak-ng|Amharic|am|female`;

export function makeVoices(workspaceId: string, now: Date): SeededVoice[] {
  const random = randomOf(`${workspaceId}/voices`);
  return VOICES.split("\n").map((line, index) => {
    const [voice_id = "", name = "", model = "", accent = "", language = "", gender] = line.split("|");
    const added_at = new Date(now.getTime() - (32 - index) * 86_400_000).toISOString();
    const spoken = {
      voice_id,
      name,
      model,
      accent,
      language,
      gender: gender === "female" ? ("female" as const) : ("male" as const),
    };
    return { id: random.uuid(), provider: "builtin", ...spoken, added_at };
  });
}

/** What each voice says, in its own language. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "Hello, this is Imani Clinic. How can I help you?",
    "Your parcel is on its way and arrives tomorrow before noon.",
    "There is a fault at the transformer. A crew is on its way.",
    "Please enter your PIN only on your own telephone.",
    "The coach to Bahir Dar leaves at half past five in the morning.",
    "You get a message when the water is back.",
  ],
  sw: [
    "Karibu Umoja Sacco. Naomba namba yako ya uanachama.",
    "Mzigo wako uko njiani na utafika kesho kabla ya saa sita.",
    "Miadi yako ni Jumanne saa nne na nusu asubuhi.",
    "Tafadhali weka nambari yako ya siri kwenye simu yako mwenyewe tu.",
  ],
  fr: [
    "Bonjour, ici le cabinet Teranga Santé à Dakar.",
    "Votre colis est en route et arrive demain avant midi.",
    "Votre rendez-vous est mardi à dix heures et demie.",
    "Composez votre code seulement sur votre propre téléphone.",
  ],
  am: ["ሰላም፣ ስለደወሉ እናመሰግናለን።", "ቀጠሮዎ ማክሰኞ ከጠዋቱ አራት ሰዓት ተኩል ነው።", "ጥቅልዎ በመንገድ ላይ ነው፤ ነገ ከእኩለ ቀን በፊት ይደርሳል።"],
};

/** Of the slowest of the voices: what a text takes is less than its sample's length. */
const LETTERS_A_SECOND = 11;

/** One sentence after another, as long as they fit. */
function textFor(language: string, seconds: number, random: Random): string {
  const sentences = SENTENCES[language.split("-")[0] ?? ""] ?? SENTENCES["en"] ?? [];
  const first = random.whole(0, sentences.length - 1);
  let text = sentences[first] ?? "";
  for (let at = first + 1; at < first + sentences.length; at++) {
    const longer = `${text} ${sentences[at % sentences.length]}`;
    if (longer.length > Math.min(500, seconds * LETTERS_A_SECOND)) break;
    text = longer;
  }
  return text;
}

/** Their lengths are drawn, and together exact. */
export function makeSamples(workspaceId: string, voices: readonly SeededVoice[], now: Date): SeededSample[] {
  const random = randomOf(`${workspaceId}/samples`);
  const lengths = shares(SAMPLES, SAMPLES_MS / 10, random);
  return lengths.map((length, index) => {
    const voice = random.pick(voices);
    const created_at = new Date(now.getTime() - Math.round(((index + random.next()) / SAMPLES) * 29 * 86_400_000)).toISOString();
    return {
      id: random.uuid(),
      voice_id: voice.id,
      voice_name: voice.name,
      provider: voice.provider,
      voice_key: voice.voice_id,
      text: textFor(voice.language, length / 100, random),
      duration_ms: length * 10,
      created_at,
    };
  });
}

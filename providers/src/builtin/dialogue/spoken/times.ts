/** Times of day as people say them: "half past ten", "three in the afternoon", "saa nne asubuhi", "quatorze heures trente". */
import { wordsOf } from "./plain.ts";
import { numberAt } from "./numbers.ts";

export interface SpokenTime {
  /** Minutes since midnight as said; for an hour up to 12 without "am" or "pm" the earlier one. */
  minute: number;
  /** The later one may be meant as well. */
  ambiguous: boolean;
}

type Half = "am" | "pm" | "24" | undefined;

const AM = new Set(["am", "a", "morning", "asubuhi", "matin", "alfajiri"]);
const PM = new Set(["pm", "p", "afternoon", "evening", "tonight", "mchana", "jioni", "alasiri", "usiku", "après-midi", "soir"]);

/** The last time of day named in an utterance; `undefined`: none. `asked`: a bare number is one, too. */
export function timeIn(text: string, asked = false): SpokenTime | undefined {
  const words = wordsOf(text.replace(/\b([ap])\.\s?m\b\.?/gi, "$1m").replace(/(\d)\s?([ap])m\b/gi, "$1 $2m"));
  const swahili = words.indexOf("saa");
  if (swahili >= 0) return swahiliTime(words, swahili);
  let found: SpokenTime | undefined;
  for (let at = 0; at < words.length; at++) {
    const said = clockAt(words, at, asked);
    if (!said) continue;
    found = { minute: said.minute, ambiguous: said.ambiguous };
    at += said.used - 1;
  }
  return found;
}

function clockAt(words: readonly string[], at: number, asked: boolean): (SpokenTime & { used: number }) | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  if (/^(noon|midday|midi)$/.test(word)) return { minute: 720, ambiguous: false, used: 1 };
  if (word === "midnight" || word === "minuit") return { minute: 0, ambiguous: false, used: 1 };
  const written = /^(\d{1,2}):(\d\d)$/.exec(word);
  if (written) return finish(words, at, { hour: Number(written[1]), minutes: Number(written[2]), used: 1, sure: true });
  return relativeToHour(words, at) ?? hourAt(words, at, asked);
}

/** "half past ten", "quarter to four", "twenty past nine". */
function relativeToHour(words: readonly string[], at: number): (SpokenTime & { used: number }) | undefined {
  const skip = words[at] === "a" ? 1 : 0;
  const word = words[at + skip];
  const number = numberAt(words, at + skip);
  const minutes = word === "half" ? 30 : word === "quarter" ? 15 : number?.value;
  const link = at + skip + (word === "half" || word === "quarter" ? 1 : (number?.used ?? 1));
  if (minutes === undefined || !/^(past|to|after|before)$/.test(words[link] ?? "") || minutes > 30) return undefined;
  const hour = numberAt(words, link + 1);
  if (!hour || hour.value < 1 || hour.value > 12) return undefined;
  const before = words[link] === "to" || words[link] === "before";
  // "Three to five" are two hours.
  if (before && (minutes % 5 !== 0 || words[at - 1] === "from")) return undefined;
  const at12 = before ? ((hour.value + 10) % 12) + 1 : hour.value;
  return finish(words, at, { hour: at12, minutes: before ? 60 - minutes : minutes, used: link + 1 + hour.used - at, sure: true });
}

/** "ten", "ten thirty", "3 pm", "dix heures et demie": a bare number counts only with something that makes it a time. */
function hourAt(words: readonly string[], at: number, asked: boolean): (SpokenTime & { used: number }) | undefined {
  const hour = numberAt(words, at);
  if (!hour || hour.ordinal || hour.value > 24) return undefined;
  let used = hour.used;
  let minutes = 0;
  let sure = asked || /^(at|around|about|by|from|à|vers|for)$/.test(words[at - 1] ?? "") || words.length === hour.used;
  // "No, make it eleven."
  sure ||=
    words[at - 1] === "it" &&
    words[at - 2] === "make" &&
    /^(?:please|instead|thanks|then|in|am|pm|sorry|)$/.test(words[at + used] ?? "");
  if (/^(o'clock|oclock|heures?|h)$/.test(words[at + used] ?? "")) {
    used++;
    sure = true;
    if (words[at + used] === "et" && words[at + used + 1] === "demie")
      return finish(words, at, { hour: hour.value, minutes: 30, used: used + 2, sure });
  }
  const more = numberAt(words, at + used);
  if (more && !more.ordinal && [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].includes(more.value) && hour.value >= 1) {
    minutes = more.value;
    used += more.used;
    sure = true;
  }
  return finish(words, at, { hour: hour.value, minutes, used, sure });
}

function finish(
  words: readonly string[],
  at: number,
  { hour, minutes, used, sure }: { hour: number; minutes: number; used: number; sure: boolean },
): (SpokenTime & { used: number }) | undefined {
  if (hour > 23 || minutes > 59) return undefined;
  const { half, took } = halfAfter(words, at + used);
  if (!sure && half === undefined) return undefined;
  const total = used + took;
  if (hour > 12 || hour === 0) return { minute: hour * 60 + minutes, ambiguous: false, used: total };
  const morning = (hour % 12) * 60 + minutes;
  if (half === "pm") return { minute: morning + 720, ambiguous: false, used: total };
  if (half === "am") return { minute: morning, ambiguous: false, used: total };
  return { minute: hour === 12 ? 720 + minutes : morning, ambiguous: hour !== 12, used: total };
}

function halfAfter(words: readonly string[], at: number): { half: Half; took: number } {
  let next = at;
  while (/^(in|the|at|of|du|de|l'|ya)$/.test(words[next] ?? "") && next < at + 3) next++;
  const word = words[next] ?? "";
  if (word === "night") return { half: "pm", took: next - at + 1 };
  const joined = word === "a" || word === "p" ? words[next + 1] === "m" : true;
  if (AM.has(word) && joined) return { half: "am", took: next - at + (word === "a" ? 2 : 1) };
  if (PM.has(word) && joined) return { half: "pm", took: next - at + (word === "p" ? 2 : 1) };
  return { half: undefined, took: 0 };
}

/** Swahili counts hours from sunrise and sunset: "saa nne asubuhi" is 10:00, "saa nane mchana" 14:00. */
function swahiliTime(words: readonly string[], saa: number): SpokenTime | undefined {
  const hour = numberAt(words, saa + 1);
  if (!hour || hour.value < 1 || hour.value > 12) return undefined;
  const rest = words.slice(saa + 1 + hour.used);
  const minutes = rest.includes("nusu") ? 30 : rest.includes("robo") ? (rest.includes("kasoro") ? -15 : 15) : 0;
  const day = (hour.value * 60 + 360 + minutes) % 720;
  const evening = rest.some((word) => /^(jioni|usiku)$/.test(word));
  const morning = rest.some((word) => /^(asubuhi|alfajiri)$/.test(word));
  const afternoon = rest.some((word) => /^(mchana|alasiri)$/.test(word)) || evening;
  if (morning) return { minute: day, ambiguous: false };
  if (afternoon) return { minute: day + 720, ambiguous: false };
  return { minute: day, ambiguous: true };
}

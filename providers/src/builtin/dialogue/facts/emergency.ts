/** Whom somebody in danger is told to call. */
import type { Fact } from "./facts.ts";

const DANGER =
  /\b(?:(?:is |are |'s |'re )?bleeding (?:badly|heavily|a lot|so much|out)|(?:won't|not|doesn't) stop bleeding|(?:not|isn't|stopped|can(?:'t|not)|unable to|difficulty|struggling to) (?:breath\w*|wak\w+ up)|unconscious|collapsed|fainted|passed out|heart attack|chest pains?|having a (?:stroke|seizure)|convuls\w+|(?:been|was|is) (?:shot|stabbed|poisoned|electrocuted|drowning)|(?:swallowed|drank|taken|took|eaten|ate|drunk) (?:\w+ ){0,3}(?:poison\w*|bleach|kerosene|pills?|tablets?|medicines?|drugs?|battery|acid|pesticide|chemicals?)|too many (?:tablets|pills)|overdose\w*|(?:snake|dog) (?:bit|bite|has bitten)|bitten by a|bit(?:ten)? (?:me|him|her|us|my|our|the child|a child|somebody|someone)|(?:battery|inverter|meter|socket|plug|panel|transformer|engine|phone|fridge|cooker) (?:is |was |has |keeps )?(?:smoking|swelling|swollen|burning|melting)|electric shock|electrocut\w+|live wires?|(?:wire|cable|line|pole)s? (?:has |have |is |are )?(?:fallen|fell|down|sparking|burning|on the (?:ground|road))|sparks?|sparking|smell(?:s|ing)? (?:of )?gas|gas (?:leak|smell)\w*|(?:is|are|was|caught|on|catching) (?:burning|fire)|smoke (?:is )?(?:coming|everywhere|from)|explo(?:ded|sion|ding)|drown\w*|(?:water|waters) (?:has |have |just )?broke|in labour|giving birth|can't feel|threatening (?:to|me|us)|(?:has|with|pulled) a (?:gun|knife|panga)|armed|robbers|being (?:attacked|robbed|beaten)|beating (?:me|her|him|us)|raped?|kidnap\w*|trapped|overdos\w+|suicid\w+|kill (?:myself|himself|herself)|(?:is |am |are |'s )dying|(?:house|building|kitchen|place|room) is on fire|there(?:'s| is| has been) (?:a )?(?:fire|gas leak|terrible accident|bad accident|an accident)|(?:had|been in) (?:a )?(?:bad|serious|terrible|an) (?:car )?accident|(?:in|it(?:'s| is)|this is|have) (?:a |an )(?:medical )?emergency|save my life|someone is attacking|ni dharura|kuna dharura|hapumui|hawezi kupumua|amezimia|amezirai|anatoka damu (?:nyingi|sana)|anakufa|nyumba inaungua|kuna moto|kuna ajali|amekunywa sumu|c'est une urgence|il y a une urgence|ne respire (?:pas|plus)|inconsciente?|saigne (?:beaucoup|énormément)|crise cardiaque|fait une crise|en train de mourir|il y a le feu|un incendie|accident grave|empoisonn\w+|s'est évanouie?)\b/i;

/** Somebody is in danger now. */
export function isEmergency(text: string): boolean {
  return DANGER.test(text.replace(/’/g, "'"));
}

const TOLD = /\b(?:emergenc\w+|danger|urgent(?:ly)?|life[- ]threatening|ambulance|dharura|hatari|urgences?)\b/i;
const CALL =
  /\b(?:call|dial|ring|phone|piga|appelez|composez|appeler)\s+(?:the\s+|le\s+|au\s+|simu\s+|namba\s+)*(\+?\d[\d ]{1,14}\d)/i;

export interface EmergencyAdvice {
  number: string;
  /** The sentence of the prompt, where it is a fact that can be said as it stands. */
  sentence?: string;
}

/** What the prompt says of emergencies; `undefined`: nothing. */
export function emergencyAdvice(instructions: string, facts: readonly Fact[]): EmergencyAdvice | undefined {
  for (const { text } of facts) {
    const number = TOLD.test(text) ? CALL.exec(text)?.[1] : undefined;
    if (number !== undefined) return { number: number.trim(), sentence: text };
  }
  for (const text of instructions.split(/(?<=[.!?])\s+|\n/)) {
    const number = TOLD.test(text) ? CALL.exec(text)?.[1] : undefined;
    if (number !== undefined) return { number: number.trim() };
  }
  return undefined;
}

/** What the prompt says of one danger: "Smoke, fire or a burning smell: get everybody out and call 112". */
export interface DangerAdvice {
  /** Words that name the danger. */
  when: string;
  sentence: string;
}

const NAMES_DANGER =
  /\b(?:emergenc\w*|danger\w*|accident\w*|injur\w*|bit(?:ten|es?)?|bleed\w*|blood|burn\w*|fire|smok\w*|gas|poison\w*|shock\w*|spark\w*|breath\w*|unconscious|chest|pain|flood\w*|fallen|swallow\w*|urgence\w*|feu|fumée|sang|blessé\w*|gaz|moto|moshi|ajali|damu|dharura|hatari|sumu)\b/i;
const LONGEST_HEAD = 140;

/** Sentences that name a danger before a colon, and say after it what to do. */
export function dangersIn(instructions: string): DangerAdvice[] {
  return instructions.split(/(?<=[.!?])\s+|\n/).flatMap((sentence) => {
    const [, when = "", does = ""] = /^([^:]+):\s+(\S.*)$/s.exec(sentence.trim()) ?? [];
    if (when.length > LONGEST_HEAD || does === "" || !NAMES_DANGER.test(when)) return [];
    const [, says = does] =
      /^(?:say|tell (?:them|the caller|him or her)(?: to)?|dites|sema|waambie)[: ]+(.*)$/is.exec(does) ?? [];
    return [{ when, sentence: says.charAt(0).toUpperCase() + says.slice(1) }];
  });
}

/** The advice whose danger the caller names; of one danger alone, that. */
export function adviceFor(text: string, dangers: readonly DangerAdvice[]): string | undefined {
  const stems = new Set(stemsOf(text));
  return dangers.find(({ when }) => stemsOf(when).some((stem) => stems.has(stem)))?.sentence;
}

const STEM = 4;

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    .filter((word) => NAMES_DANGER.test(word))
    .map((word) => word.slice(0, STEM));
}

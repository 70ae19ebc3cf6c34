/** Whom somebody in danger is told to call. */
import { conceptsOf } from "../spoken/concepts.ts";
import type { Fact } from "./facts.ts";
import { asSentence } from "./situations.ts";

const DANGER =
  /\b(?:(?:is |are |'s |'re )?bleeding (?:badly|heavily|a lot|so much|out|from)|there(?:'s| is) blood|blood (?:everywhere|all over|coming)|knocked (?:me|him|her|us|them|my \w+|down|over|off)|stuck (?:under|inside)|(?:fell|fallen|collapsed|come down) on (?:top of )?(?:people|him|her|us|me|them|somebody|someone|my|our|a|the)|(?:drove|ran|run|driven|drives?) over (?:my|our|a|the|him|her)|(?:hit|knocked|run over) (?:down )?by an? (?:\w+ )?(?:car|boda|matatu|lorry|motorbike|truck|bus|van|taxi|bakkie)|(?:climbing|jumping|jumped|climbed) (?:over|through) (?:my|our|the)|break(?:ing|s)? into (?:my|our|the)|(?:thief|thieves|burglars?|intruders?) (?:is|are|in)|(?:won't|not|doesn't) stop bleeding|(?:not|isn't|stopped|can(?:'t|not)|unable to|difficulty|struggling to) (?:breath\w*|wak\w+ up)|unconscious|collapsed|fainted|passed out|heart attack|chest pains?|having a (?:stroke|seizure)|convuls\w+|(?:been|was|is) (?:shot|stabbed|poisoned|electrocuted|drowning)|(?:swallowed|drank|taken|took|eaten|ate|drunk) (?:\w+ ){0,3}(?:poison\w*|bleach|kerosene|pills?|tablets?|medicines?|drugs?|battery|acid|pesticide|chemicals?)|too many (?:tablets|pills)|overdose\w*|(?:snake|dog) (?:bit|bite|has bitten)|bitten by a|bit(?:ten)? (?:me|him|her|us|my|our|the child|a child|somebody|someone)|(?:battery|inverter|meter|socket|plug|panel|transformer|engine|phone|fridge|cooker) (?:is |was |has |keeps )?(?:smoking|swelling|swollen|burning|melting)|electric shock|electrocut\w+|live wires?|(?:wire|cable|line|pole)s? (?:has |have |is |are )?(?:fallen|fell|down|sparking|burning|on the (?:ground|road))|sparking|(?:gives?|giving|makes?|making|shoot\w*|throw\w*|see|saw|are|of) sparks|sparks (?:are|is|fly\w*|com\w+|from|when)|smell(?:s|ing)? (?:of )?gas|gas (?:leak|smell)\w*|(?:is|are|was|caught|on|catching) (?:burning|fire)|smoke (?:is )?(?:coming|everywhere|from)|explo(?:ded|sion|ding)|drown\w*|(?:water|waters) (?:has |have |just )?broke|in labour|giving birth|can't feel|threatening (?:to|me|us)|(?:has|with|pulled) a (?:gun|knife|panga)|armed|robbers|being (?:attacked|robbed|beaten)|beating (?:me|her|him|us)|raped?|kidnap\w*|trapped|overdos\w+|suicid\w+|kill (?:myself|himself|herself)|(?:is |am |are |'s )dying|(?:house|building|kitchen|place|room) is on fire|there(?:'s| is| has been) (?:a )?(?:fire|gas leak|terrible accident|bad accident|an accident)|(?:had|been in) (?:a )?(?:bad|serious|terrible|an) (?:car )?accident|(?:in|it(?:'s| is)|this is|have) (?:a |an )(?:medical )?emergency|save my life|someone is attacking|ni dharura|kuna dharura|hapumui|hawezi kupumua|amezimia|amezirai|anatoka damu (?:nyingi|sana)|anakufa|nyumba inaungua|kuna moto|kuna ajali|amekunywa sumu|c'est une urgence|il y a une urgence|ne respire (?:pas|plus)|inconsciente?|saigne (?:beaucoup|énormément)|crise cardiaque|fait une crise|en train de mourir|il y a le feu|un incendie|accident grave|empoisonn\w+|s'est évanouie?)\b/i;

/** Somebody is in danger now. */
export function isEmergency(text: string): boolean {
  return DANGER.test(text.replace(/’/g, "'"));
}

const TOLD =
  /\b(?:intruders?|somebody (?:is )?hurt|at once|emergenc\w+|danger|urgent(?:ly)?|life[- ]threatening|ambulance|dharura|hatari|urgences?)\b/i;
const CALL = /\b(?:call|dial|ring|phone|piga|appelez|composez|appeler)\s+(?:[\p{L}']+\s+){0,6}?(\+?\d[\d ]{1,14}\d)/iu;

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
  /\b(?:emergenc\w*|danger\w*|accident\w*|injur\w*|bit(?:ten|es?)?|bleed\w*|blood|burn\w*|fire|smok\w*|gas|poison\w*|shock\w*|spark\w*|breath\w*|unconscious|chest|pain|flood\w*|fallen|swallow\w*|urgence\w*|feu|fumée|sang|blessé\w*|gaz|moto|moshi|ajali|damu|dharura|hatari|sumu|hurt|fell|overturn\w*|capsiz\w*|sink\w*|drown\w*|collaps\w*|trapped|stuck|wall|thie(?:f|ves)|burglar\w*|intruder\w*|robb\w*|break[- ]?in\w*|leak\w*|smell\w*|knocked|112|999|911)\b/i;
const LONGEST_HEAD = 140;

/** "For an intruder or a fire, they must ring …", "if a pole has fallen, they must stay away and ring …" */
const FOR_DANGER =
  /^(?:for|in case of|with|if|when|should) ([^:]+?), ((?:they|you|callers?|people|everybody) (?:must|should|have to) \S.*)$/is;

/** Sentences that name a danger before a colon, and say after it what to do. */
export function dangersIn(instructions: string): DangerAdvice[] {
  return instructions.split(/(?<=[.!?])\s+|\n/).flatMap((sentence) => {
    const [, when = "", does = ""] = /^([^:]+):\s+(\S.*)$/s.exec(sentence.trim()) ?? FOR_DANGER.exec(sentence.trim()) ?? [];
    // "This line is never for emergencies: …" names none.
    if (when.length > LONGEST_HEAD || does === "" || !NAMES_DANGER.test(when) || /\b(?:never|not|no)\b/i.test(when)) return [];
    const [, says = does] =
      /^(?:say|tell (?:them|the caller|him or her)(?: to)?|dites|sema|waambie)[: ]+(.*)$/is.exec(does) ?? [];
    if (says.match(CALL) === null && !AT_ONCE.test(says) && FOR_DANGER.test(sentence.trim())) return [];
    const told = says
      .replace(/^(?:they|callers?|people|everybody) (?=must|should|have to)/i, "you ")
      .replace(/;\s*(?:and )?(?:don't|do not|never|take|book)\b.*$/is, "");
    return [{ when, sentence: asSentence(told) }];
  });
}

/** The advice whose danger the caller names, the one with most words in common; of one danger alone, that. */
export function adviceFor(text: string, dangers: readonly DangerAdvice[]): string | undefined {
  const stems = new Set(stemsOf(text));
  const [best] = dangers
    .map((danger) => ({ ...danger, shared: stemsOf(danger.when).filter((stem) => stems.has(stem)).length }))
    .toSorted((a, b) => b.shared - a.shared);
  return best && (best.shared > 0 || dangers.length === 1) ? best.sentence : undefined;
}

/** Something happens that the prompt has an order for, in so many of its words: "a tent has fallen down". */
const SHARED_WORDS = 2;
const AT_ONCE = /\b(?:at once|immediately|straight away|right away|first|tout de suite|immédiatement|mara moja|haraka)\b|\d{3}/i;

/** Whether a caller tells of a danger that the prompt names, in words of the prompt. */
export function matchesDanger(text: string, when: string, says: string): boolean {
  if (!AT_ONCE.test(`${when} ${says}`) || !NAMES_DANGER.test(`${when} ${says}`)) return false;
  const told = new Set(conceptsOf(text));
  return conceptsOf(when).filter((concept) => told.has(concept)).length >= SHARED_WORDS;
}

const STEM = 4;

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    .filter((word) => NAMES_DANGER.test(word))
    .map((word) => word.slice(0, STEM));
}

/** Whom somebody in danger is told to call. */
import type { Fact } from "./facts.ts";

const DANGER =
  /\b(?:(?:is |are |'s |'re )?bleeding (?:badly|heavily|a lot|so much|out)|(?:won't|not|doesn't) stop bleeding|(?:not|isn't|stopped|can(?:'t|not)|unable to|difficulty|struggling to) (?:breath\w*|wak\w+ up)|unconscious|collapsed|fainted|passed out|heart attack|chest pains?|having a (?:stroke|seizure)|convuls\w+|(?:been|was|is) (?:shot|stabbed|poisoned|electrocuted|drowning)|(?:swallowed|drank|took) (?:poison|bleach|kerosene|pills)|overdos\w+|suicid\w+|kill (?:myself|himself|herself)|(?:is |am |are |'s )dying|(?:house|building|kitchen|place|room) is on fire|there(?:'s| is| has been) (?:a )?(?:fire|gas leak|terrible accident|bad accident|an accident)|(?:had|been in) (?:a )?(?:bad|serious|terrible|an) (?:car )?accident|(?:in|it(?:'s| is)|this is|have) (?:a |an )(?:medical )?emergency|save my life|someone is attacking|ni dharura|kuna dharura|hapumui|hawezi kupumua|amezimia|amezirai|anatoka damu (?:nyingi|sana)|anakufa|nyumba inaungua|kuna moto|kuna ajali|amekunywa sumu|c'est une urgence|il y a une urgence|ne respire (?:pas|plus)|inconsciente?|saigne (?:beaucoup|énormément)|crise cardiaque|fait une crise|en train de mourir|il y a le feu|un incendie|accident grave|empoisonn\w+|s'est évanouie?)\b/i;

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

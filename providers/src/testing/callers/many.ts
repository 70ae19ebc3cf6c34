/** Many callers, each drawn by chance from a seed. */
import type { Business, CallerLanguage } from "./business.ts";
import { BUSINESSES } from "./businesses/index.ts";
import { Chance } from "./chance.ts";
import { playQuestion, playGoal, type Hear, type Outcome, type Playing } from "./play.ts";

export interface Many {
  dialogues: number;
  seed: number;
  /** Their words pass a recogniser's confusions. */
  noisy: boolean;
  /** Instead, each caller has a voice, and somebody hears it. */
  voiced?: (chance: Chance) => Hear;
  /** Only these; without it, all that a business speaks. */
  languages?: readonly CallerLanguage[];
  /** Of each, as it ends. */
  ended?: (outcome: Outcome) => void;
}

const QUESTION_SHARE = 0.22;

/** The same for the same seed; as many of each business. */
export async function playMany({ dialogues, seed, noisy, voiced, languages, ended }: Many): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < dialogues; index++) {
    const chance = new Chance(seed * 100_003 + index);
    const business = BUSINESSES[index % BUSINESSES.length]!;
    const spoken = business.languages.filter((language) => languages?.includes(language) ?? true);
    if (spoken.length === 0) continue;
    const playing = { chance, noisy, language: chance.of(spoken), ...(voiced && { hear: voiced(chance) }) };
    const outcome = await playOne(business, playing);
    outcomes.push(outcome);
    ended?.(outcome);
  }
  return outcomes;
}

function playOne(business: Business, playing: Playing): Promise<Outcome> {
  const { chance, language } = playing;
  const questions = business.questions.filter(({ asks }) => asks[language]);
  if (chance.isTrue(QUESTION_SHARE) && questions.length > 0) return playQuestion(business, chance.of(questions), playing);
  const wishes = business.wishes.filter(({ opens }) => opens[language]);
  const style = {
    asksBetween: chance.isTrue(0.15),
    slips: chance.isTrue(0.2),
    reconsiders: chance.isTrue(0.2),
    changesMind: chance.isTrue(0.08),
  };
  return playGoal(business, chance.of(wishes), { ...playing, style });
}

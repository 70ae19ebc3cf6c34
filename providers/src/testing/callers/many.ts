/** Many callers, each drawn by chance from a seed. */
import type { Business, Tongue } from "./business.ts";
import { BUSINESSES } from "./businesses/index.ts";
import { Chance } from "./chance.ts";
import { playQuestion, playWish, type Hear, type Outcome, type Playing } from "./play.ts";

export interface Many {
  dialogues: number;
  seed: number;
  /** Their words pass a recogniser's confusions. */
  noisy: boolean;
  /** Instead, each caller has a voice, and somebody hears it. */
  voiced?: (chance: Chance) => Hear;
  /** Only these; without it, all that a business speaks. */
  tongues?: readonly Tongue[];
  /** Of each, as it ends. */
  ended?: (outcome: Outcome) => void;
}

const QUESTION_SHARE = 0.22;

/** The same for the same seed; as many of each business. */
export async function playMany({ dialogues, seed, noisy, voiced, tongues, ended }: Many): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < dialogues; index++) {
    const chance = new Chance(seed * 100_003 + index);
    const business = BUSINESSES[index % BUSINESSES.length]!;
    const spoken = business.tongues.filter((tongue) => tongues?.includes(tongue) ?? true);
    if (spoken.length === 0) continue;
    const playing = { chance, noisy, tongue: chance.of(spoken), ...(voiced && { hear: voiced(chance) }) };
    const outcome = await playOne(business, playing);
    outcomes.push(outcome);
    ended?.(outcome);
  }
  return outcomes;
}

function playOne(business: Business, playing: Playing): Promise<Outcome> {
  const { chance, tongue } = playing;
  const questions = business.questions.filter(({ asks }) => asks[tongue]);
  if (chance.isTrue(QUESTION_SHARE) && questions.length > 0) return playQuestion(business, chance.of(questions), playing);
  const wishes = business.wishes.filter(({ opens }) => opens[tongue]);
  const manner = {
    asksBetween: chance.isTrue(0.15),
    slips: chance.isTrue(0.2),
    reconsiders: chance.isTrue(0.2),
    changesMind: chance.isTrue(0.08),
  };
  return playWish(business, chance.of(wishes), { ...playing, manner });
}

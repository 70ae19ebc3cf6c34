/** Reference, order, meter and account numbers: letters, digits, dashes and slashes in capitals. Pure. */
import { correctedSigns, signRunsIn, type SignRun } from "./digits.ts";
import type { ValueMatch, Utterance } from "./utterance.ts";

const FEWEST_LETTERS = 3;
const FEWEST_SIGNS = 2;

export function readCode({ tokens }: Utterance): ValueMatch<string> | undefined {
  const run = correctedSigns(signRunsIn(tokens).filter(isCode));
  if (!run) return undefined;
  const value = run.signs.replace(/^[-/]+|[-/]+$/g, "").toUpperCase();
  return { value, from: run.from, to: run.to };
}

function isCode({ signs, isCorrection }: SignRun): boolean {
  const bare = signs.replace(/[^\p{L}\d]/gu, "");
  return isCorrection || (/\d/.test(bare) ? bare.length >= FEWEST_SIGNS : bare.length >= FEWEST_LETTERS);
}

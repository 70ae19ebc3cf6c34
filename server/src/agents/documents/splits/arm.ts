/** Which of two versions a person gets: always the same one while the test runs. Pure, but for people without a number. */
import { createHash, randomUUID } from "node:crypto";
import type { StoredAgent } from "../store.ts";

/** As many digits of a number as are the same however it is written. */
const SIGNIFICANT_DIGITS = 9;
const LEAST_DIGITS = 4;
const PERCENT = 100;

/** `person`: the number as it came; somebody without one gets a version by chance. */
export function armFor(agent: StoredAgent, person: string): StoredAgent {
  const { split, ...used } = agent;
  if (!split) return agent;
  const isTried = shareOf(split.id, person) < split.share;
  return { ...(isTried ? split.tried : used), arm: { split: split.id, isTried } };
}

/** From 0 to under 100. */
function shareOf(split: string, person: string): number {
  const digits = person.replaceAll(/\D/g, "").slice(-SIGNIFICANT_DIGITS);
  const who = digits.length < LEAST_DIGITS ? randomUUID() : digits;
  return (createHash("sha256").update(`${split} ${who}`).digest().readUInt32BE(0) / 2 ** 32) * PERCENT;
}

/** How far one letter's name is from another's, as a telephone carries them: of a group there is one sound with hardly anything before or after it. */

const ALIKE = ["bcdegptvz", "ahjk", "mn", "fsx", "iy", "quw"];
const NEAR = 0.35;

/** 0: the same; 1: nothing alike. */
export function letterDistance(one: string, other: string): number {
  if (one === other) return 0;
  return ALIKE.some((group) => group.includes(one) && group.includes(other)) ? NEAR : 1;
}

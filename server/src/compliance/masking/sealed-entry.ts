/** The purpose of the seal. */
export const MASKED = "masked words";

/** To what a sealed entry belongs: it opens there alone. */
export function aboutEntry(callId: string, position: number): string {
  return `${callId}/${position}`;
}

/** A value as it was read. */
export interface Reading {
  /** As it is sent, but a time that may be either half of the day begins with "~". */
  value: string;
  /** 0…1: how surely the words say this. */
  confidence: number;
}

export function sure(value: string): Reading {
  return { value, confidence: 1 };
}

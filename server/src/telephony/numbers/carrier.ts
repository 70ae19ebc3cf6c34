/** Who has numbers to rent out: the built-in sandbox now, telephone companies behind the same door later. */
import type { NumberCountry } from "@ongea/contract";

export interface NumberOffer {
  number: string;
  /** As people there call it. */
  region: string;
}

export interface SearchedNumbers {
  country: NumberCountry;
  /** Digits that stand in the number. */
  pattern?: string | undefined;
}

export interface Carrier {
  /** As the wire names it. */
  name: string;
  /** Its numbers are for trying: neither they nor the minutes of their calls are charged. */
  isFree: boolean;
  /** A few that it could rent out; not all of them need to be free. */
  search(asked: SearchedNumbers): Promise<NumberOffer[]>;
  /** It has this number, and the number is of that country. */
  has(country: NumberCountry, number: string): boolean;
  /** May be told again of a number that it has rented out to us. */
  rent(number: string): Promise<void>;
  /** May be told again. */
  release(number: string): Promise<void>;
}

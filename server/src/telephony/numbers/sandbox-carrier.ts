/**
 * Rents out numbers that no telephone network leads to: they are rung by SIP on this server only. Who has which is written in the table of
 * numbers, so there is nobody to tell.
 */
import { randomInt } from "node:crypto";
import type { NumberCountry } from "@ongea/contract";
import type { Carrier, NumberOffer } from "./carrier.ts";

interface Range {
  region: string;
  /** What the numbers begin with. */
  prefix: string;
  /** Digits after that. */
  digits: number;
}

/**
 * The North American plan sets 555-0100 to 555-0199 of each area aside for stories. The other countries have set nothing aside: there it
 * is digits with which their plans begin no subscriber's number (no length of them is valid by the metadata of libphonenumber, which a test
 * asks), beside those that demo workspaces show.
 */
const AREAS: Readonly<Record<string, string>> = {
  202: "Washington",
  206: "Seattle",
  212: "New York",
  213: "Los Angeles",
  305: "Miami",
  312: "Chicago",
  404: "Atlanta",
  415: "San Francisco",
  617: "Boston",
  713: "Houston",
  718: "Brooklyn",
};

const RANGES: Readonly<Record<NumberCountry, readonly Range[]>> = {
  KE: [{ region: "Kenya", prefix: "+254301", digits: 6 }],
  NG: [{ region: "Nigeria", prefix: "+234601", digits: 7 }],
  ZA: [{ region: "South Africa", prefix: "+27981", digits: 6 }],
  GH: [{ region: "Ghana", prefix: "+233911", digits: 6 }],
  TZ: [{ region: "Tanzania", prefix: "+255301", digits: 6 }],
  US: Object.entries(AREAS).map(([area, region]) => ({ region, prefix: `+1${area}55501`, digits: 2 })),
};

/** Shares no factor with the size of any range: every number is come by once. */
const STRIDE = 7_919;
const MOST_LOOKED_THROUGH = 100_000;
const MOST_TOLD = 200;

/** As the wire and the table of numbers name it. */
export const SANDBOX = "sandbox";

/** `from`: a whole number below its argument, where the search begins; by default any. */
export function createSandboxCarrier(from: (below: number) => number = (below) => randomInt(below)): Carrier {
  return {
    name: SANDBOX,
    isFree: true,
    async search({ country, pattern = "" }) {
      const ranges = RANGES[country];
      const size = ranges.reduce((sum, { digits }) => sum + 10 ** digits, 0);
      const start = from(size);
      const found: NumberOffer[] = [];
      for (let step = 0; step < Math.min(size, MOST_LOOKED_THROUGH) && found.length < MOST_TOLD; step++) {
        const offered = numberAt(ranges, (start + step * STRIDE) % size);
        if (offered?.number.includes(pattern)) found.push(offered);
      }
      return found;
    },
    has: (country, number) =>
      RANGES[country].some(
        ({ prefix, digits }) =>
          number.startsWith(prefix) && /^[0-9]+$/.test(number.slice(1)) && number.length === prefix.length + digits,
      ),
    rent: async () => undefined,
    release: async () => undefined,
  };
}

function numberAt(ranges: readonly Range[], index: number): NumberOffer | undefined {
  let left = index;
  for (const { region, prefix, digits } of ranges) {
    const size = 10 ** digits;
    if (left < size) return { region, number: prefix + String(left).padStart(digits, "0") };
    left -= size;
  }
  return undefined;
}

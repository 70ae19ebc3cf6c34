/** The twelve assistants of a demo workspace and what people call them about. */
import { BUS, WALLET } from "./east.ts";
import { CLINIC, SACCO, SOLAR } from "./kenya.ts";
import type { Organisation } from "./organisation.ts";
import { INSURANCE, PHARMACY, WATER } from "./south-and-north.ts";
import { CLINIQUE, ELECTRICITY, PARCELS, SCHOOL } from "./west.ts";

export { DAYS, HOURS, TIMES, type Organisation } from "./organisation.ts";

export const ORGANISATIONS: readonly Organisation[] = [
  CLINIC,
  SOLAR,
  SACCO,
  WALLET,
  ELECTRICITY,
  SCHOOL,
  PARCELS,
  WATER,
  CLINIQUE,
  INSURANCE,
  BUS,
  PHARMACY,
];

/** Every way the server says no, in the contract's own English. */
import { REFUSALS, type RefusalCode } from "@ongea/contract";

export const refusals = Object.fromEntries(Object.entries(REFUSALS).map(([code, { sentence }]) => [code, sentence])) as Record<
  RefusalCode,
  string
>;

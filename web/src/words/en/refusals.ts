/** Every way the server says no, in the contract's own English. */
import { REFUSALS, type RefusalCode } from "@ongea/contract";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same codes
export const refusals = Object.fromEntries(Object.entries(REFUSALS).map(([code, { sentence }]) => [code, sentence])) as Record<
  RefusalCode,
  string
>;
